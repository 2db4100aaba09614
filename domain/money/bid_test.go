package money

import (
	"strings"
	"testing"

	"tender/domain"
)

// dollars 1 9 17 are 20s, 25 33 41 30s, 49 is 40, 57 is 50, 58 is 60; euros 2 10 18 and so on.
func threeHands(t testing.TB) *situation {
	return hands(t, Edition2025, []int{1, 9, 17, 25, 33, 41}, []int{2, 10, 18, 26, 34, 42}, []int{3, 11, 19, 27, 35, 43})
}

func TestBidsThatAreRefused(t *testing.T) {
	cases := []struct {
		name, move string
		code       domain.Code
		pointer    string
	}{
		{"no cards", `{"type":"bid","cards":[]}`, EmptyBid, "/cards"},
		{"cards left out", `{"type":"bid"}`, EmptyBid, "/cards"},
		{"the fake twice", `{"type":"bid","cards":[0,1,0]}`, FakeTwice, "/cards/2"},
		{"a card twice", `{"type":"bid","cards":[1,9,1]}`, CardTwice, "/cards/2"},
		{"a card of another hand", `{"type":"bid","cards":[1,2]}`, CardNotInHand, "/cards/1"},
		{"a card of the market", `{"type":"bid","cards":[60]}`, CardNotInHand, "/cards/0"},
		{"no such card", `{"type":"bid","cards":[999]}`, UnknownSerial, "/cards/0"},
		{"below zero", `{"type":"bid","cards":[-1]}`, UnknownSerial, "/cards/0"},
		{"a swap before the reveal", `{"type":"swap","with":"I"}`, domain.WrongPhase, "/type"},
		{"keep before the reveal", `{"type":"keep"}`, domain.WrongPhase, "/type"},
		{"a target for a bid", `{"type":"bid","cards":[1],"with":"I"}`, domain.MalformedMove, "/with"},
		{"no such move", `{"type":"steal"}`, domain.MalformedMove, "/type"},
		{"no type", `{}`, domain.MalformedMove, "/type"},
		{"cards as text", `{"type":"bid","cards":["1"]}`, domain.MalformedMove, "/cards/0"},
		{"half a card", `{"type":"bid","cards":[1.5]}`, domain.MalformedMove, "/cards/0"},
		{"a field that no move has", `{"type":"bid","cards":[1],"value":20}`, domain.MalformedMove, "/value"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			hands(t, Edition2025, []int{1, 9, 17}, []int{2, 10}, []int{3}).refuses(1, c.move, c.code, c.pointer)
		})
	}
}

func TestARefusedCardNamesTheHand(t *testing.T) {
	r := hands(t, Edition2025, []int{33, 3, 54, 6}, []int{1}, []int{2}).refuses(1, `{"type":"bid","cards":[17]}`, CardNotInHand, "/cards/0")
	if r.Text != "Card 17 is not in your hand; your hand is 3 6 33 54 and the fake, 0." {
		t.Error(r.Text)
	}
}

func TestTheFakeGoesBackAndIsNotPartOfTheBid(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{0, 1, 25}, []int{0}, []int{43, 0})
	want(t, "bids", s.Bids, []Bid{{"1", 1, []int{1, 25}}, {"3", 3, []int{43}}})
	s.takes(1, MoveKeep)
	s.takes(3, MoveKeep)
	s.bids([]int{0, 1}, []int{0, 2}, []int{0, 3}) // everybody has the fake again
}

func TestTheFakeAloneIsAPassAndHasNoTurn(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{0}, []int{2}, []int{0})
	want(t, "order", s.order(), "2")
}

func TestWhenAllPassTheRoundIsOverAtOnce(t *testing.T) {
	s := threeHands(t)
	events := s.pass()
	want(t, "events", types(events), "bids_laid market_unchanged round_started")
	want(t, "round", s.Round, 2)
	want(t, "phase", s.Phase, PhaseBid)
}

func TestAWholeHandCanBeBid(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{41, 33, 25, 17, 9, 1}, []int{0}, []int{0})
	want(t, "hand", len(s.Hands[0]), 0)
	want(t, "value", s.worth(s.Bids[0].Cards), 150)
}

func TestMetalCountsInABidAndSetsDoNot(t *testing.T) {
	s := hands(t, Edition2025, []int{1, 9, 17, 64}, []int{50, 65, 66}, []int{2})
	s.bids([]int{1, 9, 17}, []int{50, 66, 65}, []int{0}) // 60 with a set, against 40 + 20 + 10
	want(t, "order", s.order(), "2 1")
}

func TestEqualBidsMoveByTheLowestSingleSerial(t *testing.T) {
	s := hands(t, Edition2025, []int{2, 20}, []int{3, 4}, []int{1, 21})
	s.bids([]int{2, 20}, []int{3, 4}, []int{21, 1})
	want(t, "order", s.order(), "3 1 2")
}

func TestUnderSerialSumEqualBidsMoveByTheLowestSum(t *testing.T) {
	s := hands(t, EditionClassic, []int{2, 20}, []int{3, 4}, []int{1, 21})
	s.Options.TieBreak = SerialSum
	s.bids([]int{2, 20}, []int{3, 4}, []int{21, 1}) // sums 22, 7, 22: then 1 before 2
	want(t, "order", s.order(), "2 3 1")
}

func TestTheFakeIsNotTheLowestSerialOfABid(t *testing.T) {
	s := hands(t, EditionClassic, []int{5, 6}, []int{3, 4}, []int{1})
	s.bids([]int{0, 5}, []int{3}, []int{0})
	want(t, "order", s.order(), "2 1")
}

func twoHands(t testing.TB) *situation {
	return hands(t, Edition2025, []int{1, 9, 17, 25, 33}, []int{2, 10, 18, 26, 34})
}

func TestWithTwoPlayersTheFakePartsABidInTwo(t *testing.T) {
	s := twoHands(t)
	s.bids([]int{9, 1, 0, 33}, []int{0, 2, 26})
	want(t, "bids", s.Bids, []Bid{{"2", 2, []int{2, 26}}, {"1L", 1, []int{1, 9}}, {"1R", 1, []int{33}}})
}

func TestWithTwoPlayersAFakeAtAnEndLeavesOneBid(t *testing.T) {
	for _, cards := range [][]int{{0, 1, 9}, {1, 9, 0}, {1, 9}} {
		s := twoHands(t)
		s.bids(cards, []int{0})
		want(t, "bids", s.Bids, []Bid{{"1", 1, []int{1, 9}}})
	}
}

func TestWithThreePlayersTheFakePartsNothing(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{1, 0, 9}, []int{0}, []int{0})
	want(t, "bids", s.Bids, []Bid{{"1", 1, []int{1, 9}}})
}

func TestTheCoverOfABidIsItsSizeWithTheFake(t *testing.T) {
	s := threeHands(t)
	cover := rules{}.Cover(&s.State, 1, Move{Type: MoveBid, Cards: []int{1, 0, 9}})
	want(t, "cover", cover, any(map[string]int{"cards": 3}))
	if other := (rules{}).Cover(&s.State, 1, Move{Type: MoveBid, Cards: []int{25, 33, 41}}); other != cover {
		t.Errorf("bids of three cards have covers %v and %v", cover, other)
	}
	s.Options.ShowBidSizes = false
	if cover := (rules{}).Cover(&s.State, 1, pass()); cover != nil {
		t.Errorf("with sizes hidden the cover is %v", cover)
	}
}

func TestEverySeatIsWantedForABidAndAbsenceIsAPass(t *testing.T) {
	s := threeHands(t)
	want(t, "wanted", rules{}.Wanted(&s.State), domain.Wanted{Round: 1, Phase: PhaseBid, Sealed: true, Seats: []int{1, 2, 3}})
	want(t, "absent", rules{}.Absent(&s.State, 2), Move{Type: MoveBid, Cards: []int{0}})
}

func TestRefusalsOfTheWrongPhaseSayWhatThePhaseIs(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{1}, []int{0}, []int{0})
	r := s.refuses(1, `{"type":"bid","cards":[9]}`, domain.WrongPhase, "/type")
	if !strings.Contains(r.Text, "swap or keep") {
		t.Error(r.Text)
	}
}
