package mowmoney

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"tender/domain"
)

func TestScoresAreContractsMowersAndAPointForEveryFullThreeDollars(t *testing.T) {
	p := Seat{Money: 11, Mowers: []Deck{Basic, Advanced}, Contracts: []int{1, 36}}
	if got, want := p.score(), (Score{Contracts: 9, Mowers: 4, Money: 3, Total: 16}); got != want {
		t.Errorf("%+v", got)
	}
}

// [R] Equal totals share the victory, whoever has more contracts or money.
func TestRulingEqualTotalsShareTheVictory(t *testing.T) {
	x := newSituation(t, 3).own(1, 7)
	x.seat(2).Money = 6
	if got := (rules{}).Scores(x.State); !reflect.DeepEqual(got.Winners, []any{1, 2}) || !slices.Equal(got.Totals, []int{3, 3, 1}) {
		t.Errorf("%+v", got)
	}
}

func TestInASoloGameContractsWithoutABidGoToTheDummy(t *testing.T) {
	x := newSituation(t, 1).hold(1, 1, 2)
	x.bids([]Stack{{Token: "A", Cards: []int{1, 2}, Decoy: true}, {Token: "B", Bluffs: 1}})
	if !slices.Equal(x.Dummy, []int{1, 2}) || len(x.seat(1).Hand) != 2 || x.First != 1 {
		t.Errorf("dummy %v", x.Dummy)
	}
}

// dummyDraws puts cards on top of the basic deck.
func (x situation) dummyDraws(ids ...int) situation {
	x.Decks[Basic].Draw = append(slices.Clone(ids), without(x.Decks[Basic].Draw, ids...)...)
	return x
}

func TestInASoloGameTheLowerBidWinsAndTiesAreThePlayers(t *testing.T) {
	for name, c := range map[string]struct {
		draws  []int
		stake  []int
		winner int
	}{
		"lower":                      {[]int{17, 18}, nil, 1},
		"equal":                      {[]int{3, 18}, nil, 1},
		"higher":                     {[]int{3, 4}, nil, dummy},
		"higher, with a stake of $2": {[]int{3, 4}, []int{7}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			x := newSituation(t, 1).hold(1, 1, 19).dummyDraws(c.draws...).own(1, 7)
			x.bids([]Stack{{Token: "A", Cards: []int{1, 19}, Stake: c.stake}})
			if l := x.Report[0]; l.Winner != c.winner {
				t.Errorf("%+v", l)
			}
			if c.winner == 1 && x.seat(1).Money != 3 {
				t.Errorf("paid $%d", x.seat(1).Money)
			}
			for _, id := range c.draws {
				if !slices.Contains(x.Decks[Basic].Discards, id) {
					t.Errorf("card %d is not discarded", id)
				}
			}
		})
	}
}

func TestTheDummyDrawsUntilItHasStarsWhereTheContractAsksForThem(t *testing.T) {
	x := newSituation(t, 1).hold(1, 35, 36, 37).dummyDraws(9, 1, 10, 2, 3)
	x.faceUp(0, 3)
	events := x.bids(one("A", 35, 36, 37))
	if l := x.Report[0]; l.DummyBid != 3 || l.Winner != dummy {
		t.Errorf("%+v", l)
	}
	if !slices.Equal(x.Decks[Basic].Discards, []int{1, 2, 3, 9, 10}) {
		t.Errorf("discards %v", x.Decks[Basic].Discards)
	}
	if won := events[1].Data.(ContractWon); len(won.Dummy) != 5 || won.Winner != dummyName || won.Money != nil || *won.DummyBid != 3 || won.DummyDry != nil {
		t.Errorf("%+v", won)
	}
}

// [R] If the deck runs dry before the dummy has enough cards, the player wins; the deck is not made anew for it.
func TestRulingADryDeckMakesThePlayerWin(t *testing.T) {
	x := newSituation(t, 1).hold(1, 43, 44)
	deck := &x.Decks[Basic]
	deck.Discards, deck.Draw = deck.Draw[1:], deck.Draw[:1]
	x.bids(one("A", 43, 44))
	if l := x.Report[0]; l.Winner != 1 || !l.DummyDry || l.DummyBid != 0 || x.seat(1).Money != 6 {
		t.Errorf("%+v", l)
	}
	if line := x.Report.lines()[0].(contractLine); line.Winner != 1 || line.DummyBid != nil {
		t.Errorf("%+v", line)
	}
}

// [R] Beating the dummy is a win, an equal total is shared with it.
func TestRulingAnEqualTotalIsSharedWithTheDummy(t *testing.T) {
	for contract, winners := range map[int][]any{19: {dummyName}, 13: {1, dummyName}, 8: {1}} { // 4, 3 and 2 RP
		x := newSituation(t, 1)
		x.seat(1).Money = 6 // 3 with the mower
		x.Dummy = []int{contract}
		if got := (rules{}).Scores(x.State); !reflect.DeepEqual(got.Winners, winners) {
			t.Errorf("%d RP: %v", worthOf(contract), got.Winners)
		}
	}
}

// A state of every released version stays in testdata/states for ever and has to be played to its end.
func TestStoredStatesOfEveryVersionCanBePlayedOn(t *testing.T) {
	raw, err := os.ReadFile("testdata/states/v1.json")
	if err != nil {
		t.Fatal(err)
	}
	position, err := Kind.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	c := &collector{Position: position}
	for range tooManyMoves {
		seats := c.waitingFor()
		if len(seats) == 0 {
			return
		}
		if _, err := c.play(seats[0], c.Absent(seats[0])); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("it does not end")
}

func TestABrokenStateIsNotPlayedOn(t *testing.T) {
	for name, harm := range map[string]func(*State){
		"a card twice":      func(s *State) { s.Seats[0].Hand = append(s.Seats[0].Hand, s.Decks[Basic].Draw[0]) },
		"a card lost":       func(s *State) { s.Decks[Medium].Draw = s.Decks[Medium].Draw[1:] },
		"a card of no deck": func(s *State) { s.Decks[Medium].Draw[0] = 107 },
		"a card in a strange deck": func(s *State) {
			s.Decks[Basic].Draw[0], s.Decks[Medium].Draw[0] = s.Decks[Medium].Draw[0], s.Decks[Basic].Draw[0]
		},
		"a contract twice":  func(s *State) { s.Dummy = []int{s.Piles[0][0]} },
		"a contract lost":   func(s *State) { s.Piles[0] = s.Piles[0][1:] },
		"debts":             func(s *State) { s.Seats[1].Money = -1 },
		"no mower":          func(s *State) { s.Seats[1].Mowers = nil },
		"a mower twice":     func(s *State) { s.Seats[1].Mowers = []Deck{Basic, Basic} },
		"an unknown phase":  func(s *State) { s.Phase = "swap" },
		"a turn while bids": func(s *State) { s.Turn = 1 },
		"nobody to pick up": func(s *State) { s.Phase = phasePickup },
		"a strange starter": func(s *State) { s.First = 3 },
		"no seats":          func(s *State) { s.Seats = nil },
		"a short seed":      func(s *State) { s.Seed = s.Seed[1:] },
		"too few piles":     func(s *State) { s.Piles = s.Piles[1:] },
		"over a hand limit": func(s *State) {
			s.Seats[0].Hand = append(s.Seats[0].Hand, s.Decks[Basic].Draw[:3]...)
			s.Decks[Basic].Draw = s.Decks[Basic].Draw[3:]
		},
		"a stranger to pick": func(s *State) { s.Phase, s.Picking = phasePickup, []int{3} },
	} {
		t.Run(name, func(t *testing.T) {
			s := started(2, 1)
			harm(&s)
			if err := s.Valid(); err == nil {
				t.Error("is taken for valid")
			}
		})
	}
}

func TestOptionsOutOfRangeAreRefused(t *testing.T) {
	for raw, pointer := range map[string]string{`{"stall_rounds":-1}`: "/stall_rounds", `{"stall_rounds":21}`: "/stall_rounds",
		`{"show_bid_sizes":1}`: "/show_bid_sizes", `{"stall":1}`: "/stall"} {
		_, err := Kind.Options("2016", 4, json.RawMessage(raw))
		if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.InvalidOption || r.Pointer != pointer {
			t.Errorf("%s: %+v", raw, err)
		}
	}
}
