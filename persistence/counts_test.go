package persistence_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

func TestCountsAreSharedByReplicasAndNoneIsLost(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		replicas := []*world{w, w}
		if w.url[0] == 'p' { // one process has an SQLite file
			replicas[1] = open(t, w.url, w.clock)
		}
		c := domain.Count{Key: "k", Span: 7, N: 1, ForgetAt: w.clock.now().Add(time.Minute)}
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				if _, _, err := replicas[i%2].AddCount(t.Context(), c); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		c.N = -5
		total, before, err := w.AddCount(t.Context(), c)
		must(t, err)
		if total != 35 || before != 0 {
			t.Errorf("%d and %d before", total, before)
		}
		c.Span, c.N = 8, 2
		if total, before, err = w.AddCount(t.Context(), c); err != nil || total != 2 || before != 35 {
			t.Errorf("%d and %d before, %v", total, before, err)
		}
	})
}

func TestCountsThatNobodyAsksForAreForgotten(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		for i := range 60 {
			_, _, err := w.AddCount(t.Context(), domain.Count{Key: fmt.Sprint(i), N: 1, ForgetAt: w.clock.now().Add(time.Minute)})
			must(t, err)
		}
		w.clock.advance(time.Minute)
		for range 3 {
			_, _, err := w.AddCount(t.Context(), domain.Count{Key: "last", N: 1, ForgetAt: w.clock.now().Add(time.Minute)})
			must(t, err)
		}
		db := w.raw(t)
		defer db.Close()
		var n int
		must(t, db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM counts").Scan(&n))
		if n != 1 {
			t.Errorf("%d counts are left", n)
		}
	})
}
