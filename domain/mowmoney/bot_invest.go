package mowmoney

// botInvest buys a mower, a card or is done.
func (s *State) botInvest(seat int) Move {
	p := s.seat(seat)
	// First what it lives on: cards for an odd job. Seven basic ones, with three icons between them, always hold one.
	if len(possibleJobs(p.Hand)) == 0 && s.botMayBuy(seat, Basic) {
		return Move{Type: moveBuyCard, Deck: Basic.String()}
	}
	// A mower is worth more than it costs, at the end as well.
	if mowers, _ := s.buyable(seat); len(mowers) > 0 {
		if mower := mowers[len(mowers)-1]; p.Money-mowerPrice[mower] >= botKeeps || s.roundsLeft() < botRush {
			return Move{Type: moveBuyMower, Mower: mower.String()}
		}
	}
	if d, ok := s.botPlan(seat); ok {
		return Move{Type: moveBuyCard, Deck: d.String()}
	}
	if s.roundsLeft() >= botRush {
		for _, d := range []Deck{Basic, Advanced, Medium} {
			if s.botMayBuy(seat, d) {
				return Move{Type: moveBuyCard, Deck: d.String()}
			}
		}
	}
	return Move{Type: moveDone, Discard: leastWanted(p)}
}

// botMayBuy says whether a card of a deck can be bought and kept.
func (s *State) botMayBuy(seat int, d Deck) bool {
	return len(s.seat(seat).of(d)) < handLimit[d] && s.checkCard(seat, d) == nil
}

// botPlan is the deck of the cards that are missing for the contract that brings most, if they can all be paid.
func (s *State) botPlan(seat int) (deck Deck, ok bool) {
	p, most := s.seat(seat), 0
	for _, pile := range s.Piles {
		for _, need := range needsOf(pile[0]) {
			buy := s.botMissing(seat, need)
			price := buy * cardPrice[need.Deck]
			gain := worthOf(pile[0])*dollarsPerPoint - price
			room := handLimit[need.Deck] + 1 - len(p.of(need.Deck)) // one too many goes back
			if buy > 0 && buy <= room && price <= p.Money && gain > most && s.checkCard(seat, need.Deck) == nil {
				deck, ok, most = need.Deck, true, gain
			}
		}
	}
	return deck, ok
}

// botMissing is how many cards a seat has to buy until its hand meets a need, on average: every second one has a star.
func (s *State) botMissing(seat int, need Need) int {
	missing := need.Count
	for _, id := range s.seat(seat).Hand {
		if need.takes(cardOf(id)) {
			missing--
		}
	}
	if need.Star {
		missing *= 2
	}
	return missing
}

// roundsLeft is how many rounds the game lasts at least, the one that begins included.
func (s *State) roundsLeft() int {
	if s.LastRound {
		return 1
	}
	if s.solo() {
		return soloRounds - s.Round + 1
	}
	if s.Stalled > 0 { // nobody took a contract: the end is not near
		return botRush
	}
	left := len(s.Piles[0])
	for _, pile := range s.Piles {
		left = min(left, len(pile))
	}
	return left
}
