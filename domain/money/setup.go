package money

import (
	"encoding/json"
	"slices"

	"tender/domain"
	"tender/domain/shuffle"
)

// What is dealt at the start, and how far the market is filled.
const (
	handSize = 6
	sideSize = 4
)

// start sets the game up: some currencies leave, the rest is shuffled and dealt.
func start(setup domain.Setup[Options]) State {
	removed, deck := Deck(setup)
	s := State{
		Edition: setup.Edition,
		Options: setup.Options,
		Round:   1,
		Phase:   PhaseBid,
		Removed: removed,
		Hands:   make([][]int, setup.Seats),
	}
	// Six to each player, one at a time, seat 1 first.
	for i, serial := range deck[:handSize*setup.Seats] {
		seat := i % setup.Seats
		s.Hands[seat] = append(s.Hands[seat], serial)
	}
	s.Secret = slices.Clone(deck[:handSize*setup.Seats])
	slices.Sort(s.Secret)
	for _, hand := range s.Hands {
		slices.Sort(hand)
	}
	// Four face up to side I, then four to side II.
	s.Deck = deck[handSize*setup.Seats:]
	s.refill()
	return s
}

// Deck is what the seed decides: the currencies that leave the game, in alphabetical order, and the whole deck
// without them, first card dealt first.
func Deck(setup domain.Setup[Options]) (removed []string, deck []int) {
	e := editionOf(setup.Edition)
	removed = leaving(setup, e.leave[setup.Seats])
	for _, card := range e.cards {
		if !slices.Contains(removed, card.Currency) {
			deck = append(deck, card.Serial)
		}
	}
	shuffle.Shuffle(shuffle.New(setup.Seed, "money/deck"), deck)
	return removed, deck
}

// leaving says which n currencies leave. Those that the host named leave first, in the order given; when a game starts
// with other numbers than it opened for, that can be too many (the last named stay) or too few (the rest is drawn from
// the names that are left). With none named all are drawn.
func leaving(setup domain.Setup[Options], n int) []string {
	names := setup.Options.Removed
	removed := slices.Clone(names[:min(n, len(names))])
	rest := slices.DeleteFunc(slices.Clone(Currencies), func(name string) bool { return slices.Contains(removed, name) })
	shuffle.Shuffle(shuffle.New(setup.Seed, "money/removed"), rest)
	removed = append(removed, rest[:n-len(removed)]...)
	slices.Sort(removed)
	return removed
}

// drawn is Deck for records.
func drawn(edition string, options json.RawMessage, seats int, seed [32]byte) map[string]any {
	var o Options
	if err := json.Unmarshal(options, &o); err != nil {
		return nil // a record whose options cannot be read is refused before this is asked
	}
	removed, deck := Deck(domain.Setup[Options]{Edition: edition, Options: o, Seats: seats, Seed: seed})
	return map[string]any{"removed": removed, "deck": deck}
}
