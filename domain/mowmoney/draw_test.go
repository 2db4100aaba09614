package mowmoney

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"tender/domain"
	"tender/domain/kindtest"
)

var names = map[int]string{1: "Ann", 2: "Bartholomew the Gardener", 3: "Çelik"}

// drawing is a seat's view as the kind's Draw is given it.
func drawing(t testing.TB, c *collector, seat int) domain.Drawing {
	t.Helper()
	table, own, choices := c.View(seat)
	d := domain.Drawing{Edition: "2016", Seat: seat, Names: names, Table: mustJSON(t, table), Own: mustJSON(t, own),
		Choices: choices, Sealed: c.sealed[seat], Over: c.Wanted().Phase == domain.PhaseOver}
	if d.Over {
		d.Result = mustJSON(t, c.Scores())
	}
	return d
}

func TestDrawings(t *testing.T) {
	for _, situation := range []struct {
		name  string
		game  int // of the recorded ones
		steps int // -1 for all
		seat  int
	}{
		{"first_bid", 2, 0, 2},
		{"sealed", 1, 1, 2},
		{"invest_watched", 5, 160, 0},
		{"invest_own", 1, 2, 2},
		{"bid_later", 5, 168, 3},
		{"pickup", 2, 3, 2},
		{"solo", 6, 20, 1},
		{"over", 2, -1, 1},
		{"solo_over", 18, -1, 1},
	} {
		t.Run(situation.name, func(t *testing.T) {
			c := replayed(t, situation.game, situation.steps)
			kindtest.Golden(t, filepath.Join("testdata", "drawings", situation.name+".txt"), Kind.Draw(drawing(t, c, situation.seat)))
		})
	}
}

// replayed plays the first steps of a recorded game.
func replayed(t testing.TB, game, steps int) *collector {
	t.Helper()
	g := readGames(t)[game]
	options, err := Kind.Options(g.Edition, g.Players, g.Options)
	if err != nil {
		t.Fatal(err)
	}
	position, err := Kind.Start(g.Edition, options, g.Players, seedOf(t, g.Seed))
	if err != nil {
		t.Fatal(err)
	}
	c := &collector{Position: position}
	if steps < 0 {
		steps = len(g.Steps)
	}
	for _, step := range g.Steps[:steps] {
		if step.Illegal {
			continue
		}
		if _, err := c.play(step.Seat, step.Move); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestDrawingsFitIntoTheirWidth(t *testing.T) {
	for seats := 1; seats <= 6; seats++ {
		r := rand.New(rand.NewPCG(7, uint64(seats)))
		randomGame(t, seats, r, func(c *collector) {
			for seat := 0; seat <= seats; seat++ {
				for line := range strings.Lines(Kind.Draw(drawing(t, c, seat))) {
					if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
						t.Fatalf("%d columns: %s", n, line)
					}
				}
			}
		})
	}
}

func TestHandsFarOverTheirLimitsAndLongStakesFitIntoTheWidth(t *testing.T) {
	x := newSituation(t, 4).turn(1, 20, Medium, Advanced)
	for _, deck := range []Deck{Basic, Medium, Advanced} {
		x.hold(1, deckCards(deck)[:18]...)
	}
	own := make([]int, 0, 28)
	for _, pile := range x.Piles {
		own = append(own, pile[1:]...)
	}
	x.own(1, own...)
	d := drawing(t, &collector{Position: x.position()}, 1)
	d.Sealed = mustJSON(t, bidOf(Stack{Token: "A", Cards: x.seat(1).Hand, Stake: x.seat(1).Contracts, Bluffs: 3}))
	text := Kind.Draw(d)
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	kindtest.Golden(t, filepath.Join("testdata", "drawings", "over_limits.txt"), text)
}

func TestATableThatIsNoneIsDrawnAsSuch(t *testing.T) {
	if got := Kind.Draw(domain.Drawing{Table: json.RawMessage("[]")}); !strings.Contains(got, "cannot be drawn") {
		t.Error(got)
	}
}
