package year

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tender/persistence/pgtest"
)

// The flags of a run. The defaults are for one that lasts seconds.
var (
	games  = flag.Int("games", 4, "how many games people open in the year")
	seed   = flag.Uint64("seed", 0, "of all that happens by chance; 0 draws one")
	folder = flag.String("folder", "", "where the SQLite database is, such as in memory; empty for where temporary files are")
)

// A thousand games in a year with people who are slow, forgetful, away and coming back: every phase is resolved once, in time,
// nobody is without a notice, and every game ends.
func TestGamesOfAYearEnd(t *testing.T) {
	from := *seed
	for from == 0 {
		from = rand.Uint64() >> 32
	}
	t.Logf("seed %d", from)
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir, err := os.MkdirTemp(*folder, "year")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		simulate(t, "sqlite:"+filepath.Join(dir, "year.db"), from)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		simulate(t, pgtest.URL(t), from)
	})
}

// simulate lets a year pass on a database, checks what has become of it and prints its figures.
func simulate(t *testing.T, url string, seed uint64) {
	began := time.Now()
	w := begin(t, url, seed)
	w.people(max(12, *games/6))
	w.plan(*games)
	w.live()
	lasted := time.Since(began)
	w.check()
	w.report(lasted, time.Since(began)-lasted)
}
