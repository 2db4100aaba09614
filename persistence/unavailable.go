package persistence

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
)

// Classes and codes of errors by which Postgres says that it cannot serve now (its manual, appendix A): its connections
// end, it has no room on its disk, no memory or no connection left, it is being stopped or started, its disk fails. And
// what a server says that follows another one: this is not where to write.
var (
	pausedClasses = []string{"08", "53", "57P", "58"}
	pausedCodes   = []string{"25006"} // read_only_sql_transaction
)

// Primary result codes by which SQLite says the same (sqlite.org/rescode.html).
var pausedResults = []int{
	5,  // SQLITE_BUSY: somebody else, such as a backup, has kept it locked for long
	7,  // SQLITE_NOMEM
	8,  // SQLITE_READONLY
	10, // SQLITE_IOERR
	13, // SQLITE_FULL
	14, // SQLITE_CANTOPEN
}

// Unavailable says whether an error of the store means that the database cannot be reached, or has no room, for now: the
// same request may work later. Whether what it asked for was done is then not known: the answer to a commit may be lost.
func Unavailable(err error) bool {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return slices.Contains(pausedCodes, said.Code) ||
			slices.ContainsFunc(pausedClasses, func(class string) bool { return len(class) <= len(said.Code) && said.Code[:len(class)] == class })
	}
	var result interface{ Code() int } // of the driver for SQLite; the higher bits say more than the primary code
	if errors.As(err, &result) {
		return slices.Contains(pausedResults, result.Code()&0xff)
	}
	var connecting *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connecting) || errors.As(err, &network) {
		return true
	}
	for _, broken := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, sql.ErrConnDone} {
		if errors.Is(err, broken) {
			return true
		}
	}
	return err != nil && pgconn.SafeToRetry(err) // of a connection that was closed before anything was sent
}
