package money

import (
	"testing"

	"tender/domain"
)

// watched is a game of three in which cards are shown that everybody has seen.
func watched(t testing.TB) *situation {
	s := threeHands(t)
	s.Options.ShowKnownCards = true
	return s
}

func (s *situation) wantKnown(seats ...[]int) {
	s.Helper()
	table, _, _ := rules{}.View(&s.State, 0)
	var expected [][]Card
	for _, serials := range seats {
		expected = append(expected, s.cards(serials))
	}
	want(s, "known", table.(TableView).Known, expected)
}

func TestRulingKnownCardsAreThoseThatWereOpen(t *testing.T) {
	s := watched(t)
	s.wantKnown(nil, nil, nil)
	s.bids([]int{1, 25}, []int{2}, []int{0})
	s.wantKnown(nil, nil, nil) // what lies on the table is in no hand
	s.takes(1, "2")
	s.wantKnown([]int{2}, nil, nil) // taken from an open bid
	s.takes(2, MoveKeep)
	s.wantKnown([]int{2}, []int{1, 25}, nil) // got by a swap, and kept
	s.bids([]int{2}, []int{0}, []int{43})
	s.takes(3, MoveKeep)
	s.wantKnown(nil, []int{1, 25}, []int{43}) // one's own bid has been seen
	s.takes(1, "I")
	s.wantKnown([]int{60, 61, 62, 63}, []int{1, 25}, []int{43}) // taken from the market
}

func TestRulingKnownCardsAreHiddenUnlessAskedFor(t *testing.T) {
	s := threeHands(t)
	table, _, _ := rules{}.View(&s.State, 1)
	if known := table.(TableView).Known; known != nil {
		t.Errorf("known cards are shown: %v", known)
	}
}

func TestASpectatorSeesNoHandAndNoChoices(t *testing.T) {
	s := threeHands(t)
	_, own, choices := rules{}.View(&s.State, 0)
	if own != nil || len(choices) > 0 {
		t.Errorf("a spectator has %v and can %v", own, choices)
	}
}

func TestASeatSeesItsHandAndTheTableEverybodySees(t *testing.T) {
	s := threeHands(t)
	table, own, choices := rules{}.View(&s.State, 2)
	public, _, _ := rules{}.View(&s.State, 0)
	want(t, "table", table, public)
	want(t, "hand", own.(OwnView).Hand, s.cards([]int{2, 10, 18, 26, 34, 42}))
	want(t, "score", own.(OwnView).Score.Total, 50+200)
	for _, choice := range choices {
		if !choice.Example {
			t.Errorf("%s: of bids only examples are shown", choice.Does)
		}
		if err := (rules{}).Check(&s.State, 2, choice.Move.(Move)); err != nil {
			t.Errorf("%s: %v", choice.Does, err)
		}
	}
}

func TestTheChoicesOfATurnAreAllThereIs(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{1, 9}, []int{2}, []int{0})
	_, _, choices := rules{}.View(&s.State, 1)
	want(t, "choices", choices, []domain.Choice{
		{Move: Move{Type: MoveSwap, With: "I"}, Does: "swap with side I: get franc 60 (60), peso 60 (61), pound 60 (62), rupee 60 (63); give dollar 20 (1) 20 (9)"},
		{Move: Move{Type: MoveSwap, With: "II"}, Does: "swap with side II: get dollar 60 (58), euro 60 (59), yen 50 (56) 60 (57); give dollar 20 (1) 20 (9)"},
		{Move: Move{Type: MoveSwap, With: "2"}, Does: "swap with bid 2: get euro 20 (2); give dollar 20 (1) 20 (9)"},
		{Move: Move{Type: MoveKeep}, Does: "keep bid 1: take back dollar 20 (1) 20 (9)"},
	})
	if _, _, others := (rules{}).View(&s.State, 2); len(others) > 0 {
		t.Errorf("seat 2 is not next and is offered %v", others)
	}
}

func TestHandsAreOpenWhenTheGameIsOver(t *testing.T) {
	s := threeHands(t)
	s.Options.StallRounds = 1
	s.pass()
	if table, _, _ := (rules{}).View(&s.State, 0); table.(TableView).FinalHands != nil {
		t.Error("hands are shown before the end")
	}
	s.pass()
	table, _, choices := rules{}.View(&s.State, 1)
	want(t, "hands", table.(TableView).FinalHands, s.openHands())
	want(t, "choices", len(choices), 0)
}
