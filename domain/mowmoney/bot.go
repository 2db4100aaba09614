package mowmoney

import (
	"math/rand/v2"
	"slices"
)

// How a bot counts, in dollars: a reputation point is three of them, see dollarsPerPoint.
const (
	botSure     = 0.95 // chance that a bid wins which nobody else can make
	botContest  = 0.55 // chance that the lowest bid of a hand wins against one rival who could bid as well
	botReserve  = 5    // cards and dollars that a bot keeps so as not to be left with nothing
	botEarlyEnd = 2    // rounds before the end from which it buys for a plan only
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
			all = append(all, s.botOffer(seat, way))
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

// botOffer bids low where a rival could bid too, by the backs of the cards in other hands, and else as high as it can:
// whoever wins is paid the bid.
func (s *State) botOffer(seat int, way CanMeet) botStack {
	rivals := s.rivals(seat, way.Contract)
	cards, chance := way.Cards[:way.With.Count], botSure
	if rivals == 0 && !s.solo() {
		cards = way.Cards[len(way.Cards)-way.With.Count:]
	}
	for range rivals {
		chance *= botContest
	}
	rp := float64(way.RP * dollarsPerPoint)
	if s.solo() {
		chance, rp = botContest, 2*rp // what the seat does not win, its rival does
	}
	gain := rp + float64(valueOf(cards)) - botCost(cards)
	return botStack{Stack{Token: way.Token, Cards: slices.Clone(cards)}, chance * gain}
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
	mowers, _ := s.buyable(seat)
	for _, d := range mowers {
		// A mower is worth more than it costs, at the end as well; but cards and money must be left to live on.
		if p.Money-mowerPrice[d]+len(p.Hand) >= botReserve {
			return Move{Type: moveBuyMower, Mower: d.String()}
		}
	}
	if d, ok := s.botWantsCard(seat); ok {
		return Move{Type: moveBuyCard, Deck: d.String()}
	}
	return Move{Type: moveDone, Discard: leastWanted(p)}
}

// botWantsCard chooses a deck to buy a card of: the one that brings it nearest to a contract that lies open, or while
// the game goes on the dearest that its hand has room for.
func (s *State) botWantsCard(seat int) (Deck, bool) {
	p := s.seat(seat)
	if d, ok := s.botPlan(seat); ok {
		return d, true
	}
	if s.roundsLeft() < botEarlyEnd {
		return 0, false
	}
	for d := Advanced; d >= Basic; d-- {
		if len(p.of(d)) < handLimit[d] && s.checkCard(seat, d) == nil {
			return d, true
		}
	}
	return 0, false
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
