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

// open opens the store with everything that is real: the clock, chance, the kinds.
func (s storage) open(ctx context.Context, log *slog.Logger) (*persistence.Store, error) {
	return persistence.Open(ctx, s.Database, persistence.Options{Kinds: kinds.All, Now: time.Now, Random: rand.Reader, Log: log, Plan: notify.Channels})
}

type migrateCommand struct {
	storage
	logging
}

func (c migrateCommand) Run(ctx context.Context, s *streams) error {
	store, err := c.open(ctx, c.logger(s.err))
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
