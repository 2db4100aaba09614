package persistence_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

// Two replicas, each with several workers, at the hour of the digests of five people in twelve games.
func TestEachObligationIsInOneDigestWhoeverSendsIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 5)
		for _, p := range ps {
			w.prefer(t, p, "", `{"digest_at":13,"events":{"bid_wanted":{"email":"digest"},"game_started":{"email":"digest"}}}`)
		}
		for range 12 {
			w.slow(t, ps...)
		}
		if mails := w.work(t); len(mails) != 0 {
			t.Fatalf("mails before the hour: %v", mails)
		}
		w.work(t) // the rest
		w.clock.advance(time.Hour)
		other := open(t, w.url, w.clock)
		other.kinds = w.kinds
		var mu sync.Mutex
		var mails [][]domain.Delivery
		var workers sync.WaitGroup
		for i := range 6 {
			store := []*world{w, other}[i%2]
			workers.Go(func() {
				for {
					due, err := store.ClaimDeliveries(t.Context(), 3, time.Minute)
					if err != nil {
						t.Error(err)
					}
					if len(due) == 0 {
						return
					}
					for _, d := range due {
						gathered, held, err := store.GatherDigest(t.Context(), d, time.Minute)
						if err != nil {
							t.Error(err)
						}
						if held {
							mu.Lock()
							mails = append(mails, gathered)
							mu.Unlock()
						}
					}
				}
			})
		}
		workers.Wait()
		seen := map[string]bool{}
		for _, mail := range mails {
			for _, d := range mail {
				if seen[d.ID] || d.Account != mail[0].Account {
					t.Errorf("%+v is in two mails, or in another's", d)
				}
				seen[d.ID] = true
			}
			w.mailTogether(t, mail)
		}
		if len(mails) != 5 || len(seen) != 5*12*2 {
			t.Errorf("%d mails with %d obligations", len(mails), len(seen))
		}
	})
}

func TestDigestOfAProcessThatWasKilledIsGatheredAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		w.prefer(t, ann, "", `{"digest_at":13,"events":{"bid_wanted":{"email":"digest"},"game_started":{"email":"digest"}}}`)
		w.slow(t, ann)
		w.work(t)
		w.clock.advance(time.Hour)
		ids := func(ds []domain.Delivery) (ids []string) {
			for _, d := range ds {
				ids = append(ids, d.ID)
			}
			slices.Sort(ids)
			return ids
		}
		gather := func() []domain.Delivery {
			due, err := w.ClaimDeliveries(t.Context(), 1, time.Minute)
			must(t, err)
			if len(due) == 0 {
				return nil
			}
			gathered, held, err := w.GatherDigest(t.Context(), due[0], time.Minute)
			must(t, err)
			if !held {
				t.Error("not held")
			}
			return gathered
		}
		first := gather()
		if again := gather(); len(again) != 0 {
			t.Errorf("gathered within the lease: %v", again)
		}
		w.clock.advance(time.Minute + time.Second)
		second := gather()
		if len(first) != 2 || !slices.Equal(ids(first), ids(second)) {
			t.Errorf("gathered %v, then %v", ids(first), ids(second))
		}
		var late []domain.Tried
		for _, d := range first {
			late = append(late, domain.Tried{Delivery: d, Attempt: domain.Attempt{At: w.clock.now(), Status: domain.Failed}})
		}
		if held, err := w.FinishTogether(t.Context(), late); err != nil || held {
			t.Errorf("who had it before is heard: %v, %v", held, err)
		}
		w.mailTogether(t, second)
		w.nothingLeft(t)
	})
}

func TestDigestTellsNoNewsSoTheNextMailDoes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		w.prefer(t, ann, "", `{"digest_at":13,"events":{"bid_wanted":{"email":"digest"},"game_started":{"email":"digest"}}}`)
		game := w.slow(t, ann)
		w.work(t)
		w.clock.advance(time.Hour)
		if mails := w.work(t); len(mails) != 1 {
			t.Fatalf("digests: %v", mails)
		}
		w.decide(t, game, bid(1), ann)
		for _, d := range w.claim(t)[domain.TurnStarted] {
			if d.Channel != domain.ByEmail {
				continue
			}
			if news, err := w.News(t.Context(), d, 100); err != nil || len(news) == 0 || news[0].Number != 1 {
				t.Errorf("news: %+v, %v", news, err)
			}
		}
	})
}
