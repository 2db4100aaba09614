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

func TestABidThatWouldHaveToBeGuessedIsRefused(t *testing.T) {
	s := purse(t)
	for line, want := range map[string]string{
		"bid":                      "bad_command",
		"bid dollar":               "bad_command", // which value?
		"bid dollar, 20":           "bad_command",
		"bid 20 dollar 30":         "bad_command", // a serial, or a dollar 30?
		"bid dollar 20 30":         "bad_command",
		"bid dollar 20 0":          "bad_command",
		"bid 17 dollar 20":         "bad_command", // 17 and a dollar 20, or the dollar 17?
		"bid 1 2x":                 "bad_command",
		"bid 1 x2":                 "bad_command", // the card 1 is there once
		"bid dollar 20 x0":         "bad_command",
		"bid dollar 20 x":          "bad_command",
		"bid f 30":                 "bad_command", // franc or fake
		"bid fa":                   "bad_command",
		"bid p 20":                 "bad_command", // peso or pound
		"bid dollarss 20":          "bad_command",
		"bid coin 10":              "bad_command", // of the other edition
		"bid dollar 20 (1":         "bad_command",
		"bid dollar 20 ()":         "bad_command",
		"bid dollar 20 (25)":       "bad_command", // that is a dollar 30
		"bid the fake (1)":         "bad_command",
		"bid 1,,7":                 "bad_command",
		"bid 1, 7,":                "bad_command",
		"bid 1-7":                  "bad_command",
		"bid 1.7":                  "bad_command",
		"bid 17 42 0 please":       "bad_command",
		"bid 07":                   "bad_command",
		"bid 1²":                   "bad_command", // not 12
		"bid 1\u200b7":             "bad_command", // 17, or 1 and 7?
		"bid 1\n7":                 "bad_command",
		"bid 99999999999999999999": "bad_command",
		"bid everything":           "bad_command",
		"pass fake":                "bad_command",
		"bid 1" + strings.Repeat(" ", domain.MaxCommand): "bad_command",
		"bid 1 \xff":           "bad_command",
		"bid 99":               "card_not_in_hand",
		"bid 3":                "card_not_in_hand",
		"bid dollar 20 x4":     "card_not_in_hand",
		"bid dollar 40":        "card_not_in_hand",
		"bid dollar 50":        "card_not_in_hand",
		"bid franc 20":         "card_not_in_hand", // another player's
		"bid dollar 30 x2":     "card_not_in_hand",
		"bid 25, dollar 30":    "card_not_in_hand",
		"bid 1 1":              "card_twice",
		"bid 1, dollar 20 (1)": "card_twice",
		"bid 0 17 0":           "fake_twice",
		"bid fake, fake":       "fake_twice",
	} {
		if got, text := s.reads(1, abc, line); got != want || !strings.HasSuffix(text, ".") {
			t.Errorf("%q: %s (%s), want %s", line, got, text, want)
		}
	}
}

func TestWhatWasUnderstoodIsSaidWithSerials(t *testing.T) {
	s := purse(t)
	for line, want := range map[string]string{
		"bid dollar 20, yen 20 x2, fake": "bid dollar 20 (1), yen 20 (7, 8), the fake (0)",
		"bid 25 0 1 17":                  "bid dollar 30 (25), the fake (0), dollar 20 (1, 17)",
	} {
		move, said := s.reads(1, abc, line)
		if said != want {
			t.Errorf("%q: %q, want %q", line, said, want)
		}
		if again, _ := s.reads(1, abc, said); again != move {
			t.Errorf("%q is read as %s, want %s", said, again, move)
		}
	}
	for line, part := range map[string]string{
		"bid dollar 50":    "you hold dollar 20 (1) 20 (9) 20 (17) 30 (25)",
		"bid rupee 20":     "your hand is dollar 20 (1)",
		"bid yen 20 x3":    "You have no 3 of yen 20",
		"bid 1 7 9, yen 1": "You have no yen 1 in hand; you hold yen 20 (7) 20 (8)",
	} {
		if _, text := s.reads(1, abc, line); !strings.Contains(text, part) {
			t.Errorf("%q: %q", line, text)
		}
	}
}

func TestTheFakeBetweenCardsIsSaidToPartThem(t *testing.T) {
	s := twoHands(t)
	two := map[int]string{1: "Ann", 2: "Bob"}
	if _, said := s.reads(1, two, "bid 9, fake, 33"); !strings.HasSuffix(said, ": two bids, parted by the fake") {
		t.Error(said)
	}
	if _, said := s.reads(1, two, "bid 9 33 fake"); !strings.HasSuffix(said, "the fake (0)") {
		t.Error(said)
	}
}

// swapping: bid 1 of seat 1 is next, then 3, then 2.
func swapping(t *testing.T) *situation {
	s := hands(t, Edition2025, []int{1, 9, 17, 25, 33, 64, 66}, []int{2, 10, 18, 26, 34}, []int{3, 11, 19, 50})
	s.bids([]int{9, 1, 64, 66}, []int{2}, []int{50, 3})
	return s
}

func TestASwapIsReadByWhateverNameItsTargetHas(t *testing.T) {
	s := swapping(t)
	for line, want := range map[string]string{
		"swap I": "I", "swap ii.": "II", "swap side I": "I", "swap with market II": "II", "SWAP WITH SIDE ii": "II",
		"swap bob": "2", "swap with Bob": "2", "swap “BOB”": "2", "swap b0b": "2", "swap 2": "2", "swap seat 2": "2", "swap bid 2": "2", "swap with seat 3": "3",
		"swap 王小明": "3", "swap 王 小明": "3",
		"swap ann": "1", "swap 1": "1", // the rules refuse one's own
	} {
		if move, text := s.reads(1, abc, line); move != `{"type":"swap","with":"`+want+`"}` {
			t.Errorf("%q: %s %s, want %s", line, move, text, want)
		}
	}
	for _, line := range []string{"swap", "swap III", "swap ı", "swap 6", "swap 22", "swap seat", "swap bo", "swap bob!", "swap bob please", "swap I II",
		"swap bob's bid", "swap with", "swap seat bob", "keep it", "keep swap I"} {
		if code, text := s.reads(1, abc, line); code != string(domain.BadCommand) {
			t.Errorf("%q: %s %s", line, code, text)
		}
	}
	s.takes(1, "I")
	if _, text := s.reads(3, abc, "swap ann"); text != "Ann has no bid on the table; write swap I, swap II or swap 2, or keep." {
		t.Error(text)
	}
}

// A player cannot choose a name that turns another's command into something else.
func TestANameThatMeansSomethingElseIsAskedAbout(t *testing.T) {
	s := swapping(t)
	for _, c := range []struct{ name, line, text string }{
		{"II", "swap II", "write swap 2 or swap side II."},
		{"Ii", "swap ii", "write swap 2 or swap side II."},
		{"side I", "swap side I", "write swap 2 or swap I."},
		{"seat 3", "swap seat 3", "write swap 2 or swap 3."},
		{"bid 3", "swap bid 3", "write swap 2 or swap 3."},
		{"with II", "swap with II", "write swap 2 or swap II."},
	} {
		names := map[int]string{1: "Ann", 2: c.name, 3: "Cleo"}
		code, text := s.reads(1, names, c.line)
		if code != string(domain.BadCommand) || !strings.HasSuffix(text, c.text) {
			t.Errorf("%s: %s: %s %q", c.name, c.line, code, text)
		}
		for _, with := range []string{"I", "II", "2", "3"} {
			table, own, _ := rules{}.View(&s.State, 1)
			d := domain.Drawing{Edition: s.Edition, Seat: 1, Names: names, Table: json.RawMessage(encoded(s, table)), Own: json.RawMessage(encoded(s, own))}
			move := `{"type":"swap","with":"` + with + `"}`
			line := Kind.Write(json.RawMessage(move), d)
			if read, text := s.reads(1, names, line); read != move {
				t.Errorf("%s: %s is shown as %q and read as %s %s", c.name, move, line, read, text)
			}
		}
	}
	if move, _ := s.reads(1, map[int]string{1: "Ann", 2: "keep", 3: "seat 3"}, "swap keep"); move != `{"type":"swap","with":"2"}` {
		t.Error(move)
	}
}

func TestOfTwoBidsOfOnePlayerOneMustBeNamed(t *testing.T) {
	s := twoHands(t)
	s.bids([]int{33, 0, 1}, []int{2, 0, 26})
	two := map[int]string{1: "Ann", 2: "Bob"}
	seat := s.Bids[0].Seat
	other := 3 - seat
	for _, line := range []string{"swap " + two[other], "swap " + string(rune('0'+other))} {
		if code, text := s.reads(seat, two, line); code != string(domain.BadCommand) || !strings.Contains(text, "can mean more than one thing") {
			t.Errorf("%s: %s %s", line, code, text)
		}
	}
	id := string(rune('0'+other)) + "L"
	if move, _ := s.reads(seat, two, "swap "+strings.ToLower(id)); move != `{"type":"swap","with":"`+id+`"}` {
		t.Error(move)
	}
}
