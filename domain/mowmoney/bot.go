package mowmoney

import (
	"math/rand/v2"
	"slices"
)

// How a bot counts, in dollars: a reputation point is three of them, see dollarsPerPoint.
const (
	botMiddle   = 2 // what a card of the basic deck is worth on average; one more for each dearer deck
	botEven     = 0.6
	botSlope    = 0.35
	botLeast    = 0.05
	botSure     = 0.95
	botEarlyEnd = 2 // rounds before the end from which it buys for a plan only
)

// botWorth is what a bid card is worth to a bot that keeps it: a little less than its price.
var botWorth = [deckCount]float64{0.9, 2.6, 4.4}

// Bot buys mowers first, then cards for the contracts that lie open and for odd jobs; it bids the two stacks that
// bring most, counted in dollars, and picks up odd jobs that pay more than their cards are worth.
func (rules) Bot(s *State, seat int, r *rand.Rand) Move {
	switch s.Phase {
	case phaseInvest:
		return s.botInvest(seat)
	case phaseBid:
		return s.botBid(seat, r)
	default:
		return s.botPickup(seat)
	}
}

// botStack is a stack and what a bot expects of it, in dollars.
type botStack struct {
	stack Stack
	gain  float64
}

// botBid lays the best stack together with the best one of the cards that are left.
func (s *State) botBid(seat int, r *rand.Rand) Move {
	move := Move{Type: moveBid, Stacks: []Stack{}}
	most := 0.0
	hand := s.seat(seat).Hand
	for _, one := range s.botStacks(seat, hand, "") {
		stacks, gain := []Stack{one.stack}, one.gain
		rest := without(slices.Clone(hand), one.stack.Cards...)
		if second, ok := bestStack(s.botStacks(seat, rest, one.stack.Token)); ok {
			stacks, gain = append(stacks, second.stack), gain+second.gain
		}
		if gain > most {
			move.Stacks, most = stacks, gain
		}
	}
	if len(move.Stacks) > 0 {
		move.Stacks[r.IntN(len(move.Stacks))].Bluffs = r.IntN(bluffCards + 1)
	}
	return move
}

func bestStack(all []botStack) (best botStack, ok bool) {
	for _, t := range all {
		if t.gain > best.gain {
			best, ok = t, true
		}
	}
	return best, ok
}

// botStacks lists what a hand can bid, but under one token.
func (s *State) botStacks(seat int, hand []int, but string) (all []botStack) {
	for n := range s.Piles {
		if tokenOf(n) == but {
			continue
		}
		for _, way := range s.meetings(n, hand) {
			all = append(all, s.botOffers(seat, way, but != "")...)
		}
	}
	if but != oddJobToken {
		for _, job := range possibleJobs(hand) {
			cards := botJobCards(job, hand)
			gain := float64(jobPays[job]+bidBonus) - botCost(cards)
			all = append(all, botStack{Stack{Token: oddJobToken, Cards: cards, Job: job.String()}, gain})
		}
	}
	return all
}

// botOffers bids on a contract: low where a rival could bid too, with and without a stake, and else as high as it can,
// for whoever wins is paid the bid.
func (s *State) botOffers(seat int, way CanMeet, staked bool) []botStack {
	rivals := s.rivals(seat, way.Contract)
	if rivals == 0 {
		cards := way.Cards[len(way.Cards)-way.With.Count:]
		gain := float64(way.RP*dollarsPerPoint+valueOf(cards)) - botCost(cards)
		return []botStack{{Stack{Token: way.Token, Cards: slices.Clone(cards)}, gain}}
	}
	cards := way.Cards[:way.With.Count]
	gain := float64(way.RP*dollarsPerPoint+valueOf(cards)) - botCost(cards)
	if s.solo() {
		gain += float64(way.RP * dollarsPerPoint) // what the seat does not win, its rival does
	}
	offers := []botStack{{Stack{Token: way.Token, Cards: slices.Clone(cards)}, botChance(way.With, valueOf(cards), rivals) * gain}}
	if staked {
		return offers
	}
	for _, id := range s.seat(seat).Contracts {
		rp := worthOf(id)
		expected := botChance(way.With, valueOf(cards)-rp, rivals)*gain - float64(rp*dollarsPerPoint)
		offers = append(offers, botStack{Stack{Token: way.Token, Cards: slices.Clone(cards), Stake: []int{id}}, expected})
	}
	return offers
}

// botChance guesses how likely a bid is the lowest, when each rival lays any cards that meet the same need.
func botChance(need Need, bid, rivals int) float64 {
	middle := float64(int(need.Deck) + botMiddle)
	one := botEven + botSlope*(middle-float64(bid)/float64(need.Count))
	chance := 1.0
	for range rivals {
		chance *= min(max(one, botLeast), botSure)
	}
	return chance
}

// rivals counts the other seats that hold enough cards of some deck to bid on a contract.
func (s *State) rivals(seat, contract int) (n int) {
	for i := range s.Seats {
		p := &s.Seats[i]
		could := slices.ContainsFunc(needsOf(contract), func(need Need) bool { return len(p.of(need.Deck)) >= need.Count })
		if i+1 != seat && could {
			n++
		}
	}
	if s.solo() {
		return 1
	}
	return n
}

// botCost is what a bot loses with cards that are spent.
func botCost(cards []int) (cost float64) {
	for _, id := range cards {
		cost += botWorth[cardOf(id).Deck]
	}
	return cost
}

// botJobCards are the cheapest cards of a hand for an odd job.
func botJobCards(job Job, hand []int) []int {
	cards := cardsFor(job, hand)
	slices.SortStableFunc(cards, func(a, b int) int { return int(cardOf(a).Deck) - int(cardOf(b).Deck) })
	return cards[:oddJobCards]
}

// botPickup does the odd job that pays most beyond what its cards are worth.
func (s *State) botPickup(seat int) Move {
	move, most := Move{Type: movePass}, 0.0
	hand := s.seat(seat).Hand
	for _, job := range possibleJobs(hand) {
		cards := botJobCards(job, hand)
		if gain := float64(jobPays[job]) - botCost(cards); gain > most {
			move, most = Move{Type: movePickup, Cards: cards, Job: job.String()}, gain
		}
	}
	return move
}

// botInvest buys a mower, a card or is done.
func (s *State) botInvest(seat int) Move {
	p := s.seat(seat)
	// First what it lives on: cards for an odd job, which seven basic ones always hold.
	if len(possibleJobs(p.Hand)) == 0 && s.botMayBuy(seat, Basic) {
		return Move{Type: moveBuyCard, Deck: Basic.String()}
	}
	// A mower is worth more than it costs, at the end as well.
	if mowers, _ := s.buyable(seat); len(mowers) > 0 && len(possibleJobs(p.Hand)) > 0 {
		return Move{Type: moveBuyMower, Mower: mowers[len(mowers)-1].String()}
	}
	if d, ok := s.botPlan(seat); ok {
		return Move{Type: moveBuyCard, Deck: d.String()}
	}
	if s.roundsLeft() >= botEarlyEnd {
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

// botPlan is the deck of the cards that are missing for the contract that brings most.
func (s *State) botPlan(seat int) (deck Deck, ok bool) {
	p := s.seat(seat)
	most := 0.0
	for n := range s.Piles {
		for _, need := range needsOf(s.Piles[n][0]) {
			missing := need.Count
			for _, id := range p.Hand {
				if need.takes(cardOf(id)) {
					missing--
				}
			}
			if missing <= 0 || s.checkCard(seat, need.Deck) != nil {
				continue
			}
			buy := missing
			if need.Star {
				buy *= 2 // every second card has a star
			}
			price := buy * cardPrice[need.Deck]
			gain := float64(worthOf(s.Piles[n][0])*dollarsPerPoint) - float64(price)
			if price <= p.Money && len(p.of(need.Deck))+buy <= handLimit[need.Deck]+1 && gain > most {
				deck, ok, most = need.Deck, true, gain
			}
		}
	}
	return deck, ok
}

// roundsLeft is how many rounds the game lasts at least, this one included.
func (s *State) roundsLeft() int {
	if s.LastRound {
		return 1
	}
	if s.solo() {
		return soloRounds - s.Round + 1
	}
	left := len(s.Piles[0])
	for _, pile := range s.Piles {
		left = min(left, len(pile))
	}
	return left
}
