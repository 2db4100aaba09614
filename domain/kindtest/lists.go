package kindtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tender/domain"
)

// listsTellNothing sends lists of open moves and compares how they are answered in two worlds that the seat cannot tell
// apart: a list that is refused because of what it would have drawn would let its sender ask for what lies face down.
func listsTellNothing(t testing.TB, g *Game, r *rand.Rand) {
	t.Helper()
	w, _ := g.Table.Waiting()
	if w.Sealed || g.Table.Status != domain.Active {
		return
	}
	for _, seat := range w.Seats {
		other := OtherWorld(t, g.Kinds, g.Table, seat, r)
		if other == g.Table || !g.held(seat) {
			continue
		}
		list := g.someList(seat, r)
		here, there := g.answer(g.decodedAgain(), seat, list), g.answer(other, seat, list)
		if here != there {
			t.Fatalf("seat %d learns from how %s is answered: %q or %q", seat, list, here, there)
		}
	}
}

// someList is what a seat could send: moves that are legal one after the other in this world.
func (g *Game) someList(seat int, r *rand.Rand) (list []json.RawMessage) {
	g.TB.Helper()
	trial := *g
	trial.Table = g.decodedAgain()
	for range 1 + r.IntN(8) {
		if w, _ := trial.Table.Waiting(); w.Sealed || !slices.Contains(w.Seats, seat) {
			break
		}
		move := trial.Table.Sample(seat, r)
		list = append(list, move)
		if _, err := trial.Table.Decide(domain.PlayMoves{Moves: []json.RawMessage{move}}, Player(seat), g.Now); err != nil {
			g.TB.Fatal(err)
		}
	}
	return list
}

// answer is whether a list is taken, or the refusal in full.
func (g *Game) answer(table *domain.Table, seat int, list []json.RawMessage) string {
	_, err := table.Decide(domain.PlayMoves{Moves: list}, Player(seat), g.Now)
	if r, ok := domain.AsRefusal(err); ok {
		return fmt.Sprint(r.Code, r.Text, r.Pointer)
	}
	if err != nil {
		g.TB.Fatal(err)
	}
	return "taken"
}
