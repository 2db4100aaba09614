package money

import (
	"errors"
	"fmt"
	"slices"

	"tender/domain"
)

// Valid says what is wrong with a state that was read from somewhere: above all, every card of the game must be in
// exactly one place.
func (s *State) Valid() error {
	e := s.edition()
	if e == nil {
		return fmt.Errorf("no edition %q", s.Edition)
	}
	if n := len(s.Hands); n < e.seats[0] || n > e.seats[1] {
		return fmt.Errorf("%d seats", n)
	}
	if err := (rules{}).Allow(s.Edition, e.seats[1], s.Options); err != nil {
		return err
	}
	if err := s.validCards(e); err != nil {
		return err
	}
	return s.validPhase()
}

func (s *State) validCards(e *edition) error {
	places := make([]int, len(e.cards)+1) // by serial: in how many places
	count := func(serials []int, sorted bool) error {
		for i, serial := range serials {
			if serial < 1 || serial > len(e.cards) {
				return fmt.Errorf("no card %d", serial)
			}
			if sorted && i > 0 && serials[i-1] >= serial {
				return fmt.Errorf("cards out of order: %v", serials)
			}
			places[serial]++
		}
		return nil
	}
	errs := []error{count(s.Deck, false), count(s.Market[0], true), count(s.Market[1], true)}
	for _, hand := range s.Hands {
		errs = append(errs, count(hand, true))
	}
	for _, bid := range s.Bids {
		errs = append(errs, count(bid.Cards, true))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, card := range e.cards {
		want := 1
		if slices.Contains(s.Removed, card.Currency) {
			want = 0
		}
		if places[card.Serial] != want {
			return fmt.Errorf("card %d is in %d places", card.Serial, places[card.Serial])
		}
	}
	for _, serial := range s.Secret {
		if !slices.ContainsFunc(s.Hands, func(hand []int) bool { return slices.Contains(hand, serial) }) {
			return fmt.Errorf("card %d is secret and in no hand", serial)
		}
	}
	return nil
}

func (s *State) validPhase() error {
	if s.Round < 1 || s.Quiet < 0 {
		return fmt.Errorf("round %d after %d quiet ones", s.Round, s.Quiet)
	}
	for i, side := range s.Market {
		if len(side) == 0 {
			return fmt.Errorf("side %s is empty", sides[i])
		}
	}
	for i, bid := range s.Bids {
		if len(bid.Cards) == 0 || bid.Seat < 1 || bid.Seat > len(s.Hands) || owner(bid.ID) != bid.Seat {
			return fmt.Errorf("bid %q of seat %d with cards %v", bid.ID, bid.Seat, bid.Cards)
		}
		if slices.ContainsFunc(s.Bids[:i], func(b Bid) bool { return b.ID == bid.ID }) {
			return fmt.Errorf("two bids %q", bid.ID)
		}
	}
	switch s.Phase {
	case PhaseSwap:
		if len(s.Bids) == 0 {
			return errors.New("swapping without bids")
		}
	case PhaseBid, domain.PhaseOver:
		if len(s.Bids) > 0 {
			return fmt.Errorf("bids lie open in phase %s", s.Phase)
		}
		for i, hand := range s.Hands {
			if len(hand) == 0 {
				return fmt.Errorf("seat %d has no cards", i+1)
			}
		}
	default:
		return fmt.Errorf("no phase %q", s.Phase)
	}
	return nil
}
