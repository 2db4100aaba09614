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
		for _, url := range []string{"https://a.example", "https://b.example", "https://a.example"} {
			_, err := w.AddWebhook(t.Context(), domain.Webhook{Account: ps[1].ID, URL: url})
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
			if d.Game != game || d.Attempts != 1 || d.Status != domain.Pending || d.Notice.Step != 1 || (d.Target == "") != (d.Channel == domain.ByEmail) {
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
		must(t, w.FinishDelivery(ctx, d[0].ID, retry))
		must(t, w.FinishDelivery(ctx, d[1].ID, domain.Attempt{At: now, Took: time.Second, Status: domain.Delivered, Answer: 204}))
		must(t, w.FinishDelivery(ctx, d[1].ID, retry)) // a worker that lost its lease
		if err := w.FinishDelivery(ctx, d[0].ID, domain.Attempt{At: now, Status: domain.Pending}); err == nil {
			t.Error("a retry at no time was taken")
		}
		w.clock.advance(time.Hour)
		again := w.claim(t)[domain.BidWanted]
		if len(again) != 1 || again[0].ID != d[0].ID || again[0].Attempts != 2 {
			t.Errorf("claimed again: %+v", again)
		}
	})
}

func TestObligationEndsWhenTheSeatHasMoved(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		owed := func(d domain.Delivery) bool {
			v, to, owed, err := w.Obligation(t.Context(), d)
			must(t, err)
			if to.ID != d.Account || v.ID != game || v.You == nil || v.You.Seat != d.Notice.Seat {
				t.Errorf("obligation %+v to %+v", v, to)
			}
			return owed
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
		if _, _, owed, err := w.Obligation(t.Context(), d[0]); err != nil || !owed {
			t.Errorf("owed: %v, %v", owed, err)
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
