package kindtest

import (
	"encoding/json"
	"testing"

	"tender/domain"
)

// foresees refuses to drop behind other moves.
type foresees struct{ toy }

func (foresees) Foresee(_ *ToyState, _ int, m ToyMove) error {
	if m.Type == "drop" {
		return domain.Refuse(toyUsed, "Drop in a request of its own.").At("/type")
	}
	return nil
}

func TestListIsJudgedByWhatCanBeForeseen(t *testing.T) {
	g := New(t, broken(foresees{}), "plain", "", 1, 1)
	g.Must(Seal(1, `{"type":"bid","number":5}`, true), Player(1))
	list := func(moves ...string) domain.PlayMoves {
		var in domain.PlayMoves
		for _, m := range moves {
			in.Moves = append(in.Moves, json.RawMessage(m))
		}
		return in
	}
	before := string(g.Table.Encode())
	_, err := g.Decide(list(`{"type":"draw"}`, `{"type":"drop"}`), Player(1))
	if r, ok := domain.AsRefusal(err); !ok || r.Code != toyUsed || r.Pointer != "/moves/1/type" || string(g.Table.Encode()) != before {
		t.Fatalf("%+v", err)
	}
	g.Must(list(`{"type":"drop"}`), Player(1)) // alone it knows all that it needs to know
}
