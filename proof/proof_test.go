package proof

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"tender/domain/kinds"
)

// The players that the experiments share can play a whole game of every kind, and the server stops when it is told.
func TestPlayersOfExperimentsPlayWholeGames(t *testing.T) {
	ctx := t.Context()
	s := Serve(t, "--database", "sqlite:"+filepath.Join(t.TempDir(), "tender.db"), "--log-level", "error")
	var players []*Player
	for _, name := range []string{"ann", "bob"} {
		p, err := SignUp(ctx, s.URL, name, nil)
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	chance := rand.New(rand.NewPCG(1, 1))
	for _, kind := range kinds.All {
		sealed, err := players[0].SealedPhases(ctx, kind.Name)
		if err != nil {
			t.Fatal(err)
		}
		game, err := players[0].Open(ctx, kind.Name, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := players[1].Join(ctx, game); err != nil {
			t.Fatal(err)
		}
		for over := false; !over; {
			for _, p := range players {
				v, err := p.View(ctx, game)
				if err != nil {
					t.Fatal(err)
				}
				over = v.Status != "active"
				move, wanted := Choose(game, v, sealed, chance)
				if !wanted {
					continue
				}
				if a, err := p.Send(ctx, move); err != nil || !a.OK() {
					t.Fatalf("%s %v: %d %s, %v", move.Path, move.Body, a.Status, a.Body, err)
				}
			}
		}
	}
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
}
