package speed

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"tender/proof"
)

// Without flags everything is measured once and briefly, to see that it works; the figures then say nothing.
var (
	runs = flag.Int("runs", 1, "how often what is compared takes turns")
	span = flag.Duration("span", 200*time.Millisecond, "how long a load lasts")
)

// Sealed bids accepted a second through the API, against the minimal transaction on the same Postgres.
func TestBids(t *testing.T) {
	c := proof.Postgres(t)
	bench := preparePgbench(t, c)
	s := proof.Serve(t, "--database", c.URL())
	seats := tables(t, people(t, s.URL, 8), max(8, 200*min(*runs-1, 5)))
	full, brief := sealing(seats), sealing(seats, "Prefer", "return=minimal")
	figures := table{{"connections", "bids/s", "p99 ms", "minimal transactions/s", "ratio", "ratio, Prefer: return=minimal"}}
	for _, connections := range []int{1, 8, 32} {
		var ours, theirs, p99, ratio, ratioBrief spread
		for i := range *runs {
			a := must(t)(load(s.URL, connections, *span, full, 200, uint64(i)))
			b := bench.run(t, connections, *span)
			m := must(t)(load(s.URL, connections, *span, brief, 200, uint64(i)))
			ours, theirs, p99 = append(ours, a.rate), append(theirs, b), append(p99, a.quantile(0.99).Seconds()*1000)
			ratio, ratioBrief = append(ratio, a.rate/b), append(ratioBrief, m.rate/b)
		}
		figures.row(fmt.Sprint(connections), ours.show("%.0f"), p99.show("%.1f"), theirs.show("%.0f"), ratio.show("%.2f"), ratioBrief.show("%.2f"))
	}
	figures.print(t)
}

func must(t *testing.T) func(run, error) run {
	return func(r run, err error) run {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}
