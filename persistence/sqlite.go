package persistence

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"github.com/libtnb/sqlite"
	"gorm.io/gorm"
)

// oldestSQLite is the first release without the bug that could corrupt a database when its write-ahead log is reset
// while another connection writes.
var oldestSQLite = [3]int{3, 51, 3}

// openSQLite opens the file at path, making it and its folder if they are not there unless it has to exist. All writing goes through one
// connection: with several, writers wait for each other in SQLite's busy handler, which is not fair, instead of in
// line. Transactions begin immediate, so that none that has read finds out later that it may not write.
func (s *Store) openSQLite(ctx context.Context, path string, existing bool) error {
	if path == "" {
		return errors.New("sqlite: needs the path of a file")
	}
	all := "_busy_timeout=10000&_synchronous=FULL&_foreign_keys=1"
	if existing {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("database: %w", err)
		}
		all += "&mode=rw" // the file keeps its journal: setting one would write to whatever it is
	} else {
		if err := makePrivate(path); err != nil {
			return err
		}
		all += "&_journal_mode=WAL"
	}
	writer, err := openFile(ctx, path, all+"&_txlock=immediate", 1)
	if err != nil {
		return err
	}
	reader, err := openFile(ctx, path, all+"&_query_only=1", max(2, runtime.NumCPU()))
	if err != nil {
		return errors.Join(err, writer.Close())
	}
	s.close = func() error { return errors.Join(reader.Close(), writer.Close()) }
	if s.db, err = gorm.Open(sqlite.New(sqlite.Config{Conn: writer}), config()); err == nil {
		s.read, err = gorm.Open(sqlite.New(sqlite.Config{Conn: reader}), config())
	}
	if err != nil {
		return errors.Join(err, s.close())
	}
	return nil
}

// makePrivate makes an empty file that others cannot read; SQLite gives the files beside it the same rights.
func makePrivate(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("folder of the database: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // #nosec G304 -- the operator names the file
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return f.Close()
}

func openFile(ctx context.Context, path, query string, connections int) (*sql.DB, error) {
	file := url.URL{Path: path}
	db, err := sql.Open(sqlite.DriverName, "file:"+file.EscapedPath()+"?"+query)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	var version string
	if err = db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version); err == nil {
		err = checkSQLite(version)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("SQLite: %w", err), db.Close())
	}
	return db, nil
}

func checkSQLite(version string) error {
	var v [3]int
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &v[0], &v[1], &v[2]); err != nil {
		return fmt.Errorf("version %q: %w", version, err)
	}
	for i, n := range oldestSQLite {
		if v[i] < n {
			return fmt.Errorf("version %s can corrupt its write-ahead log; this needs %d.%d.%d or later", version,
				oldestSQLite[0], oldestSQLite[1], oldestSQLite[2])
		}
		if v[i] > n {
			break
		}
	}
	return nil
}
