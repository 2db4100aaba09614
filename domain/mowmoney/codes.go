package mowmoney

import "tender/domain"

// The refusals of this kind's own.
const (
	CardNotInHand   domain.Code = "card_not_in_hand"  // a card that is not in the seat's hand
	CardTwice       domain.Code = "card_twice"        // a card named twice in one move
	CannotAfford    domain.Code = "cannot_afford"     // it costs more than the seat's money
	MowerOwned      domain.Code = "mower_owned"       // everybody has at most one mower of each sort
	MowerNeeded     domain.Code = "mower_needed"      // cards of this deck need its mower
	DeckExhausted   domain.Code = "deck_exhausted"    // neither cards nor discards to make the deck anew
	WrongDiscard    domain.Code = "wrong_discard"     // not exactly down to the hand limits
	TooManyStacks   domain.Code = "too_many_stacks"   // a bid has two stacks at most
	UnknownToken    domain.Code = "unknown_token"     // neither a neighborhood in play nor OJ
	TokenTwice      domain.Code = "token_twice"       // two stacks under the same token
	EmptyStack      domain.Code = "empty_stack"       // a stack with neither cards nor bluffs
	TooManyBluffs   domain.Code = "too_many_bluffs"   // more bluff cards than everybody has
	ContractNotMet  domain.Code = "contract_not_met"  // the cards are not what the contract asks for
	NotAnOddJob     domain.Code = "not_an_odd_job"    // not three cards that share the icon
	StakeNotHeld    domain.Code = "stake_not_held"    // a contract that the seat has not won
	StakeTwice      domain.Code = "stake_twice"       // a contract staked twice in one bid
	StakeNotAllowed domain.Code = "stake_not_allowed" // only a bid on a neighborhood carries a stake
)

var codes = []domain.Code{CardNotInHand, CardTwice, CannotAfford, MowerOwned, MowerNeeded, DeckExhausted, WrongDiscard,
	TooManyStacks, UnknownToken, TokenTwice, EmptyStack, TooManyBluffs, ContractNotMet, NotAnOddJob, StakeNotHeld,
	StakeTwice, StakeNotAllowed}
