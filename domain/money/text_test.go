package money

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tender/domain"
	"tender/domain/kindtest"
)

// drawn is what a seat sees as text.
func (s *situation) drawn(seat int, sealed string) string {
	s.Helper()
	table, own, choices := rules{}.View(&s.State, seat)
	d := domain.Drawing{
		Edition: s.Edition, Seat: seat, Names: map[int]string{1: "Ann", 2: "Bob", 3: "王小明"},
		Table: json.RawMessage(encoded(s, table)), Own: json.RawMessage(encoded(s, own)), Choices: choices,
		Sealed: json.RawMessage("null"), Result: json.RawMessage("null"),
	}
	if sealed != "" {
		d.Sealed = json.RawMessage(sealed)
	}
	if s.Phase == domain.PhaseOver {
		d.Over, d.Result = true, json.RawMessage(encoded(s, rules{}.Scores(&s.State)))
	}
	return Kind.Draw(d)
}

func wantFits(t testing.TB, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > pageWidth || strings.HasSuffix(line, " ") {
			t.Errorf("a line is too long or ends in spaces: %q", line)
		}
	}
}

func TestDrawings(t *testing.T) {
	bidding := deal(t, Edition2025, 3, `{"show_known_cards":true}`)
	swapping := hands(t, Edition2025, []int{1, 9, 17, 25, 33, 64, 66}, []int{2, 10, 18, 26, 34}, []int{3, 11, 19, 50})
	swapping.bids([]int{9, 1, 64, 66}, []int{2}, []int{50, 3})
	two := twoHands(t)
	two.bids([]int{33, 0, 1}, []int{2, 0, 26})
	over := threeHands(t)
	over.Options.StallRounds = 1
	over.bids([]int{1, 9, 17, 25}, []int{0}, []int{0})
	over.takes(1, "II")
	over.pass()
	last := threeHands(t)
	last.deckOfSize(3)
	last.bids([]int{25}, []int{0}, []int{0})
	last.takes(1, "I")

	for name, text := range map[string]string{
		"bidding":           bidding.drawn(1, ""),
		"bid-sealed":        twoHands(t).drawn(1, `{"type":"bid","cards":[9,1,0,33]}`),
		"pass-sealed":       bidding.drawn(2, `{"type":"bid","cards":[0]}`),
		"turn":              swapping.drawn(1, ""),
		"turn-of-another":   swapping.drawn(2, ""),
		"two-bids":          two.drawn(2, ""),
		"spectator":         swapping.drawn(0, ""),
		"last-round":        last.drawn(1, ""),
		"over":              over.drawn(3, ""),
		"over-to-spectator": over.drawn(0, ""),
	} {
		t.Run(name, func(t *testing.T) {
			wantFits(t, text)
			kindtest.Golden(t, filepath.Join("testdata", "drawings", name+".txt"), text)
		})
	}
}

func TestLongNamesAndManyCardsStayOnThePage(t *testing.T) {
	s := hands(t, Edition2025, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 64, 65}, []int{21}, []int{22})
	s.bids(slices.Clone(s.Hands[0][:20]), []int{21}, []int{22})
	table, own, choices := rules{}.View(&s.State, 1)
	text := Kind.Draw(domain.Drawing{Seat: 1, Names: map[int]string{1: "x", 2: strings.Repeat("long ", 40)}, Choices: choices,
		Table: json.RawMessage(encoded(t, table)), Own: json.RawMessage(encoded(t, own))})
	wantFits(t, text)
}

func TestDrawingWhatIsNotAViewDoesNotPanic(t *testing.T) {
	for _, raw := range []string{"", "null", "{}", "[]", `{"bids":null,"hands":null}`} {
		Kind.Draw(domain.Drawing{Table: json.RawMessage(raw), Own: json.RawMessage(raw), Sealed: json.RawMessage(raw),
			Result: json.RawMessage(raw), Over: true})
		Kind.Draw(domain.Drawing{Table: json.RawMessage(raw), Own: json.RawMessage(raw), Sealed: json.RawMessage(raw)})
	}
}
