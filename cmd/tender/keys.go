package main

import (
	"context"
	"fmt"
)

// keysCommand is about the keys that sign access tokens.
type keysCommand struct {
	Rotate rotateCommand `cmd:"" help:"Sign access tokens with a new key from now on; the old one holds until its last token has expired."`
}

type rotateCommand struct {
	storage
	logging
}

func (c rotateCommand) Run(ctx context.Context, s *streams) error {
	store, err := c.open(ctx, c.logger(s.err), true)
	if err != nil {
		return err
	}
	defer store.Close()
	key, err := store.RotateSigningKey(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "Key %s signs from now on, within a minute on every replica. Older keys are removed when their last tokens have expired.\n", key.ID)
	return err
}
