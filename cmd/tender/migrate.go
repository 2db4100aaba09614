package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"time"

	"tender/domain/kinds"
	"tender/notify"
	"tender/persistence"
)

// open opens the store with everything that is real: the clock, chance, the kinds. With existing it makes no database
// where there is none, and refuses one that has not this version's schema.
func (s storage) open(ctx context.Context, log *slog.Logger, existing bool) (*persistence.Store, error) {
	return persistence.Open(ctx, s.Database, persistence.Options{Kinds: kinds.All, Now: time.Now, Random: rand.Reader, Log: log,
		Plan: notify.Channels, Existing: existing})
}

type migrateCommand struct {
	storage
	logging
}

func (c migrateCommand) Run(ctx context.Context, s *streams) error {
	store, err := c.open(ctx, c.logger(s.err), false)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Migrate(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, "the database has this version's schema")
	return err
}
