package mowmoney

import (
	"strings"
	"testing"

	"tender/domain"
)

// reads is how a line of a seat is understood: the move and the move in words, or the code of the refusal and its text.
func (x situation) reads(seat int, line string) (move, said string) {
	x.t.Helper()
	table, own, _ := rules{}.View(x.State, seat)
	cut, err := domain.CutCommand(line)
	if err == nil {
		var c domain.Command
		d := domain.Drawing{Edition: "2016", Seat: seat, Table: mustJSON(x.t, table), Own: mustJSON(x.t, own)}
		if c, err = Kind.Read(cut, d); err == nil {
			return string(c.Move), c.Said
		}
	}
	r, ok := domain.AsRefusal(err)
	if !ok {
		x.t.Fatal(err)
	}
	return string(r.Code), r.Text
}

// garden is a seat with three clean-ups (1, 2, 9), a fence (5), three medium cards (51, 52, 53) and the contracts 3 and 4.
func garden(t *testing.T) situation {
	x := newSituation(t, 6).hold(1, 1, 2, 5, 9, 51, 52, 53).own(1, 7, 8)
	x.Phase = phaseBid
	return x
}

func TestABidIsReadHoweverItIsSpelled(t *testing.T) {
	x := garden(t)
	for line, want := range map[string]string{
		"bid A 1 2":                             `{"token":"A","cards":[1,2]}`,
		"bid a: 2, 1.":                          `{"token":"A","cards":[2,1]}`,
		"Bid Apple Hollow 1 and 2":              `{"token":"A","cards":[1,2]}`,
		"bid B 51 52 stake 7 8 bluff 1":         `{"token":"B","cards":[51,52],"stake":[7,8],"bluffs":1}`,
		"bid B 51 52, bluffs 1, stake 7 8":      `{"token":"B","cards":[51,52],"stake":[7,8],"bluffs":1}`,
		"bid OJ 1 2 9":                          `{"token":"OJ","cards":[1,2,9]}`,
		"bid oj 1 2 9 for Clean-Up":             `{"token":"OJ","cards":[1,2,9],"job":"clean_up"}`,
		"bid OJ 1 2 9, clean_up":                `{"token":"OJ","cards":[1,2,9],"job":"clean_up"}`,
		"bid A bluff 2":                         `{"token":"A","bluffs":2}`,
		"bid F 5 decoy":                         `{"token":"F","cards":[5],"decoy":true}`,
		"bid F 5 decoy: true":                   `{"token":"F","cards":[5],"decoy":true}`,
		"bid A 1 2, B 51 52":                    `{"token":"A","cards":[1,2]},{"token":"B","cards":[51,52]}`,
		"bid A 1 2 B 51 52":                     `{"token":"A","cards":[1,2]},{"token":"B","cards":[51,52]}`,
		"bid cherry creek 1, 2; and OJ bluff 3": `{"token":"C","cards":[1,2]},{"token":"OJ","bluffs":3}`,
	} {
		if move, said := x.reads(1, line); move != `{"type":"bid","stacks":[`+want+`]}` {
			t.Errorf("%q is %s, want %s: %s", line, move, want, said)
		}
	}
}

func TestABidThatWouldHaveToBeGuessedIsRefused(t *testing.T) {
	x := garden(t)
	for line, want := range map[string]domain.Code{
		"bid":                        domain.BadCommand,
		"bid 1 2":                    domain.BadCommand, // on which neighborhood?
		"bid A 1 2 bluff":            domain.BadCommand, // how many?
		"bid A 1 2 bluff 1 2":        domain.BadCommand,
		"bid A 1 2 bluff 0":          domain.BadCommand,
		"bid A 1 2 1 bluff":          domain.BadCommand, // the card 1, or one bluff card?
		"bid A 1 2 stake":            domain.BadCommand,
		"bid A 1 2 stake 7, 8":       domain.BadCommand, // a contract, or a card?
		"bid A 1 2 stake 7 stake 8":  domain.BadCommand,
		"bid A bluff 1 1 2":          domain.BadCommand,
		"bid A 1 2 decoy decoy":      domain.BadCommand,
		"bid A 1 2 for":              domain.BadCommand,
		"bid A 1 2 walk dogs":        domain.BadCommand,
		"bid OJ 1 2 9 for clean":     domain.BadCommand,
		"bid G 1 2":                  domain.BadCommand,
		"bid apple 1 2":              domain.BadCommand,
		"bid A1 2":                   domain.BadCommand,
		"bid A 1/2":                  domain.BadCommand,
		"bid A 1 2,":                 domain.BadCommand,
		"bid A 1,, 2":                domain.BadCommand,
		"bid A 1 2 please":           domain.BadCommand,
		"pass A":                     domain.BadCommand,
		"pickup 1 2 9 decoy":         domain.BadCommand,
		"pickup for clean up":        domain.BadCommand,
		"pickup":                     domain.BadCommand,
		"buy":                        domain.BadCommand,
		"buy medium":                 domain.BadCommand, // the mower, or a card?
		"buy card":                   domain.BadCommand,
		"buy basic card x2":          domain.BadCommand,
		"buy basic card, basic card": domain.BadCommand,
		"buy medium, mower":          domain.BadCommand,
		"buy golden mower":           domain.BadCommand,
		"done 1":                     domain.BadCommand,
		"done discard":               domain.BadCommand,
		"done discard 1 please":      domain.BadCommand,
		"done and dusted":            domain.BadCommand,
		"bid A 1 3":                  CardNotInHand,
		"bid A 0":                    CardNotInHand,
		"bid OJ 1 2 107":             CardNotInHand,
		"done discard 3":             CardNotInHand,
		"pickup 1 2 3":               CardNotInHand,
		"bid A 1 1":                  CardTwice,
		"bid A 1 2 stake 9":          StakeNotHeld,
	} {
		if got, text := x.reads(1, line); got != string(want) || !strings.HasSuffix(text, ".") {
			t.Errorf("%q: %s (%s), want %s", line, got, text, want)
		}
	}
}

func TestOtherMovesAreRead(t *testing.T) {
	x := garden(t)
	for line, want := range map[string]string{
		"buy medium mower":              `{"type":"buy_mower","mower":"medium"}`,
		"Buy the Advanced Mower":        `{"type":"buy_mower","mower":"advanced"}`,
		"buy a basic card":              `{"type":"buy_card","deck":"basic"}`,
		"buy card medium":               `{"type":"buy_card","deck":"medium"}`,
		"done":                          `{"type":"done","discard":[]}`,
		"done discard 5, 1 and 51":      `{"type":"done","discard":[5,1,51]}`,
		"pickup 1, 2, 9":                `{"type":"pickup","cards":[1,2,9]}`,
		"pickup 1 2 9 for repair fence": `{"type":"pickup","cards":[1,2,9],"job":"repair_fence"}`,
		"pass":                          `{"type":"bid","stacks":[]}`,
	} {
		if move, said := x.reads(1, line); move != want {
			t.Errorf("%q is %s, want %s: %s", line, move, want, said)
		}
	}
	x.Phase = phasePickup
	if move, _ := x.reads(1, "pass"); move != `{"type":"pass"}` {
		t.Error(move)
	}
}

func TestWhatWasUnderstoodIsSaid(t *testing.T) {
	x := garden(t)
	for line, want := range map[string]string{
		"bid A 1 5 stake 7 bluff 1, OJ bluff 2": "bid under A 1 $1★ clean up and 5 $1★ repair fence, stake 7, 1 bluff card; under OJ 2 bluff cards, a decoy",
		"bid OJ 1 2 9 for clean up":             "bid under OJ 1 $1★ clean up, 2 $1★ clean up and 9 $1 clean up, for clean up",
		"bid A 5 decoy":                         "bid under A 5 $1★ repair fence, a decoy",
		"done discard 5":                        "end your turn, discarding 5 $1★ repair fence",
		"pickup 1 2 9 for clean up":             "pick up an odd job with 1 $1★ clean up, 2 $1★ clean up and 9 $1 clean up, for clean up",
		"buy advanced card":                     "buy a card of the advanced deck",
	} {
		if _, said := x.reads(1, line); said != want {
			t.Errorf("%q: %q, want %q", line, said, want)
		}
	}
	if _, text := x.reads(1, "bid A 3"); !strings.HasPrefix(text, "You do not hold card 3; your hand is 1 $1★ clean up, 2 ") {
		t.Error(text)
	}
}
