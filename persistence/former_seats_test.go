package persistence_test

import (
	"testing"
	"time"

	"tender/domain"
)

// private is termed for a private game, to which everybody is invited.
func (w *world) private(t *testing.T, seats ...domain.Account) string {
	t.Helper()
	terms := domain.DefaultTerms()
	terms.AutoForced = false
	game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: len(seats), Terms: &terms, Visibility: domain.Private}, by(seats[0]))
	must(t, err)
	for _, a := range seats[1:] {
		_, err := w.Invite(t.Context(), game, byName(a), 24*time.Hour, by(seats[0]))
		must(t, err)
		w.decide(t, game, domain.Join{}, a)
	}
	return game
}

func TestSeatOfAPrivateGameIsTakenBack(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		game := w.private(t, ps[:2]...)
		w.decide(t, game, domain.Leave{}, ps[1])
		if v := w.seenBy(t, game, ps[1]); v.Lost != 2 || v.You != nil {
			t.Errorf("%+v", v)
		}
		_, err := w.Events(t.Context(), game, ps[1].ID, 0, 10)
		must(t, err)
		_, err = w.Events(t.Context(), game, ps[2].ID, 0, 10)
		refused(t, err, domain.NotFound)
		_, err = w.View(t.Context(), game, ps[2].ID)
		refused(t, err, domain.NotFound)
		w.decide(t, game, domain.Return{}, ps[1])
		w.verify(t, game)
	})
}

func TestVacationOfWhoLeftAPrivateGameIsNotToldForEver(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		lobby := w.lobby(t, ps[0], domain.Private)
		_, err := w.Invite(ctx, lobby, byName(ps[1]), 24*time.Hour, by(ps[0]))
		must(t, err)
		w.decide(t, lobby, domain.Join{}, ps[1])
		_, err = w.PlanVacations(ctx, ps[1].ID, []domain.Vacation{{End: w.clock.now().Add(day)}}, 42*day)
		must(t, err)
		w.decide(t, lobby, domain.Leave{}, ps[1])
		w.expire(t, 0)
		if rows := w.news(t); len(rows) > 0 {
			t.Errorf("%v", rows)
		}
	})
}

func TestVacationsOfAYearAreReplacedHoweverManyThereWere(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ann := t.Context(), w.people(t, 1)[0]
		must(t, w.PastVacations(ctx, ann.ID, w.clock.now().Add(-10*day), 12_000))
		_, err := w.PlanVacations(ctx, ann.ID, []domain.Vacation{{End: w.clock.now().Add(day)}}, 42*day)
		must(t, err)
		if all, err := w.Vacations(ctx, ann.ID); err != nil || len(all) != 1 {
			t.Errorf("%d, %v", len(all), err)
		}
	})
}

// news are the games that are yet to be told of a vacation.
func (w *world) news(t *testing.T) []string {
	t.Helper()
	db := w.raw(t)
	defer db.Close()
	return rowsOf(t, db, "vacation_news")
}
