package money

import (
	"slices"

	"tender/domain"
)

// TableView is what everybody sees.
type TableView struct {
	Market      MarketView `json:"market"`
	Bids        []OpenBid  `json:"bids"` // in the order in which they will move
	Turn        *string    `json:"turn"` // id of the bid that is next
	DeckLeft    int        `json:"deck_left"`
	LastRound   bool       `json:"last_round"`
	QuietRounds int        `json:"quiet_rounds"` // rounds in a row that dealt no card
	Removed     []string   `json:"removed"`      // currencies out of this game
	Hands       []int      `json:"hands"`        // number of cards by seat, without fake and bids on the table
	Known       [][]Card   `json:"known,omitempty"`
	FinalHands  [][]Card   `json:"final_hands,omitempty"` // by seat, when the game is over
}

// MarketView is the two sides of the market.
type MarketView struct {
	I  []Card `json:"I"`
	II []Card `json:"II"`
}

// OpenBid is a bid on the table.
type OpenBid struct {
	ID    string `json:"id"`
	Seat  int    `json:"seat"`
	Cards []Card `json:"cards"`
	Value int    `json:"value"`
}

// OwnView is what only the seat itself sees.
type OwnView struct {
	Hand  []Card `json:"hand"`
	Fake  bool   `json:"fake"`  // always: it comes back at every reveal
	Score Score  `json:"score"` // what the hand would score now
}

// View builds up what a viewer may see.
func (rules) View(s *State, seat int) (table, own any, choices []domain.Choice) {
	table = s.tableView()
	if seat == 0 {
		return table, nil, nil
	}
	own = OwnView{Hand: s.cards(s.Hands[seat-1]), Fake: true, Score: s.score(seat)}
	switch {
	case s.Phase == PhaseBid:
		choices = s.bidExamples(seat)
	case s.Phase == PhaseSwap && s.Bids[0].Seat == seat:
		choices = s.turnChoices()
	}
	return table, own, choices
}

func (s *State) tableView() TableView {
	t := TableView{
		Market:      MarketView{I: s.cards(s.Market[0]), II: s.cards(s.Market[1])},
		Bids:        s.openBids(),
		DeckLeft:    len(s.Deck),
		LastRound:   s.Last,
		QuietRounds: s.Quiet,
		Removed:     append([]string{}, s.Removed...),
	}
	if s.Phase == PhaseSwap {
		t.Turn = &t.Bids[0].ID
	}
	for _, hand := range s.Hands {
		t.Hands = append(t.Hands, len(hand))
	}
	if s.Options.ShowKnownCards {
		t.Known = s.known()
	}
	if s.Phase == domain.PhaseOver {
		t.FinalHands = s.openHands()
	}
	return t
}

func (s *State) openBids() []OpenBid {
	open := make([]OpenBid, len(s.Bids))
	for i, bid := range s.Bids {
		open[i] = OpenBid{ID: bid.ID, Seat: bid.Seat, Cards: s.cards(bid.Cards), Value: s.worth(bid.Cards)}
	}
	return open
}

func (s *State) openHands() [][]Card {
	hands := make([][]Card, len(s.Hands))
	for i, hand := range s.Hands {
		hands[i] = s.cards(hand)
	}
	return hands
}

// known is, by seat, the cards in hand that anybody who watched knows of: all that ever lay in the market or in an
// open bid. Nothing that is known gets lost again in secret, since every bid is laid open before it changes hands.
func (s *State) known() [][]Card {
	known := make([][]Card, len(s.Hands))
	for i, hand := range s.Hands {
		known[i] = []Card{}
		for _, serial := range hand {
			if _, secret := slices.BinarySearch(s.Secret, serial); !secret {
				known[i] = append(known[i], s.card(serial))
			}
		}
	}
	return known
}

// refereeView is the referee's view, as tender-record/1 writes it.
type refereeView struct {
	Round     int              `json:"round"`
	Phase     string           `json:"phase"`
	LastRound bool             `json:"last_round"`
	DeckLeft  int              `json:"deck_left"`
	Market    map[string][]int `json:"market"`
	Bids      []refereeBid     `json:"bids"`
	Turn      *string          `json:"turn"`
	Hands     [][]int          `json:"hands"`
}

type refereeBid struct {
	ID    string `json:"id"`
	Seat  int    `json:"seat"`
	Cards []int  `json:"cards"`
	Value int    `json:"value"`
}

// Referee shows everything but the order of the deck.
func (rules) Referee(s *State) any {
	v := refereeView{
		Round:     s.Round,
		Phase:     s.Phase,
		LastRound: s.Last,
		DeckLeft:  len(s.Deck),
		Market:    map[string][]int{},
		Bids:      []refereeBid{},
	}
	for i, side := range sides {
		v.Market[side] = append([]int{}, s.Market[i]...)
	}
	for _, bid := range s.Bids {
		v.Bids = append(v.Bids, refereeBid{ID: bid.ID, Seat: bid.Seat, Cards: slices.Clone(bid.Cards), Value: s.worth(bid.Cards)})
	}
	if s.Phase == PhaseSwap {
		v.Turn = &v.Bids[0].ID
	}
	for _, hand := range s.Hands {
		v.Hands = append(v.Hands, append([]int{}, hand...))
	}
	return v
}
