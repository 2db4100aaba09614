package mowmoney

// Own is what a seat alone sees: its hand, and all that the hand is good for.
type Own struct {
	Seat      int        `json:"seat"`
	Hand      []Card     `json:"hand"`
	Bluffs    int        `json:"bluffs"`     // bluff cards; they always come back
	Money     int        `json:"money"`      // dollars
	HandLimit ByDeck     `json:"hand_limit"` // cards of each deck at the end of an invest turn
	Over      ByDeck     `json:"over"`       // cards over the limit: exactly so many must be discarded with done
	Stakes    []Contract `json:"stakes"`     // contracts that can be staked
	CanBuy    CanBuy     `json:"can_buy"`    // empty when it is not this seat's turn to invest
	CanMeet   []CanMeet  `json:"can_meet"`
	CanDo     []CanDo    `json:"can_do"`
	MaxStacks int        `json:"max_stacks"` // in a bid
	JobBonus  int        `json:"job_bonus"`  // dollars more for an odd job that is bid for
}

// CanBuy is what a seat can buy now.
type CanBuy struct {
	Mowers []MowerOffer `json:"mowers"`
	Cards  []CardOffer  `json:"cards"`
}

// MowerOffer is a mower for sale.
type MowerOffer struct {
	Mower Deck `json:"mower"`
	Price int  `json:"price"` // dollars
}

// CardOffer is the top card of a deck for sale.
type CardOffer struct {
	Deck  Deck `json:"deck"`
	Price int  `json:"price"` // dollars
}

// CanMeet is a face-up contract that the hand can meet: any so many of the cards do.
type CanMeet struct {
	Token    string `json:"token"`
	Contract int    `json:"contract"`
	RP       int    `json:"rp"`
	With     Need   `json:"with"`
	Cards    []int  `json:"cards"`  // all that fit, the lowest bid first
	Lowest   int    `json:"lowest"` // dollars: the lowest bid without a stake
}

// CanDo is an odd job that the hand can do: any three of the cards do.
type CanDo struct {
	Job   Job   `json:"job"`
	Pays  int   `json:"pays"`  // without the bonus
	Cards []int `json:"cards"` // all that show its icon, the lowest value first
}

func (s *State) own(seat int) *Own {
	p := s.seat(seat)
	own := &Own{
		Seat: seat, Hand: cardsOf(p.Hand), Bluffs: bluffCards, Money: p.Money, HandLimit: byDeck(handLimit),
		Over: byDeck(overLimits(p)), Stakes: contractsOf(p.Contracts),
		CanBuy: CanBuy{[]MowerOffer{}, []CardOffer{}}, CanMeet: []CanMeet{}, CanDo: []CanDo{},
		MaxStacks: maxStacks, JobBonus: bidBonus,
	}
	if s.Turn == seat {
		mowers, decks := s.buyable(seat)
		for _, d := range mowers {
			own.CanBuy.Mowers = append(own.CanBuy.Mowers, MowerOffer{d, mowerPrice[d]})
		}
		for _, d := range decks {
			own.CanBuy.Cards = append(own.CanBuy.Cards, CardOffer{d, cardPrice[d]})
		}
	}
	for n := range s.Piles {
		own.CanMeet = append(own.CanMeet, s.meetings(n, p.Hand)...)
	}
	for _, job := range possibleJobs(p.Hand) {
		own.CanDo = append(own.CanDo, CanDo{job, jobPays[job], cardsFor(job, p.Hand)})
	}
	return own
}

// meetings lists the ways in which cards can meet a neighborhood's contract.
func (s *State) meetings(n int, hand []int) []CanMeet {
	if len(s.Piles[n]) == 0 {
		return nil
	}
	var ways []CanMeet
	contract := s.Piles[n][0]
	for _, need := range needsOf(contract) {
		var fit []int
		for _, id := range hand {
			if need.takes(cardOf(id)) {
				fit = append(fit, id)
			}
		}
		if len(fit) < need.Count {
			continue
		}
		fit = worstFirst(fit)
		ways = append(ways, CanMeet{tokenOf(n), contract, worthOf(contract), need, fit, valueOf(fit[:need.Count])})
	}
	return ways
}
