package money

import (
	"math/rand/v2"
	"slices"

	"tender/domain"
)

// How a bot bids.
const (
	botSpares   = 8    // it bids of so many cards, those that it would miss least
	botMost     = 3    // and lays no more than so many, for the market gives four for them
	botMiddle   = 50.0 // a bid of this value is as likely as not to come before that of another seat
	botHides    = 0.3  // how often it lays the fake beside its cards
	botPassGain = 0.0  // what a bid must promise
)

// Bot lays the cards that it misses least and that bring it to its turn in time, and swaps for what makes the most of
// its hand. What a hand promises is in outlook.
func (rules) Bot(s *State, seat int, r *rand.Rand) Move {
	if s.Phase == PhaseBid {
		return s.botBid(seat, r)
	}
	return s.botTurn()
}

// botTurn makes the swap after which the hand promises most, or keeps.
func (s *State) botTurn() Move {
	bid := s.Bids[0]
	hand := slices.Clone(s.Hands[bid.Seat-1])
	for _, other := range s.Bids[1:] { // of two bids the second comes back, as far as one knows
		if other.Seat == bid.Seat {
			hand = append(hand, other.Cards...)
		}
	}
	best := Move{Type: MoveKeep}
	most := s.outlook(hand, bid.Cards)
	for _, target := range s.targets() {
		if promise := s.outlook(hand, *s.at(target)); promise > most {
			best, most = Move{Type: MoveSwap, With: target}, promise
		}
	}
	return best
}

// botBid lays the bid that promises most; where a seat may lay two, a second one beside it.
func (s *State) botBid(seat int, r *rand.Rand) Move {
	hand := s.Hands[seat-1]
	cards, side := s.botCards(hand, -1)
	if cards == nil {
		return pass()
	}
	if s.edition().twoBids && len(s.Hands) == 2 {
		if second, _ := s.botCards(without(hand, cards), side); second != nil {
			return Move{Type: MoveBid, Cards: slices.Concat(cards, []int{Fake}, second)}
		}
	}
	if s.Options.ShowBidSizes && r.Float64() < botHides {
		cards = append(cards, Fake)
	}
	return Move{Type: MoveBid, Cards: cards}
}

// botCards looks for the best cards of a hand to bid, and the side of the market for which they go. A side that is
// spoken for already is left out. There are none when nothing promises more than the hand alone.
func (s *State) botCards(hand []int, taken int) (cards []int, side int) {
	spares := s.spares(hand)
	most := s.outlook(hand) + botPassGain
	side = -1
	for set := 1; set < 1<<len(spares); set++ {
		var laid []int
		for i, serial := range spares {
			if set&(1<<i) != 0 {
				laid = append(laid, serial)
			}
		}
		if len(laid) > botMost {
			continue
		}
		if promise, at := s.botPromise(hand, laid, taken); promise > most {
			cards, side, most = laid, at, promise
		}
	}
	return cards, side
}

// botPromise is what a hand will promise after a bid on the whole: with the better side of the market if the bid comes
// first, else with the other one.
func (s *State) botPromise(hand, laid []int, taken int) (promise float64, side int) {
	rest := without(hand, laid)
	kept := s.outlook(hand)
	first, second := kept, kept
	side = -1
	for i := range s.Market {
		if i == taken {
			continue
		}
		switch promise := s.outlook(rest, s.Market[i]); {
		case promise > first:
			first, second, side = promise, first, i
		case promise > second:
			second = promise
		}
	}
	chance, value := 1.0, float64(s.worth(laid))
	for range len(s.Hands) - 1 {
		chance *= value / (value + botMiddle)
	}
	return chance*first + (1-chance)*second, side
}

// spares are the cards of a hand that it would miss least.
func (s *State) spares(hand []int) []int {
	missed := make(map[int]float64, len(hand))
	for _, serial := range hand {
		missed[serial] = -s.outlook(without(hand, []int{serial}))
	}
	spares := slices.Clone(hand)
	slices.SortStableFunc(spares, func(a, b int) int {
		switch {
		case missed[a] < missed[b]:
			return -1
		case missed[a] > missed[b]:
			return 1
		}
		return 0
	})
	return spares[:min(len(spares), botSpares)]
}

func without(hand, cards []int) []int {
	rest := make([]int, 0, len(hand))
	for _, serial := range hand {
		if !slices.Contains(cards, serial) {
			rest = append(rest, serial)
		}
	}
	return rest
}

// What a hand promises before the last round.
const (
	botPair   = 35.0 // two of a set of three
	botSingle = 8.0
)

// outlook is what cards promise to score. In the last round it is their score; before, a currency promises part of
// what it will score when it is complete, the more the more of it is there, and so do two cards of a set.
func (s *State) outlook(hands ...[]int) float64 {
	e := s.edition()
	var sums [10]int
	var same [10][7]int
	score := 0.0
	for _, hand := range hands {
		for _, serial := range hand {
			card := e.cards[serial-1]
			value := s.Options.value(card)
			if at := slices.Index(Currencies, card.Currency); at >= 0 {
				sums[at] += value
				same[at][value/10]++
				continue
			}
			score += float64(value)
			if e.metalSets {
				metal := 7
				if card.Currency == Silver {
					metal = 8
				}
				same[metal][0]++
			}
		}
	}
	for _, sum := range sums {
		if s.Last {
			score += float64(currencyScore(sum))
			continue
		}
		score += s.growing(sum)
	}
	for at := range same {
		for value, n := range same[at] {
			score += float64(n / setSize * setBonus)
			if s.Last {
				continue
			}
			if value > 3 {
				continue
			}
			switch n % setSize {
			case 2:
				score += botPair
			case 1:
				score += botSingle
			}
		}
	}
	return score
}

// growing is what a currency of this sum promises.
func (s *State) growing(sum int) float64 {
	if sum >= fullValue {
		return float64(sum)
	}
	f := float64(sum)
	return f * f / fullValue
}

var _ domain.Rules[Options, State, Move] = rules{}
