package mowmoney

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tender/domain"
)

const tooManyMoves = 20000 // no game needs so many

func randomSeed(r *rand.Rand) (seed [32]byte) {
	for i := range seed {
		seed[i] = byte(r.Uint32())
	}
	return seed
}

// randomGame plays a game by samples, looking at every position before each move.
func randomGame(t testing.TB, seats int, r *rand.Rand, look func(*collector)) *collector {
	t.Helper()
	position, err := Kind.Start("2016", nil, seats, randomSeed(r))
	if err != nil {
		t.Fatal(err)
	}
	c := &collector{Position: position}
	for range tooManyMoves {
		look(c)
		waiting := c.waitingFor()
		if len(waiting) == 0 {
			return c
		}
		seat := waiting[r.IntN(len(waiting))]
		if _, err := c.play(seat, c.Sample(seat, r)); err != nil {
			t.Fatalf("the sample of seat %d: %v", seat, err)
		}
	}
	t.Fatal("the game does not end")
	return nil
}

// stateOf decodes a position.
func stateOf(t testing.TB, c domain.Position) *State {
	t.Helper()
	var stored struct{ State State }
	if err := json.Unmarshal(c.Encode(), &stored); err != nil {
		t.Fatal(err)
	}
	return &stored.State
}

func TestRandomGamesKeepTheInvariantsAndEnd(t *testing.T) {
	for seats := 1; seats <= 6; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(seats)))
			for range 5 {
				c := randomGame(t, seats, r, func(c *collector) {
					raw := c.Encode()
					s := stateOf(t, c)
					if err := s.Valid(); err != nil {
						t.Fatal(err)
					}
					again, err := Kind.Decode(raw)
					if err != nil || !bytes.Equal(again.Encode(), raw) {
						t.Fatalf("does not decode to the same: %v", err)
					}
					for _, seat := range c.Wanted().Seats {
						if _, err := c.Check(seat, c.Absent(seat)); err != nil {
							t.Fatalf("what stands for an absent seat is refused: %v", err)
						}
					}
					if len(raw) > 2600 {
						t.Fatalf("the state takes %d bytes: %s", len(raw), raw)
					}
				})
				checkEnd(t, c)
			}
		})
	}
}

func checkEnd(t *testing.T, c *collector) {
	t.Helper()
	s, result := stateOf(t, c), c.Scores()
	if len(result.Winners) == 0 || len(result.Scores) != len(s.Seats) || result.Rounds != s.Round {
		t.Fatalf("%+v", result)
	}
	if s.solo() && s.Round != soloRounds {
		t.Fatalf("a solo game ended in round %d", s.Round)
	}
	empty := slices.ContainsFunc(s.Piles, func(pile []int) bool { return len(pile) == 0 })
	if !empty && !s.LastRound {
		t.Fatal("ended without a reason")
	}
}

func TestAbsenceAloneEndsAGame(t *testing.T) {
	for seats := 1; seats <= 6; seats++ {
		position, err := Kind.Start("2016", nil, seats, [32]byte{byte(seats)})
		if err != nil {
			t.Fatal(err)
		}
		c := &collector{Position: position}
		for range 100 {
			for _, seat := range c.waitingFor() {
				turn := c.Wanted()
				if _, err := c.play(seat, c.Absent(seat)); err != nil {
					t.Fatal(err)
				}
				if now := c.Wanted(); turn.Phase == phaseInvest && now.Phase == phaseInvest && now.Turn == turn.Turn && now.Round == turn.Round {
					t.Fatal("absence did not end the turn")
				}
			}
		}
		if phase := c.Wanted().Phase; phase != domain.PhaseOver {
			t.Errorf("%d absent seats: still %s", seats, phase)
		}
	}
}

func resampled(t testing.TB, c *collector, viewer int, r *rand.Rand) *collector {
	t.Helper()
	position, err := Kind.Decode(Resample(c.Encode(), viewer, r))
	if err != nil {
		t.Fatal(err)
	}
	return &collector{Position: position, sealed: c.sealed}
}

func TestNobodySeesWhatIsHidden(t *testing.T) {
	for seats := 1; seats <= 6; seats++ {
		r := rand.New(rand.NewPCG(2, uint64(seats)))
		look := func(c *collector) {
			for _, viewer := range []int{0, 1 + r.IntN(seats)} {
				other := resampled(t, c, viewer, r)
				if got, want := seenBy(t, other, viewer), seenBy(t, c, viewer); got != want {
					t.Fatalf("viewer %d sees what is hidden:\n%s\n%s", viewer, got, want)
				}
			}
		}
		randomGame(t, seats, r, look)
	}
}

func seenBy(t testing.TB, c *collector, viewer int) string {
	t.Helper()
	table, own, choices := c.View(viewer)
	return string(mustJSON(t, []any{table, own, choices, c.Wanted()}))
}

func TestEveryChoiceIsAllowed(t *testing.T) {
	for seats := 1; seats <= 6; seats++ {
		r := rand.New(rand.NewPCG(3, uint64(seats)))
		randomGame(t, seats, r, func(c *collector) {
			for seat := 0; seat <= seats; seat++ {
				_, _, choices := c.View(seat)
				if wanted := slices.Contains(c.Wanted().Seats, seat); wanted != (len(choices) > 0) {
					t.Fatalf("seat %d has %d choices", seat, len(choices))
				}
				for _, choice := range choices {
					if _, err := c.Check(seat, mustJSON(t, choice.Move)); err != nil {
						t.Fatalf("%s: %v", choice.Does, err)
					}
				}
			}
		})
	}
}

func TestLookingChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	randomGame(t, 3, r, func(c *collector) {
		before := c.Encode()
		for seat := range 4 {
			seenBy(t, c, seat)
			c.Referee()
			for _, raw := range []string{`{}`, `[]`, `{"type":"bid","stacks":[{"token":"A","cards":[1,1]}]}`, `{"type":"done","discard":[1]}`} {
				if _, err := c.Check(seat, json.RawMessage(raw)); err == nil {
					t.Fatalf("%s is allowed", raw)
				}
			}
		}
		if !bytes.Equal(before, c.Encode()) {
			t.Fatal("looking changed the state")
		}
	})
}

func TestSampleReachesEverySortOfMove(t *testing.T) {
	seen := map[string]bool{}
	for seats := 1; seats <= 4; seats++ {
		r := rand.New(rand.NewPCG(5, uint64(seats)))
		for range 20 {
			randomGame(t, seats, r, func(c *collector) {
				for _, seat := range c.waitingFor() {
					var m Move
					if err := json.Unmarshal(c.Sample(seat, r), &m); err != nil {
						t.Fatal(err)
					}
					note(seen, m)
				}
			})
		}
	}
	want := []string{"bid", "buy_card", "buy_mower", "done", "done discarding", "pickup", "pickup naming the job", "pass",
		"no stack", "two stacks", "decoy", "decoy odd job", "bluffs alone", "bluffs beside", "stake", "job", "job left out"}
	for _, sort := range want {
		if !seen[sort] {
			t.Errorf("never: %s", sort)
		}
	}
}

func note(seen map[string]bool, m Move) {
	seen[m.Type] = true
	seen["done discarding"] = seen["done discarding"] || len(m.Discard) > 0
	seen["pickup naming the job"] = seen["pickup naming the job"] || m.Type == movePickup && m.Job != ""
	seen["no stack"] = seen["no stack"] || m.Type == moveBid && len(m.Stacks) == 0
	seen["two stacks"] = seen["two stacks"] || len(m.Stacks) == 2
	for _, t := range m.Stacks {
		oddJob := t.Token == oddJobToken
		for sort, is := range map[string]bool{
			"decoy": t.Decoy && !oddJob, "decoy odd job": t.Decoy && oddJob, "bluffs alone": len(t.Cards) == 0,
			"bluffs beside": len(t.Cards) > 0 && t.Bluffs > 0, "stake": len(t.Stake) > 0,
			"job": t.Job != "", "job left out": oddJob && !t.decoy() && t.Job == "",
		} {
			seen[sort] = seen[sort] || is
		}
	}
}

func TestSameSeedAndMovesGiveTheSameGame(t *testing.T) {
	play := func() any {
		return randomGame(t, 4, rand.New(rand.NewPCG(6, 6)), func(c *collector) {
			// A twin that is decoded before every move ends the same.
			twin, err := Kind.Decode(c.Encode())
			if err != nil {
				t.Fatal(err)
			}
			c.Position = twin
		}).Referee()
	}
	plain := randomGame(t, 4, rand.New(rand.NewPCG(6, 6)), func(*collector) {}).Referee()
	if !reflect.DeepEqual(play(), plain) {
		t.Error("the games differ")
	}
}

// BenchmarkRandomGame plays whole games of four by samples, through the encoding that the server uses for moves.
func BenchmarkRandomGame(b *testing.B) {
	b.ReportAllocs()
	r := rand.New(rand.NewPCG(1, 1))
	moves := 0
	for b.Loop() {
		randomGame(b, 4, r, func(*collector) { moves++ })
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}
