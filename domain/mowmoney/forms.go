package mowmoney

import "tender/domain"

// moveForms are the moves for the kinds page.
var moveForms = []domain.MoveForm{
	{Type: moveBid, Phase: phaseBid, Example: Move{Type: moveBid, Stacks: []Stack{{Token: "A", Cards: []int{3, 17}}}},
		About: "Lay up to two stacks, each under another token: a neighborhood, with cards of one type that meet its face-up contract exactly, or OJ, with " +
			"three cards that share an icon. The lowest bid wins a contract and is paid what it bid. No stacks at all are a pass."},
	{Type: moveBid, Phase: phaseBid, Example: Move{Type: moveBid, Stacks: []Stack{{Token: "B", Cards: []int{3, 17, 21}, Stake: []int{1}, Bluffs: 1}}},
		About: "A stack may hold bluff cards, three in all, and as a stake contracts won earlier: their reputation points are taken off the bid, and they " +
			"leave the game, win or lose."},
	{Type: moveBid, Phase: phaseBid, Example: Move{Type: moveBid, Stacks: []Stack{{Token: oddJobToken, Cards: []int{10, 15, 49}, Job: "clean_up"}, {Token: "A", Bluffs: 2}}},
		About: "An odd job is paid with $3 more when it is bid; job says which where the cards share two icons. A stack of bluff cards alone, or any cards " +
			"marked \"decoy\": true, only looks like a bid."},
	{Type: moveBuyMower, Phase: phaseInvest, Example: Move{Type: moveBuyMower, Mower: "medium"},
		About: "Buy a lawnmower: it lets you buy cards of its type and is worth reputation points at the end. Invest as often as you can pay."},
	{Type: moveBuyCard, Phase: phaseInvest, Example: Move{Type: moveBuyCard, Deck: "basic"}, About: "Buy the top card of a deck; the answer shows it."},
	{Type: moveDone, Phase: phaseInvest, Example: Move{Type: moveDone, Discard: []int{12}},
		About: "End your turn; over a hand limit name the cards to discard, exactly down to it. A whole turn can be sent as one list of moves."},
	{Type: movePickup, Phase: phasePickup, Example: Move{Type: movePickup, Cards: []int{10, 15, 49}, Job: "clean_up"},
		About: "Who won nothing this round may do one odd job from hand, without the $3."},
	{Type: movePass, Phase: phasePickup, Example: Move{Type: movePass}, About: "Or not."},
}
