package kindtest

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tender/domain"
)

// Match is how one seat did in some games against seats that play at random.
type Match struct {
	Games, Won int // won alone: a shared victory does not count
}

// BotMatch lets one bot, in each seat in turn, play against random seats.
func BotMatch(t testing.TB, kind *domain.Kind, edition string, seats, games int) Match {
	t.Helper()
	return match(t, kind, edition, seats, games, domain.Position.Bot)
}

// RandomMatch is BotMatch for a seat that plays at random like the others: what chance alone wins.
func RandomMatch(t testing.TB, kind *domain.Kind, edition string, seats, games int) Match {
	t.Helper()
	return match(t, kind, edition, seats, games, domain.Position.Sample)
}

func match(t testing.TB, kind *domain.Kind, edition string, seats, games int, think func(p domain.Position, seat int, r *rand.Rand) json.RawMessage) Match {
	m := Match{Games: games}
	for n := range games {
		p, r, judged := started(t, kind, edition, "{}", seats, uint64(n)), rand.New(rand.NewPCG(uint64(n), uint64(seats))), n%seats+1
		for {
			plays, over := Plays(t, p, func(seat int) json.RawMessage {
				if seat == judged {
					return think(p, seat, r)
				}
				return p.Sample(seat, r)
			})
			if over {
				break
			}
			p.Step(plays)
		}
		if slices.Equal(p.Scores().Winners, []any{judged}) {
			m.Won++
		}
	}
	return m
}

// Interval is Wilson's interval for the share of games that are won, in which it lies with 95 percent probability.
func (m Match) Interval() (low, high float64) {
	const z = 1.96
	n, share := float64(m.Games), float64(m.Won)/float64(m.Games)
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return middle - half, middle + half
}
