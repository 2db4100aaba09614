package mowmoney

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestWholeGamesAreTold(t *testing.T) {
	told := map[string]bool{}
	for name, game := range map[string]struct {
		seats int
		seed  uint64
	}{"solo": {1, 1}, "solo_outbid": {1, 4}, "three": {3, 3}} {
		seats := game.seats
		g := kindtest.New(t, Kind, Kind.Editions[0].Name, "", seats, game.seed)
		for r := rand.New(rand.NewPCG(9, game.seed)); g.Next(r); {
		}
		for _, seat := range []int{0, 1} {
			events := g.Told(seat)
			text := Kind.TellAll(events, domain.Names{1: "Ann", 2: "Bartholomew the Gardener", 3: "Çelik"}, time.UTC)
			for line := range strings.Lines(text) {
				if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > domain.TextWidth {
					t.Errorf("too long: %s", line)
				}
			}
			for _, e := range events {
				told[e.Type] = told[e.Type] || Kind.TellAll([]domain.EventView{e}, nil, time.UTC) != ""
			}
			if drew := strings.Contains(text, "drew basic"); name == "three" && drew != (seat == 1) {
				t.Errorf("seat %d: what was drawn is told: %t", seat, drew)
			}
			if seat == 1 {
				if outbid := strings.Contains(strings.Join(strings.Fields(text), " "), "against Ann's $"); outbid != (name == "solo_outbid") {
					t.Errorf("%s: the dummy is told to win with a bid: %t", name, outbid)
				}
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

func TestTheDummysBidIsToldBesideThePlayers(t *testing.T) {
	for name, c := range map[string]struct {
		draws []int // all that is left of the deck
		want  string
	}{
		"the dummy bids less":  {[]int{3, 4}, "The dummy won the contract of 1 RP on Apple Hollow with $2 against Ada's $4; it drew basic $1★ (3), basic $1★ (4)."},
		"the player bids less": {[]int{35, 36}, "Ada won the contract of 1 RP on Apple Hollow with a bid of $4 against the dummy's $6 and was paid $4; the dummy drew basic $3★ (35), basic $3★ (36)."},
		"the deck runs dry":    {[]int{3}, "Ada won the contract of 1 RP on Apple Hollow with a bid of $4 and was paid $4; the dummy drew basic $1★ (3); the basic deck ran dry."},
		"the deck is empty":    {nil, "Ada won the contract of 1 RP on Apple Hollow with a bid of $4 and was paid $4; the basic deck ran dry."},
	} {
		t.Run(name, func(t *testing.T) {
			x := newSituation(t, 1).hold(1, 18, 19)
			deck := &x.Decks[Basic]
			deck.Discards = without(deckCards(Basic), append(c.draws, 18, 19)...)
			deck.Draw = c.draws
			won := x.bids(one("A", 18, 19))[1]
			e := domain.EventView{Type: won.Type, Data: mustJSON(t, won.Data)}
			text := Kind.TellAll([]domain.EventView{e}, domain.Names{1: "Ada"}, time.UTC)
			if got := strings.Join(strings.Fields(text), " "); got != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}
