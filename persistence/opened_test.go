package persistence_test

import (
	"testing"

	"tender/domain"
)

// A game whose seats are all taken as it is opened begins at once, and its bots bid in the same transaction.
func TestBidsOfBotsAreStoredWhenTheirGameBeginsAsItIsOpened(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 2, Pace: domain.Pace{"bid": 60, "take": 60},
			Players: []domain.Seating{{Account: ann.ID}, {}}}, by(ann))
		must(t, err)
		v, err := w.View(t.Context(), game, ann.ID)
		must(t, err)
		if !v.Seats[1].Stored {
			t.Errorf("the bid of the bot is not there: %+v", v.Seats)
		}
		must(t, w.Verify(t.Context(), game))
	})
}
