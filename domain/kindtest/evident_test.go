package kindtest

import (
	"slices"
	"strings"
	"testing"

	"tender/domain"
)

// fewChoices offers a seat whose last number was odd nothing but to drop its point. Others do not see the numbers.
type fewChoices struct{ toy }

func (r fewChoices) View(s *ToyState, seat int) (table, own any, choices []domain.Choice) {
	table, own, choices = r.toy.View(s, seat)
	if seat > 0 && len(s.Picks) > 0 && len(s.Used[seat-1]) > 0 && s.Used[seat-1][len(s.Used[seat-1])-1]%2 == 1 {
		choices = choices[1:]
	}
	return table, own, choices
}

func TestBatteryFindsAPhaseThatIsNotEvident(t *testing.T) {
	kind := *broken(fewChoices{})
	if got := caught(t, &kind); got != "" {
		t.Fatalf("a phase may hide who has a choice, but the battery says %q", got)
	}
	kind.Phases = slices.Clone(kind.Phases)
	kind.Phases[1].Evident = true
	if got := caught(t, &kind); !strings.Contains(got, "depends on what not everybody sees") {
		t.Fatalf("the battery says %q", got)
	}
}
