package mowmoney

import (
	"math/rand/v2"
	"slices"
)

// How a bot plans. It counts everything in dollars, a reputation point as dollarsPerPoint.
const (
	botKeeps = 3 // dollars that buying a mower leaves
	botRush  = 2 // with fewer rounds left it buys no card but for a contract that lies open
)

// botWorth is what a bid card is worth to a bot that keeps it: a little less than its price.
var botWorth = [deckCount]float64{0.9, 2.6, 4.4}

// Bot lives on odd jobs, which it keeps basic cards for; buys mowers early and cards for the contracts that lie open; bids
// the two stacks of which it expects most; and picks up odd jobs that pay more than their cards are worth.
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

// botBid lays the two stacks that together promise most, with bluff cards beside one of them. Only one carries a stake.
func (s *State) botBid(seat int, r *rand.Rand) Move {
	move := Move{Type: moveBid, Stacks: []Stack{}}
	most := 0.0
	hand := s.seat(seat).Hand
	for _, one := range s.botStacks(seat, hand, "") {
		stacks, gain := []Stack{one.stack}, one.gain
		rest := without(slices.Clone(hand), one.stack.Cards...)
		if second := bestStack(s.botStacks(seat, rest, one.stack.Token)); second.gain > 0 {
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

func bestStack(all []botStack) (best botStack) {
	for _, t := range all {
		if t.gain > best.gain {
			best = t
		}
	}
	return best
}

// botStacks lists what a hand can bid, but not under one token, that of the stack that lies there already.
func (s *State) botStacks(seat int, hand []int, but string) (all []botStack) {
	for n := range s.Piles {
		if tokenOf(n) == but {
			continue
		}
		for _, way := range s.meetings(n, hand) {
			all = append(all, s.botOffers(seat, way, but == "")...)
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
