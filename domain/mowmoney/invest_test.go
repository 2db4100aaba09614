package mowmoney

import (
	"slices"
	"testing"

	"tender/domain"
)

func buy(deck string) Move                  { return Move{Type: moveBuyCard, Deck: deck} }
func by(seat int, m Move) domain.Play[Move] { return domain.Play[Move]{Seat: seat, Move: m} }

func TestWhatCannotBeBought(t *testing.T) {
	for name, c := range map[string]struct {
		money   int
		mowers  []Deck
		move    Move
		code    domain.Code
		pointer string
	}{
		"a mower owned already":         {9, []Deck{Medium}, Move{Type: moveBuyMower, Mower: "medium"}, MowerOwned, "/mower"},
		"the basic mower":               {9, nil, Move{Type: moveBuyMower, Mower: "basic"}, MowerOwned, "/mower"},
		"a mower too dear":              {2, nil, Move{Type: moveBuyMower, Mower: "medium"}, CannotAfford, "/mower"},
		"a mower that there is not":     {9, nil, Move{Type: moveBuyMower, Mower: "robot"}, domain.MalformedMove, "/mower"},
		"no mower named":                {9, nil, Move{Type: moveBuyMower}, domain.MalformedMove, "/mower"},
		"a card without its mower":      {9, nil, buy("medium"), MowerNeeded, "/deck"},
		"a card too dear":               {4, []Deck{Advanced}, buy("advanced"), CannotAfford, "/deck"},
		"a card of no deck":             {4, nil, buy("golden"), domain.MalformedMove, "/deck"},
		"a bid":                         {4, nil, bidOf(), domain.WrongPhase, "/type"},
		"a pass":                        {4, nil, Move{Type: movePass}, domain.WrongPhase, "/type"},
		"a card with a mower named too": {4, nil, Move{Type: moveBuyCard, Deck: "basic", Mower: "basic"}, domain.MalformedMove, "/mower"},
		"done with stacks":              {4, nil, Move{Type: moveDone, Stacks: []Stack{}}, domain.MalformedMove, "/stacks"},
		"done naming cards":             {4, nil, Move{Type: moveDone, Cards: []int{1}}, domain.MalformedMove, "/cards"},
		"done within the limits":        {4, nil, Move{Type: moveDone, Discard: []int{1}}, WrongDiscard, "/discard"},
		"nothing known":                 {4, nil, Move{Type: "sell"}, domain.MalformedMove, "/type"},
	} {
		t.Run(name, func(t *testing.T) {
			newSituation(t, 2).hold(1, 1, 2).turn(1, c.money, c.mowers...).refused(1, c.move, c.code, c.pointer)
		})
	}
}

func TestOnlyTheSeatWhoseTurnItIsMayInvest(t *testing.T) {
	x := newSituation(t, 2).turn(1, 5)
	x.seat(2).Money = 5
	x.refused(2, buy("basic"), domain.NotWanted, "")
	if w := (rules{}).Wanted(x.State); w.Turn != "1" || w.Sealed || !slices.Equal(w.Seats, []int{1}) {
		t.Errorf("%+v", w)
	}
}

func TestWhatASeatCanBuyIsShownWithItsPrice(t *testing.T) {
	x := newSituation(t, 2).turn(1, 6, Medium)
	want := `{"mowers":[{"mower":"advanced","price":6}],"cards":[{"deck":"basic","price":1},{"deck":"medium","price":3}]}`
	if got := string(mustJSON(t, x.State.own(1).CanBuy)); got != want {
		t.Errorf("%s", got)
	}
	if got := string(mustJSON(t, x.State.own(2).CanBuy)); got != `{"mowers":[],"cards":[]}` {
		t.Errorf("out of turn: %s", got)
	}
}

// As the recorded games have it: a turn that has begun ends with its seat's word.
func TestASeatThatHasSpentAllIsStillAskedForDone(t *testing.T) {
	x := newSituation(t, 2).turn(1, 1)
	x.play(by(1, buy("basic")))
	if w := (rules{}).Wanted(x.State); x.seat(1).Money != 0 || w.Phase != phaseInvest || !slices.Equal(w.Seats, []int{1}) {
		t.Errorf("$%d, %+v", x.seat(1).Money, w)
	}
}

func TestTheDrawnCardIsToldToItsBuyerOnly(t *testing.T) {
	x := newSituation(t, 2).turn(1, 5)
	next := x.Decks[Basic].Draw[0]
	events := x.play(by(1, buy("basic")))
	if len(events) != 1 || events[0].Data.(CardBought).Card != nil {
		t.Fatalf("%+v", events)
	}
	if own := events[0].Own[1].(CardBought); own.Card == nil || own.Card.ID != next || own.Money != 4 {
		t.Errorf("%+v", own)
	}
	if !slices.Contains(x.seat(1).Hand, next) || x.Turn != 1 {
		t.Errorf("%+v", x.seat(1))
	}
}

func TestAnEmptyDeckIsMadeAnewFromItsDiscards(t *testing.T) {
	x := newSituation(t, 2).turn(1, 5, Advanced)
	deck := &x.Decks[Advanced]
	deck.Draw, deck.Discards = nil, deckCards(Advanced)
	events := x.play(by(1, buy("advanced")))
	if events[0].Type != "deck_reshuffled" || events[0].Data.(DeckReshuffled).Cards != 20 || deck.Shuffles != 2 {
		t.Errorf("%+v", events[0])
	}
	want := deckCards(Advanced)
	again := State{Seed: x.Seed}
	again.Decks[Advanced] = Pile{Draw: want, Shuffles: 1}
	again.shuffleDeck(Advanced)
	if got := append(slices.Clone(x.seat(1).Hand), deck.Draw...); !slices.Equal(got, again.Decks[Advanced].Draw) {
		t.Errorf("drawn in the order %v, want %v", got, again.Decks[Advanced].Draw)
	}
}

func TestADeckWithoutCardsAndDiscardsSellsNothing(t *testing.T) {
	x := newSituation(t, 6)
	x.turn(1, 5, Advanced)
	ids := deckCards(Advanced)
	for seat := 1; seat <= 6; seat++ {
		x.hold(seat, ids[:min(3, len(ids))]...)
		ids = ids[min(3, len(ids)):]
	}
	x.hold(1, ids...)
	x.refused(1, buy("advanced"), DeckExhausted, "/deck")
}

func TestDiscardsGoExactlyDownToTheHandLimit(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2, 3, 4, 5, 6, 7, 8, 9).turn(1, 0)
	x.refused(1, Move{Type: moveDone}, WrongDiscard, "/discard")
	x.refused(1, Move{Type: moveDone, Discard: []int{1}}, WrongDiscard, "/discard")
	x.refused(1, Move{Type: moveDone, Discard: []int{1, 2, 3}}, WrongDiscard, "/discard")
	x.refused(1, Move{Type: moveDone, Discard: []int{1, 1}}, CardTwice, "/discard/1")
	x.refused(1, Move{Type: moveDone, Discard: []int{1, 50}}, CardNotInHand, "/discard/1")
	x.play(by(1, Move{Type: moveDone, Discard: []int{9, 1}}))
	if !slices.Equal(x.seat(1).Hand, []int{2, 3, 4, 5, 6, 7, 8}) || !slices.Equal(x.Decks[Basic].Discards, []int{1, 9}) {
		t.Errorf("hand %v, discards %v", x.seat(1).Hand, x.Decks[Basic].Discards)
	}
}

func TestAMissedInvestTurnKeepsTheHighestValues(t *testing.T) {
	// $1 without star, $1★, then dearer ones.
	x := newSituation(t, 2).hold(1, 1, 9, 17, 18, 26, 35, 36, 43, 44).turn(1, 3)
	m := rules{}.Absent(x.State, 1)
	if m.Type != moveDone || !slices.Equal(m.Discard, []int{9, 1}) {
		t.Errorf("%+v", m)
	}
	x.play(by(1, m))
	if x.Phase != phaseBid {
		t.Errorf("the turn goes on: %s", x.Phase)
	}
}

// [R] A player who can buy nothing is passed over; when all are, it is time to bid.
func TestRulingWhoCanBuyNothingIsPassedOver(t *testing.T) {
	x := newSituation(t, 3).turn(1, 1)
	x.First = 1
	x.seat(3).Money = 2
	x.play(by(1, Move{Type: moveDone}))
	if x.Turn != 3 {
		t.Errorf("seat %d invests after seat 1", x.Turn)
	}
	// Money is no use where nothing is to be had for it: seat 3 with $2 and no basic card to buy.
	x = newSituation(t, 3).turn(1, 1)
	x.seat(3).Money = 2
	for i, ids := 0, deckCards(Basic); len(ids) > 0; i++ {
		x.hold(i%3+1, ids[0])
		ids = ids[1:]
	}
	x.beginInvesting(1)
	if x.Phase != phaseBid {
		t.Errorf("seat %d invests, %s", x.Turn, x.Phase)
	}
}

// [R] The bank never runs out of mowers or money.
func TestRulingTheBankNeverRunsOut(t *testing.T) {
	x := newSituation(t, 6)
	for seat := 1; seat <= 6; seat++ {
		x.turn(seat, 1000)
		x.play(by(seat, Move{Type: moveBuyMower, Mower: "medium"}))
		x.play(by(seat, Move{Type: moveBuyMower, Mower: "advanced"}))
		if x.seat(seat).Money != 991 {
			t.Errorf("seat %d has $%d", seat, x.seat(seat).Money)
		}
	}
}

func TestListMayDiscardOnlyWhatWasInHandBeforeIt(t *testing.T) {
	x := newSituation(t, 2).hold(1, 1, 2, 3)
	for _, id := range []int{1, 2, 3} {
		if err := (rules{}).Foresee(x.State, 1, Move{Type: moveDone, Discard: []int{id}}); err != nil {
			t.Errorf("card %d is in hand: %v", id, err)
		}
	}
	// Whatever lies on the deck, the answer for a card that is not in hand is the same sentence.
	for _, id := range []int{4, x.Decks[Basic].Draw[0], 106, -1} {
		r, ok := domain.AsRefusal(rules{}.Foresee(x.State, 1, Move{Type: moveDone, Discard: []int{1, id}}))
		if !ok || r.Code != CardNotInHand || r.Pointer != "/discard/1" {
			t.Errorf("card %d: %+v", id, r)
		}
	}
}
