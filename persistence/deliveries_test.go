package persistence_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

// claim claims everything that is due, by notice type, seat and channel.
func (w *world) claim(t *testing.T) map[domain.NoticeType][]domain.Delivery {
	t.Helper()
	claimed, err := w.ClaimDeliveries(t.Context(), 100, time.Minute)
	must(t, err)
	sorted := map[domain.NoticeType][]domain.Delivery{}
	for _, d := range claimed {
		sorted[d.Notice.Type] = append(sorted[d.Notice.Type], d)
	}
	return sorted
}

func TestNoticesBecomeOneDeliveryForEachAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		for _, url := range []string{"https://a.example", "https://b.example"} {
			_, err := w.AddWebhook(t.Context(), domain.Webhook{Account: ps[1].ID, URL: url}, "", "")
			must(t, err)
		}
		game := w.game(t, ps...)
		d := w.claim(t)
		if len(d[domain.GameStarted]) != 2 || len(d[domain.BidWanted]) != 4 {
			t.Fatalf("deliveries %+v", d)
		}
		seen := map[string]int{}
		for _, d := range d[domain.BidWanted] {
			seen[string(d.Channel)+d.Account]++
			if d.Game != game || d.Attempts != 0 || d.Status != domain.Pending || d.Notice.Step != 1 || (d.Target == "") != (d.Channel == domain.ByEmail) {
				t.Errorf("delivery %+v", d)
			}
		}
		if seen["email"+ps[0].ID] != 1 || seen["email"+ps[1].ID] != 1 || seen["webhook"+ps[1].ID] != 2 {
			t.Errorf("deliveries %v", seen)
		}
	})
}

func TestClaimedDeliveryIsNobodyElsesUntilItsLeaseEnds(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		for range 20 {
			w.game(t, ps...)
		}
		before, err := w.NextDelivery(t.Context())
		if err != nil || before.After(w.clock.now()) {
			t.Errorf("next delivery %v, %v", before, err)
		}
		counts := w.claimFromMany(t)
		if len(counts) != 80 {
			t.Errorf("%d deliveries were claimed", len(counts))
		}
		for id, n := range counts {
			if n != 1 {
				t.Errorf("delivery %s was claimed %d times", id, n)
			}
		}
		next, err := w.NextDelivery(t.Context())
		if want := w.clock.now().Add(time.Minute).Truncate(time.Millisecond); err != nil || !next.Equal(want) {
			t.Errorf("next delivery %v, want %v, %v", next, want, err)
		}
		w.clock.advance(time.Minute)
		if again := w.claimFromMany(t); len(again) != 80 {
			t.Errorf("%d deliveries were claimed after the lease", len(again))
		}
	})
}

// claimFromMany lets workers claim until nothing is left, and counts how often each delivery was claimed.
func (w *world) claimFromMany(t *testing.T) map[string]int {
	var workers sync.WaitGroup
	var mu sync.Mutex
	counts := map[string]int{}
	for range 6 {
		workers.Go(func() {
			for {
				claimed, err := w.ClaimDeliveries(t.Context(), 7, time.Minute)
				if err != nil || len(claimed) > 7 {
					t.Errorf("claimed %d: %v", len(claimed), err)
				}
				if len(claimed) == 0 || err != nil {
					return
				}
				mu.Lock()
				for _, d := range claimed {
					counts[d.ID]++
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return counts
}

func TestFinishedDeliveryStaysFinished(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		w.game(t, w.people(t, 2)...)
		d := w.claim(t)[domain.BidWanted]
		now := w.clock.now()
		retry := domain.Attempt{At: now, Status: domain.Pending, RetryAt: now.Add(10 * time.Second), Detail: "no\x00\xff answer"}
		w.finish(t, d[0], retry, true)
		w.finish(t, d[1], domain.Attempt{At: now, Took: time.Second, Status: domain.Delivered, Answer: 204}, true)
		w.finish(t, d[1], retry, false)
		for _, a := range []domain.Attempt{{At: now, Status: domain.Pending}, {At: now, Status: domain.Failed, RetryAt: now}} {
			if _, err := w.FinishDelivery(ctx, d[0], a); err == nil {
				t.Errorf("taken: %+v", a)
			}
		}
		w.clock.advance(time.Hour)
		again := w.claim(t)[domain.BidWanted]
		if len(again) != 1 || again[0].ID != d[0].ID || again[0].Attempts != 1 {
			t.Errorf("claimed again: %+v", again)
		}
	})
}

// finish writes an attempt down; held is whether the claim should still count.
func (w *world) finish(t *testing.T, d domain.Delivery, a domain.Attempt, held bool) {
	t.Helper()
	if got, err := w.FinishDelivery(t.Context(), d, a); err != nil || got != held {
		t.Errorf("delivery %s: held %v, %v", d.ID, got, err)
	}
}

func TestWorkerThatLostItsLeaseDoesNotOverwriteTheNext(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.game(t, w.people(t, 1)...)
		slow := w.claim(t)[domain.BidWanted][0]
		w.clock.advance(time.Minute)
		next := w.claim(t)[domain.BidWanted][0]
		now := w.clock.now()
		retry := domain.Attempt{At: now, Status: domain.Pending, RetryAt: now.Add(time.Hour)}
		w.finish(t, slow, domain.Attempt{At: now, Status: domain.Failed, Answer: 410}, false)
		w.finish(t, slow, retry, false)
		w.finish(t, next, retry, true)
		w.finish(t, slow, domain.Attempt{At: now, Status: domain.Delivered}, false)
		w.clock.advance(time.Hour)
		if last := w.claim(t)[domain.BidWanted]; len(last) != 1 || last[0].ID != next.ID || last[0].Attempts != 1 {
			t.Errorf("claimed last: %+v", last)
		}
	})
}

func TestOnlyWhatWasTriedCountsAsAnAttempt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.game(t, w.people(t, 1)...)
		w.claim(t) // by a worker that is told to stop and finishes nothing
		w.clock.advance(time.Minute)
		for _, c := range []struct {
			putOff bool
			before int
		}{{true, 0}, {true, 0}, {false, 0}, {true, 1}, {false, 1}, {false, 2}} {
			d := w.claim(t)[domain.BidWanted]
			if len(d) != 1 || d[0].Attempts != c.before {
				t.Fatalf("%+v: claimed %+v", c, d)
			}
			w.clock.advance(5 * time.Second)
			now := w.clock.now()
			w.finish(t, d[0], domain.Attempt{At: now, PutOff: c.putOff, Status: domain.Pending, RetryAt: now.Add(time.Second)}, true)
			w.clock.advance(time.Second)
		}
	})
}

func TestObligationEndsWhenTheSeatHasMoved(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		owed := func(d domain.Delivery) bool {
			o, err := w.Obligation(t.Context(), d)
			must(t, err)
			if o.To.ID != d.Account || o.View.ID != game || o.View.You == nil || o.View.You.Seat != d.Notice.Seat {
				t.Errorf("obligation %+v", o)
			}
			return o.Void == ""
		}
		wanted := map[int]domain.Delivery{}
		for _, d := range w.claim(t)[domain.BidWanted] {
			wanted[d.Notice.Seat] = d
		}
		if !owed(wanted[1]) || !owed(wanted[2]) {
			t.Error("nobody has moved, but a bid is no longer owed")
		}
		w.decide(t, game, bid(1), ps[0])
		if owed(wanted[1]) || !owed(wanted[2]) {
			t.Error("seat 1 has a bid stored, seat 2 has not")
		}
		w.decide(t, game, domain.Withdraw{}, ps[0])
		if !owed(wanted[1]) {
			t.Error("seat 1 has withdrawn its bid")
		}
		w.decide(t, game, bid(1), ps[0])
		w.decide(t, game, bid(2), ps[1])
		if owed(wanted[1]) || owed(wanted[2]) {
			t.Error("the game has gone on")
		}
		if turn := w.claim(t)[domain.TurnStarted]; len(turn) != 1 || !owed(turn[0]) {
			t.Errorf("turns %+v", turn)
		}
	})
}

func TestAbandonedGameIsToldToThoseWhoSatThere(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 3}, by(ps[0]))
		must(t, err)
		w.decide(t, game, domain.Join{}, ps[1])
		w.decide(t, game, domain.Abandon{}, ps[0])
		d := w.claim(t)[domain.GameAbandoned]
		if len(d) != 1 || d[0].Account != ps[1].ID {
			t.Fatalf("deliveries %+v", d)
		}
		if o, err := w.Obligation(t.Context(), d[0]); err != nil || o.Void != "" {
			t.Errorf("not owed: %v, %v", o.Void, err)
		}
		w.verify(t, game)
	})
}

func TestDeliveryWorkerIsWokenByACommit(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.game(t, w.people(t, 2)...)
		select {
		case <-w.DeliveriesWake():
		case <-t.Context().Done():
			t.Error(errors.New("not woken"))
		}
	})
}
