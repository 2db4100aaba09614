package money

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"tender/domain"
)

const (
	maxRounds = 1000 // more than any random game needs
	maxState  = 1300 // bytes of an encoded state
)

// sampled plays what Sample gives until the game is over, calling look before every step.
func sampled(t testing.TB, s *situation, seed uint64, look func(moves []domain.Play[Move])) {
	t.Helper()
	r := chance(seed)
	for {
		w := rules{}.Wanted(&s.State)
		if len(w.Seats) == 0 {
			return
		}
		if s.Round > maxRounds {
			t.Fatalf("seed %d: not over after %d rounds", seed, maxRounds)
		}
		var plays []domain.Play[Move]
		for _, seat := range w.Seats {
			move := rules{}.Sample(&s.State, seat, r)
			if err := (rules{}).Check(&s.State, seat, move); err != nil {
				t.Fatalf("seed %d: sampled %v: %v", seed, move, err)
			}
			plays = append(plays, domain.Play[Move]{Seat: seat, Move: move})
		}
		if look != nil {
			look(plays)
		}
		rules{}.Step(&s.State, plays)
	}
}

// everyTable calls f for each edition and number of seats.
func everyTable(t *testing.T, f func(t *testing.T, edition string, seats int)) {
	for _, e := range Kind.Editions {
		for seats := e.MinSeats; seats <= e.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%s with %d", e.Name, seats), func(t *testing.T) { f(t, e.Name, seats) })
		}
	}
}

func TestRandomGamesKeepEveryCardEndAndStaySmall(t *testing.T) {
	everyTable(t, func(t *testing.T, edition string, seats int) {
		largest := 0
		for seed := range uint64(20) {
			s := deal(t, edition, seats, fmt.Sprintf(`{"stall_rounds":%d}`, 3*(seed%3)))
			sampled(t, s, seed, func([]domain.Play[Move]) {
				s.valid()
				largest = max(largest, len(encoded(t, s.State)))
			})
			s.valid()
			result := rules{}.Scores(&s.State)
			if len(result.Totals) != seats || len(result.Winners) == 0 || result.Rounds != s.Round {
				t.Errorf("result %+v", result)
			}
		}
		if largest > maxState {
			t.Errorf("a state takes %d bytes, more than %d", largest, maxState)
		}
	})
}

func TestSamplesReachEverySortOfMove(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(30) {
		s := deal(t, Edition2025, 2, `{}`)
		sampled(t, s, seed, func(plays []domain.Play[Move]) {
			for _, play := range plays {
				seen[sort(&s.State, play)]++
			}
		})
	}
	for _, name := range []string{"pass", "one card", "several cards", "whole hand", "fake first", "fake last", "two bids",
		"swap with I", "swap with II", "swap with a bid", "keep"} {
		if seen[name] == 0 {
			t.Errorf("never sampled: %s (%v)", name, seen)
		}
	}
}

// sort names what a move is an example of.
func sort(s *State, play domain.Play[Move]) string {
	m := play.Move
	switch {
	case m.Type == MoveKeep:
		return "keep"
	case strings.HasPrefix(m.With, "I"):
		return "swap with " + m.With
	case m.Type == MoveSwap:
		return "swap with a bid"
	}
	bids := s.split(play.Seat, m.Cards)
	switch {
	case bids == nil:
		return "pass"
	case len(bids) == 2:
		return "two bids"
	case m.Cards[0] == Fake:
		return "fake first"
	case m.Cards[len(m.Cards)-1] == Fake:
		return "fake last"
	case len(m.Cards) == len(s.Hands[play.Seat-1]):
		return "whole hand"
	case len(m.Cards) > 1:
		return "several cards"
	}
	return "one card"
}

func TestWhatAViewerCannotKnowDoesNotShow(t *testing.T) {
	everyTable(t, func(t *testing.T, edition string, seats int) {
		s := deal(t, edition, seats, `{"show_known_cards":true}`)
		r, differ := chance(9), false
		sampled(t, s, 5, func([]domain.Play[Move]) {
			for viewer := 0; viewer <= seats; viewer++ {
				other := resample(s.State, viewer, r)
				if err := other.Valid(); err != nil {
					t.Fatal(err)
				}
				differ = differ || !reflect.DeepEqual(other.Hands, s.Hands)
				want(t, fmt.Sprintf("view of seat %d", viewer), viewed(t, &other, viewer), viewed(t, &s.State, viewer))
			}
		})
		if !differ {
			t.Error("resampling never changed a hand")
		}
	})
}

func viewed(t testing.TB, s *State, seat int) string {
	table, own, choices := rules{}.View(s, seat)
	return encoded(t, table) + encoded(t, own) + encoded(t, choices)
}

func TestRandomViewsFitThePage(t *testing.T) {
	s := deal(t, Edition2025, 5, `{"show_known_cards":true}`)
	sampled(t, s, 3, func([]domain.Play[Move]) {
		for seat := range 6 {
			wantFits(t, s.drawn(seat, ""))
		}
	})
}

func TestBrokenStatesAreNotPlayedOn(t *testing.T) {
	for name, breakIt := range map[string]func(s *State){
		"a card twice":             func(s *State) { s.Deck[0] = s.Deck[1] },
		"a card lost":              func(s *State) { s.Deck = s.Deck[1:] },
		"a card that is none":      func(s *State) { s.Hands[0][0] = 0 },
		"a hand out of order":      func(s *State) { s.Hands[0][0], s.Hands[0][1] = s.Hands[0][1], s.Hands[0][0] },
		"a secret on the table":    func(s *State) { s.Secret = append(s.Secret, s.Market[0][0]) },
		"no such edition":          func(s *State) { s.Edition = "2026" },
		"no such phase":            func(s *State) { s.Phase = "invest" },
		"swapping without bids":    func(s *State) { s.Phase = PhaseSwap },
		"an option out of range":   func(s *State) { s.Options.StallRounds = -1 },
		"an empty side":            func(s *State) { s.Deck = append(s.Deck, s.Market[0]...); s.Market[0] = nil },
		"a bid of nobody":          func(s *State) { s.Bids, s.Phase = []Bid{{"9", 9, s.Deck}}, PhaseSwap; s.Deck = nil },
		"no seats":                 func(s *State) { s.Hands = nil },
		"a round before the first": func(s *State) { s.Round = 0 },
	} {
		s := threeHands(t)
		breakIt(&s.State)
		if _, err := Kind.Decode(json.RawMessage(`{"v":1,"state":` + encoded(t, s.State) + `}`)); err == nil {
			t.Errorf("%s: decoded", name)
		}
	}
}

// A state of every released version stays in testdata/states for ever and has to be played to its end.
func TestOldStatesArePlayedOn(t *testing.T) {
	raw, err := os.ReadFile("testdata/states/v1.json")
	if err != nil {
		t.Fatal(err)
	}
	position, err := Kind.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "encoded again", string(position.Encode()), strings.TrimSpace(string(raw)))
	r := chance(1)
	for w := position.Wanted(); len(w.Seats) > 0; w = position.Wanted() {
		var plays []domain.Play[json.RawMessage]
		for _, seat := range w.Seats {
			plays = append(plays, domain.Play[json.RawMessage]{Seat: seat, Move: position.Sample(seat, r)})
		}
		position.Step(plays)
	}
	want(t, "rounds are played on", position.Scores().Rounds > 2, true)
}

// BenchmarkRandomGame plays games of sampled moves from the deal to the scores.
func BenchmarkRandomGame(b *testing.B) {
	for seats := 2; seats <= 5; seats++ {
		b.Run(fmt.Sprintf("%d seats", seats), func(b *testing.B) {
			moves, r := 0, chance(1)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for i := range b.N {
				setup := domain.Setup[Options]{Edition: Edition2025, Options: (rules{}).Defaults(Edition2025), Seats: seats}
				setup.Seed[0], setup.Seed[1], setup.Seed[2] = byte(i), byte(i>>8), byte(i>>16)
				s := start(setup)
				for w := (rules{}).Wanted(&s); len(w.Seats) > 0; w = (rules{}).Wanted(&s) {
					plays := make([]domain.Play[Move], 0, len(w.Seats))
					for _, seat := range w.Seats {
						move := rules{}.Sample(&s, seat, r)
						if err := (rules{}).Check(&s, seat, move); err != nil {
							b.Fatal(err)
						}
						plays = append(plays, domain.Play[Move]{Seat: seat, Move: move})
						moves++
					}
					rules{}.Step(&s, plays)
				}
				rules{}.Scores(&s)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(moves), "allocs/move")
		})
	}
}
