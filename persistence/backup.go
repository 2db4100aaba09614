package persistence

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Backup writes a copy of an SQLite database, given as "sqlite:path", as it is at one moment, while others go on writing
// to it: VACUUM INTO reads in one transaction, which in WAL mode keeps nobody waiting. SQLite's backup interface would
// begin again with every write of another process. The file is for its owner only, complete and checked when it has its
// name, and must not be there.
func Backup(ctx context.Context, database, file string) (err error) {
	path, err := pathOf(database)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if err := claimName(file); err != nil {
		return err
	}
	partial := file + ".partial"
	defer func() {
		if err != nil {
			_ = os.Remove(partial)
			_ = os.Remove(file)
		}
	}()
	if err := makePrivate(partial); err != nil {
		return err
	}
	if err := vacuumInto(ctx, path, partial); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if _, err := inspect(ctx, partial); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return settle(partial, file)
}

// Restore puts a backup in the place of an SQLite database, after it has checked it and brought the copy to the schema of
// this program. Where there is a database, it does so only with replace, and never while somebody has that open.
func Restore(ctx context.Context, file, database string, o Options, replace bool) error {
	path, err := pathOf(database)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil && !replace {
		return fmt.Errorf("%s is there already: --force replaces it, or name another with --database", path)
	}
	partial := path + ".restoring"
	defer os.Remove(partial) // renamed, if all went well
	if err := copyPrivate(file, partial); err != nil {
		return err
	}
	schema, err := inspect(ctx, partial)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", file, err)
	case schema == 0:
		return fmt.Errorf("%s is no backup of Tender", file)
	}
	s, err := Open(ctx, "sqlite:"+partial, o)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := errors.Join(s.Migrate(ctx), s.Close()); err != nil {
		return err
	}
	if err := vacate(ctx, path); err != nil {
		return err
	}
	return settle(partial, path)
}

func pathOf(database string) (string, error) {
	path, ok := strings.CutPrefix(database, "sqlite:")
	if !ok || path == "" {
		return "", errors.New("this is for SQLite; Postgres is copied with its own tools, see docs/operating.md")
	}
	return path, nil
}

// claimName makes an empty file, unless there is one.
func claimName(file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // #nosec G304 -- the operator names the file
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already; name another file", file)
	}
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return f.Close()
}

func vacuumInto(ctx context.Context, from, to string) error {
	db, err := openFile(ctx, from, "_busy_timeout=10000&mode=rw", 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", to)
	return errors.Join(err, db.Close())
}

// inspect lets SQLite look through a whole file, and says which schema it has, 0 when it is not Tender's.
func inspect(ctx context.Context, path string) (schema int64, err error) {
	db, err := openFile(ctx, path, "mode=ro", 1)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	var said string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&said); err != nil {
		return 0, fmt.Errorf("cannot be read: %w", err)
	}
	if said != "ok" {
		return 0, fmt.Errorf("is damaged: %s", said)
	}
	var tables int
	if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('goose_db_version', 'games', 'inputs')").Scan(&tables); err != nil || tables < 3 {
		return 0, err
	}
	err = db.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&schema)
	return schema, err
}

// busy is SQLite's code for a file that others have open.
const busy = 5

// vacate sees to it that nobody has a database open and that no write-ahead log of it is left, which would be taken for that
// of its successor. What is no database, or a broken one, is nobody's.
func vacate(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err == nil {
		db, err := openFile(ctx, path, "_busy_timeout=0&mode=rw", 1)
		if err == nil {
			_, err = db.ExecContext(ctx, "PRAGMA journal_mode = DELETE") // leaving WAL takes the file for oneself
			err = errors.Join(err, db.Close())
		}
		var coded interface{ Code() int }
		if errors.As(err, &coded) && coded.Code()&0xff == busy {
			return fmt.Errorf("%s is in use: stop the server first", path)
		}
	}
	for _, beside := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Remove(path + beside); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("restore: %w", err)
		}
	}
	return nil
}

// copyPrivate copies a file to one that only its owner can read.
func copyPrivate(from, to string) error {
	in, err := os.Open(from) // #nosec G304 -- the operator names the file
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer in.Close()
	if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("restore: %w", err)
	}
	if err := makePrivate(to); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY, 0o600) // #nosec G304 -- the operator names the file
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	_, err = out.ReadFrom(in)
	return errors.Join(err, out.Close())
}

// settle gives a complete file its name, so that it is there after a power cut, too.
func settle(partial, name string) error {
	for _, step := range []struct {
		path string
		then func() error
	}{{partial, func() error { return os.Rename(partial, name) }}, {filepath.Dir(name), func() error { return nil }}} {
		f, err := os.Open(step.path)
		if err == nil {
			err = errors.Join(f.Sync(), f.Close())
		}
		if err == nil {
			err = step.then()
		}
		if err != nil {
			return fmt.Errorf("backup: %w", err)
		}
	}
	return nil
}
