package persistence_test

import (
	"testing"
	"time"

	"tender/domain"
)

func TestWhatIsOverdueIsCountedUntilItIsDone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		backlog := func() map[string]domain.Backlog {
			t.Helper()
			all, err := w.Backlogs(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			of := map[string]domain.Backlog{}
			for _, b := range all {
				of[b.Of] = b
			}
			return of
		}
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		if b := backlog(); b["games"].Rows != 0 || b["letters"].Rows != 0 {
			t.Errorf("before the deadline: %+v", b)
		}
		view, err := w.View(t.Context(), game, "")
		if err != nil {
			t.Fatal(err)
		}
		w.clock.advance(view.Deadline.Sub(w.clock.now()) + 3*time.Second)
		if b := backlog()["games"]; b.Rows != 1 || !b.Oldest.Equal(*view.Deadline) {
			t.Errorf("after the deadline: %+v instead of one since %s", b, view.Deadline)
		}
		if _, err := w.ExpireDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if b := backlog()["games"]; b.Rows != 0 {
			t.Errorf("when it has been seen to: %+v", b)
		}
		pools := w.Pools()
		if len(pools) == 0 {
			t.Error("no connections")
		}
		for name, p := range pools {
			if p.MaxOpenConnections < 1 || p.OpenConnections > p.MaxOpenConnections {
				t.Errorf("%s: %+v", name, p)
			}
		}
	})
}
