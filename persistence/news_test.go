package persistence_test

import (
	"slices"
	"testing"
	"time"

	"tender/domain"
)

func TestNewsIsWhatNoEarlierMailHasTold(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		numbers := func(d domain.Delivery, limit int) (all []int) {
			t.Helper()
			news, err := w.News(t.Context(), d, limit)
			must(t, err)
			for _, e := range news {
				all = append(all, e.Number)
			}
			return all
		}
		mailTo := func(a domain.Account, what domain.NoticeType) (newest domain.Delivery) {
			t.Helper()
			for _, d := range w.claim(t)[what] {
				if d.Account == a.ID && d.Channel == domain.ByEmail && d.Notice.Event > newest.Notice.Event {
					newest = d
				}
			}
			return newest
		}
		check := func(got []int, from, to int) {
			t.Helper()
			var want []int
			for n := from; n <= to; n++ {
				want = append(want, n)
			}
			if !slices.Equal(got, want) {
				t.Errorf("events %v, want %v", got, want)
			}
		}
		delivered := domain.Attempt{At: w.clock.now(), Status: domain.Delivered}

		first := mailTo(ps[0], domain.GameStarted)
		check(numbers(first, 40), 1, first.Notice.Event)
		check(numbers(first, 2), first.Notice.Event-1, first.Notice.Event)
		w.finish(t, first, delivered, true)
		for range 2 { // nobody bids, nobody takes
			w.clock.advance(time.Minute)
			w.expire(t, 1)
		}
		second := mailTo(ps[0], domain.BidWanted)
		if second.Notice.Event <= first.Notice.Event {
			t.Fatalf("nothing happened: %+v", second)
		}
		check(numbers(second, 40), first.Notice.Event+1, second.Notice.Event)
		w.finish(t, second, domain.Attempt{At: w.clock.now(), Status: domain.Dropped}, true)
		w.decide(t, game, bid(2), ps[0])
		w.decide(t, game, bid(1), ps[1])
		third := mailTo(ps[0], domain.TurnStarted)
		check(numbers(third, 40), first.Notice.Event+1, third.Notice.Event) // the second told nobody anything
		w.finish(t, third, delivered, true)
		check(numbers(third, 40), first.Notice.Event+1, third.Notice.Event) // also when it is sent once more
		other := third
		other.ID, other.Account, other.Notice.Seat = "another", ps[1].ID, 2
		check(numbers(other, 40), 1, third.Notice.Event) // the other has had no mail yet
		other.Game = "none"
		_, err := w.News(t.Context(), other, 40)
		refused(t, err, domain.NotFound)
	})
}
