package money

import (
	"encoding/json"
	"testing"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestGamesWithStandingOrdersFoldAndReplay(t *testing.T) {
	made := map[domain.ByRule]int{}
	for seats := 2; seats <= 5; seats++ {
		for rule, n := range kindtest.Ordered(t, Kind, Edition2025, "", seats, uint64(seats)) {
			made[rule] += n
		}
	}
	if made[domain.ByOrder] < 20 || made[domain.ByForced] > 0 {
		t.Errorf("moves by rule: %v; a swap turn has a choice always", made)
	}
}

// ordered is what an order of a seat is understood as, or the pointer and code of the refusal.
func (s *situation) ordered(seat int, order string) string {
	s.Helper()
	var o domain.Order
	if err := json.Unmarshal([]byte(order), &o); err != nil {
		s.Fatal(err)
	}
	var m Move
	if err := json.Unmarshal(o.Move, &m); err != nil {
		s.Fatal(err)
	}
	m, cond, err := rules{}.CheckOrder(&s.State, seat, m, o.If)
	if r, ok := domain.AsRefusal(err); ok {
		return r.Pointer + " " + string(r.Code)
	}
	return encoded(s, domain.Order{Move: json.RawMessage(encoded(s, m)), If: cond})
}

// follows is what an order does, or why it does nothing.
func (s *situation) follows(seat int, m Move, c Condition) string {
	s.Helper()
	o := orderOf(m, c)
	move, says, ok := rules{}.Follow(&s.State, seat, m, o.If)
	if !ok {
		return says
	}
	return encoded(s, move)
}

func TestOrdersThatCouldNeverApplyAreRefused(t *testing.T) {
	s := threeHands(t)
	for order, want := range map[string]string{
		`{"move":{"type":"swap","with":"I"}}`:                                     `{"move":{"type":"swap","with":"I"}}`,
		`{"move":{"type":"swap","with":"3"}}`:                                     `{"move":{"type":"swap","with":"3"}}`,
		`{"if":{"currency":"yen"},"move":{"type":"swap","with":"any"}}`:           `{"if":{"currency":"yen","count":1},"move":{"type":"swap","with":"any"}}`,
		`{"if":{"cards":[17,23]},"move":{"type":"swap","with":"II"}}`:             `{"if":{"cards":[17,23]},"move":{"type":"swap","with":"II"}}`,
		`{"move":{"type":"keep"}}`:                                                `{"move":{"type":"keep"}}`,
		`{"move":{"type":"swap","with":"1"}}`:                                     "/move/with own_bid",
		`{"move":{"type":"swap","with":"4"}}`:                                     "/move/with malformed_order",
		`{"move":{"type":"swap","with":"2L"}}`:                                    "/move/with malformed_order", // three players
		`{"move":{"type":"swap","with":"02"}}`:                                    "/move/with malformed_order",
		`{"move":{"type":"swap","with":"any"}}`:                                   "/move/with malformed_order",
		`{"move":{"type":"swap"}}`:                                                "/move/with malformed_order",
		`{"move":{"type":"bid","cards":[1]}}`:                                     "/move/type malformed_order",
		`{"move":{"type":"dance"}}`:                                               "/move/type malformed_move",
		`{"move":{"type":"keep","with":"I"}}`:                                     "/move/with malformed_move",
		`{"if":{},"move":{"type":"keep"}}`:                                        "/if malformed_order",
		`{"if":{"cards":[0]},"move":{"type":"keep"}}`:                             "/if/cards/0 malformed_order",
		`{"if":{"cards":[1,1]},"move":{"type":"keep"}}`:                           "/if/cards/1 malformed_order",
		`{"if":{"currency":"taler"},"move":{"type":"keep"}}`:                      "/if/currency malformed_order",
		`{"if":{"count":-1},"move":{"type":"keep"}}`:                              "/if/count malformed_order",
		`{"if":{"value":1000000},"move":{"type":"keep"}}`:                         "/if/value malformed_order",
		`{"if":{"colour":"red"},"move":{"type":"keep"}}`:                          "/if/colour malformed_order",
		`{"if":{"cards":[1,2]},"move":{"type":"swap","with":"3","cards":[1]}}`:    "/move/cards malformed_move",
		`{"if":{"value":90,"count":2},"move":{"type":"swap","with":"any"}}`:       `{"if":{"count":2,"value":90},"move":{"type":"swap","with":"any"}}`,
		`{"if":{"cards":[76],"count":2},"move":{"type":"swap","with":"any"}}`:     "/if/cards/0 malformed_order",
		`{"if":{"cards":"17"},"move":{"type":"swap","with":"any"}}`:               "/if/cards malformed_order",
		`{"if":{"currency":"fake","count":1},"move":{"type":"swap","with":"II"}}`: "/if/currency malformed_order",
	} {
		if got := s.ordered(1, order); got != want {
			t.Errorf("%s: %s, want %s", order, got, want)
		}
	}
}

func TestAnOrderGoesByWhatItsMoveWouldGet(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{1, 9}, []int{2}, []int{0}) // side I: 60 61 62 63, side II: 56 57 58 59
	for _, c := range []struct {
		move Move
		cond Condition
		want string
	}{
		{Move{Type: MoveSwap, With: "I"}, Condition{Cards: []int{60, 63}}, `{"type":"swap","with":"I"}`},
		{Move{Type: MoveSwap, With: "I"}, Condition{Cards: []int{60, 56}}, "Side I does not have yen 50 (56)."},
		{Move{Type: MoveSwap, With: "2"}, Condition{}, `{"type":"swap","with":"2"}`},
		{Move{Type: MoveSwap, With: "2"}, Condition{Value: 30}, "Bid 2 has cards worth 20, not 30."},
		{Move{Type: MoveSwap, With: "3"}, Condition{}, "Bid 3 is not on the table."}, // passed
		{Move{Type: MoveSwap, With: anySide}, Condition{Currency: "yen", Count: 2}, `{"type":"swap","with":"II"}`},
		{Move{Type: MoveSwap, With: anySide}, Condition{Count: 4}, `{"type":"swap","with":"I"}`}, // the first
		{Move{Type: MoveSwap, With: anySide}, Condition{Currency: "yen", Value: 111}, "Side I has yen worth 0, not 111; side II has yen worth 110, not 111."},
		{Move{Type: MoveKeep}, Condition{}, `{"type":"keep"}`},
		{Move{Type: MoveKeep}, Condition{Currency: "dollar", Count: 2}, `{"type":"keep"}`},
		{Move{Type: MoveKeep}, Condition{Cards: []int{2}}, "What lies in the place of your bid does not have euro 20 (2)."},
	} {
		if got := s.follows(1, c.move, c.cond); got != c.want {
			t.Errorf("%+v if %+v: %s, want %s", c.move, c.cond, got, c.want)
		}
	}
	s.takes(1, "2")
	if got, want := s.follows(2, Move{Type: MoveSwap, With: "1"}, Condition{}), "Bid 1 is not on the table."; got != want {
		t.Errorf("a bid that has had its turn: %s, want %s", got, want)
	}
}

func TestAnOrderToSwapWithASeatMeansTheFirstOfItsTwoBids(t *testing.T) {
	s := hands(t, Edition2025, []int{1, 9}, []int{2, 10, 18})
	s.bids([]int{1}, []int{2, 0, 10, 18})
	if got, want := s.follows(1, Move{Type: MoveSwap, With: "2"}, Condition{}), `{"type":"swap","with":"2R"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := s.follows(1, Move{Type: MoveSwap, With: "2L"}, Condition{}), `{"type":"swap","with":"2L"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestALineOfOrdersIsReadStrictly(t *testing.T) {
	d := domain.Drawing{Edition: Edition2025, Seat: 1, Names: abc}
	for line, want := range map[string]string{
		"side I if 17 23":                    `{"if":{"cards":[17,23]},"move":{"type":"swap","with":"I"}}`,
		"swap with side 2 if 17 and 9":       `{"if":{"cards":[17,9]},"move":{"type":"swap","with":"II"}}`,
		"bid 3":                              `{"move":{"type":"swap","with":"3"}}`,
		"swap seat 3":                        `{"move":{"type":"swap","with":"3"}}`,
		"bid 2L":                             `{"move":{"type":"swap","with":"2L"}}`,
		"any side if 2 yen":                  `{"if":{"currency":"yen","count":2},"move":{"type":"swap","with":"any"}}`,
		"any side if 2 yen and yen worth 90": `{"if":{"currency":"yen","count":2,"value":90},"move":{"type":"swap","with":"any"}}`,
		"any side if worth 150":              `{"if":{"value":150},"move":{"type":"swap","with":"any"}}`,
		"keep if 5 cards":                    `{"if":{"count":5},"move":{"type":"keep"}}`,
		"keep":                               `{"move":{"type":"keep"}}`,
		"side III":                           "", "side": "", "swap": "", "swap bob": "", "3": "", "bid 0": "", "seat 2L": "", "": "", "keep I": "",
		"side I if": "", "side I if 2": `{"if":{"cards":[2]},"move":{"type":"swap","with":"I"}}`,
		"side I if two yen": "", "side I if 2 taler": "", "side I if 0 yen": "", "side I if 2 yen and 3 yen": "",
		"side I if 2 yen and euro worth 3": "", "side I if yen": "", "side I unless 17": "", "bid 2 L R": "",
	} {
		o, err := readOrder(line, d)
		got := ""
		if err == nil {
			got = encoded(t, o)
		} else if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.BadCommand {
			t.Errorf("%q: %v", line, err)
		}
		if got != want {
			t.Errorf("%q: %s, want %s (%v)", line, got, want, err)
		}
	}
}
