package year

import (
	"bytes"
	"context"
	"encoding/binary"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kinds"
	"tender/notify"
	"tender/persistence"
)

// rest is how long the last games may go on after the year. Nobody opens new ones by hand then; in a series they follow.
const rest = 366 * 24 * time.Hour

// world is a store, its clock, and everybody who plays.
type world struct {
	testing.TB
	ctx     context.Context
	store   *persistence.Store
	clock   *clock
	end     time.Time // of the year
	seed    uint64
	luck    *rand.Rand
	agenda  agenda
	planned int // deeds so far
	plans   int // of people, see intend
	folk    []*person
	persons map[string]*person // by account
	games   []*game            // in the order in which they were opened
	byID    map[string]*game
	log     bytes.Buffer // of the store: faults stand there
	figures figures
}

// begin opens an empty database on New Year's Day.
func begin(t *testing.T, url string, seed uint64) *world {
	w := &world{TB: t, ctx: t.Context(), clock: &clock{}, seed: seed, luck: rand.New(rand.NewPCG(seed, 0)),
		persons: map[string]*person{}, byID: map[string]*game{}, figures: newFigures()}
	w.clock.set(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	w.end = w.clock.now().AddDate(1, 0, 0)
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	store, err := persistence.Open(t.Context(), url, persistence.Options{Kinds: kinds.All, Now: w.clock.now, Random: rand.NewChaCha8(key),
		Log: slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelError})), Plan: notify.Channels})
	w.must(err)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	w.store = store
	w.must(store.Migrate(t.Context()))
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatalf("%s: %v\n%s", w.clock.now().Format(time.RFC3339Nano), err, w.log.String())
	}
}

// chance is true so often in a hundred.
func (w *world) chance(percent int) bool { return w.luck.IntN(100) < percent }

// between draws a duration.
func (w *world) between(least, most time.Duration) time.Duration {
	if most <= least {
		return least
	}
	return (least + time.Duration(w.luck.Int64N(int64(most-least)))).Truncate(time.Millisecond)
}

// refused lets refusals with some codes pass, and says whether there was one. Any other error ends the run.
func (w *world) refused(err error, codes ...domain.Code) bool {
	w.Helper()
	r, ok := domain.AsRefusal(err)
	if !ok {
		w.must(err)
		return false
	}
	for _, code := range codes {
		if r.Code == code {
			w.figures.refused[code]++
			return true
		}
	}
	w.must(err)
	return true
}
