package money

import (
	"math/rand/v2"
	"slices"

	"tender/domain"
)

// The phases.
const (
	PhaseBid  = "bid"
	PhaseSwap = "swap"
)

// The types of moves.
const (
	MoveBid  = "bid"
	MoveSwap = "swap"
	MoveKeep = "keep"
)

// Move is what a seat submits: {"type": "bid", "cards": [17, 0, 3]}, {"type": "swap", "with": "II"} or
// {"type": "keep"}.
type Move struct {
	Type  string `json:"type"`
	Cards []int  `json:"cards,omitempty"` // of a bid: serials, 0 for the fake; the order counts where it splits a bid
	With  string `json:"with,omitempty"`  // of a swap: a side of the market, "I" or "II", or the id of a bid
}

// State is a game between two inputs. Sets of cards are serials in ascending order.
type State struct {
	Edition string   `json:"edition"`
	Options Options  `json:"options"`
	Round   int      `json:"round"`                // from 1
	Phase   string   `json:"phase"`                // bid, swap or over
	Last    bool     `json:"last_round,omitempty"` // the round being played is, or was, the last
	Quiet   int      `json:"quiet,omitempty"`      // rounds in a row, up to now, whose end dealt no card
	Removed []string `json:"removed,omitempty"`    // currencies out of this game, alphabetical
	Deck    []int    `json:"deck,omitempty"`       // next card first
	Market  [2][]int `json:"market"`               // sides I and II
	Hands   [][]int  `json:"hands"`                // by seat less one, without the fake and without bids on the table
	Bids    []Bid    `json:"bids,omitempty"`       // on the table, in the order in which they will move
	Gone    []string `json:"gone,omitempty"`       // ids of this round's bids that have left the table
	Secret  []int    `json:"secret,omitempty"`     // cards in hands that only their owner has ever seen
}

// Bid is a bid that lies open on the table.
type Bid struct {
	ID    string `json:"id"`   // its owner's seat; of two bids by one seat the first ends in L, the second in R
	Seat  int    `json:"seat"` // whose turn it is when the bid moves
	Cards []int  `json:"cards"`
}

// Kind is Money! for the rest of the system.
var Kind = domain.NewKind[Options, State, Move](domain.Kind{
	Name:     "money",
	Title:    "Money!",
	About:    aboutKind,
	Editions: describeEditions(),
	Phases: []domain.Phase{
		{Name: PhaseBid, Sealed: true, Asks: "your bid is wanted", Absent: "a pass"},
		{Name: PhaseSwap, Asks: "your bid is next: swap or keep", Absent: "keep", Evident: true}, // all that a turn goes by lies open
	},
	Moves:    moveForms,
	Commands: commandForms,
	Read:     readCommand,
	Write:    writeCommand,

	Orders:     orderForms,
	ReadOrder:  readOrder,
	WriteOrder: writeOrder,

	Codes:    codes,
	Revision: 1,
	Version:  1,
	Cards:    map[string][]Card{Edition2025: edition2025.cards, EditionClassic: editionClassic.cards},
	Draw:     draw,
	Scene:    scene,
	Tell:     tell,
	Drawn:    drawn,
	Resample: Resample,
}, rules{})

// rules answers the questions of domain.Rules; each answer is in the file of its phase.
type rules struct{}

// Foresee has nothing to hide: no move shows its seat what others do not see.
func (rules) Foresee(*State, int, Move) error { return nil }

// Start deals: see setup.go.
func (rules) Start(setup domain.Setup[Options]) State { return start(setup) }

// Wanted names every seat while bids are sealed: nobody's hand is ever empty, because a bid is always answered with
// at least one card. Afterwards it names the owner of the bid that is next, who always has a choice, because the sides
// of the market are never empty either.
func (rules) Wanted(s *State) domain.Wanted {
	w := domain.Wanted{Round: s.Round, Phase: s.Phase}
	switch s.Phase {
	case PhaseBid:
		w.Sealed = true
		w.Seats = make([]int, len(s.Hands))
		for i := range w.Seats {
			w.Seats[i] = i + 1
		}
	case PhaseSwap:
		w.Turn = s.Bids[0].ID
		w.Seats = []int{s.Bids[0].Seat}
	}
	return w
}

// Check judges a move.
func (rules) Check(s *State, seat int, m Move) error {
	if err := checkShape(s.Phase, m); err != nil {
		return err
	}
	if m.Type == MoveBid {
		return s.checkBid(seat, m.Cards)
	}
	return s.checkTurn(seat, m)
}

// checkShape asks whether the phase knows such a move, and whether it has the fields of its type and no others.
func checkShape(phase string, m Move) error {
	wanted := PhaseSwap
	switch m.Type {
	case MoveBid:
		wanted = PhaseBid
	case MoveSwap, MoveKeep:
	default:
		return domain.Refuse(domain.MalformedMove, "There is no move %q; its type is bid, swap or keep.", m.Type).At("/type")
	}
	if phase == domain.PhaseOver {
		return domain.Refuse(domain.WrongPhase, "The game is over; no more moves are made.").At("/type")
	}
	if phase != wanted {
		if phase == PhaseBid {
			return domain.Refuse(domain.WrongPhase, "Bids are being sealed; seal a bid, swap and keep come after the reveal.").At("/type")
		}
		return domain.Refuse(domain.WrongPhase, "The bids lie open; swap or keep when yours is next, and bid in the next round.").At("/type")
	}
	if m.With != "" && m.Type != MoveSwap {
		return domain.Refuse(domain.MalformedMove, "A %s has no \"with\"; leave it out.", m.Type).At("/with")
	}
	if m.Cards != nil && m.Type != MoveBid {
		return domain.Refuse(domain.MalformedMove, "A %s names no cards, all of the bid change hands; leave \"cards\" out.", m.Type).At("/cards")
	}
	return nil
}

// Step plays all bids of a round, or one turn.
func (rules) Step(s *State, plays []domain.Play[Move]) []domain.Event {
	switch s.Phase {
	case PhaseBid:
		return s.reveal(plays)
	default:
		return s.turn(plays[0].Move)
	}
}

// Absent is a pass while bids are sealed, and keep when it is the seat's turn: either way the seat's cards stay.
func (rules) Absent(s *State, _ int) Move {
	if s.Phase == PhaseBid {
		return pass()
	}
	return Move{Type: MoveKeep}
}

// Cover is the number of cards that lie face down, the fake included: that is what the fake is for. Nothing at all is
// seen when the game hides sizes.
func (rules) Cover(s *State, _ int, m Move) any {
	if !s.Options.ShowBidSizes {
		return nil
	}
	return Cover{Cards: len(m.Cards)}
}

// Cover is what others see of a sealed bid.
type Cover struct {
	Cards int `json:"cards"` // face down, the fake included
}

func (c Cover) String() string { return plural(c.Cards, "card", "cards") + " face down" }

// Sample makes some legal move.
func (rules) Sample(s *State, seat int, r *rand.Rand) Move {
	if s.Phase == PhaseBid {
		return s.sampleBid(seat, r)
	}
	moves := s.turns()
	return moves[r.IntN(len(moves))]
}

func pass() Move { return Move{Type: MoveBid, Cards: []int{Fake}} }

// give puts cards into a seat's hand.
func (s *State) give(seat int, cards []int) {
	hand := append(s.Hands[seat-1], cards...)
	slices.Sort(hand)
	s.Hands[seat-1] = hand
}
