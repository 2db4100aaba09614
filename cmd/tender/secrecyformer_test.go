package main

import (
	"testing"

	"tender/domain"
	"tender/domain/kinds"
	"tender/domain/kindtest"
)

// Who has left a running game is told no more than a spectator; what hidden things of the seat are now, the bot's bid too,
// shows in nothing that they can ask for.
func TestWhoHasLeftASeatSeesNothingHidden(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+dir+"/tender.db")
	players := w.people(3)
	others := 0
	for _, goes := range []domain.MissedSeat{domain.ToBot, domain.ToSubstitute} {
		for _, kind := range kinds.All {
			terms := domain.DefaultTerms()
			terms.Missed = goes
			game, _, err := w.Store.OpenGame(t.Context(), domain.Open{Kind: kind.Name, Seats: 3, Terms: &terms}, domain.Actor{Account: players[0].id})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range players[1:] {
				w.must(p, "POST", "/v1/games/"+game+"/seats", `{}`)
			}
			if goes == domain.ToSubstitute {
				w.step(game, players)
			}
			if response, body := w.call(players[0], "DELETE", "/v1/games/"+game+"/seats/me", ""); response.StatusCode != 204 {
				t.Fatalf("%d %s", response.StatusCode, body)
			}
			w.settle()
			original := w.look(game)
			before := w.everythingShown(game, players[0], 0)
			other := kindtest.OtherWorld(w, kinds.All, original, 0, w.chance)
			w.put(other)
			after := w.everythingShown(game, players[0], 0)
			w.put(original)
			for name, shown := range before {
				if shown != after[name] {
					t.Fatalf("%s of %s tells who has left two worlds apart:\n%s\n%s", name, kind.Name, shown, after[name])
				}
			}
			if other != original {
				others++
			}
		}
	}
	if others == 0 {
		t.Fatal("no world was another")
	}
}
