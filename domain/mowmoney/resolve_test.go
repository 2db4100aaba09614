package mowmoney

import (
	"slices"
	"testing"

	"tender/domain"
)

func TestTheLowestBidWinsAndTheOthersTakeTheirCardsBack(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2).hold(2, 3, 17)
	x.bids(one("A", 1, 2), one("A", 3, 17))
	if p := x.seat(1); p.Money != 2 || !slices.Equal(p.Contracts, []int{1}) || len(p.Hand) != 0 {
		t.Errorf("winner: %+v", p)
	}
	if p := x.seat(2); p.Money != 0 || len(p.Contracts) != 0 || !slices.Equal(p.Hand, []int{3, 17}) {
		t.Errorf("loser: %+v", p)
	}
	if !slices.Equal(x.Decks[Basic].Discards, []int{1, 2}) {
		t.Errorf("discards %v", x.Decks[Basic].Discards)
	}
}

func TestTiedBidsGoToTheHigherStakeThenFromTheStartingSeatUpwards(t *testing.T) {
	// All bid $2: seat 2 lays $3 and stakes 1 RP, seat 4 lays $4 and stakes 2 RP.
	bids := map[string]struct {
		first   int
		stacks  [][]Stack
		winner  int
		stalled int
	}{
		"the highest stake": {1, [][]Stack{one("A", 1, 2), {{Token: "A", Cards: []int{3, 17}, Stake: []int{5}}},
			nil, {{Token: "A", Cards: []int{18, 19}, Stake: []int{7}}}, nil}, 4, 0},
		"the starting seat":                     {3, [][]Stack{one("A", 1, 2), nil, one("A", 9, 10), nil, one("A", 11, 12)}, 3, 0},
		"the nearest to its left":               {2, [][]Stack{one("A", 1, 2), nil, one("A", 9, 10), nil, one("A", 11, 12)}, 3, 0},
		"the nearest to its left, wrapping":     {4, [][]Stack{one("A", 1, 2), nil, one("A", 9, 10), nil, nil}, 1, 0},
		"a lower bid without stake, before all": {1, [][]Stack{one("A", 1, 2), nil, nil, {{Token: "A", Cards: []int{18, 35}, Stake: []int{7}}}, nil}, 1, 0},
	}
	for name, c := range bids {
		t.Run(name, func(t *testing.T) {
			x := newSituation(t, 5).hold(1, 1, 2).hold(2, 3, 17).hold(3, 9, 10).hold(4, 18, 19, 35).hold(5, 11, 12)
			x.own(4, 7)
			// A contract of 1 RP to stake for seat 2.
			x.Piles[4] = x.Piles[4][1:]
			x.seat(2).Contracts = []int{5}
			x.First = c.first
			x.bids(c.stacks...)
			if got := x.Report[0].Winner; got != c.winner {
				t.Errorf("seat %d wins: %+v", got, x.Report[0])
			}
		})
	}
}

func TestAWinnerIsPaidTheBidBeforeItsStakeAndStakesLeaveTheGame(t *testing.T) {
	x := newSituation(t, 2).hold(1, 35, 36).hold(2, 3, 17).own(1, 7).own(2, 13)
	x.bids([]Stack{{Token: "A", Cards: []int{35, 36}, Stake: []int{7}}}, []Stack{{Token: "A", Cards: []int{3, 17}, Stake: []int{13}}})
	if l := x.Report[0]; l.Winner != 2 || l.Bid != 0 || l.Paid != 3 || x.seat(2).Money != 3 {
		t.Errorf("%+v, $%d", l, x.seat(2).Money)
	}
	if !slices.Equal(x.Removed, []int{7, 13}) || len(x.seat(1).Contracts) != 0 || !slices.Equal(x.seat(2).Contracts, []int{1}) {
		t.Errorf("removed %v, contracts %v and %v", x.Removed, x.seat(1).Contracts, x.seat(2).Contracts)
	}
}

// [R] A stake may take a bid below zero.
func TestRulingAStakeMayTakeABidBelowZero(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2).hold(2, 3, 4).own(1, 25)
	x.bids([]Stack{{Token: "B", Cards: []int{1, 2}, Stake: []int{25}}}, one("B", 3, 4))
	if l := x.Report[1]; l.Winner != 1 || l.Bid != -3 || l.Paid != 2 {
		t.Errorf("%+v", l)
	}
}

func TestAnOddJobThatWasBidForPaysThreeDollarsMore(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2, 6)
	x.bids(one("OJ", 1, 2, 6), nil)
	if p := x.seat(1); p.Money != 7 || len(p.Hand) != 0 || len(x.Decks[Basic].Discards) != 3 {
		t.Errorf("%+v", p)
	}
}

func TestOfTwoSharedIconsTheBetterPaidCountsUnlessNamed(t *testing.T) {
	cards := []int{6, 14, 23} // all clean up and trim shrubs
	for job, paid := range map[string]int{"": 8, "clean_up": 7, "trim_shrubs": 8} {
		x := newSituation(t, 2).hold(1, cards...)
		x.bids([]Stack{{Token: "OJ", Cards: cards, Job: job}}, nil)
		if got := x.seat(1).Money; got != paid {
			t.Errorf("job %q pays $%d, want $%d", job, got, paid)
		}
	}
}

func TestPickUpIsForWhoWonNothingAndDidNoOddJob(t *testing.T) {
	x := newSituation(t, 4).hold(1, 1, 2, 6, 3, 4).hold(2, 9, 10, 14, 15, 11).hold(3, 17, 18, 19).hold(4, 26, 5)
	x.bids(one("A", 3, 4), one("OJ", 9, 10, 14), nil, nil)
	if x.Phase != phasePickup || !slices.Equal(x.Picking, []int{3}) {
		t.Fatalf("%s: %v", x.Phase, x.Picking)
	}
	x.refused(1, Move{Type: movePass}, domain.NotWanted, "")
	x.refused(3, Move{Type: movePickup, Cards: []int{17, 18}}, NotAnOddJob, "/cards")
	x.refused(3, Move{Type: movePickup, Cards: []int{17, 18, 1}}, CardNotInHand, "/cards/2")
	x.refused(3, Move{Type: movePickup, Cards: []int{17, 18, 18}}, CardTwice, "/cards/2")
	x.refused(3, Move{Type: movePickup, Cards: []int{17, 18, 19}, Job: "plant_trees"}, NotAnOddJob, "/cards")
	x.refused(3, Move{Type: movePass, Cards: []int{}}, domain.MalformedMove, "/cards")
	x.refused(3, Move{Type: movePass, Job: "clean_up"}, domain.MalformedMove, "/job")
	x.play(by(3, Move{Type: movePickup, Cards: []int{17, 18, 19}}))
	if x.seat(3).Money != 4 || x.Round != 2 {
		t.Errorf("$%d in round %d", x.seat(3).Money, x.Round)
	}
}

func TestPickUpsComeInAnyOrderAndAPassEndsOnes(t *testing.T) {
	x := newSituation(t, 3).hold(1, 1, 2, 6).hold(3, 17, 18, 19)
	x.bids(nil, nil, nil)
	if w := (rules{}).Wanted(x.State); w.Sealed || w.Turn != "" || !slices.Equal(w.Seats, []int{1, 3}) {
		t.Fatalf("%+v", w)
	}
	x.play(by(3, Move{Type: movePass}))
	x.refused(3, Move{Type: movePass}, domain.NotWanted, "")
	if m := (rules{}).Absent(x.State, 1); m.Type != movePass {
		t.Errorf("%+v", m)
	}
	x.play(by(1, Move{Type: movePickup, Cards: []int{1, 2, 6}}))
	if x.Phase != phaseInvest || x.Turn != 1 || len(x.seat(3).Hand) != 3 {
		t.Errorf("%s of seat %d", x.Phase, x.Turn)
	}
}

func TestAContractThatNobodyBidOnGoesToTheBottom(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2)
	before := slices.Clone(x.Piles[1])
	x.bids(one("A", 1, 2), nil)
	if want := append(before[1:], before[0]); !slices.Equal(x.Piles[1], want) {
		t.Errorf("%v, want %v", x.Piles[1], want)
	}
	if len(x.Piles[0]) != 7 || x.First != 2 || x.Round != 2 {
		t.Errorf("%d contracts on A, seat %d starts round %d", len(x.Piles[0]), x.First, x.Round)
	}
}

// [R] The next contracts are turned up before the pick-ups, as the recorded games have it.
func TestRulingTheNextContractsAreTurnedUpBeforeThePickUps(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2).hold(2, 9, 10, 14)
	next := x.Piles[0][1]
	events := x.bids(one("A", 1, 2), nil)
	if x.Phase != phasePickup || x.Piles[0][0] != next || x.table().Neighborhoods[0].Contract.ID != next {
		t.Errorf("%s: %v on A, want %d first", x.Phase, x.Piles[0], next)
	}
	if last := events[len(events)-1]; last.Type != "contract_turned_up" {
		t.Errorf("the last event is %s", last.Type)
	}
}

func TestAnEmptyNeighborhoodEndsTheGame(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2)
	x.Removed = slices.Sorted(slices.Values(x.Piles[0][1:]))
	x.Piles[0] = x.Piles[0][:1]
	x.bids(one("A", 1, 2), nil)
	if w := (rules{}).Wanted(x.State); w.Phase != domain.PhaseOver || len(w.Seats) != 0 || w.Round != 1 {
		t.Errorf("%+v", w)
	}
	x.refused(1, bidOf(), domain.NotWanted, "")
}

// [R] After stall_rounds rounds in a row without a contract taken the next round is the last; 0 for never.
func TestRulingStandstillEndsTheGame(t *testing.T) {
	for stallRounds, rounds := range map[int]int{1: 2, 6: 7, 0: 50} {
		x := newSituation(t, 2)
		x.Options.StallRounds = stallRounds
		for x.Phase != phaseOver && x.Round < 50 {
			if last := x.LastRound; last != (x.Round == rounds && stallRounds > 0) {
				t.Errorf("stall_rounds %d: round %d, last %v", stallRounds, x.Round, last)
			}
			x.bids(nil, nil)
		}
		if x.Round != rounds {
			t.Errorf("stall_rounds %d: over in round %d", stallRounds, x.Round)
		}
	}
}

func TestATakenContractEndsTheCountOfStalledRounds(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2)
	x.Stalled = 5
	x.bids(one("A", 1, 2), nil)
	if x.Stalled != 0 || x.LastRound {
		t.Errorf("%d stalled, last %v", x.Stalled, x.LastRound)
	}
}

func TestEveryStackIsRevealed(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2, 51).hold(2, 6, 14, 23)
	events := x.bids([]Stack{{Token: "B", Cards: []int{51}, Decoy: true, Bluffs: 1}}, one("OJ", 6, 14, 23))
	told := events[0].Data.(BidsRevealed).Bids
	if a := told[0].Stacks[0]; a.Token != "B" || !a.Decoy || a.Cards[0].ID != 51 || a.Bluffs != 1 || a.Job != "" {
		t.Errorf("%+v", a)
	}
	if b := told[1].Stacks[0]; b.Job != "trim_shrubs" || b.Decoy {
		t.Errorf("%+v", b)
	}
	if last := events[len(events)-1]; last.Type != "round_began" {
		t.Errorf("the last event is %s", last.Type)
	}
}
