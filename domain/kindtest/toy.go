package kindtest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"

	"tender/domain"
)

// Toy is a kind for tests of everything but rules: three rounds; in each, everybody seals a number from 1 to 9 that
// they have not used before, then the highest (the lowest seat among equals) and whoever tied with it each keep or drop
// their point, in any order. The highest number of points wins.
var Toy = domain.NewKind[ToyOptions, ToyState, ToyMove](domain.Kind{
	Name:     "toy",
	Title:    "Toy",
	About:    "For tests.",
	Editions: []domain.Edition{{Name: "plain", Title: "Plain", MinSeats: 1, MaxSeats: 6, About: "The only one.", Options: toyOptions}},
	Phases: []domain.Phase{{Name: "bid", Sealed: true, Asks: "your bid is wanted", Absent: "a pass"},
		{Name: "pickup", Asks: "keep or drop your point", Absent: "drop"}},
	Codes:    []domain.Code{toyUsed},
	Commands: toyCommands,
	Read:     readToy,
	Write:    writeToy,
	Version:  1,
	Scene:    toyScene,
	Resample: ResampleToy,
}, toy{})

const (
	toyRounds              = 3
	toyUsed    domain.Code = "number_used"
	toyHighest             = 9
)

var one, five = 1, 5

var toyOptions = []domain.Option{{Name: "rounds", Type: "integer", Default: toyRounds, Min: &one, Max: &five, About: "How many."}}

// ToyOptions, ToyState and ToyMove are Toy's own types.
type ToyOptions struct {
	Rounds int `json:"rounds"`
}

// ToyState is what a toy game is.
type ToyState struct {
	Rounds int     `json:"rounds"`
	Round  int     `json:"round"`
	Picks  []int   `json:"picks"` // seats that may still keep or drop
	Used   [][]int `json:"used"`  // by seat
	Points []int   `json:"points"`
	Ended  bool    `json:"ended"`
}

// ToyMove is a bid, a keep, a drop or a draw.
type ToyMove struct {
	Type   string `json:"type"`
	Number int    `json:"number,omitempty"` // 0 passes
}

type toy struct{}

// ToyRules are Toy's, for tests that change one of them.
var ToyRules domain.Rules[ToyOptions, ToyState, ToyMove] = toy{}

func (toy) Defaults(string) ToyOptions { return ToyOptions{Rounds: toyRounds} }

func (toy) Allow(_ string, _ int, o ToyOptions) error {
	if o.Rounds < one || o.Rounds > five {
		return domain.Refuse(domain.InvalidOption, "rounds must be between %d and %d.", one, five).At("/rounds")
	}
	return nil
}

func (toy) Start(s domain.Setup[ToyOptions]) ToyState {
	return ToyState{Rounds: s.Options.Rounds, Round: 1, Picks: []int{}, Used: make([][]int, s.Seats), Points: make([]int, s.Seats)}
}

func (toy) Wanted(s *ToyState) domain.Wanted {
	w := domain.Wanted{Round: s.Round, Phase: "bid", Sealed: true}
	switch {
	case s.Ended:
		return domain.Wanted{Round: s.Round, Phase: domain.PhaseOver}
	case len(s.Picks) > 0:
		return domain.Wanted{Round: s.Round, Phase: "pickup", Seats: slices.Clone(s.Picks)}
	}
	for seat := range s.Used {
		w.Seats = append(w.Seats, seat+1)
	}
	return w
}

func (r toy) Check(s *ToyState, seat int, m ToyMove) error {
	bidding := r.Wanted(s).Sealed
	switch m.Type {
	case "bid":
		if !bidding {
			return domain.Refuse(domain.WrongPhase, "Keep or drop your point.")
		}
		if m.Number < 0 || m.Number > toyHighest {
			return domain.Refuse(domain.MalformedMove, "A number is from 0 to %d.", toyHighest).At("/number")
		}
		if m.Number > 0 && slices.Contains(s.Used[seat-1], m.Number) {
			return domain.Refuse(toyUsed, "You have used %d before.", m.Number).At("/number")
		}
		return nil
	case "keep", "drop", "draw":
		if bidding {
			return domain.Refuse(domain.WrongPhase, "Bid a number.")
		}
		if m.Number != 0 {
			return domain.Refuse(domain.MalformedMove, "A number belongs to a bid.").At("/number")
		}
		return nil
	}
	return domain.Refuse(domain.MalformedMove, "There is no move %q.", m.Type).At("/type")
}

func (toy) Foresee(*ToyState, int, ToyMove) error { return nil }

func (r toy) Step(s *ToyState, plays []domain.Play[ToyMove]) []domain.Event {
	if r.Wanted(s).Sealed {
		return s.resolve(plays)
	}
	p := plays[0]
	switch p.Move.Type {
	case "draw": // does not end the turn; only its own seat learns what was drawn
		return []domain.Event{{Type: "drew", Data: map[string]int{"seat": p.Seat},
			Own: map[int]any{p.Seat: map[string]int{"seat": p.Seat, "points": s.Points[p.Seat-1]}}}}
	case "drop":
		s.Points[p.Seat-1]--
	}
	s.Picks = slices.DeleteFunc(s.Picks, func(seat int) bool { return seat == p.Seat })
	if len(s.Picks) == 0 {
		s.next()
	}
	return []domain.Event{{Type: "picked", Data: map[string]any{"seat": p.Seat, "did": p.Move.Type}}}
}

func (s *ToyState) resolve(plays []domain.Play[ToyMove]) []domain.Event {
	best := 0
	for _, p := range plays {
		if p.Move.Number > 0 {
			s.Used[p.Seat-1] = append(s.Used[p.Seat-1], p.Move.Number)
		}
		best = max(best, p.Move.Number)
	}
	if best == 0 {
		s.next()
		return nil
	}
	for _, p := range plays {
		if p.Move.Number == best {
			s.Points[p.Seat-1]++
			s.Picks = append(s.Picks, p.Seat)
		}
	}
	return []domain.Event{{Type: "highest", Data: map[string]any{"number": best, "seats": s.Picks}}}
}

func (s *ToyState) next() {
	if s.Round == s.Rounds {
		s.Ended = true
		return
	}
	s.Round++
}

func (toy) Absent(s *ToyState, _ int) ToyMove {
	if len(s.Picks) > 0 {
		return ToyMove{Type: "drop"}
	}
	return ToyMove{Type: "bid"}
}

func (toy) Cover(_ *ToyState, _ int, m ToyMove) any { return map[string]bool{"even": m.Number%2 == 0} }

func (toy) View(s *ToyState, seat int) (table, own any, choices []domain.Choice) {
	type toyTable struct {
		Points []int `json:"points"`
	}
	table = toyTable{slices.Clone(s.Points)}
	if seat == 0 {
		return table, nil, nil
	}
	if len(s.Picks) > 0 {
		choices = []domain.Choice{{Move: ToyMove{Type: "keep"}, Does: "keep your point"}, {Move: ToyMove{Type: "drop"}, Does: "drop it"}}
	} else {
		choices = []domain.Choice{{Move: ToyMove{Type: "bid"}, Does: "pass", Example: true}}
	}
	return table, map[string]any{"used": append([]int{}, s.Used[seat-1]...)}, choices
}

// toyScene shows everybody's points.
func toyScene(d domain.Drawing) (groups []domain.Group) {
	var table struct {
		Points []int `json:"points"`
	}
	if json.Unmarshal(d.Table, &table) != nil {
		return nil
	}
	for seat := 1; seat <= len(d.Names); seat++ {
		group := domain.Group{Seat: seat, Player: d.Names[seat]}
		if seat <= len(table.Points) {
			group.Faces = []domain.Face{{Value: strconv.Itoa(table.Points[seat-1]), Colour: domain.Blue}}
		}
		groups = append(groups, group)
	}
	return groups
}

func (toy) Referee(s *ToyState) any { return *s }

func (toy) Scores(s *ToyState) domain.Result {
	r := domain.Result{Totals: slices.Clone(s.Points), Rounds: s.Round}
	for seat, p := range s.Points {
		r.Scores = append(r.Scores, p)
		if p == slices.Max(s.Points) {
			r.Winners = append(r.Winners, seat+1)
		}
	}
	return r
}

func (r toy) Sample(s *ToyState, seat int, chance *rand.Rand) ToyMove {
	if !r.Wanted(s).Sealed {
		return ToyMove{Type: []string{"keep", "drop", "draw"}[chance.IntN(3)]}
	}
	for {
		if n := chance.IntN(toyHighest + 1); n == 0 || !slices.Contains(s.Used[seat-1], n) {
			return ToyMove{Type: "bid", Number: n}
		}
	}
}

// Bot bids the highest number that it has left and keeps its points.
func (r toy) Bot(s *ToyState, seat int, _ *rand.Rand) ToyMove {
	if !r.Wanted(s).Sealed {
		return ToyMove{Type: "keep"}
	}
	best := toyHighest
	for slices.Contains(s.Used[seat-1], best) {
		best--
	}
	return ToyMove{Type: "bid", Number: best}
}

// ResampleToy deals a toy anew: a viewer cannot know which numbers the others have used.
func ResampleToy(raw json.RawMessage, viewer int, r *rand.Rand) json.RawMessage {
	var e struct {
		V     int      `json:"v"`
		State ToyState `json:"state"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return raw
	}
	for i := range e.State.Used {
		if i+1 == viewer {
			continue
		}
		all := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		e.State.Used[i] = all[:len(e.State.Used[i])]
	}
	out, _ := json.Marshal(e)
	return out
}
