package money

import (
	"math/rand/v2"
	"testing"

	"tender/domain/kindtest"
)

func FuzzCommand(f *testing.F) {
	for _, form := range commandForms {
		f.Add(form.Example)
	}
	for _, line := range []string{"bid 20 dollars x2 and yen 30 (42, 43); the fake card (0)", "bid dollar 20 yen 30x2 fake", "“swap with side II.”",
		"swap player 2", "swap seat 1", "swap bid 2L", "swap Ｐｌａｙｅｒ　３", "bid 1\u200b7", "bid 1²,,(", "ＰＡＳＳ。", "withdraw", "status", "help", ">", "\xff"} {
		f.Add(line)
	}
	games := someGames(f)
	f.Fuzz(func(t *testing.T, line string) {
		for _, g := range games {
			kindtest.CommandsAreSafe(t, g, line)
		}
	})
}

// someGames wait for bids and for swaps, for every number of seats.
func someGames(t testing.TB) (games []*kindtest.Game) {
	for seats := 2; seats <= 5; seats++ {
		r := rand.New(rand.NewPCG(uint64(seats), 3))
		games = append(games, kindtest.New(t, Kind, Edition2025, "", seats, 1).Until(r, PhaseSwap, 3),
			kindtest.New(t, Kind, Edition2025, "", seats, 2).Until(r, PhaseBid, 3))
	}
	return games
}

func TestLinesOfRandomWordsAreSafe(t *testing.T) {
	kindtest.RandomLinesAreSafe(t, someGames(t), "bid dollar 20 dollars 30 40 yen euro franc peso pound rupee gold 10 silver fake fa p "+
		"I II side market seat bid player 2L 2R 1 2 (17) 20", 3000)
}
