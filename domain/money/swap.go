package money

import (
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// sides are the names of the market's sides, in the order in which they are refilled.
var sides = [2]string{"I", "II"}

// checkTurn: the owner of the bid that is next swaps with a side of the market or with another player's bid that is
// still on the table, or keeps.
func (s *State) checkTurn(seat int, m Move) error {
	if next := s.Bids[0]; seat != next.Seat {
		return domain.Refuse(domain.NotWanted, "Bid %s of seat %d is next; wait for your turn.", next.ID, next.Seat)
	}
	if m.Type == MoveKeep || slices.Contains(sides[:], m.With) {
		return nil
	}
	onTable := slices.ContainsFunc(s.Bids, func(b Bid) bool { return b.ID == m.With })
	left := slices.Contains(s.Gone, m.With)
	choices := strings.Join(s.targets(), ", ")
	switch {
	case !onTable && !left:
		return domain.Refuse(NoSuchBid, "There is no %q to swap with; choose from %s.", m.With, choices).At("/with")
	case owner(m.With) == seat:
		return domain.Refuse(OwnBid, "Bid %s is your own; swap with one of %s, or keep.", m.With, choices).At("/with")
	case left:
		return domain.Refuse(BidLeftTable, "Bid %s has had its turn and left the table; choose from %s.", m.With, choices).At("/with")
	}
	return nil
}

// owner is the seat in a bid's id.
func owner(id string) int {
	seat, _ := strconv.Atoi(strings.TrimRight(id, "LR")) // ids are made in split: always a number
	return seat
}

// targets are what the bid that is next can be swapped with.
func (s *State) targets() []string {
	targets := make([]string, 0, len(sides)+len(s.Bids))
	targets = append(targets, sides[:]...)
	for _, bid := range s.Bids {
		if bid.Seat != s.Bids[0].Seat {
			targets = append(targets, bid.ID)
		}
	}
	return targets
}

// turns are all moves that the owner of the bid that is next can make.
func (s *State) turns() []Move {
	targets := s.targets()
	moves := make([]Move, 0, len(targets)+1)
	for _, target := range targets {
		moves = append(moves, Move{Type: MoveSwap, With: target})
	}
	return append(moves, Move{Type: MoveKeep})
}

// at is the cards that a swap would get: all of a side of the market, or all of a bid.
func (s *State) at(target string) *[]int {
	if i := slices.Index(sides[:], target); i >= 0 {
		return &s.Market[i]
	}
	i := slices.IndexFunc(s.Bids, func(b Bid) bool { return b.ID == target })
	return &s.Bids[i].Cards
}

// turn plays the bid that is next. On a swap all its cards change places with all cards of the other side, whatever
// the numbers: what lies before another player is now that player's bid. Then the owner takes what lies in the bid's
// place into hand, and the bid has had its one turn.
func (s *State) turn(m Move) []domain.Event {
	bid := &s.Bids[0]
	told := TurnTaken{Seat: bid.Seat, Bid: bid.ID, Did: m.Type, With: m.With, Gave: []Card{}}
	if m.Type == MoveSwap {
		told.Gave = s.cards(bid.Cards)
		other := s.at(m.With)
		bid.Cards, *other = *other, bid.Cards
	}
	told.Got = s.cards(bid.Cards)
	s.give(bid.Seat, bid.Cards)
	s.Gone = append(s.Gone, bid.ID)
	s.Bids = slices.Delete(s.Bids, 0, 1)
	// Worked out afresh after every turn: a bid that was swapped with has the value of the highest, so it is next.
	s.order()
	events := []domain.Event{{Type: EventTurnTaken, Data: told}}
	if len(s.Bids) == 0 {
		events = append(events, s.endRound()...)
	}
	return events
}
