package kindtest_test

import (
	"flag"
	"fmt"
	"testing"

	"tender/domain/kinds"
	"tender/domain/kindtest"
)

var botGames = flag.Int("bot.games", 15, "games of one bot against random seats, for each edition and number of seats")

// What a bot must win at the least. It wins nearly every game against others who play at random, and three of four alone
// against the dummy, who takes its cards from a deck whether somebody thinks or not; chance alone hardly ever beats it.
const (
	winsOfOthers = 0.8
	winsOfDummy  = 0.4

	worthComparing = 100 // games from which a run also counts what chance alone wins
)

func TestBotsWinAgainstRandomSeats(t *testing.T) {
	for _, kind := range kinds.All {
		for _, e := range kind.Editions {
			for seats := e.MinSeats; seats <= e.MaxSeats; seats++ {
				t.Run(fmt.Sprintf("%s %s with %d", kind.Name, e.Name, seats), func(t *testing.T) {
					bot := kindtest.BotMatch(t, kind, e.Name, seats, *botGames)
					t.Logf("a bot wins %s", figures(bot))
					if *botGames >= worthComparing {
						t.Logf("a random seat wins %s", figures(kindtest.RandomMatch(t, kind, e.Name, seats, *botGames)))
					}
					wanted := winsOfOthers
					if seats == 1 {
						wanted = winsOfDummy
					}
					if float64(bot.Won) < wanted*float64(bot.Games) {
						t.Errorf("it should win %.0f %% at least", 100*wanted)
					}
				})
			}
		}
	}
}

func figures(m kindtest.Match) string {
	low, high := m.Interval()
	return fmt.Sprintf("%d of %d (%.1f–%.1f %%)", m.Won, m.Games, 100*low, 100*high)
}

func TestIntervalOfAMatch(t *testing.T) { // by hand: Wilson, z = 1.96
	for _, c := range []struct {
		m    kindtest.Match
		want string
	}{
		{kindtest.Match{Games: 10, Won: 5}, "5 of 10 (23.7–76.3 %)"},
		{kindtest.Match{Games: 1000, Won: 1000}, "1000 of 1000 (99.6–100.0 %)"},
		{kindtest.Match{Games: 1000, Won: 0}, "0 of 1000 (0.0–0.4 %)"},
	} {
		if got := figures(c.m); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}
