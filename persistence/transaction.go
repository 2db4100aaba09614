package persistence

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"tender/domain"
)

// write runs do in a transaction, which is rolled back if do returns an error or panics. Inside, only tx may be used:
// on SQLite the one connection for writing is taken, and s.db would wait for it for ever. A call with the context of a
// joint transaction becomes part of that one.
func (s *Store) write(ctx context.Context, do func(tx *gorm.DB) error) (err error) {
	defer rescue(&err)
	if j := jointOf(ctx); j != nil {
		return do(j.tx.WithContext(ctx))
	}
	return s.db.WithContext(ctx).Transaction(do)
}

// rescue turns a panic into an error that says where it was. It leaves out the value, also that of a runtime error: what
// was out of range may be a card.
func rescue(err *error) {
	p := recover()
	if p == nil {
		return
	}
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var where strings.Builder
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		fmt.Fprintf(&where, "\n\t%s:%d", f.Function, f.Line)
	}
	*err = fmt.Errorf("panic: a %T at%s", p, where.String())
}

// notText is what Postgres calls bytes that no text can hold.
const notText = "22021"

// one turns "nothing was found or changed" into a refusal. It is for statements about one row. On Postgres a NUL in an
// id is an error, which means the same.
func one(result *gorm.DB, what string) error {
	var refused *pgconn.PgError
	odd := errors.As(result.Error, &refused) && refused.Code == notText
	if result.Error != nil && !odd {
		return result.Error
	}
	if odd || result.RowsAffected == 0 {
		return domain.Refuse(domain.NotFound, "There is no such %s; check the id.", what)
	}
	return nil
}

// exactlyOne is for a statement about one row that is known to be there. Anything else is a fault of the server, which a
// player cannot mend by checking an id.
func exactlyOne(result *gorm.DB, what string) error {
	if result.Error == nil && result.RowsAffected != 1 {
		return fmt.Errorf("%d rows of one %s were written", result.RowsAffected, what)
	}
	return result.Error
}

// millis is how times are stored: whole milliseconds since 1970, 0 for the zero time. Both databases compare and keep
// them exactly, without zones or formats.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// text makes a text that both databases take: Postgres knows no NUL and only valid UTF-8.
func text(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "")
}
