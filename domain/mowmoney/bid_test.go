package mowmoney

import (
	"reflect"
	"slices"
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

func TestABidWithoutStacksIsNoPass(t *testing.T) {
	x := newSituation(t, 2)
	x.refused(1, Move{Type: moveBid}, domain.MalformedMove, "/stacks")
	position := x.position()
	if _, err := position.Check(1, []byte(`{"type":"bid"}`)); err == nil || err.Error() != "Say which stacks you lay; [] is a pass." {
		t.Errorf("%v", err)
	}
	for _, pass := range []string{`{"type":"bid","stacks":[]}`, string(position.Absent(1))} {
		if understood, err := position.Check(1, []byte(pass)); err != nil || string(understood) != `{"type":"bid","stacks":[]}` {
			t.Errorf("%s: understood %s, %v", pass, understood, err)
		}
	}
}

func TestRefusalsQuoteOnlyTheBeginningOfWhatWasSent(t *testing.T) {
	long := strings.Repeat("é", 4000)
	cards := make([]int, 40)
	for i := range cards {
		cards[i] = i + 1
	}
	for name, c := range map[string]struct {
		phase string
		move  Move
	}{
		"type":  {phaseBid, Move{Type: long}},
		"token": {phaseBid, bidOf(Stack{Token: long, Bluffs: 1})},
		"job":   {phaseBid, bidOf(Stack{Token: oddJobToken, Cards: []int{1, 2, 6}, Job: long})},
		"cards": {phaseBid, bidOf(Stack{Token: oddJobToken, Cards: cards})},
		"mower": {phaseInvest, Move{Type: moveBuyMower, Mower: long}},
		"deck":  {phaseInvest, Move{Type: moveBuyCard, Deck: long}},
	} {
		t.Run(name, func(t *testing.T) {
			x := newSituation(t, 2).hold(1, cards...)
			if c.phase == phaseInvest {
				x.turn(1, 5)
			}
			err := rules{}.Check(x.State, 1, c.move)
			if err == nil || len([]rune(err.Error())) > 180 || strings.Contains(err.Error(), strings.Repeat("é", echoed+1)) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestRefusalsSayWhatToDo(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2, 6, 3)
	withJob := bidOf(one("OJ", 1, 2, 6)...)
	withJob.Job = "clean_up"
	for want, move := range map[string]Move{
		"It is the bid phase; send a bid.":          buy("basic"),
		"Put job into its stack, the one under OJ.": withJob,
		"An odd job takes exactly three cards that share an icon; these are 4 cards. For a decoy add decoy: true.": bidOf(one("OJ", 1, 2, 3, 6)...),
	} {
		if err := (rules{}).Check(x.State, 1, move); err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
	}
	want := "It is the invest phase; send buy_mower, buy_card or done."
	if err := (rules{}).Check(x.turn(1, 3).State, 1, bidOf()); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestEveryExampleOfAMoveCanBe(t *testing.T) {
	for _, form := range moveForms {
		raw := mustJSON(t, form.Example)
		var m Move
		if err := domain.DecodeStrict(domain.MalformedMove, raw, &m); err != nil || m.Type != form.Type || movePhases[m.Type] != form.Phase {
			t.Errorf("%s: %v", raw, err)
		}
		if err := checkFields(m); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
		stacks := m.Stacks
		if m.Type == movePickup {
			stacks = []Stack{{Token: oddJobToken, Cards: m.Cards, Job: m.Job}}
		}
		for _, stack := range stacks {
			if stack.Token == oddJobToken {
				if err := checkOddJob(stack.Cards, stack.Job); err != nil {
					t.Errorf("%s: %v", raw, err)
				}
				continue
			}
			meetsOne := slices.ContainsFunc(allContracts(), func(id int) bool { _, ok := meets(id, stack.Cards); return ok })
			if !stack.decoy() && !meetsOne {
				t.Errorf("%s: the stack on %s meets no contract", raw, stack.Token)
			}
		}
	}
}

func TestChangingAChoiceDoesNotReachTheState(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2).own(1, 7)
	before := string(x.position().Encode())
	for _, choice := range (rules{}).choices(x.State, 1) {
		for _, stack := range choice.Move.(Move).Stacks {
			clear(stack.Cards)
			clear(stack.Stake)
		}
	}
	if after := string(x.position().Encode()); after != before {
		t.Errorf("%s\n%s", before, after)
	}
}
