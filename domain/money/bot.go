package money

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// How a bot bids.
const (
	botSpares = 6    // it bids of so many cards, those that it would miss least
	botMost   = 3    // at most so many of them, because a side of the market has four
	botMiddle = 50.0 // a bid of this value is as likely as not to move before that of another seat
	botHides  = 0.3  // how often it lays the fake beside its cards, where others see how many there are
)

// Bot lays cards that it misses little for the side of the market that makes the most of its hand, and when it is next
// makes the swap that does so then. What a hand may become is said by outlook.
func (rules) Bot(s *State, seat int, r *rand.Rand) Move {
	if s.Phase == PhaseBid {
		return s.botBid(seat, r)
	}
	return s.botTurn()
}

// botTurn is the swap after which the hand promises most, or keep.
func (s *State) botTurn() Move {
	bid := s.Bids[0]
	hand := slices.Clone(s.Hands[bid.Seat-1])
	for _, other := range s.Bids[1:] {
		if other.Seat == bid.Seat { // as far as one knows, it comes back
			hand = append(hand, other.Cards...)
		}
	}
	best, most := Move{Type: MoveKeep}, s.outlook(hand, bid.Cards)
	for _, target := range s.targets() {
		if promise := s.outlook(hand, *s.at(target)); promise > most {
			best, most = Move{Type: MoveSwap, With: target}, promise
		}
	}
	return best
}

// botBid is the bid that promises most; where a seat may lay two, the next best one lies beside it.
func (s *State) botBid(seat int, r *rand.Rand) Move {
	hand := s.Hands[seat-1]
	cards := s.botCards(hand)
	if cards == nil {
		return pass()
	}
	if s.edition().twoBids && len(s.Hands) == 2 {
		if second := s.botCards(without(hand, cards)); second != nil {
			return Move{Type: MoveBid, Cards: slices.Concat(cards, []int{Fake}, second)}
		}
	}
	if s.Options.ShowBidSizes && r.Float64() < botHides {
		cards = append(cards, Fake)
	}
	return Move{Type: MoveBid, Cards: cards}
}

// botCards are the cards of a hand that promise most when they are bid. They are nil when none promise more than the
// hand as it is.
func (s *State) botCards(hand []int) (best []int) {
	spares := s.botSpares(hand)
	kept := s.outlook(hand)
	most := float64(kept)
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
		if promise := s.botPromise(hand, laid, kept); promise > most {
			best, most = laid, promise
		}
	}
	return best
}

// botPromise is what a hand, which promises kept as it is, promises after a bid, on average: with the better side of the
// market if the bid moves first, and else with the other.
func (s *State) botPromise(hand, laid []int, kept int) float64 {
	first, rest := 1.0, without(hand, laid)
	value := float64(s.worth(laid))
	for range len(s.Hands) - 1 {
		first *= value / (value + botMiddle)
	}
	one, other := max(kept, s.outlook(rest, s.Market[0])), max(kept, s.outlook(rest, s.Market[1]))
	return first*float64(max(one, other)) + (1-first)*float64(min(one, other))
}

// botSpares are the cards of a hand that it would miss least.
func (s *State) botSpares(hand []int) []int {
	left := make(map[int]int, len(hand)) // what the hand promises without the card
	for _, serial := range hand {
		left[serial] = s.outlook(without(hand, []int{serial}))
	}
	spares := slices.Clone(hand)
	slices.SortFunc(spares, func(a, b int) int { return cmp.Or(left[b]-left[a], a-b) })
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

// What cards promise of a set of three while there is time to complete it, by how many there are.
var botPartOfSet = [setSize]int{0, 8, 35}

// Notes of more than this are in the deck once.
const botLargestOfSet = 30

// outlook is what cards together may come to score. In the last round it is their score. Before, a currency promises
// the more of its sum the nearer it is to counting in full.
func (s *State) outlook(parts ...[]int) int {
	hand := slices.Concat(parts...)
	e := s.edition()
	if s.Last {
		return scoreHand(e, s.Options, hand).Total
	}
	promise := 0
	sums := map[string]int{}
	same := map[Card]int{}
	for _, serial := range hand {
		card := s.card(serial)
		card.Serial = 0
		switch {
		case !slices.Contains(Currencies, card.Currency):
			promise += card.Value
			if e.metalSets {
				same[card]++
			}
		case card.Value <= botLargestOfSet:
			same[card]++
			fallthrough
		default:
			sums[card.Currency] += card.Value
		}
	}
	for _, sum := range sums {
		promise += sum * min(sum, fullValue) / fullValue
	}
	for _, n := range same {
		promise += n/setSize*setBonus + botPartOfSet[n%setSize]
	}
	return promise
}
