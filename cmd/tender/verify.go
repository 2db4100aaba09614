package main

import (
	"context"
	"fmt"
)

// verifyPage is how many games are listed at a time.
const verifyPage = 500

type verifyCommand struct {
	storage
	logging
}

func (c verifyCommand) Run(ctx context.Context, s *streams) error {
	store, err := c.open(ctx, c.logger(s.err), true)
	if err != nil {
		return err
	}
	defer store.Close()
	games, bad, after := 0, 0, ""
	for {
		ids, err := store.GameIDs(ctx, after, verifyPage)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			break
		}
		for _, id := range ids {
			games++
			if err := store.Verify(ctx, id); err != nil {
				bad++
				fmt.Fprintf(s.err, "%s: %v\n", id, err)
			}
		}
		after = ids[len(ids)-1]
	}
	if bad > 0 {
		fmt.Fprintf(s.err, "%d of %d games: log and snapshot differ\n", bad, games)
		return errReported
	}
	_, err = fmt.Fprintf(s.out, "%d games: every log folds to its snapshot\n", games)
	return err
}
