package persistence

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migrations holds one set for each database. A file that has been released is never changed.
//
//go:embed migrations
var migrations embed.FS

// Migrate brings the schema up to date. Replicas that start at the same time take turns.
func (s *Store) Migrate(ctx context.Context) error {
	p, err := s.migrator()
	if err != nil {
		return err
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func (s *Store) migrator() (*goose.Provider, error) {
	db, err := s.db.DB()
	if err != nil {
		return nil, err
	}
	dialect, folder := goose.DialectSQLite3, "migrations/sqlite"
	options := []goose.ProviderOption{goose.WithSlog(s.log), goose.WithDisableGlobalRegistry(true)}
	if s.pool != nil {
		dialect, folder = goose.DialectPostgres, "migrations/postgres"
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // every second for five minutes
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	files, err := fs.Sub(migrations, folder)
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, db, files, options...)
}

// schema gives the versions that the database has, 0 when it is empty, and that this program knows.
func (s *Store) schema(ctx context.Context) (current, known int64, err error) {
	p, err := s.migrator()
	if err != nil {
		return 0, 0, err
	}
	for _, source := range p.ListSources() {
		known = max(known, source.Version)
	}
	db := s.read.WithContext(ctx)
	if !db.Migrator().HasTable("goose_db_version") { // also false when the database does not answer
		return 0, known, db.Exec("SELECT 1").Error
	}
	err = db.Raw("SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&current).Error
	return current, known, err
}

func (s *Store) checkNotNewer(ctx context.Context) error {
	current, known, err := s.schema(ctx)
	if err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	if current > known {
		return fmt.Errorf("the database has schema %d, which a newer program has written; this one knows %d", current, known)
	}
	return nil
}

// checkPresent asks for exactly the schema of this program.
func (s *Store) checkPresent(ctx context.Context) error {
	if err := s.checkNotNewer(ctx); err != nil {
		return err
	}
	current, known, err := s.schema(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("schema: %w", err)
	case current == 0:
		return errors.New("this is not a database of Tender, or an empty one; check where it is, or run tender migrate")
	case current < known:
		return fmt.Errorf("the database has schema %d and this program needs %d; run tender migrate", current, known)
	}
	return nil
}
