package mowmoney

import (
	"math/rand/v2"
	"testing"

	"tender/domain/kindtest"
)

func FuzzCommand(f *testing.F) {
	for _, form := range commandForms {
		f.Add(form.Example)
	}
	for _, line := range []string{"bid Apple Hollow: 1, 2 and 3 stake 1 2 bluffs 3; OJ 4 5 6 for repair_fence", "bid F 1 2 decoy: true", "buy the advanced mower.",
		"buy a card", "done discard 1,2,3", "pickup 1 2 3 install-sprinklers", "bid A1", "withdraw", "status", "help", ">", "\xff"} {
		f.Add(line)
	}
	games := someGames(f)
	f.Fuzz(func(t *testing.T, line string) {
		for _, g := range games {
			kindtest.CommandsAreSafe(t, g, line)
		}
	})
}

// someGames wait in every phase, for one, some and most seats.
func someGames(t testing.TB) (games []*kindtest.Game) {
	for _, seats := range []int{1, 2, 4, 6} {
		r := rand.New(rand.NewPCG(uint64(seats), 3))
		games = append(games, kindtest.New(t, Kind, "2016", "", seats, 1).Until(r, phaseInvest, 3),
			kindtest.New(t, Kind, "2016", "", seats, 2).Until(r, phaseBid, 4))
	}
	games = append(games, kindtest.New(t, Kind, "2016", "", 4, 3).Until(rand.New(rand.NewPCG(1, 1)), phasePickup, 1))
	return games
}

func TestLinesOfRandomWordsAreSafe(t *testing.T) {
	kindtest.RandomLinesAreSafe(t, someGames(t), "discard medium basic advanced mower card A B C F OJ A B stake bluff decoy for "+
		"clean up trim shrubs repair_fence plant-trees apple hollow : true 6 7 8 9 10 11 12 13", 2000)
}
