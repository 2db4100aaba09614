package money

import "tender/domain"

// moveForms are the moves for the kinds page.
var moveForms = []domain.MoveForm{
	{Type: MoveBid, Phase: PhaseBid, Example: Move{Type: MoveBid, Cards: []int{17, 42}},
		About: "Bid one or more cards of your hand, by their serials. What is on the table moves in the order of the sums; among equal sums " +
			"the one with the lowest single serial is first (classic can break ties by the sum of serials)."},
	{Type: MoveBid, Phase: PhaseBid, Example: Move{Type: MoveBid, Cards: []int{17, Fake}},
		About: "With the fake, 0, among them a bid looks larger by one card until the reveal; then it comes straight back. The fake alone " +
			"is a pass: no turn this round."},
	{Type: MoveBid, Phase: PhaseBid, Example: Move{Type: MoveBid, Cards: []int{17, Fake, 42}},
		About: "In a 2-player game of the 2025 edition the cards before and after the fake are two bids, called 1L and 1R for seat 1, and each has a turn."},
	{Type: MoveSwap, Phase: PhaseSwap, Example: Move{Type: MoveSwap, With: "I"},
		About: "When your bid is next: all its cards against all the cards of a side of the market, I or II, whatever the numbers. You take " +
			"what you get into hand."},
	{Type: MoveSwap, Phase: PhaseSwap, Example: Move{Type: MoveSwap, With: "3"},
		About: "The same with another player's bid that is still on the table, by its id. That bid is then worth what yours was, so it is next."},
	{Type: MoveKeep, Phase: PhaseSwap, Example: Move{Type: MoveKeep}, About: "Take your bid back into hand."},
}
