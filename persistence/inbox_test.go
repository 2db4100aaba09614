package persistence_test

import (
	"sync"
	"testing"

	"tender/domain"
)

// Somebody who goes on from the last place that was seen misses nothing, while many games with the same players go on.
func TestPlacesBecomeVisibleInTheirOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		changed, stop := w.WatchAccount(ps[0].ID)
		defer stop()
		const games = 6
		var all sync.WaitGroup
		for i := range games {
			all.Go(func() {
				order := []domain.Account{ps[i%3], ps[(i+1)%3], ps[(i+2)%3]}
				game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 3}, by(order[0]))
				if err != nil {
					t.Error(err)
					return
				}
				for _, a := range order[1:] {
					if _, err := w.Decide(t.Context(), game, domain.Join{}, by(a)); err != nil {
						t.Error(err)
					}
				}
				for _, a := range order {
					if _, err := w.Decide(t.Context(), game, bid(1), by(a)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		done := make(chan struct{})
		go func() { all.Wait(); close(done) }()
		seen := map[string]int{}
		place := int64(0)
		read := func() {
			for {
				news, err := w.AccountEvents(t.Context(), ps[0].ID, place, 3)
				must(t, err)
				if len(news) == 0 {
					return
				}
				for _, n := range news {
					if place++; n.Place != place {
						t.Fatalf("place %d after %d", n.Place, place-1)
					}
					if last, began := seen[n.Game]; began && n.Number != last+1 {
						t.Fatalf("event %d of a game after %d", n.Number, last)
					}
					seen[n.Game] = n.Number
				}
			}
		}
		for running := true; running; {
			select {
			case <-changed:
				read()
			case <-done:
				running = false
			}
		}
		read()
		if last, err := w.LastAccountEvent(t.Context(), ps[0].ID); err != nil || last != place || len(seen) != games {
			t.Errorf("%d games up to %d of %d, %v", len(seen), place, last, err)
		}
	})
}

func TestWhoeverLeavesHearsOfItAndOfNothingAfterwards(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 3}, by(ps[0]))
		must(t, err)
		w.decide(t, game, domain.Join{}, ps[1])
		w.decide(t, game, domain.Leave{}, ps[1])
		w.decide(t, game, domain.Join{}, ps[2])
		news, err := w.AccountEvents(t.Context(), ps[1].ID, 0, 100)
		must(t, err)
		if len(news) != 2 || news[0].Type != "seat_taken" || news[1].Type != "seat_left" || news[1].Game != game {
			t.Errorf("%+v", news)
		}
		nobody, err := w.LastAccountEvent(t.Context(), "nobody")
		if err != nil || nobody != 0 {
			t.Errorf("%d, %v", nobody, err)
		}
	})
}

func TestAReplicaHearsOfAnAccountsNewGame(t *testing.T) {
	w := onPostgres(t)
	replica := open(t, w.url, w.clock)
	ps := w.people(t, 2)
	changed, stop := replica.WatchAccount(ps[1].ID)
	defer stop()
	w.game(t, ps...)
	<-changed
}
