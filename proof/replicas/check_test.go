package replicas

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"tender/domain/kinds"
	"tender/persistence"
	"tender/proof"
)

// findings are what a check has counted.
type findings struct {
	Games, Inputs, Expired, Sent, Again int
}

func (f findings) String() string {
	return fmt.Sprintf("%d games verified, %d entries in their logs, %d of them deadlines; %d webhooks arrived, %d of them more than once",
		f.Games, f.Inputs, f.Expired, f.Sent, f.Again)
}

// check holds what a database has, when all is quiet again, against what players and receivers know. Every acknowledged move
// is in the log once; every log folds to its snapshot, in which a phase can be resolved only once; every webhook that counts
// as delivered arrived, under the same id whenever it came again; and nothing that is due is left undone.
func check(tb testing.TB, database string, l *ledger, sink *proof.Sink) (f findings) {
	tb.Helper()
	ctx := tb.Context()
	store, err := persistence.Open(ctx, database, persistence.Options{Kinds: kinds.All, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		tb.Fatal(err)
	}
	defer store.Close()
	for after := ""; ; {
		games, err := store.GameIDs(ctx, after, 100)
		if err != nil {
			tb.Fatal(err)
		}
		if len(games) == 0 {
			break
		}
		for _, game := range games {
			f.Games++
			if err := f.game(ctx, store, game, l); err != nil {
				tb.Error(err)
			}
		}
		after = games[len(games)-1]
	}
	for what, next := range map[string]func(context.Context) (time.Time, error){"game": store.NextDeadline, "delivery": store.NextDelivery} {
		// What is due this moment may be on its way.
		if at, err := next(ctx); err != nil || !at.IsZero() && time.Since(at) > 2*time.Second {
			tb.Errorf("a %s was due at %v and still is: %v", what, at, err)
		}
	}
	f.webhooks(tb, database, sink)
	return f
}

func (f *findings) game(ctx context.Context, store *persistence.Store, game string, l *ledger) error {
	if err := store.Verify(ctx, game); err != nil {
		return err
	}
	log, err := store.Log(ctx, game)
	if err != nil {
		return err
	}
	f.Inputs += len(log)
	for i, logged := range log {
		if logged.Number != i+1 {
			return fmt.Errorf("game %s: entry %d of the log has number %d", game, i+1, logged.Number)
		}
		if logged.Type == "expire" {
			f.Expired++
		}
	}
	return l.compare(game, log)
}
