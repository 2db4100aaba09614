package mowmoney

import (
	"errors"
	"fmt"
	"slices"
)

// State is a game at rest: every card lies in a hand, a deck or a discard pile, for sealed bids are not part of it.
type State struct {
	Options   Options         `json:"options"`
	Seed      []byte          `json:"seed"` // 32 bytes
	Round     int             `json:"round"`
	Phase     string          `json:"phase"`
	First     int             `json:"first"`            // the starting seat
	Turn      int             `json:"turn,omitempty"`   // whose turn it is to invest
	Picking   []int           `json:"picking,omitzero"` // seats that may still pick up, ascending
	Piles     [][]int         `json:"piles"`            // contracts by neighborhood, the face-up one first
	Decks     [deckCount]Pile `json:"decks"`
	Seats     []Seat          `json:"seats"`
	Dummy     []int           `json:"dummy,omitzero"`   // contracts of the solo game's rival, ascending
	Removed   []int           `json:"removed,omitzero"` // staked contracts, ascending
	Stalled   int             `json:"stalled,omitempty"`
	LastRound bool            `json:"last_round,omitempty"`
	Report    Report          `json:"report,omitzero"` // what the last resolve did
}

// Pile is a bid deck with its discards.
type Pile struct {
	Draw     []int `json:"draw"`     // the next card first
	Discards []int `json:"discards"` // ascending
	Shuffles int   `json:"shuffles"` // how often it was shuffled: names the next stream
}

// Seat is what one seat has.
type Seat struct {
	Hand      []int  `json:"hand"`  // ascending
	Money     int    `json:"money"` // dollars
	Mowers    []Deck `json:"mowers"`
	Contracts []int  `json:"contracts"` // ascending
}

func (s *State) seat(n int) *Seat { return &s.Seats[n-1] }
func (s *State) solo() bool       { return len(s.Seats) == 1 }

func (p *Seat) owns(mower Deck) bool { return slices.Contains(p.Mowers, mower) }

// of lists the cards of a deck in the hand.
func (p *Seat) of(d Deck) []int {
	var ids []int
	for _, id := range p.Hand {
		if cardOf(id).Deck == d {
			ids = append(ids, id)
		}
	}
	return ids
}

// insert puts numbers into an ascending list.
func insert(list []int, ids ...int) []int {
	for _, id := range ids {
		at, _ := slices.BinarySearch(list, id)
		list = slices.Insert(list, at, id)
	}
	return list
}

// without takes numbers out of a list.
func without(list []int, ids ...int) []int {
	return slices.DeleteFunc(list, func(id int) bool { return slices.Contains(ids, id) })
}

// discard lays cards on the discard piles of their decks.
func (s *State) discard(ids []int) {
	for _, id := range ids {
		pile := &s.Decks[cardOf(id).Deck]
		pile.Discards = insert(pile.Discards, id)
	}
}

// spend takes cards out of a hand and discards them.
func (s *State) spend(seat int, ids []int) {
	p := s.seat(seat)
	p.Hand = without(p.Hand, ids...)
	s.discard(ids)
}

// order lists the seats from the starting one upwards, wrapping.
func (s *State) order() []int {
	seats := make([]int, len(s.Seats))
	for i := range seats {
		seats[i] = (s.First-1+i)%len(s.Seats) + 1
	}
	return seats
}

// fromStart is how many seats after the starting one a seat sits.
func (s *State) fromStart(seat int) int {
	return (seat - s.First + len(s.Seats)) % len(s.Seats)
}

// Valid says what is wrong with a decoded state.
func (s *State) Valid() error {
	players := len(s.Seats)
	switch {
	case players < 1 || players > len(chart):
		return fmt.Errorf("%d seats", players)
	case len(s.Seed) != 32:
		return errors.New("the seed is not 32 bytes long")
	case s.Round < 1 || s.First < 1 || s.First > players:
		return fmt.Errorf("round %d starts with seat %d", s.Round, s.First)
	case len(s.Piles) != neighborhoodsFor(players):
		return fmt.Errorf("%d neighborhoods for %d seats", len(s.Piles), players)
	}
	return errors.Join(s.validPhase(), s.validCards(), s.validContracts(), s.validSeats())
}

func (s *State) validPhase() error {
	known := s.Phase == phaseBid || s.Phase == phaseInvest || s.Phase == phasePickup || s.Phase == phaseOver
	switch {
	case !known:
		return fmt.Errorf("phase %q", s.Phase)
	case (s.Phase == phaseInvest) != (s.Turn != 0) || s.Turn < 0 || s.Turn > len(s.Seats):
		return fmt.Errorf("turn of seat %d in phase %s", s.Turn, s.Phase)
	case (s.Phase == phasePickup) != (len(s.Picking) > 0):
		return fmt.Errorf("seats %v pick up in phase %s", s.Picking, s.Phase)
	}
	for i, seat := range s.Picking {
		if seat < 1 || seat > len(s.Seats) || i > 0 && seat <= s.Picking[i-1] {
			return fmt.Errorf("seats %v pick up", s.Picking)
		}
	}
	return nil
}

// validCards: every bid card lies in exactly one place, those of a deck in its pile.
func (s *State) validCards() error {
	var places []int
	for d := range s.Decks {
		pile := slices.Concat(s.Decks[d].Draw, s.Decks[d].Discards)
		for _, id := range pile {
			if !isCard(id) || cardOf(id).Deck != Deck(d) {
				return fmt.Errorf("card %d lies in the %s pile", id, Deck(d))
			}
		}
		places = append(places, pile...)
	}
	for i := range s.Seats {
		places = append(places, s.Seats[i].Hand...)
	}
	slices.Sort(places)
	if len(places) != len(bidCards) || places[0] != 1 || places[len(places)-1] != len(bidCards) ||
		len(slices.Compact(places)) != len(bidCards) {
		return errors.New("not every bid card lies in exactly one place")
	}
	return nil
}

// validContracts: every contract of the game lies in exactly one place.
func (s *State) validContracts() error {
	places := slices.Concat(s.Piles...)
	for i := range s.Seats {
		places = append(places, s.Seats[i].Contracts...)
	}
	places = slices.Concat(places, s.Dummy, s.Removed)
	slices.Sort(places)
	if !slices.Equal(places, contractsInUse(len(s.Seats))) {
		return errors.New("not every contract of the game lies in exactly one place")
	}
	return nil
}

func (s *State) validSeats() error {
	for i := range s.Seats {
		p := &s.Seats[i]
		if p.Money < 0 {
			return fmt.Errorf("seat %d owes money", i+1)
		}
		mowers := slices.Sorted(slices.Values(p.Mowers))
		if len(mowers) == 0 || mowers[0] != Basic || mowers[len(mowers)-1] > Advanced ||
			len(slices.Compact(mowers)) != len(p.Mowers) {
			return fmt.Errorf("seat %d owns the mowers %v", i+1, p.Mowers)
		}
		// A hand is over its limits only while its seat is buying.
		if s.Turn != i+1 && overLimits(p) != [deckCount]int{} {
			return fmt.Errorf("seat %d is over a hand limit", i+1)
		}
	}
	return nil
}
