package mowmoney

// refereeState is a state in the form of tender-record/1.
type refereeState struct {
	Round         int                     `json:"round"`
	Phase         string                  `json:"phase"`
	First         int                     `json:"first"`
	Neighborhoods map[string]refereeStand `json:"neighborhoods"`
	Hands         [][]int                 `json:"hands"`
	Money         []int                   `json:"money"`
	Mowers        [][]Deck                `json:"mowers"`
	Contracts     [][]int                 `json:"contracts"`
	Dummy         []int                   `json:"dummy"`
	Removed       []int                   `json:"removed"`
	DeckLeft      ByDeck                  `json:"deck_left"`
	Discards      ByDeck                  `json:"discards"`
	Report        []any                   `json:"report"`
	LastRound     bool                    `json:"last_round"`
}

type refereeStand struct {
	Top  *int `json:"top"` // null when no contract is left
	Left int  `json:"left"`
}

// Referee shows what a record shows.
func (rules) Referee(s *State) any {
	r := refereeState{
		Round: s.Round, Phase: s.Phase, First: s.First, Neighborhoods: map[string]refereeStand{},
		Dummy: present(s.Dummy), Removed: present(s.Removed), Report: s.Report.lines(), LastRound: s.LastRound,
	}
	for n, pile := range s.Piles {
		stand := refereeStand{Left: len(pile)}
		if len(pile) > 0 {
			stand.Top = new(pile[0])
		}
		r.Neighborhoods[tokenOf(n)] = stand
	}
	for i := range s.Seats {
		p := &s.Seats[i]
		r.Hands = append(r.Hands, present(p.Hand))
		r.Money = append(r.Money, p.Money)
		r.Mowers = append(r.Mowers, append([]Deck{}, p.Mowers...))
		r.Contracts = append(r.Contracts, present(p.Contracts))
	}
	for d := range Deck(deckCount) {
		*r.DeckLeft.at(d) = len(s.Decks[d].Draw)
		*r.Discards.at(d) = len(s.Decks[d].Discards)
	}
	return r
}

// present copies a list; it is never null.
func present(ids []int) []int { return append([]int{}, ids...) }
