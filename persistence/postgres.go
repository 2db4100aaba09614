package persistence

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// poolSize is how many connections a replica uses, unless the URL says pool_max_conns.
const poolSize = 16

// connectTimeout is how long an address of the database may take to answer before the next one is tried, unless the URL says
// connect_timeout. A machine that is gone does not answer at all.
const connectTimeout = 3 * time.Second

func (s *Store) openPostgres(ctx context.Context, url string) error {
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("postgres: %w", err) // pgx leaves the password out
	}
	if !strings.Contains(url, "pool_max_conns") {
		c.MaxConns = poolSize
	}
	if c.ConnConfig.ConnectTimeout == 0 { // pgx would wait for as long as the system does
		c.ConnConfig.ConnectTimeout = connectTimeout
	}
	c.PingTimeout = connectTimeout
	s.pool, err = pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	db := stdlib.OpenDBFromPool(s.pool)
	s.close = func() error {
		err := db.Close()
		s.pool.Close()
		return err
	}
	// PrepareStmt stays off: pgx keeps prepared statements with each connection already.
	s.db, err = gorm.Open(postgres.New(postgres.Config{Conn: db}), config())
	if err == nil {
		err = s.pool.Ping(ctx)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("postgres: %w", err), s.close())
	}
	s.read, s.skip = s.db, " FOR UPDATE SKIP LOCKED"
	s.unflushed = " AND (SELECT set_config('synchronous_commit', 'off', true)) = 'off'" // until the end of the transaction
	s.seals = newAnnouncer()
	if err := s.startListening(ctx, c.ConnConfig); err != nil {
		return errors.Join(fmt.Errorf("postgres: %w", err), s.close())
	}
	return nil
}
