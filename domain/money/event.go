package money

// What the rules tell of. Everything here is public: after the reveal there is nothing to hide but hands and deck.
const (
	EventBidsLaid           = "bids_laid"
	EventTurnTaken          = "turn_taken"
	EventMarketRefilled     = "market_refilled"
	EventMarketUnchanged    = "market_unchanged"
	EventLastRoundAnnounced = "last_round_announced"
	EventRoundStarted       = "round_started"
	EventHandsCounted       = "hands_counted"
)

// BidsLaid tells of the bids that lie open now, in moving order, fakes taken back, and of the seats that passed.
type BidsLaid struct {
	Bids   []OpenBid `json:"bids"`
	Passed []int     `json:"passed"`
}

// TurnTaken tells what the owner of a bid did with it.
type TurnTaken struct {
	Seat int    `json:"seat"`
	Bid  string `json:"bid"`
	Did  string `json:"did"` // swap or keep
	With string `json:"with,omitempty"`
	Gave []Card `json:"gave"` // to the market or another player; empty after keep
	Got  []Card `json:"got"`  // into hand; after keep the bid's own cards
}

// MarketRefilled tells what the end of a round dealt to each side.
type MarketRefilled struct {
	I        []Card `json:"I"`
	II       []Card `json:"II"`
	DeckLeft int    `json:"deck_left"`
}

// MarketUnchanged tells that the end of a round dealt nothing.
type MarketUnchanged struct {
	QuietRounds int `json:"quiet_rounds"` // in a row
	DeckLeft    int `json:"deck_left"`
}

// LastRoundAnnounced tells that the round that begins is the last.
type LastRoundAnnounced struct {
	Round   int    `json:"round"`
	Because string `json:"because"` // deck_empty or standstill
}

// RoundStarted tells that bids are wanted again.
type RoundStarted struct {
	Round     int  `json:"round"`
	LastRound bool `json:"last_round"`
}

// HandsCounted tells, at the end, what everybody holds and what it scores, by seat.
type HandsCounted struct {
	Hands  [][]Card `json:"hands"`
	Scores []Score  `json:"scores"`
}

func (s *State) counted() HandsCounted {
	counted := HandsCounted{Hands: s.openHands()}
	for i := range s.Hands {
		counted.Scores = append(counted.Scores, s.score(i+1))
	}
	return counted
}
