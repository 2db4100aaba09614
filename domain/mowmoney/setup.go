package mowmoney

import (
	"fmt"
	"slices"

	"tender/domain"
	"tender/domain/shuffle"
)

const (
	startingHand = 5 // basic cards
	bluffCards   = 3 // a seat has so many, and never loses them
)

// Start sets the game up and begins with the bids of round 1: nobody has money to invest yet.
func (rules) Start(setup domain.Setup[Options]) State {
	s := State{
		Options: setup.Options, Seed: slices.Clone(setup.Seed[:]),
		Round: 1, Phase: phaseBid, First: 1, Seats: make([]Seat, setup.Seats),
	}
	s.layOutContracts()
	for d := range s.Decks {
		s.Decks[d].Draw = deckCards(Deck(d))
		s.shuffleDeck(Deck(d))
	}
	s.dealHands()
	// [R] The starting player is drawn, for the server does not know who last mowed a lawn. Alone one always starts.
	if !s.solo() {
		s.First = 1 + int(s.stream("mow-money/first").Uniform(uint64(setup.Seats))) // #nosec G115 -- there are at most a few seats
	}
	return s
}

// layOutContracts puts the 1 RP contracts face up, the lowest number on A, and deals the others face down under them,
// equally: A's share first, from its top down.
func (s *State) layOutContracts() {
	n := neighborhoodsFor(len(s.Seats))
	inUse := contractsInUse(len(s.Seats))
	faceUp, below := inUse[:n], inUse[n:]
	shuffle.Shuffle(s.stream("mow-money/contracts"), below)
	share := len(below) / n
	s.Piles = make([][]int, n)
	for i := range s.Piles {
		s.Piles[i] = append([]int{faceUp[i]}, below[i*share:(i+1)*share]...)
	}
}

// dealHands gives everyone five basic cards. [R] They are dealt one at a time, from seat 1.
func (s *State) dealHands() {
	for i := range s.Seats {
		s.Seats[i] = Seat{Hand: []int{}, Mowers: []Deck{Basic}, Contracts: []int{}}
	}
	for range startingHand {
		for i := range s.Seats {
			card, _ := s.draw(Basic)
			s.Seats[i].Hand = insert(s.Seats[i].Hand, card)
		}
	}
}

// draw takes the next card of a deck.
func (s *State) draw(d Deck) (card int, ok bool) {
	pile := &s.Decks[d]
	if len(pile.Draw) == 0 {
		return 0, false
	}
	card, pile.Draw = pile.Draw[0], pile.Draw[1:]
	return card, true
}

// shuffleDeck shuffles what lies in a deck, ascending, by a stream of this shuffle's own.
func (s *State) shuffleDeck(d Deck) {
	pile := &s.Decks[d]
	pile.Shuffles++
	shuffle.Shuffle(s.stream(fmt.Sprintf("mow-money/%s/%d", d, pile.Shuffles)), pile.Draw)
}

func (s *State) stream(label string) *shuffle.Stream {
	return shuffle.New([32]byte(s.Seed), label)
}
