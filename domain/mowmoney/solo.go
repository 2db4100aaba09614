package mowmoney

import "tender/domain"

const (
	soloRounds = 8 // a solo game lasts so long; a neighborhood has as many contracts
	soloSeat   = 1
)

// soloContract settles a neighborhood of the solo game. A contract that the player made no bid on goes to the dummy;
// else the dummy bids by the same need, and the lower bid wins, the player's when they are equal.
func (s *State) soloContract(n int, plays []domain.Play[Move], busy []bool) domain.Event {
	id := s.Piles[n][0]
	line := Line{Contract: id, At: tokenOf(n), Winner: dummy}
	won := ContractWon{At: tokenOf(n), Contract: contractOf(id), Winner: dummyName}
	offers := s.offers(n, plays)
	if len(offers) == 0 {
		s.Dummy = insert(s.Dummy, id)
	} else {
		mine := offers[0]
		need, _ := meets(id, mine.stack.Cards)
		rival := s.dummyBid(need)
		line.DummyBid, line.DummyDry = rival.bid, rival.dry
		won.Bid, won.Dummy = &mine.bid, cardsOf(rival.drawn)
		if rival.dry {
			won.DummyDry = &need.Deck
		} else {
			won.DummyBid = &rival.bid
		}
		// [R] The deck that runs dry before the dummy has enough cards makes the player win.
		if rival.dry || mine.bid <= rival.bid {
			line.Winner, won.Winner = mine.seat, mine.seat
			won.Paid = s.award(n, mine, busy)
			won.Money = new(s.seat(mine.seat).Money)
		} else {
			s.Dummy = insert(s.Dummy, id)
		}
		// Discarded only now: the cards that the player spent go to the pile with them.
		s.discard(rival.drawn)
	}
	s.Report = append(s.Report, line)
	return domain.Event{Type: "contract_won", Data: won}
}

// rivalBid is what the dummy draws for a contract.
type rivalBid struct {
	drawn []int // all the cards drawn, in order
	bid   int   // dollars, of those that count; 0 when dry
	dry   bool  // the deck ran dry first
}

// dummyBid draws from the need's deck until the dummy has as many cards as the need says, of the star kind where it
// asks for stars; others are discarded as they come. The deck is not made anew for the dummy.
func (s *State) dummyBid(need Need) (b rivalBid) {
	for count := 0; count < need.Count; {
		id, ok := s.draw(need.Deck)
		if !ok {
			b.dry, b.bid = true, 0
			return b
		}
		b.drawn = append(b.drawn, id)
		if card := cardOf(id); need.takes(card) {
			count++
			b.bid += card.Value
		}
	}
	return b
}
