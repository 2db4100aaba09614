package mowmoney

import "slices"

// How a bot guesses whether a bid is the lowest.
const (
	botMiddle = 2   // dollars of a basic card of a rival on average; one more for each dearer deck
	botEven   = 0.5 // chance of a bid of that average against one rival
	botSlope  = 0.6 // and so much more for each dollar that its cards are lower on average
	botLeast  = 0.05
	botSure   = 0.95
)

// botOffers bids on a contract: as high as it can where nobody else has the cards, for whoever wins is paid the bid;
// else low, and with a stake if it may.
func (s *State) botOffers(seat int, way CanMeet, mayStake bool) []botStack {
	rp := float64(way.RP * dollarsPerPoint)
	offer := func(cards []int) botStack {
		return botStack{Stack{Token: way.Token, Cards: slices.Clone(cards)}, rp + float64(valueOf(cards)) - botCost(cards)}
	}
	rivals := s.rivals(seat, way.Contract)
	if rivals == 0 {
		return []botStack{offer(way.Cards[len(way.Cards)-way.With.Count:])}
	}
	low := offer(way.Cards[:way.With.Count])
	won := low.gain
	if s.solo() {
		won += rp // what the seat does not win, its rival does
	}
	bid := valueOf(low.stack.Cards)
	low.gain = won * botChance(way.With, bid, rivals)
	offers := []botStack{low}
	if !mayStake {
		return offers
	}
	for _, id := range s.seat(seat).Contracts {
		staked := low
		staked.stack.Stake = []int{id}
		staked.gain = won*botChance(way.With, bid-worthOf(id), rivals) - float64(worthOf(id)*dollarsPerPoint)
		offers = append(offers, staked)
	}
	return offers
}

// botChance guesses how likely a bid is the lowest, when each rival lays any cards that meet the same need.
func botChance(need Need, bid, rivals int) float64 {
	middle := float64(botMiddle + int(need.Deck))
	one := botEven + botSlope*(middle-float64(bid)/float64(need.Count))
	chance := 1.0
	for range rivals {
		chance *= min(max(one, botLeast), botSure)
	}
	return chance
}

// rivals counts who else could bid on a contract, by the backs of their cards, which lie open. The rival of a solo game
// always can.
func (s *State) rivals(seat, contract int) (n int) {
	if s.solo() {
		return 1
	}
	for i := range s.Seats {
		p := &s.Seats[i]
		could := slices.ContainsFunc(needsOf(contract), func(need Need) bool { return len(p.of(need.Deck)) >= need.Count })
		if i+1 != seat && could {
			n++
		}
	}
	return n
}
