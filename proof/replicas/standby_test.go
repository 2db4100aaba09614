package replicas

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/proof"
)

var failovers = flag.Int("failovers", 1, "how often the Postgres that takes writes is lost")

// refusal is how long nothing may be acknowledged, at the most, from the moment at which the standby takes writes.
const refusal = 5 * time.Second

// The Postgres that takes writes is killed under load and its standby promoted; two servers know both. Nothing that was
// acknowledged is lost, what cannot be done meanwhile is refused with 503, and a moment after the standby takes writes the
// servers use it, without being told or started again.
func TestAPromotedStandbyHasAllThatWasAcknowledged(t *testing.T) {
	s := drawn(t)
	primary := proof.Postgres(t)
	standby := primary.Standby()
	both := fmt.Sprintf("postgres://tender@%s,%s/tender?sslmode=disable&target_session_attrs=read-write", standby.Address(), primary.Address())
	sink := proof.NewSink(t)
	f := newFleet(t, 2, "--database", both, "--webhook-allow", "127.0.0.0/8", "--log-level", "warn")
	w := newWorld(t, s, f, sink, *lives)
	chance := rand.New(rand.NewPCG(s, 1<<40))
	var out, promoting, after []time.Duration
	w.run(func() string { return primary.URL() }, *long, func(ctx context.Context) error {
		for n := range *failovers {
			if n > 0 { // the one that was lost comes back as the standby
				standby.Follow(primary)
			}
			proof.Pause(ctx, time.Duration(500+chance.IntN(1500))*time.Millisecond)
			// First it loses the standby: what it commits from now on is nowhere else. Otherwise the standby would have had
			// everything within a millisecond, whether anybody waited for it or not.
			primary.CutOff()
			proof.Pause(ctx, time.Duration(500+chance.IntN(1000))*time.Millisecond)
			lost := time.Now()
			primary.Kill()
			proof.Pause(ctx, time.Duration(chance.IntN(1000))*time.Millisecond) // until somebody, or something, has seen it
			begun := time.Now()
			standby.Promote()
			promoted := time.Now()
			primary, standby = standby, primary
			first, err := w.firstSince(ctx, promoted)
			if err != nil {
				return err
			}
			out, promoting, after = append(out, first.Sub(lost)), append(promoting, promoted.Sub(begun)), append(after, first.Sub(promoted))
		}
		return nil
	})
	for _, d := range after {
		if d > refusal {
			t.Errorf("nothing was acknowledged until %v after the standby took writes", d)
		}
	}
	t.Logf("%d times the primary was lost: nothing was acknowledged for %s, of which promoting took %s, and the servers %s to find the new one",
		len(out), spread(out), spread(promoting), spread(after))
	if strings.Contains(f.logs(), "panic") {
		t.Errorf("a server has panicked:\n%s", f.logs())
	}
}

// firstSince waits for the first move that is acknowledged after a time.
func (w *world) firstSince(ctx context.Context, since time.Time) (time.Time, error) {
	for ; ctx.Err() == nil && time.Since(since) < patience; proof.Pause(ctx, 5*time.Millisecond) {
		w.mu.Lock()
		for _, t := range w.told {
			if t.After(since) {
				w.mu.Unlock()
				return t, nil
			}
		}
		w.mu.Unlock()
	}
	return time.Time{}, fmt.Errorf("nothing was acknowledged for %v", time.Since(since))
}

// spread writes the median of some times with the least and the greatest of them.
func spread(times []time.Duration) string {
	if len(times) == 0 {
		return "never"
	}
	slices.Sort(times)
	short := func(d time.Duration) string { return d.Round(time.Millisecond).String() }
	return fmt.Sprintf("%s (%s to %s)", short(times[len(times)/2]), short(times[0]), short(times[len(times)-1]))
}
