package persistence_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm/logger"

	"tender/domain"
)

func (w *world) expire(t *testing.T, want int) {
	t.Helper()
	if n, err := w.ExpireDue(t.Context()); err != nil || n != want {
		t.Errorf("%d waits ended, want %d; %v", n, want, err)
	}
}

func TestStoredBidsCountAtTheDeadline(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		game := w.game(t, ps...)
		thinking := bid(7)
		thinking.Ready = false
		w.decide(t, game, thinking, ps[1])
		w.clock.advance(59 * time.Second)
		w.expire(t, 0)
		w.clock.advance(time.Second)
		next, err := w.NextDeadline(t.Context())
		if err != nil || next.After(w.clock.now()) {
			t.Errorf("next deadline %v, %v", next, err)
		}
		_, err = w.Decide(t.Context(), game, bid(9), by(ps[0]))
		refused(t, err, domain.DeadlinePassed)
		w.expire(t, 1)
		w.expire(t, 0)
		v, err := w.View(t.Context(), game, "")
		must(t, err)
		if v.Phase != "take" || v.WaitingFor[0] != 2 || v.Seats[0].Missed != 1 || v.Seats[1].Missed != 0 {
			t.Errorf("view %+v", v)
		}
		w.verify(t, game)
	})
}

func TestManyGamesDueAtOnceAllGoOn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		for round := range 2 { // the first is leased
			games := make([]string, 200)
			for i := range games {
				games[i] = w.game(t, ps...)
			}
			w.clock.advance(time.Minute)
			var workers sync.WaitGroup
			total := make([]int, 3)
			for i := range total {
				workers.Go(func() {
					var err error
					if total[i], err = w.ExpireDue(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			workers.Wait()
			if n := total[0] + total[1] + total[2]; n != len(games)*(round+1) { // those of the round before wait again
				t.Errorf("round %d: %d of %d games went on", round, n, len(games)*(round+1))
			}
			for _, g := range games {
				w.verify(t, g)
			}
		}
	})
}

func TestGamesAreLeasedUntilARoundHasGoneThrough(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.game(t, w.people(t, 2)...)
		s := &statements{Interface: logger.Discard}
		w.Trace(s)
		for i, leased := range []bool{true, false} {
			s.sent = nil
			w.clock.advance(time.Minute)
			w.expire(t, 1)
			if got := slices.ContainsFunc(s.sent, func(sql string) bool { return strings.HasPrefix(sql, "WITH claimed") }); got != leased {
				t.Errorf("round %d: leased %v", i, got)
			}
		}
	})
}

func TestGameThatItsDeadlineDoesNothingToIsLeftAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.game(t, w.people(t, 2)...)
		for range 2 { // the first is leased
			w.exec(t, fmt.Sprintf("UPDATE games SET due_at = %d", w.clock.now().UnixMilli()))
			w.expire(t, 0)
			next, err := w.NextDeadline(t.Context())
			if lease := next.Sub(w.clock.now()); err != nil || lease < time.Second || lease > 20*time.Second {
				t.Errorf("looked at again in %v, %v", lease, err)
			}
		}
	})
}

func TestGameThatFailsDoesNotStopTheOthers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		bad := w.game(t, ps...)
		w.decide(t, bad, bid(fatal), ps[0])
		unreadable := w.game(t, ps...)
		w.exec(t, "UPDATE games SET state = 'nonsense' WHERE id = '"+unreadable+"'")
		w.clock.advance(time.Second)
		good := w.game(t, ps...)
		w.clock.advance(time.Minute)
		w.expire(t, 1)
		w.verify(t, good)
		log := w.log.String()
		if !strings.Contains(log, bad) || !strings.Contains(log, unreadable) || strings.Contains(log, "secret") || strings.Contains(log, "amount") {
			t.Errorf("log: %s", log)
		}
		next, err := w.NextDeadline(t.Context())
		if err != nil || !next.After(w.clock.now()) {
			t.Errorf("next deadline %v, %v: the games that failed are not left to their lease", next, err)
		}
		w.clock.advance(10 * time.Second)
		before := strings.Count(w.log.String(), bad)
		w.expire(t, 0)
		if strings.Count(w.log.String(), bad) == before {
			t.Error("the game that failed was not tried again")
		}
	})
}

func TestLastBidAndDeadlineRaceWithOneWinner(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		for i := range 30 {
			game := w.game(t, ps...)
			w.decide(t, game, bid(1), ps[0])
			w.clock.advance(time.Minute - time.Millisecond)
			var racers sync.WaitGroup
			var bidErr error
			racers.Go(func() { _, bidErr = w.Decide(t.Context(), game, bid(5), by(ps[1])) })
			racers.Go(func() { w.clock.advance(time.Millisecond) })
			racers.Go(func() {
				if _, err := w.Decide(t.Context(), game, domain.Expire{}, domain.Clock); err != nil {
					t.Error(err)
				}
			})
			racers.Wait()
			if _, err := w.Decide(t.Context(), game, domain.Expire{}, domain.Clock); err != nil {
				t.Error(err)
			}
			v, err := w.View(t.Context(), game, "")
			must(t, err)
			if v.Phase != "take" || v.Step != 2 {
				t.Errorf("race %d: phase %s, step %d", i, v.Phase, v.Step)
			}
			counted := v.WaitingFor[0] == 2 && v.Seats[1].Missed == 0
			late := v.WaitingFor[0] == 1 && v.Seats[1].Missed == 1
			if bidErr == nil && !counted || bidErr != nil && !late {
				t.Errorf("race %d: bid answered %v, but counted %v, missed %d", i, bidErr, counted, v.Seats[1].Missed)
			}
			if bidErr != nil {
				refused(t, bidErr, domain.DeadlinePassed)
			}
			w.verify(t, game)
		}
	})
}

func TestDeadlineWorkerIsWokenByACommitAndEndsWithItsContext(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		due := w.game(t, ps...)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		changed, stop := w.Watch(due)
		defer stop()
		go func() { ended <- w.RunDeadlines(ctx) }()
		w.clock.advance(time.Minute)
		w.game(t, ps[0]) // the worker may be asleep: this commit wakes it
		for step := 1; step == 1; {
			<-changed
			v, err := w.View(t.Context(), due, "")
			must(t, err)
			step = v.Step
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestLastBidsOfManyGamesAtOnceAreResolvedOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		games := make([]string, 200)
		for i := range games {
			games[i] = w.game(t, ps...)
			w.decide(t, games[i], bid(1), ps[0])
		}
		// Two seats of every game bid at once, each twice; the last one that is stored resolves the round.
		var bidders sync.WaitGroup
		gate := make(chan struct{})
		var mu sync.Mutex
		acknowledged := map[string]map[int]bool{} // receipts' amounts by game and seat
		for i, game := range games {
			for seat := 2; seat <= 3; seat++ {
				for try := range 2 {
					bidders.Go(func() {
						<-gate
						amount := 2 + (i+seat+3*try)%8
						out, err := w.Decide(t.Context(), game, bid(amount), by(ps[seat-1]))
						if r, ok := domain.AsRefusal(err); ok && r.Code == domain.NotWanted || ok && r.Code == domain.WrongPhase {
							return // the other try of this seat was the last bid
						}
						if err != nil {
							t.Error(err)
							return
						}
						mu.Lock()
						defer mu.Unlock()
						key := fmt.Sprint(game, " ", seat)
						if acknowledged[key] == nil {
							acknowledged[key] = map[int]bool{}
						}
						acknowledged[key][amount] = true
						if out.Receipt == nil {
							t.Errorf("%s: no receipt", key)
						}
					})
				}
			}
		}
		close(gate)
		bidders.Wait()
		for _, game := range games {
			w.verify(t, game)
			v, err := w.View(t.Context(), game, "")
			must(t, err)
			table := v.Table.(map[string]any)
			if v.Step != 2 || table["resolved"] != 1 {
				t.Errorf("game %s: step %d, resolved %v times", game, v.Step, table["resolved"])
			}
			for seat := 2; seat <= 3; seat++ {
				if total := table["totals"].([]int)[seat-1]; !acknowledged[fmt.Sprint(game, " ", seat)][total] {
					t.Errorf("game %s: seat %d is credited %d, acknowledged %v", game, seat, total, acknowledged[fmt.Sprint(game, " ", seat)])
				}
			}
		}
	})
}

// As many games as there are in a batch, each with as many players as most, go on in shared transactions.
func TestManyGamesOfManyGoOnTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 5)
		for range 130 {
			w.game(t, ps...)
		}
		w.clock.advance(time.Minute)
		w.expire(t, 130)
		if said := w.log.String(); strings.Contains(said, "together") {
			t.Error(said)
		}
	})
}
