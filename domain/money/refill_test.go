package money

import (
	"slices"
	"testing"

	"tender/domain"
)

// deckOfSize moves cards from the end of the deck to seat 1's hand until so many are left.
func (s *situation) deckOfSize(n int) {
	s.Helper()
	s.give(1, s.Deck[n:])
	s.Deck = s.Deck[:n]
	s.valid()
}

func TestSideIIsFilledBeforeSideII(t *testing.T) {
	s := threeHands(t)
	s.deckOfSize(4)
	first := slices.Clone(s.Deck)
	s.bids([]int{25}, []int{2}, []int{0})
	s.takes(1, "I")
	s.takes(2, "II") // both sides need three, four are left
	want(t, "side I", s.Market[0], append(first[:3:3], 25))
	want(t, "side II", s.Market[1], []int{2, first[3]})
}

func TestASideWithFourOrMoreGetsNothingAndKeepsItsCards(t *testing.T) {
	s := threeHands(t)
	s.bids([]int{1, 9, 17, 25, 33}, []int{0}, []int{0})
	s.takes(1, "I")
	want(t, "side I", s.Market[0], []int{1, 9, 17, 25, 33})
	want(t, "quiet rounds", s.Quiet, 1)
}

func TestOneMoreRoundFollowsTheLastCardOfTheDeck(t *testing.T) {
	s := threeHands(t)
	s.deckOfSize(2)
	s.bids([]int{25}, []int{0}, []int{0})
	events := s.takes(1, "I")
	want(t, "events", types(events), "turn_taken market_refilled last_round_announced round_started")
	want(t, "why", events[2].Data.(LastRoundAnnounced), LastRoundAnnounced{Round: 2, Because: BecauseDeckEmpty})
	want(t, "last", s.Last, true)
	s.bids([]int{0}, []int{2}, []int{0})
	events = s.takes(2, "II")
	want(t, "events", types(events), "turn_taken hands_counted")
	want(t, "side II is left as it is", s.Market[1], []int{2})
	want(t, "wanted", rules{}.Wanted(&s.State), domain.Wanted{Round: 2, Phase: domain.PhaseOver})
	want(t, "rounds", rules{}.Scores(&s.State).Rounds, 2)
	s.refuses(1, `{"type":"keep"}`, domain.WrongPhase, "/type")
}

func TestADeckThatFillsTheMarketExactlyIsUsedUp(t *testing.T) {
	s := threeHands(t)
	s.deckOfSize(3)
	s.bids([]int{25}, []int{0}, []int{0})
	s.takes(1, "I")
	want(t, "last", s.Last, true)
}

func TestRulingWhereTheMarketNeedsNoCardsTheDeckLasts(t *testing.T) {
	s := threeHands(t)
	s.deckOfSize(1)
	s.pass()
	want(t, "last", s.Last, false)
	want(t, "deck", len(s.Deck), 1)
}

func TestRulingAfterSixRoundsWithoutDealingTheNextIsTheLast(t *testing.T) {
	s := threeHands(t)
	for round := 1; round <= 5; round++ {
		s.pass()
		want(t, "last", s.Last, false)
	}
	events := s.pass()
	want(t, "events", types(events), "bids_laid market_unchanged last_round_announced round_started")
	want(t, "why", events[2].Data.(LastRoundAnnounced), LastRoundAnnounced{Round: 7, Because: BecauseStandstill})
	s.pass()
	want(t, "phase", s.Phase, domain.PhaseOver)
	want(t, "rounds", s.Round, 7)
}

func TestDealingInTheLastRoundOfAStandstillDoesNotHappen(t *testing.T) {
	s := threeHands(t)
	s.Options.StallRounds = 1
	s.pass()
	deck := len(s.Deck)
	s.bids([]int{1}, []int{0}, []int{0})
	s.takes(1, "I")
	want(t, "phase", s.Phase, domain.PhaseOver)
	want(t, "deck", len(s.Deck), deck)
}

func TestARoundThatDealsStartsTheCountOfQuietRoundsAgain(t *testing.T) {
	s := threeHands(t)
	s.pass()
	s.pass()
	want(t, "quiet", s.Quiet, 2)
	s.bids([]int{1}, []int{0}, []int{0})
	s.takes(1, "I")
	want(t, "quiet", s.Quiet, 0)
}

func TestWithStallRoundsZeroQuietRoundsNeverEndTheGame(t *testing.T) {
	s := threeHands(t)
	s.Options.StallRounds = 0
	for range 50 {
		s.pass()
	}
	want(t, "last", s.Last, false)
	want(t, "round", s.Round, 51)
}
