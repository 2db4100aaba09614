package mowmoney

import "tender/domain"

// BidsRevealed shows every stack that was laid: event bids_revealed.
type BidsRevealed struct {
	Bids []RevealedBid `json:"bids"` // by seat, ascending
}

// RevealedBid is one seat's bid; no stacks are a pass.
type RevealedBid struct {
	Seat   int             `json:"seat"`
	Stacks []RevealedStack `json:"stacks"`
}

// RevealedStack is a stack turned up.
type RevealedStack struct {
	Token  string     `json:"token"`
	Cards  []Card     `json:"cards"`
	Stake  []Contract `json:"stake"`
	Bluffs int        `json:"bluffs"`
	Job    string     `json:"job,omitempty"`
	Decoy  bool       `json:"decoy"`
}

func revealed(plays []domain.Play[Move]) domain.Event {
	told := BidsRevealed{Bids: make([]RevealedBid, len(plays))}
	for i, play := range plays {
		bid := RevealedBid{Seat: play.Seat, Stacks: make([]RevealedStack, len(play.Move.Stacks))}
		for k := range play.Move.Stacks {
			t := &play.Move.Stacks[k]
			bid.Stacks[k] = RevealedStack{t.Token, cardsOf(t.Cards), contractsOf(t.Stake), t.Bluffs, "", t.decoy()}
			if t.Token == oddJobToken && !t.decoy() {
				job, _ := jobOf(t.Cards, t.Job)
				bid.Stacks[k].Job = job.String()
			}
		}
		told.Bids[i] = bid
	}
	return domain.Event{Type: "bids_revealed", Data: told}
}

// MowerBought is the event mower_bought.
type MowerBought struct {
	Seat  int  `json:"seat"`
	Mower Deck `json:"mower"`
	Price int  `json:"price"`
	Money int  `json:"money"` // what the seat has left
}

// CardBought is the event card_bought. Only the buyer is told which card it drew.
type CardBought struct {
	Seat  int   `json:"seat"`
	Deck  Deck  `json:"deck"`
	Price int   `json:"price"`
	Money int   `json:"money"` // what the seat has left
	Card  *Card `json:"card,omitempty"`
}

// DeckReshuffled says that an empty deck was made anew from its discards: event deck_reshuffled.
type DeckReshuffled struct {
	Deck  Deck `json:"deck"`
	Cards int  `json:"cards"`
}

// InvestingDone is the event investing_done. Discards lie face up.
type InvestingDone struct {
	Seat    int    `json:"seat"`
	Discard []Card `json:"discard"`
}

// OddJobDone is the events odd_job_done (a bid, paid with the $3) and odd_job_picked_up.
type OddJobDone struct {
	Seat  int    `json:"seat"`
	Job   Job    `json:"job"`
	Cards []Card `json:"cards"`
	Paid  int    `json:"paid"`
	Money int    `json:"money"` // what the seat has now
}

// ContractWon is the event contract_won.
type ContractWon struct {
	At       string   `json:"at"`
	Contract Contract `json:"contract"`
	Winner   any      `json:"winner"`          // a seat, or "dummy"
	Bid      *int     `json:"bid,omitempty"`   // the lowest bid of a seat, after its stake was taken off
	Paid     int      `json:"paid"`            // dollars, to the winning seat
	Money    *int     `json:"money,omitempty"` // what the winning seat has now

	// Of the solo game, where the player bid.
	Dummy    []Card `json:"dummy,omitempty"`     // the cards that the dummy drew, in order
	DummyBid *int   `json:"dummy_bid,omitempty"` // what those that count bid together; absent when the deck ran dry
	DummyDry *Deck  `json:"dummy_dry,omitempty"` // the deck that ran dry before the dummy had enough cards
}

// ContractLeft is the event contract_left: nobody bid, the contract goes to the bottom of its pile.
type ContractLeft struct {
	At       string   `json:"at"`
	Contract Contract `json:"contract"`
}

// ContractTurnedUp is the event contract_turned_up.
type ContractTurnedUp struct {
	At       string   `json:"at"`
	Contract Contract `json:"contract"`
	Below    int      `json:"below"` // contracts face down under it
}

// PickupPassed is the event pickup_passed.
type PickupPassed struct {
	Seat int `json:"seat"`
}

// RoundBegan is the event round_began.
type RoundBegan struct {
	Round     int  `json:"round"`
	First     int  `json:"first"` // the starting seat
	LastRound bool `json:"last_round"`
}
