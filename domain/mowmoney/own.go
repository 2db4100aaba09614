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
	Mowers []Deck `json:"mowers"`
	Cards  []Deck `json:"cards"` // decks to draw from
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
		CanBuy: CanBuy{[]Deck{}, []Deck{}}, CanMeet: []CanMeet{}, CanDo: []CanDo{},
		MaxStacks: maxStacks, JobBonus: bidBonus,
	}
	if s.Turn == seat {
		own.CanBuy.Mowers, own.CanBuy.Cards = s.buyable(seat)
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
