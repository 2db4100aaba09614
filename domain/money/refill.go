package money

import (
	"slices"

	"tender/domain"
)

// endRound fills the market and says whether another round follows. After the last round nothing is dealt any more:
// the hands are counted as they are.
func (s *State) endRound() []domain.Event {
	s.Bids, s.Gone = nil, nil
	if s.Last {
		s.Phase = domain.PhaseOver
		return []domain.Event{{Type: EventHandsCounted, Data: s.counted()}}
	}
	var told []domain.Event
	if dealt := s.refill(); len(dealt[0])+len(dealt[1]) > 0 {
		s.Quiet = 0
		told = append(told, domain.Event{Type: EventMarketRefilled,
			Data: MarketRefilled{I: s.cards(dealt[0]), II: s.cards(dealt[1]), DeckLeft: len(s.Deck)}})
	} else {
		s.Quiet++
		told = append(told, domain.Event{Type: EventMarketUnchanged, Data: MarketUnchanged{QuietRounds: s.Quiet, DeckLeft: len(s.Deck)}})
	}
	s.Round++
	s.Phase = PhaseBid
	if why := s.whyLast(); why != "" {
		s.Last = true
		told = append(told, domain.Event{Type: EventLastRoundAnnounced, Data: LastRoundAnnounced{Round: s.Round, Because: why}})
	}
	return append(told, domain.Event{Type: EventRoundStarted, Data: RoundStarted{Round: s.Round, LastRound: s.Last}})
}

// Why a round is the last.
const (
	BecauseDeckEmpty  = "deck_empty"
	BecauseStandstill = "standstill"
)

// whyLast says why the round that begins is the last: the last card of the deck was dealt; or, lest a game in which
// nobody touches the market goes on for ever, too many rounds in a row have dealt nothing. Else it is empty.
func (s *State) whyLast() string {
	switch {
	case len(s.Deck) == 0:
		return BecauseDeckEmpty
	case s.Options.StallRounds > 0 && s.Quiet >= s.Options.StallRounds:
		return BecauseStandstill
	}
	return ""
}

// refill fills side I up to four cards, then side II, as far as the deck goes, and returns what each side was dealt.
// A side with four or more gets nothing; cards that lie there stay.
func (s *State) refill() (dealt [2][]int) {
	for i := range s.Market {
		n := min(max(sideSize-len(s.Market[i]), 0), len(s.Deck))
		dealt[i] = slices.Clone(s.Deck[:n])
		s.Deck = s.Deck[n:]
		s.Market[i] = append(s.Market[i], dealt[i]...)
		slices.Sort(s.Market[i])
		slices.Sort(dealt[i])
	}
	return dealt
}
