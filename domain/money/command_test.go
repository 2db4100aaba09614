package money

import (
	"encoding/json"
	"strings"
	"testing"

	"tender/domain"
)

// reads is how a line of a seat is understood: the move, or the code of the refusal.
func (s *situation) reads(seat int, names map[int]string, line string) (move, said string) {
	s.Helper()
	table, own, _ := rules{}.View(&s.State, seat)
	d := domain.Drawing{Edition: s.Edition, Seat: seat, Names: names, Table: json.RawMessage(encoded(s, table)), Own: json.RawMessage(encoded(s, own))}
	cut, err := domain.CutCommand(line)
	if err == nil {
		var c domain.Command
		if c, err = Kind.Read(cut, d); err == nil {
			return string(c.Move), c.Said
		}
	}
	r, ok := domain.AsRefusal(err)
	if !ok {
		s.Fatal(err)
	}
	return string(r.Code), r.Text
}

var abc = map[int]string{1: "Ann", 2: "Bob", 3: "王小明"}

// purse is a hand of dollars 20 (1, 9, 17), 30 (25), euro 20 (2), yen 20 (7, 8), gold 20 (64).
func purse(t *testing.T) *situation {
	return hands(t, Edition2025, []int{1, 2, 7, 8, 9, 17, 25, 64}, []int{3}, []int{4})
}

func TestABidIsReadHoweverItIsSpelled(t *testing.T) {
	s := purse(t)
	for line, want := range map[string]string{
		"bid 17 7 0":                          "17 7 0",
		"bid 17,7,0":                          "17 7 0",
		"BID 17 and 7, and 0.":                "17 7 0",
		"“bid 17\u00a0 7\t0”":                 "17 7 0",
		"ｂｉｄ　１７、７":                            "17 7",
		"bid dollar 20":                       "1",
		"bid 20 dollars":                      "1",
		"Bid Dollars 20 x2, fake":             "1 9 0",
		"bid dollar 20 x 3":                   "1 9 17",
		"bid dollar 20×2":                     "1 9",
		"bid dollar 20, dollar 20":            "1 9",
		"bid 1, dollar 20":                    "1 9",
		"bid dollar 20, 1":                    "9 1",
		"bid dollar 20 (17)":                  "17",
		"bid dollar 20 (17, 1), the fake (0)": "17 1 0",
		"bid 20 dollar 30 dollar fake":        "1 25 0",
		"bid dollar 30 yen 20 x2 gold 20":     "25 7 8 64",
		"bid dol 30 & ye 20 + go 20":          "25 7 64",
		"bid yen 20; fake card; euro 20":      "7 0 2",
		"bid fake":                            "0",
		"bid the fake":                        "0",
		"pass":                                "0",
		"pass.":                               "0",
	} {
		cards, said := s.reads(1, abc, line)
		if want := `{"type":"bid","cards":[` + strings.ReplaceAll(want, " ", ",") + `]}`; cards != want {
			t.Errorf("%q is %s, want %s: %s", line, cards, want, said)
		}
	}
}
