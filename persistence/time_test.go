package persistence_test

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// onTerms opens a game in which each wait takes an hour, on terms, with everything that is to be sent at its start sent.
func (w *world) onTerms(t *testing.T, terms domain.Terms, seats ...domain.Account) string {
	t.Helper()
	game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: len(seats), Pace: domain.Pace{"bid": 3600, "take": 3600}, Terms: &terms}, by(seats[0]))
	must(t, err)
	for _, a := range seats[1:] {
		w.decide(t, game, domain.Join{}, a)
	}
	w.send(t)
	return game
}

// expires lets time pass and says how many games went on then.
func (w *world) expires(t *testing.T, after time.Duration, want int) {
	t.Helper()
	w.clock.advance(after)
	if n, err := w.ExpireDue(t.Context()); err != nil || n != want {
		t.Fatalf("%d games went on, want %d, %v", n, want, err)
	}
}

func TestLateBidsCountUntilTheLastOfTheirTimesHasCome(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		terms := domain.DefaultTerms()
		terms.Grace, terms.Bank = 60, &domain.Bank{Start: 60, Increment: 5, Cap: 300}
		game := w.onTerms(t, terms, ps...)
		w.decide(t, game, domain.Seal{Move: bid(1).Move}, ps[0])
		w.expires(t, time.Hour, 1)
		view, err := w.View(t.Context(), game, ps[0].ID)
		must(t, err)
		if view.Overtime == nil || len(view.Overtime.Late) != 2 || !view.Seats[0].Ready || view.Step != 1 {
			t.Fatalf("%+v", view.Overtime)
		}
		w.expires(t, 10*time.Second, 0)
		w.decide(t, game, bid(2), ps[1])
		_, err = w.Decide(t.Context(), game, domain.Withdraw{}, by(ps[1]))
		refused(t, err, domain.DeadlinePassed)
		w.verify(t, game)
		w.expires(t, 109*time.Second, 0)
		w.expires(t, time.Second, 1)
		if view, err = w.View(t.Context(), game, ps[0].ID); err != nil || view.Step != 2 || view.Seats[1].Missed != 0 || view.Seats[2].Missed != 1 ||
			*view.Seats[0].Bank != 65 || *view.Seats[1].Bank != 55 || *view.Seats[2].Bank != 0 {
			t.Errorf("%+v, %v", view.Seats, err)
		}
		w.verify(t, game)
	})
}

func TestLateBidBringsTheEndOfTheWaitNearer(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		terms := domain.DefaultTerms()
		terms.Bank = &domain.Bank{Start: 60, Cap: 300}
		game := w.onTerms(t, terms, ps...)
		w.decide(t, game, bid(1), ps[0])
		w.expires(t, time.Hour, 1)
		w.clock.advance(30 * time.Second)
		w.decide(t, game, bid(1), ps[1]) // who has half a minute left
		for _, p := range ps {
			w.decide(t, game, domain.Hurry{}, p)
		}
		w.expires(t, time.Hour, 1)
		w.clock.advance(5 * time.Second)
		w.decide(t, game, bid(2), ps[0]) // who had a minute
		next, err := w.NextDeadline(t.Context())
		if want := w.clock.now().Add(25 * time.Second).Truncate(time.Millisecond); err != nil || !next.Equal(want) {
			t.Fatalf("%v, want %v, %v", next, want, err)
		}
		w.verify(t, game)
		w.expires(t, 25*time.Second, 1)
		w.verify(t, game)
	})
}

func TestPauseEndsByItselfAndNobodyIsRemindedInIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.onTerms(t, domain.DefaultTerms(), ps...)
		w.decide(t, game, domain.Seal{Move: bid(1).Move}, ps[0])
		w.clock.advance(10 * time.Minute)
		w.decide(t, game, domain.PauseGame{For: 7200}, ps[0])
		w.expectSent(t, time.Second, map[domain.NoticeType]int{domain.GamePaused: 2})
		_, err := w.Decide(t.Context(), game, bid(2), by(ps[1]))
		refused(t, err, domain.StandsStill)
		w.verify(t, game)
		w.expires(t, 2*time.Hour-2*time.Second, 0)
		w.expectSent(t, 0, nil)
		w.expires(t, time.Second, 1)
		w.expectSent(t, time.Second, map[domain.NoticeType]int{domain.GameResumed: 2})
		w.verify(t, game)
		w.expectSent(t, 20*time.Minute, map[domain.NoticeType]int{domain.Reminder: 1})
		w.expectSent(t, 20*time.Minute, map[domain.NoticeType]int{domain.LastReminder: 1})
		w.expires(t, 10*time.Minute-2*time.Second, 0)
		w.expires(t, 2*time.Second, 1)
		w.verify(t, game)
	})
}

func TestTermsAreInTheListAndGamesFromBeforeHaveNone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		terms := domain.DefaultTerms()
		var err error
		terms.Schedule, err = domain.Schedule{Clock: "20:00", Zone: "Europe/Berlin"}.Placed(time.LoadLocation, w.clock.now())
		must(t, err)
		for _, given := range []*domain.Terms{nil, &terms} {
			_, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 2, Terms: given}, by(ann))
			must(t, err)
			w.clock.advance(time.Second)
		}
		games, _, err := w.Games(t.Context(), domain.GameFilter{Limit: 2})
		if err != nil || len(games) != 2 || games[1].Terms != nil || games[0].Terms == nil || !strings.Contains(games[0].Terms.Text(), "20:00 Europe/Berlin") || games[0].Terms.Changes != nil {
			t.Errorf("%+v, %v", games, err)
		}
		for _, g := range games {
			w.verify(t, g.ID)
		}
	})
}
