package mowmoney

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestWholeGamesAreTold(t *testing.T) {
	told := map[string]bool{}
	for name, seats := range map[string]int{"solo": 1, "three": 3} {
		g := kindtest.New(t, Kind, Kind.Editions[0].Name, "", seats, uint64(seats))
		for r := rand.New(rand.NewPCG(9, uint64(seats))); g.Next(r); {
		}
		for _, seat := range []int{0, 1} {
			events := g.Told(seat)
			text := Kind.TellAll(events, domain.Names{1: "Ann", 2: "Bartholomew the Gardener", 3: "Çelik"})
			for line := range strings.Lines(text) {
				if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > domain.TextWidth {
					t.Errorf("too long: %s", line)
				}
			}
			for _, e := range events {
				told[e.Type] = told[e.Type] || Kind.TellAll([]domain.EventView{e}, nil) != ""
			}
			if drew := strings.Contains(text, "drew basic"); name == "three" && drew != (seat == 1) {
				t.Errorf("seat %d: what was drawn is told: %t", seat, drew)
			}
			if seat == 1 {
				kindtest.Golden(t, filepath.Join("testdata", "told", name+".txt"), text)
			}
		}
	}
	for what, said := range told {
		if !said {
			t.Errorf("nothing is said of %s", what)
		}
	}
	for _, what := range []string{"bids_revealed", "mower_bought", "card_bought", "investing_done", "contract_won", "round_began"} {
		if !told[what] {
			t.Errorf("the games have no %s", what)
		}
	}
}
