package speed

import (
	"bytes"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"tender/proof"
)

var (
	stored = flag.Int("stored", 400, "how many games are stored in the larger database")
	active = flag.Int("active", 200, "how many of them are running")
)

// What bids cost with few games and with many, on the same Postgres.
func TestGrowth(t *testing.T) {
	c := proof.Postgres(t, "max_wal_size=8GB")
	few := min(1000, *active/2)
	if err := c.Exec(t.Context(), "postgres", "CREATE DATABASE large"); err != nil {
		t.Fatal(err)
	}
	large := strings.Replace(c.URL(), "/tender?", "/large?", 1)
	small := proof.Serve(t, "--database", c.URL(), "--log-level", "warn")
	big := proof.Serve(t, "--database", large, "--log-level", "warn")
	fewBids := sealing(tables(t, people(t, small.URL, 8), few))
	seats := tables(t, people(t, big.URL, 8), few)

	began := time.Now()
	db := open(t, large)
	db.SetMaxOpenConns(1)
	execute(t, db, "SET synchronous_commit = off")
	copies := *active/few - 1
	copyGames(t, db, 1, copies, false)
	copyGames(t, db, copies+1, *stored/few-1, true)
	for _, d := range []string{"VACUUM ANALYZE", "CHECKPOINT"} {
		execute(t, db, d)
	}
	t.Logf("%d games are stored, after %s", *stored/few*few, time.Since(began).Round(time.Second))
	var manyBids [][]byte // of games all over the table
	for i, s := range seats {
		copy := s
		if n := i % (copies + 1); n > 0 {
			copy.game = copied(s.game, n)
		}
		manyBids = append(manyBids, sealing([]seat{copy})...)
	}
	if bytes.Equal(fewBids[0], manyBids[0]) {
		t.Fatal("both are the same games")
	}
	var rates, times, fewRate, manyRate, fewTime, manyTime spread
	for i := range *runs {
		a := must(t)(load(small.URL, 32, *span, fewBids, 200, uint64(i)))
		b := must(t)(load(big.URL, 32, *span, manyBids, 200, uint64(i)))
		fewRate, manyRate, rates = append(fewRate, a.rate), append(manyRate, b.rate), append(rates, a.rate/b.rate)
		x, y := a.quantile(0.99).Seconds()*1000, b.quantile(0.99).Seconds()*1000
		fewTime, manyTime, times = append(fewTime, x), append(manyTime, y), append(times, y/x)
	}
	figures := table{{"", fmt.Sprint(few, " games"), fmt.Sprint(*stored/few*few, " games"), "times slower"}}
	figures.row("bids/s", fewRate.show("%.0f"), manyRate.show("%.0f"), rates.show("%.2f"))
	figures.row("p99 ms", fewTime.show("%.1f"), manyTime.show("%.1f"), times.show("%.2f"))
	figures.print(t)
}
