package mowmoney

import (
	"slices"
	"strconv"

	"tender/domain"
)

const (
	phaseInvest = "invest"
	phaseBid    = "bid"
	phasePickup = "pickup"
	phaseOver   = domain.PhaseOver
)

// The types of moves.
const (
	moveBid      = "bid"       // stacks; none is a pass
	moveBuyMower = "buy_mower" // mower
	moveBuyCard  = "buy_card"  // deck
	moveDone     = "done"      // discard, when over a hand limit
	movePickup   = "pickup"    // cards and, when they share two icons, job
	movePass     = "pass"      // no pick-up
)

// Move is what a seat submits. Only the fields that the comments above name belong to each type.
type Move struct {
	Type    string  `json:"type"`
	Stacks  []Stack `json:"stacks,omitzero"`
	Mower   string  `json:"mower,omitempty"`
	Deck    string  `json:"deck,omitempty"`
	Discard []int   `json:"discard,omitzero"`
	Cards   []int   `json:"cards,omitzero"`
	Job     string  `json:"job,omitempty"`
}

// Kind is "mow-money".
var Kind = domain.NewKind[Options, State, Move](domain.Kind{
	Name:  "mow-money",
	Title: "Mow Money",
	About: "Matt Saunders' game of landscaping firms (Mayday Games, 2016), one to six players: win contracts for " +
		"reputation points with the lowest sealed bid, buy mowers and cards with what bids and odd jobs pay, and raise " +
		"your chances by staking contracts already won. The lists of cards and contracts are incomplete in the copy of " +
		"the rulebook this follows; what was reconstructed is listed with the cards under \"reconstructed\".",
	Editions: editions,
	Phases: []domain.Phase{
		{Name: phaseInvest, Asks: "buy mowers and cards, then say done",
			Absent:  "done; over a hand limit the cards of the lowest value are discarded",
			Evident: true}, // money, mowers, decks and how many cards of each a hand has are for everybody to see
		{Name: phaseBid, Sealed: true, Asks: "your bid is wanted: up to two stacks", Absent: "a pass"},
		{Name: phasePickup, Asks: "you may do one odd job from hand", Absent: "a pass"},
	},
	Moves:    moveForms,
	Tell:     tell,
	Codes:    codes,
	Revision: 1,
	Version:  1,
	Cards:    components,
	Commands: commandForms,
	Read:     readCommand,
	Write:    writeCommand,

	Orders:     orderForms,
	ReadOrder:  readOrder,
	WriteOrder: writeOrder,

	Draw:     draw,
	Scene:    scene,
	Resample: Resample,
}, rules{})

type rules struct{}

// Foresee lets a list discard only cards that were in hand before it. A card that the list itself draws is known
// afterwards: otherwise a list that is refused would tell which card lies on a deck.
func (rules) Foresee(before *State, seat int, m Move) error {
	hand := before.seat(seat).Hand
	for i, id := range m.Discard {
		if !slices.Contains(hand, id) {
			return domain.Refuse(CardNotInHand, "Card %d was not in your hand before this list; buy first, look, and then discard.", id).
				At("/discard/" + strconv.Itoa(i))
		}
	}
	return nil
}

// Wanted says what the game waits for. The waits of one invest turn are one: its deadline runs through it.
// A seat that has spent its last dollar within its hand limits is still asked for done, as the recorded games have it:
// a turn that has begun ends with its seat's word, so that everybody sees it end in the same way.
func (rules) Wanted(s *State) domain.Wanted {
	w := domain.Wanted{Round: s.Round, Phase: s.Phase}
	switch s.Phase {
	case phaseInvest:
		w.Turn, w.Seats = strconv.Itoa(s.Turn), []int{s.Turn}
	case phaseBid:
		w.Sealed = true
		for i := range s.Seats {
			w.Seats = append(w.Seats, i+1)
		}
	case phasePickup:
		w.Seats = append(w.Seats, s.Picking...)
	}
	return w
}

// Step plays what Check has passed.
func (rules) Step(s *State, plays []domain.Play[Move]) []domain.Event {
	switch s.Phase {
	case phaseInvest:
		return s.invest(plays[0].Seat, plays[0].Move)
	case phaseBid:
		return s.resolve(plays)
	default:
		return s.pickUp(plays[0].Seat, plays[0].Move)
	}
}

// Absent is done with the least wanted cards discarded, a pass, or no pick-up.
func (rules) Absent(s *State, seat int) Move {
	switch s.Phase {
	case phaseInvest:
		return Move{Type: moveDone, Discard: leastWanted(s.seat(seat))}
	case phaseBid:
		return Move{Type: moveBid, Stacks: []Stack{}}
	default:
		return Move{Type: movePass}
	}
}
