package money

import "tender/domain"

// The refusals of this kind's own.
const (
	EmptyBid      domain.Code = "empty_bid"        // a bid without a card; the pass is the fake alone
	UnknownSerial domain.Code = "unknown_serial"   // no card of the game has that number
	CardTwice     domain.Code = "card_twice"       // the same card twice in a bid
	FakeTwice     domain.Code = "fake_twice"       // everybody has one fake card
	CardNotInHand domain.Code = "card_not_in_hand" // a card that lies or is held elsewhere
	NoSuchBid     domain.Code = "no_such_bid"      // neither a side of the market nor a bid of this round
	OwnBid        domain.Code = "own_bid"          // one swaps with others, never with oneself
	BidLeftTable  domain.Code = "bid_left_table"   // that bid had its turn already
)

var codes = []domain.Code{EmptyBid, UnknownSerial, CardTwice, FakeTwice, CardNotInHand, NoSuchBid, OwnBid, BidLeftTable}
