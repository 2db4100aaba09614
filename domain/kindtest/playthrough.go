package kindtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"tender/domain"
)

// Playthrough plays a whole random game and compares it, written out as text, with testdata/playthroughs/NAME.txt, so
// that a change of the rules shows as a difference that people can read.
func Playthrough(t *testing.T, kind *domain.Kind, name, edition, options string, seats int, seed uint64) {
	t.Helper()
	Golden(t, filepath.Join("testdata", "playthroughs", name+".txt"), script(t, kind, edition, options, seats, seed))
}

func script(t *testing.T, kind *domain.Kind, edition, options string, seats int, seed uint64) string {
	var b strings.Builder
	g := New(t, kind, edition, options, seats, seed)
	fmt.Fprintf(&b, "%s %s · %d seats · options %s\n", kind.Name, edition, seats, g.Table.Options)
	r := rand.New(rand.NewPCG(seed, 2))
	step := 0
	for range maxInputs {
		if g.Table.Step != step {
			step = g.Table.Step
			w, _ := g.Table.Waiting()
			fmt.Fprintf(&b, "\nstep %d · round %d %s · waiting for %v\n%s\n", step, w.Round, w.Phase, w.Seats, kind.Text(g.view(0), epoch.Location()))
		}
		before := len(g.Log)
		more := g.Next(r)
		for _, l := range g.Log[before:] {
			fmt.Fprintf(&b, "  %s %s %s\n", l.By.Account, l.Type, short(l.Input))
		}
		if !more {
			break
		}
	}
	fmt.Fprintf(&b, "\n%s", kind.Text(g.view(0), epoch.Location()))
	return b.String()
}

// short is what a player sent, without what the server added.
func short(raw json.RawMessage) string {
	var in struct {
		Move  json.RawMessage   `json:"move"`
		Moves []json.RawMessage `json:"moves"`
		Ready *bool             `json:"ready"`
	}
	if json.Unmarshal(raw, &in) != nil {
		return ""
	}
	text := string(in.Move)
	for _, m := range in.Moves {
		text += string(m)
	}
	if in.Ready != nil && !*in.Ready {
		text += " (not ready)"
	}
	return text
}
