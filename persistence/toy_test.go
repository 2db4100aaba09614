package persistence_test

import (
	"math/rand/v2"
	"slices"

	"tender/domain"
)

// toy is a kind for tests that are about storing: in each of its rounds all seats bid in secret, then the highest
// bidder takes its prize in the open.
func toy() *domain.Kind {
	return domain.NewKind(domain.Kind{Name: "toy", Title: "Toy", Version: 1,
		Editions: []domain.Edition{{Name: "plain", Title: "Plain", MinSeats: 1, MaxSeats: 6}},
		Phases: []domain.Phase{{Name: "bid", Sealed: true, Asks: "your bid is wanted", Absent: "a bid of nothing"},
			{Name: "take", Asks: "take your prize", Absent: "it is taken for you"}}}, toyRules{})
}

type toyRules struct{}

type toyOptions struct {
	Rounds int `json:"rounds"`
}

type toyState struct {
	Round   int   `json:"round"`
	Rounds  int   `json:"rounds"`
	Taker   int   `json:"taker"` // 0 while bids are wanted
	Totals  []int `json:"totals"`
	Resolve int   `json:"resolve"` // how many times bids were resolved
}

type toyMove struct {
	Type   string `json:"type"`
	Amount int    `json:"amount"`
}

// What the rules choke on when they resolve it: one bid by their own word, the other by Go's.
const (
	outOfRange = 12
	fatal      = 13
)

// oneChoice is the number of rounds of a game in which who takes has nothing to choose.
const oneChoice = 7

func (toyRules) Foresee(*toyState, int, toyMove) error { return nil }

func (toyRules) Defaults(string) toyOptions                { return toyOptions{Rounds: 2} }
func (toyRules) Allow(_ string, _ int, o toyOptions) error { return nil }
func (toyRules) Start(s domain.Setup[toyOptions]) toyState {
	return toyState{Round: 1, Rounds: s.Options.Rounds, Totals: make([]int, s.Seats)}
}

func (toyRules) Wanted(s *toyState) domain.Wanted {
	w := domain.Wanted{Round: s.Round, Phase: "bid", Sealed: true}
	switch {
	case s.Round > s.Rounds:
		return domain.Wanted{Round: s.Rounds, Phase: domain.PhaseOver}
	case s.Taker > 0:
		return domain.Wanted{Round: s.Round, Phase: "take", Seats: []int{s.Taker}}
	}
	for i := range s.Totals {
		w.Seats = append(w.Seats, i+1)
	}
	return w
}

func (r toyRules) Check(s *toyState, seat int, m toyMove) error {
	if w := r.Wanted(s); m.Type != w.Phase || m.Amount < 0 || m.Amount > fatal {
		return domain.Refuse(domain.WrongPhase, "Make a move of type %s with an amount of 0 to 9.", w.Phase)
	}
	return nil
}

func (toyRules) Step(s *toyState, plays []domain.Play[toyMove]) []domain.Event {
	if s.Taker > 0 {
		s.Taker, s.Round = 0, s.Round+1
		return []domain.Event{{Type: "taken", Data: map[string]int{"seat": plays[0].Seat}, Own: map[int]any{
			plays[0].Seat: map[string]any{"seat": plays[0].Seat, "yours": true}}}}
	}
	best := plays[0]
	for _, p := range plays {
		s.Totals[p.Seat-1] += p.Move.Amount
		if p.Move.Amount > best.Move.Amount {
			best = p
		}
	}
	switch best.Move.Amount {
	case fatal:
		panic("a secret 13 that must not be logged")
	case outOfRange:
		s.Totals[best.Move.Amount]++
	}
	s.Resolve++
	s.Taker = best.Seat
	return []domain.Event{{Type: "resolved", Data: map[string]int{"seat": best.Seat}}}
}

func (r toyRules) Absent(s *toyState, _ int) toyMove { return toyMove{Type: r.Wanted(s).Phase} }
func (toyRules) Cover(*toyState, int, toyMove) any   { return nil }
func (toyRules) View(s *toyState, seat int) (table, own any, choices []domain.Choice) {
	if s.Rounds == oneChoice && s.Taker > 0 && s.Taker == seat {
		choices = []domain.Choice{{Move: toyMove{Type: "take"}, Does: "take it"}}
	}
	return map[string]any{"totals": slices.Clone(s.Totals), "resolved": s.Resolve}, nil, choices
}
func (toyRules) Referee(s *toyState) any { return *s }
func (toyRules) Scores(s *toyState) domain.Result {
	return domain.Result{Totals: s.Totals, Rounds: s.Rounds, Scores: []any{}, Winners: []any{}}
}
func (r toyRules) Bot(s *toyState, seat int, rnd *rand.Rand) toyMove { return r.Sample(s, seat, rnd) }
func (r toyRules) Sample(s *toyState, _ int, rnd *rand.Rand) toyMove {
	return toyMove{Type: r.Wanted(s).Phase, Amount: rnd.IntN(10)}
}
