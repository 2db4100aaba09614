package persistence_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

const day = 24 * time.Hour

// termed is game under terms, with a day for every wait.
func (w *world) termed(t *testing.T, change func(*domain.Terms), seats ...domain.Account) string {
	t.Helper()
	terms := domain.DefaultTerms()
	terms.AutoForced = false
	change(&terms)
	game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: len(seats), Terms: &terms, Options: []byte(`{"rounds":5}`)}, by(seats[0]))
	must(t, err)
	for _, a := range seats[1:] {
		w.decide(t, game, domain.Join{}, a)
	}
	return game
}

func goesTo(to domain.MissedSeat) func(*domain.Terms) {
	return func(terms *domain.Terms) { terms.Missed = to }
}

func (w *world) seenBy(t *testing.T, game string, a domain.Account) domain.View {
	t.Helper()
	v, err := w.View(t.Context(), game, a.ID)
	must(t, err)
	return v
}

func TestBotPlaysInTheTransactionInWhichTheSeatIsLost(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		game := w.termed(t, goesTo(domain.ToBot), ps...)
		for range 2 {
			w.decide(t, game, bid(0), ps[0])
			w.decide(t, game, bid(0), ps[1])
			w.clock.advance(day)
			w.expire(t, 1)
			for v := w.seenBy(t, game, ps[0]); v.Phase == "take"; v = w.seenBy(t, game, ps[0]) {
				w.decide(t, game, take(), ps[v.WaitingFor[0]-1])
			}
		}
		v := w.seenBy(t, game, ps[2])
		if v.Seats[2].Held != domain.HeldByBot || v.You != nil || v.Lost != 3 || slices.Contains(v.WaitingFor, 3) {
			t.Fatalf("%+v", v)
		}
		turns, err := w.Turns(t.Context(), ps[2].ID)
		if err != nil || len(turns) > 0 {
			t.Errorf("%v, %v", turns, err)
		}
		if mine, _, err := w.Games(t.Context(), domain.GameFilter{Player: ps[2].ID, Limit: 10}); err != nil || len(mine) > 0 {
			t.Errorf("%v, %v", mine, err)
		}
		_, err = w.Decide(t.Context(), game, bid(3), by(ps[2]))
		refused(t, err, domain.NotSeated)
		claimed := w.claim(t)
		for _, d := range claimed[domain.SeatLost] {
			if o, err := w.Obligation(t.Context(), d); err != nil || d.Account != ps[2].ID || o.Void != "" || o.View.You != nil || o.View.Lost != 3 {
				t.Errorf("%+v, %v", o, err)
			}
		}
		if len(claimed[domain.SeatLost]) != 1 {
			t.Errorf("%v", claimed[domain.SeatLost])
		}
		for _, d := range claimed[domain.BidWanted] {
			if o, err := w.Obligation(t.Context(), d); d.Account == ps[2].ID && (err != nil || o.Void == "") {
				t.Errorf("the former player is asked for a move: %+v, %v", d, err)
			}
		}
		events, err := w.AccountEvents(t.Context(), ps[2].ID, 0, 1000)
		must(t, err)
		if !slices.ContainsFunc(events, func(e domain.AccountEvent) bool { return e.Type == "seat_lost" }) {
			t.Error("the stream of who has lost the seat does not tell of it")
		}
		w.decide(t, game, domain.Return{}, ps[2])
		if v := w.seenBy(t, game, ps[2]); v.You == nil || v.You.Sealed != nil || !slices.Contains(v.WaitingFor, 3) {
			t.Errorf("%+v", v)
		}
		w.verify(t, game)
	})
}

func TestSubstituteIsToldOfTheTurnAndNothingIsKeptOfTheBidBefore(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 4)
		game := w.termed(t, goesTo(domain.ToSubstitute), ps[:3]...)
		out := w.decide(t, game, domain.Seal{Move: bid(7).Move}, ps[1])
		w.decide(t, game, domain.Leave{}, ps[1])
		if rows := w.dump(t)["sealed"]; len(rows) > 0 {
			t.Errorf("the bid of who left is kept: %v", rows)
		}
		if vacant, _, err := w.Games(t.Context(), domain.GameFilter{Vacant: true, Limit: 10}); err != nil || len(vacant) != 1 || vacant[0].Vacant != 1 {
			t.Errorf("%v, %v", vacant, err)
		}
		w.claim(t)
		w.decide(t, game, domain.Join{}, ps[3])
		told := map[domain.NoticeType]int{}
		for what, all := range w.claim(t) {
			for _, d := range all {
				if d.Account == ps[3].ID && d.Channel == domain.ByEmail {
					told[what]++
					if o, err := w.Obligation(t.Context(), d); err != nil || o.Void != "" {
						t.Errorf("%s: %v, %v", what, o.Void, err)
					}
				}
			}
		}
		if told[domain.BidWanted] != 1 {
			t.Errorf("%v", told)
		}
		v := w.seenBy(t, game, ps[3])
		if v.You == nil || v.You.Seat != 2 || v.You.Sealed != nil {
			t.Errorf("%+v", v.You)
		}
		if vacant, _, err := w.Games(t.Context(), domain.GameFilter{Vacant: true, Limit: 10}); err != nil || len(vacant) > 0 {
			t.Errorf("%v, %v", vacant, err)
		}
		events, err := w.Events(t.Context(), game, ps[3].ID, 0, 100)
		must(t, err)
		for _, e := range events {
			if strings.Contains(string(e.Data), out.Receipt.ID) || strings.Contains(string(e.Data), out.Receipt.Nonce) {
				t.Errorf("%s", e.Data)
			}
		}
		// Reminders come to the substitute, not to who left.
		w.clock.advance(12 * time.Hour)
		for _, d := range w.claim(t)[domain.Reminder] {
			o, err := w.Obligation(t.Context(), d)
			if owed := d.Account != ps[1].ID; err != nil || (o.Void == "") != owed {
				t.Errorf("%s: %v, %v", d.Account, o.Void, err)
			}
		}
		played, err := w.PlayedGames(t.Context(), ps[1].ID)
		if err != nil || len(played) != 1 || played[0].Seat != 2 || len(played[0].Moves) > 0 {
			t.Fatalf("%+v, %v", played, err)
		}
		w.verify(t, game)
		must(t, w.CallOff(t.Context(), game, domain.Act{Who: ps[0].ID, What: domain.ActAbandon}))
		if played, err = w.PlayedGames(t.Context(), ps[1].ID); err != nil || len(played[0].Moves) != 3 {
			t.Errorf("join, bid and leave are to be in the export: %+v, %v", played, err)
		}
	})
}

func TestVacationIsToldToEveryGameOfItsPersonAlsoAfterACrash(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		games := []string{w.termed(t, goesTo(domain.ToBot), ps[0], ps[1]), w.termed(t, goesTo(domain.ToBot), ps[1], ps[0])}
		other := w.termed(t, goesTo(domain.ToBot), ps[1], ps[2])
		before := *w.seenBy(t, other, ps[1]).Deadline
		start, end := w.clock.now().Add(time.Hour).Truncate(time.Millisecond).UTC(), w.clock.now().Add(5*day).Truncate(time.Millisecond).UTC()
		_, err := w.PlanVacations(ctx, ps[0].ID, []domain.Vacation{{Start: start, End: end}}, 42*day)
		must(t, err)
		// The process ends here, and the next one finds the deadlines passed.
		w.clock.advance(2 * day)
		next := open(t, w.url, w.clock)
		if n, err := next.ExpireDue(ctx); err != nil || n != 1 {
			t.Errorf("%d games went on, %v", n, err)
		}
		for _, game := range games {
			if v := w.seenBy(t, game, ps[0]); !v.Deadline.Equal(end.Add(day)) || v.Seats[0].MissedInARow != 0 {
				t.Errorf("%s, %+v", v.Deadline, v.Seats)
			}
			w.verify(t, game)
		}
		if v := w.seenBy(t, other, ps[1]); v.Deadline.Equal(before) || v.Deadline.After(before.Add(3*day)) {
			t.Errorf("a game of others: %s", v.Deadline)
		}
		if rows := w.news(t); len(rows) > 0 {
			t.Errorf("%v", rows)
		}
		// Who opens or joins a game brings the vacation along.
		for _, seats := range [][]domain.Account{{ps[0], ps[2]}, {ps[2], ps[0]}} {
			game := w.termed(t, goesTo(domain.ToBot), seats...)
			if v := w.seenBy(t, game, ps[0]); !v.Deadline.Equal(end.Add(day)) {
				t.Errorf("%s", v.Deadline)
			}
			w.verify(t, game)
		}
		// Ended early, it moves no more deadlines, and what was not used is there again.
		_, err = w.PlanVacations(ctx, ps[0].ID, nil, 42*day)
		must(t, err)
		w.expire(t, 0)
		all, err := w.Vacations(ctx, ps[0].ID)
		if err != nil || len(all) != 1 || all[0].End.After(w.clock.now()) || !all[0].Start.Equal(start) {
			t.Errorf("%v, %v", all, err)
		}
		game := w.termed(t, goesTo(domain.ToBot), ps[0], ps[2])
		if v := w.seenBy(t, game, ps[0]); v.Deadline.After(w.clock.now().Add(day)) {
			t.Errorf("%s", v.Deadline)
		}
		_, err = w.PlanVacations(ctx, ps[0].ID, []domain.Vacation{{End: w.clock.now().Add(50 * day)}}, 42*day)
		refused(t, err, domain.VacationUsed)
	})
}

func TestReliabilityCountsTurnsOfAllGamesAndIsAskedOfWhoJoins(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		never := func(terms *domain.Terms) { terms.MissedLimit = 0 }
		games := []string{w.termed(t, never, ps[0], ps[1]), w.termed(t, never, ps[1], ps[0])}
		for _, game := range games {
			w.decide(t, game, bid(0), ps[0])
		}
		w.clock.advance(day)
		w.expire(t, 2)
		for _, game := range games {
			for v := w.seenBy(t, game, ps[0]); v.Phase == "take"; v = w.seenBy(t, game, ps[0]) {
				a := ps[0]
				if v.You.Seat != v.WaitingFor[0] {
					a = ps[1]
				}
				w.decide(t, game, take(), a)
			}
		}
		poor, err := w.Reliability(ctx, ps[1].ID)
		if err != nil || poor.Percent > 50 || poor.Turns < 2 {
			t.Errorf("%+v, %v", poor, err)
		}
		good, err := w.Reliability(ctx, ps[0].ID)
		if err != nil || good.Percent != 100 || good.Turns < 2 {
			t.Errorf("%+v, %v", good, err)
		}
		terms := domain.DefaultTerms()
		terms.MinReliability = 60
		game, _, err := w.OpenGame(ctx, domain.Open{Kind: "toy", Seats: 3, Terms: &terms}, by(ps[2]))
		must(t, err)
		forged := domain.Join{Who: &domain.Person{Reliability: &domain.Reliability{Percent: 100}}}
		_, err = w.Decide(ctx, game, forged, by(ps[1]))
		refused(t, err, domain.NotReliable)
		w.decide(t, game, domain.Join{}, ps[0])
		if r := w.seenBy(t, game, ps[1]).Seats[1].Reliability; r == nil || *r != good {
			t.Errorf("%+v", r)
		}
		w.verify(t, game)
		w.clock.advance(2 * domain.ReliabilityHalfLife)
		if faded, err := w.Reliability(ctx, ps[0].ID); err != nil || faded.Turns >= good.Turns {
			t.Errorf("%+v, %v", faded, err)
		}
	})
}

func TestGameThatNobodyPlaysIsAbandonedAndEverybodyTold(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.termed(t, goesTo(domain.ToBot), ps...)
		for w.seenBy(t, game, ps[0]).Status == domain.Active {
			w.clock.advance(day)
			w.expire(t, 1)
		}
		if v := w.seenBy(t, game, ps[0]); v.Status != domain.Abandoned || v.Host != 0 {
			t.Fatalf("%+v", v)
		}
		told := map[string]bool{}
		for _, d := range w.claim(t)[domain.GameAbandoned] {
			if o, err := w.Obligation(t.Context(), d); err != nil || o.Void != "" {
				t.Errorf("%v, %v", o.Void, err)
			}
			told[d.Account] = true
		}
		if !told[ps[0].ID] || !told[ps[1].ID] {
			t.Errorf("%v", told)
		}
		w.verify(t, game)
	})
}
