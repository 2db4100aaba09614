package money

import (
	"slices"

	"tender/domain"
)

// turnChoices are all moves of the turn that is on, with what each gives and gets.
func (s *State) turnChoices() []domain.Choice {
	bid := s.Bids[0]
	var choices []domain.Choice
	for _, move := range s.turns() {
		does := "keep bid " + bid.ID + ": take back " + s.describe(bid.Cards)
		if move.Type == MoveSwap {
			what := "bid " + move.With
			if slices.Contains(sides[:], move.With) {
				what = "side " + move.With
			}
			does = "swap with " + what + ": get " + s.describe(*s.at(move.With)) + "; give " + s.describe(bid.Cards)
		}
		choices = append(choices, domain.Choice{Move: move, Does: does})
	}
	return choices
}

// bidExamples stand for all bids that a hand allows: the pass, the best card, the same behind the fake, and where a
// seat may lay two bids, two.
func (s *State) bidExamples(seat int) []domain.Choice {
	hand := s.Hands[seat-1]
	best := hand[0]
	for _, serial := range hand {
		if s.card(serial).Value > s.card(best).Value {
			best = serial
		}
	}
	examples := []domain.Choice{
		{Move: pass(), Does: "pass: bid the fake alone"},
		{Move: Move{Type: MoveBid, Cards: []int{best}}, Does: "bid " + s.describe([]int{best})},
		{Move: Move{Type: MoveBid, Cards: []int{best, Fake}}, Does: "the same, with the fake to look like two cards"},
	}
	if rest := slices.DeleteFunc(slices.Clone(hand), func(serial int) bool { return serial == best }); len(rest) > 0 {
		pair := []int{best, rest[0]}
		examples = append(examples, domain.Choice{Move: Move{Type: MoveBid, Cards: pair}, Does: "bid " + s.describe(pair)})
		if s.edition().twoBids && len(s.Hands) == 2 {
			examples = append(examples, domain.Choice{Move: Move{Type: MoveBid, Cards: []int{best, Fake, rest[0]}},
				Does: "two bids, parted by the fake: " + s.describe([]int{best}) + ", and " + s.describe([]int{rest[0]})})
		}
	}
	for i := range examples {
		examples[i].Example = true
	}
	return examples
}

// describe writes cards as text: "dollar 20 (17), 20 (3); gold 20 (64)".
func (s *State) describe(serials []int) string { return describe(s.cards(serials)) }
