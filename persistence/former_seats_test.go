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
