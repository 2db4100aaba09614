package money

import (
	"testing"

	"tender/domain"
)

func TestASwapWithTheMarketChangesAllCardsWhateverTheNumbers(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{1}, []int{0}, []int{0})
	events := s.takes(1, "II")
	want(t, "hand", s.Hands[0], []int{9, 17, 25, 33, 41, 56, 57, 58, 59})
	want(t, "side II, refilled", s.Market[1], []int{1, 4, 5, 6})
	want(t, "events", types(events), "turn_taken market_refilled round_started")
	told := events[0].Data.(TurnTaken)
	want(t, "gave", told.Gave, s.cards([]int{1}))
	want(t, "got", told.Got, s.cards([]int{56, 57, 58, 59}))
}

func TestKeepTakesTheBidBack(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{1, 9}, []int{2}, []int{0})
	s.takes(1, MoveKeep)
	want(t, "hand", s.Hands[0], []int{1, 9, 17, 25, 33, 41})
	want(t, "order", s.order(), "2")
}

// The rules' own example: bids of 60, 40 and 40, where seat 2 holds serial 9 and seat 3 serial 4.
func TestABidThatWasSwappedWithIsTheHighestAndMovesNext(t *testing.T) {
	s := hands(t, Edition2025, []int{33, 25, 1}, []int{9, 17}, []int{4, 21})
	s.bids([]int{33, 25}, []int{9, 17}, []int{4, 21})
	want(t, "order", s.order(), "1 3 2")
	s.takes(1, "2")
	want(t, "hand of seat 1", s.Hands[0], []int{1, 9, 17})
	want(t, "bids", s.Bids, []Bid{{"2", 2, []int{25, 33}}, {"3", 3, []int{4, 21}}})
	want(t, "wanted", rules{}.Wanted(&s.State), domain.Wanted{Round: 1, Phase: PhaseSwap, Turn: "2", Seats: []int{2}})
	s.takes(2, "I")
	want(t, "hand of seat 2", s.Hands[1], []int{60, 61, 62, 63})
	want(t, "order", s.order(), "3")
}

func TestSwapWithABidThatAlreadyMovedIsRefused(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{25}, []int{2}, []int{3})
	s.takes(1, MoveKeep)
	r := s.refuses(2, `{"type":"swap","with":"1"}`, BidLeftTable, "/with")
	if r.Text != "Bid 1 has had its turn and left the table; choose from I, II, 3." {
		t.Error(r.Text)
	}
}

func TestTurnsThatAreRefused(t *testing.T) {
	cases := []struct {
		name    string
		seat    int
		move    string
		code    domain.Code
		pointer string
	}{
		{"a third side", 1, `{"type":"swap","with":"III"}`, NoSuchBid, "/with"},
		{"a side in small letters", 1, `{"type":"swap","with":"ii"}`, NoSuchBid, "/with"},
		{"nothing", 1, `{"type":"swap"}`, NoSuchBid, "/with"},
		{"a seat that is not there", 1, `{"type":"swap","with":"9"}`, NoSuchBid, "/with"},
		{"a seat that passed", 1, `{"type":"swap","with":"3"}`, NoSuchBid, "/with"},
		{"oneself", 1, `{"type":"swap","with":"1"}`, OwnBid, "/with"},
		{"out of turn", 2, `{"type":"keep"}`, domain.NotWanted, ""},
		{"having passed", 3, `{"type":"swap","with":"I"}`, domain.NotWanted, ""},
		{"some cards only", 1, `{"type":"swap","with":"I","cards":[25]}`, domain.MalformedMove, "/cards"},
		{"keep with a target", 1, `{"type":"keep","with":"I"}`, domain.MalformedMove, "/with"},
		{"a bid", 1, `{"type":"bid","cards":[1]}`, domain.WrongPhase, "/type"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := threeHands(t)
			s.bids([]int{25}, []int{2}, []int{0})
			s.refuses(c.seat, c.move, c.code, c.pointer)
		})
	}
}

func TestOnesOwnOtherBidIsNeverSwappedWith(t *testing.T) {
	s := twoHands(t)
	s.bids([]int{33, 0, 1}, []int{2})
	want(t, "order", s.order(), "1L 1R 2")
	s.refuses(1, `{"type":"swap","with":"1R"}`, OwnBid, "/with")
	s.refuses(1, `{"type":"swap","with":"1L"}`, OwnBid, "/with")
	s.refuses(1, `{"type":"swap","with":"1"}`, NoSuchBid, "/with")
	s.takes(1, MoveKeep)
	s.refuses(1, `{"type":"swap","with":"1L"}`, OwnBid, "/with") // also when it has left
}

func TestBothBidsOfASeatHaveATurn(t *testing.T) {
	s := twoHands(t)
	s.bids([]int{33, 0, 1}, []int{2, 0, 26})
	want(t, "order", s.order(), "2R 1L 1R 2L")
	s.takes(2, "1R") // 26 against 1: now 1R is worth 30 and 26 is below 33
	want(t, "order", s.order(), "1R 1L 2L")
	want(t, "turn", rules{}.Wanted(&s.State).Turn, "1R")
	s.takes(1, "2L")
	want(t, "order", s.order(), "2L 1L")
	s.takes(2, MoveKeep)
	s.takes(1, MoveKeep)
	want(t, "hands", s.Hands, [][]int{{2, 9, 17, 25, 33}, {1, 10, 18, 26, 34}})
}

func TestAbsenceInATurnIsKeep(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{25}, []int{2}, []int{0})
	want(t, "absent", rules{}.Absent(&s.State, 1), Move{Type: MoveKeep})
}

func TestTheSidesOfTheMarketCanBeSwappedWithAgainInTheSameRound(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{25, 33}, []int{2}, []int{0})
	s.takes(1, "I")
	s.takes(2, "I")
	want(t, "hand", s.Hands[1], []int{10, 18, 25, 26, 33, 34, 42})
}
