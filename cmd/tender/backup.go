package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"tender/domain/kinds"
	"tender/notify"
	"tender/persistence"
)

type backupCommand struct {
	storage
	File string `arg:"" help:"File to write; it must not be there."`
}

func (c backupCommand) Run(ctx context.Context, s *streams) error {
	if err := persistence.Backup(ctx, c.Database, c.File); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s holds the database as it was a moment ago; keep it as secret as the database\n", c.File)
	return err
}

type restoreCommand struct {
	storage
	logging
	File  string `arg:"" help:"Backup to read; it stays as it is."`
	Force bool   `help:"Replace a database that is there. It must not be in use."`
}

func (c restoreCommand) Run(ctx context.Context, s *streams) error {
	options := persistence.Options{Kinds: kinds.All, Now: time.Now, Random: rand.Reader, Log: c.logger(s.err), Plan: notify.Channels}
	if err := persistence.Restore(ctx, c.File, c.Database, options, c.Force); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out, "restored, whole and with this version's schema; tender verify compares every game with its log")
	return err
}
