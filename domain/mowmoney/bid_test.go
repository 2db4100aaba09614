package mowmoney

import (
	"reflect"
	"strings"
	"testing"

	"tender/domain"
)

func TestBidsThatAreRefused(t *testing.T) {
	stacks := func(s ...Stack) []Stack { return s }
	for name, c := range map[string]struct {
		stacks  []Stack
		code    domain.Code
		pointer string
	}{
		"three stacks":                 {stacks(Stack{Token: "A", Bluffs: 1}, Stack{Token: "B", Bluffs: 1}, Stack{Token: "OJ", Bluffs: 1}), TooManyStacks, "/stacks"},
		"a neighborhood not in play":   {stacks(Stack{Token: "C", Bluffs: 1}), UnknownToken, "/stacks/0/token"},
		"no token":                     {stacks(Stack{Bluffs: 1}), UnknownToken, "/stacks/0/token"},
		"the same token twice":         {stacks(Stack{Token: "A", Bluffs: 1}, Stack{Token: "A", Bluffs: 1}), TokenTwice, "/stacks/1/token"},
		"nothing under it":             {stacks(Stack{Token: "A"}), EmptyStack, "/stacks/0"},
		"nothing under a decoy":        {stacks(Stack{Token: "A", Decoy: true}), EmptyStack, "/stacks/0"},
		"four bluffs":                  {stacks(Stack{Token: "A", Bluffs: 4}), TooManyBluffs, "/stacks/0/bluffs"},
		"four bluffs in two stacks":    {stacks(Stack{Token: "A", Bluffs: 2}, Stack{Token: "B", Bluffs: 2}), TooManyBluffs, "/stacks/1/bluffs"},
		"fewer than no bluffs":         {stacks(Stack{Token: "A", Bluffs: -1}), domain.MalformedMove, "/stacks/0/bluffs"},
		"a card not held":              {stacks(Stack{Token: "A", Cards: []int{1, 50}}), CardNotInHand, "/stacks/0/cards/1"},
		"a card of no deck":            {stacks(Stack{Token: "A", Cards: []int{0, 107}}), CardNotInHand, "/stacks/0/cards/0"},
		"a card twice":                 {stacks(Stack{Token: "A", Cards: []int{1, 1}}), CardTwice, "/stacks/0/cards/1"},
		"a card in both stacks":        {stacks(Stack{Token: "A", Cards: []int{1, 2}}, Stack{Token: "B", Cards: []int{2, 3}}), CardTwice, "/stacks/1/cards/0"},
		"a card in a decoy, too":       {stacks(Stack{Token: "A", Cards: []int{1, 2}}, Stack{Token: "B", Cards: []int{2}, Decoy: true}), CardTwice, "/stacks/1/cards/0"},
		"one card too many":            {stacks(Stack{Token: "A", Cards: []int{1, 2, 3}}), ContractNotMet, "/stacks/0/cards"},
		"another deck":                 {stacks(Stack{Token: "A", Cards: []int{51, 57}}), ContractNotMet, "/stacks/0/cards"},
		"two decks mixed":              {stacks(Stack{Token: "A", Cards: []int{1, 51}}), ContractNotMet, "/stacks/0/cards"},
		"two cards for an odd job":     {stacks(Stack{Token: "OJ", Cards: []int{1, 2}}), NotAnOddJob, "/stacks/0/cards"},
		"no icon shared":               {stacks(Stack{Token: "OJ", Cards: []int{1, 2, 3}}), NotAnOddJob, "/stacks/0/cards"},
		"an icon not shared":           {stacks(Stack{Token: "OJ", Cards: []int{1, 2, 6}, Job: "trim_shrubs"}), NotAnOddJob, "/stacks/0/cards"},
		"an odd job that there is not": {stacks(Stack{Token: "OJ", Cards: []int{1, 2, 6}, Job: "walk_dogs"}), domain.MalformedMove, "/stacks/0/job"},
		"an odd job in a neighborhood": {stacks(Stack{Token: "A", Cards: []int{1, 2}, Job: "clean_up"}), domain.MalformedMove, "/stacks/0/job"},
		"a stake on an odd job":        {stacks(Stack{Token: "OJ", Cards: []int{1, 2, 6}, Stake: []int{7}}), StakeNotAllowed, "/stacks/0/stake"},
		"a stake not owned":            {stacks(Stack{Token: "A", Cards: []int{1, 2}, Stake: []int{8}}), StakeNotHeld, "/stacks/0/stake/0"},
		"a stake twice":                {stacks(Stack{Token: "A", Cards: []int{1, 2}, Stake: []int{7, 7}}), StakeTwice, "/stacks/0/stake/1"},
		"a stake on both":              {stacks(Stack{Token: "A", Cards: []int{1, 2}, Stake: []int{7}}, Stack{Token: "B", Cards: []int{3, 6}, Stake: []int{7}}), StakeTwice, "/stacks/1/stake/0"},
		"a job for a decoy":            {stacks(Stack{Token: "OJ", Bluffs: 1, Job: "clean_up"}), domain.MalformedMove, "/stacks/0/job"},
	} {
		t.Run(name, func(t *testing.T) {
			newSituation(t, 2).hold(1, 1, 2, 3, 6, 51, 57).own(1, 7).refused(1, bidOf(c.stacks...), c.code, c.pointer)
		})
	}
}

func TestARefusedBidSaysWhatTheContractAsksFor(t *testing.T) {
	x := newSituation(t, 3).hold(1, 9, 10, 11)
	x.faceUp(2, 5)
	err := rules{}.Check(x.State, 1, bidOf(one("C", 9, 10, 11)...))
	want := "The contract for 5 RP on Cherry Creek asks for exactly 4 basic★, 3 medium★ or 2 advanced; these are 3 basic."
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v", err)
	}
}

func TestStarsAreAskedOfEveryCard(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2, 3, 9)
	x.faceUp(0, 3)
	x.refused(1, bidOf(one("A", 1, 2, 9)...), ContractNotMet, "/stacks/0/cards")
	if err := (rules{}).Check(x.State, 1, bidOf(one("A", 1, 2, 3)...)); err != nil {
		t.Error(err)
	}
}

// [R] A bid that meets no requirement is refused, unless it is meant as a decoy: then it wins nothing and comes back.
func TestRulingADecoyWinsNothingAndComesBack(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2, 51)
	x.refused(1, bidOf(one("A", 1, 51)...), ContractNotMet, "/stacks/0/cards")
	// Even cards that would meet the contract are no bid when they are called a decoy.
	x.bids([]Stack{{Token: "A", Cards: []int{1, 2}, Decoy: true}, {Token: "OJ", Cards: []int{51}, Decoy: true}}, nil)
	if p := x.seat(1); len(p.Hand) != 3 || len(p.Contracts) != 0 || p.Money != 0 {
		t.Errorf("%+v", p)
	}
	if x.Report[0].Winner != 0 || x.Stalled != 1 {
		t.Errorf("%+v", x.Report)
	}
}

// [R] A decoy is no bid and cannot carry a stake; bluff cards alone are a decoy.
func TestRulingADecoyCarriesNoStake(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 51).own(1, 7)
	x.refused(1, bidOf(Stack{Token: "A", Bluffs: 1, Stake: []int{7}}), StakeNotAllowed, "/stacks/0/stake")
	x.refused(1, bidOf(Stack{Token: "A", Cards: []int{51}, Decoy: true, Stake: []int{7}}), StakeNotAllowed, "/stacks/0/stake")
	if err := (rules{}).Check(x.State, 1, bidOf(Stack{Token: "A", Bluffs: 2}, Stack{Token: "OJ", Bluffs: 1})); err != nil {
		t.Error(err)
	}
}

func TestACoverTellsSizesAndNoTokens(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2, 3, 4).own(1, 7)
	m := bidOf(Stack{Token: "B", Bluffs: 1}, Stack{Token: "A", Cards: []int{1, 2}, Stake: []int{7}, Bluffs: 1})
	turned := bidOf(m.Stacks[1], m.Stacks[0])
	want := BidSizes{Stacks: []int{4, 1}}
	for _, move := range []Move{m, turned, bidOf(Stack{Token: "OJ", Cards: []int{1, 2, 3, 4}, Decoy: true}, Stack{Token: "A", Bluffs: 1})} {
		if got := (rules{}).Cover(x.State, 1, move); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v", got)
		}
	}
	if got := (rules{}).Cover(x.State, 1, bidOf()); !reflect.DeepEqual(got, BidSizes{Stacks: []int{}}) {
		t.Errorf("a pass shows %+v", got)
	}
	if got := want.String() + ", " + (BidSizes{}).String(); got != "2 stacks of 4 and 1 cards, no stack" {
		t.Error(got)
	}
	x.Options.ShowBidSizes = false
	if got := (rules{}).Cover(x.State, 1, m); got != nil {
		t.Errorf("shown although switched off: %+v", got)
	}
}
