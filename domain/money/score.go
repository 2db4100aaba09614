package money

import (
	"slices"

	"tender/domain"
)

// Score is what a hand is worth.
type Score struct {
	Currencies map[string]int `json:"currencies"` // by currency in the hand, those that score nothing too; sets not in it
	Metals     int            `json:"metals"`
	Sets       int            `json:"sets"`
	Total      int            `json:"total"`
}

// The numbers of scoring.
const (
	fullValue = 200 // from this sum on a currency scores all of it
	deduction = 100 // below, it scores what exceeds this
	setSize   = 3
	setBonus  = 100
)

// scoreHand counts a hand under the rules and options of an edition.
func scoreHand(e *edition, o Options, hand []int) Score {
	score := Score{Currencies: map[string]int{}}
	same := map[Card]int{} // how many of each kind of card: without serials three of the 20s are identical
	for _, serial := range hand {
		card := e.cards[serial-1]
		value := o.value(card)
		same[Card{Currency: card.Currency, Value: value}]++
		if slices.Contains(Currencies, card.Currency) {
			score.Currencies[card.Currency] += value
		} else {
			// Metal scores its value.
			score.Metals += value
		}
	}
	for currency, total := range score.Currencies {
		score.Currencies[currency] = currencyScore(total)
		score.Total += score.Currencies[currency]
	}
	for card, n := range same {
		// Each set of three identical cards scores, also in a currency that scores nothing itself: in practice the 20s
		// and the 30s. Metal only in the edition that says so.
		if slices.Contains(Currencies, card.Currency) || e.metalSets {
			score.Sets += n / setSize * setBonus
		}
	}
	score.Total += score.Metals + score.Sets
	return score
}

// currencyScore is what the notes of one currency score: 200 or more all, above 100 what exceeds 100, else nothing.
func currencyScore(total int) int {
	if total >= fullValue {
		return total
	}
	return max(total-deduction, 0)
}

func (s *State) score(seat int) Score { return scoreHand(s.edition(), s.Options, s.Hands[seat-1]) }

// Scores counts the hands. The highest total wins; equal totals share the victory.
func (rules) Scores(s *State) domain.Result {
	result := domain.Result{Rounds: s.Round, Winners: []any{}}
	for i := range s.Hands {
		score := s.score(i + 1)
		result.Scores = append(result.Scores, score)
		result.Totals = append(result.Totals, score.Total)
	}
	best := slices.Max(result.Totals)
	for i, total := range result.Totals {
		if total == best {
			result.Winners = append(result.Winners, i+1)
		}
	}
	return result
}
