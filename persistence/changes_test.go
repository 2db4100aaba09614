package persistence_test

import (
	"testing"
	"time"

	"tender/domain"
)

func TestTheNumberOfChangesGrowsWithWhatAnAccountCanSee(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		w.settle(t)
		ben := ps[1].ID
		ada := ps[0].ID
		grown := func(what string, do func(), own, others bool) {
			t.Helper()
			mine, theirs := w.Changes(game, ada), w.Changes(game, ben)
			do()
			w.settle(t)
			if (w.Changes(game, ada) > mine) != own || (w.Changes(game, ben) > theirs) != others {
				t.Errorf("%s: %d→%d, %d→%d", what, mine, w.Changes(game, ada), theirs, w.Changes(game, ben))
			}
		}
		thinking := bid(1)
		thinking.Ready = false
		grown("the first bid", func() { w.decide(t, game, thinking, ps[0]) }, true, true)
		grown("a refusal", func() {
			_, err := w.Decide(t.Context(), game, domain.Join{}, by(ps[0]))
			if err == nil {
				t.Error("joined twice")
			}
		}, false, false)
		grown("another that looks the same", func() { w.decide(t, game, thinking, ps[0]) }, true, false)
		grown("ready", func() { w.decide(t, game, bid(1), ps[0]) }, true, true)
		grown("withdrawn", func() { w.decide(t, game, domain.Withdraw{}, ps[0]) }, true, true)
		w.clock.advance(time.Minute)
		grown("the deadline", func() { w.expire(t, 1) }, true, true)
	})
}
