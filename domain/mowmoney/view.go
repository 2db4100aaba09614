package mowmoney

import "tender/domain"

// Table is what everybody may see.
type Table struct {
	Round         int            `json:"round"`
	Phase         string         `json:"phase"`
	First         int            `json:"first"`          // the starting seat: it wins ties and invests first
	Turn          int            `json:"turn,omitempty"` // the seat that invests
	LastRound     bool           `json:"last_round"`
	Stalled       int            `json:"stalled"`      // rounds in a row that took no contract
	StallRounds   int            `json:"stall_rounds"` // so many make the next round the last; 0 for never
	Neighborhoods []Neighborhood `json:"neighborhoods"`
	Seats         []SeatView     `json:"seats"`
	Decks         []DeckView     `json:"decks"`
	Dummy         *DummyView     `json:"dummy,omitempty"` // the solo game's rival
	Removed       []Contract     `json:"removed"`         // staked contracts that left the game
	Report        []any          `json:"report"`          // what the last resolve did, as in a record
}

// Neighborhood is a pile of contracts.
type Neighborhood struct {
	Token    string    `json:"token"`
	Name     string    `json:"name"`
	Contract *Contract `json:"contract"` // the one face up; null when none is left
	Below    int       `json:"below"`    // contracts face down under it
}

// Contract is a contract card.
type Contract struct {
	ID   int    `json:"id"`
	RP   int    `json:"rp"`
	Asks []Need `json:"asks"` // exactly one of these
}

func contractOf(id int) Contract { return Contract{id, worthOf(id), needsOf(id)} }

func contractsOf(ids []int) []Contract {
	list := make([]Contract, len(ids))
	for i, id := range ids {
		list[i] = contractOf(id)
	}
	return list
}

// SeatView is what lies open before a seat, and the backs of its hand.
type SeatView struct {
	Seat      int        `json:"seat"`
	Money     int        `json:"money"`
	Mowers    []Deck     `json:"mowers"` // in the order in which they were bought
	Contracts []Contract `json:"contracts"`
	Hand      ByDeck     `json:"hand"`  // how many cards of each deck
	Score     Score      `json:"score"` // as if the game were over
}

// DeckView is a bid deck and its discards, which lie face up.
type DeckView struct {
	Deck     Deck   `json:"deck"`
	Left     int    `json:"left"`
	Discards []Card `json:"discards"`
}

// DummyView is what the rival of a solo game has.
type DummyView struct {
	Contracts []Contract `json:"contracts"`
	RP        int        `json:"rp"`
	Rounds    int        `json:"rounds"` // so many the game lasts
}

// ByDeck is a number for each deck.
type ByDeck struct {
	Basic    int `json:"basic"`
	Medium   int `json:"medium"`
	Advanced int `json:"advanced"`
}

func (b *ByDeck) at(d Deck) *int { return [deckCount]*int{&b.Basic, &b.Medium, &b.Advanced}[d] }

func byDeck(counts [deckCount]int) (b ByDeck) {
	for d, n := range counts {
		*b.at(Deck(d)) = n
	}
	return b
}

// View shows the table, the seat's own cards with what they are good for, and what it can do now.
func (r rules) View(s *State, seat int) (table, own any, choices []domain.Choice) {
	if seat == 0 {
		return s.table(), nil, nil
	}
	return s.table(), s.own(seat), r.choices(s, seat)
}

func (s *State) table() Table {
	t := Table{
		Round: s.Round, Phase: s.Phase, First: s.First, Turn: s.Turn, LastRound: s.LastRound,
		Stalled: s.Stalled, StallRounds: s.Options.StallRounds,
		Removed: contractsOf(s.Removed), Report: s.Report.lines(),
	}
	for n, pile := range s.Piles {
		view := Neighborhood{Token: tokenOf(n), Name: neighborhoodNames[n]}
		if len(pile) > 0 {
			view.Contract, view.Below = new(contractOf(pile[0])), len(pile)-1
		}
		t.Neighborhoods = append(t.Neighborhoods, view)
	}
	for i := range s.Seats {
		t.Seats = append(t.Seats, s.Seats[i].view(i+1))
	}
	for d := range Deck(deckCount) {
		pile := &s.Decks[d]
		t.Decks = append(t.Decks, DeckView{d, len(pile.Draw), cardsOf(pile.Discards)})
	}
	if s.solo() {
		t.Dummy = &DummyView{contractsOf(s.Dummy), worthOfAll(s.Dummy), soloRounds}
	}
	return t
}

func (p *Seat) view(seat int) SeatView {
	v := SeatView{
		Seat: seat, Money: p.Money, Mowers: append([]Deck{}, p.Mowers...), Contracts: contractsOf(p.Contracts), Score: p.score(),
	}
	for _, id := range p.Hand {
		*v.Hand.at(cardOf(id).Deck)++
	}
	return v
}
