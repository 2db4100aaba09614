package mowmoney

import (
	"fmt"
	"slices"

	"tender/domain"
)

// choices lists what a wanted seat can do now: all there is, or examples where cards of a hand can be chosen.
func (r rules) choices(s *State, seat int) []domain.Choice {
	if !slices.Contains(r.Wanted(s).Seats, seat) {
		return nil
	}
	switch s.Phase {
	case phaseInvest:
		return s.investChoices(seat)
	case phaseBid:
		return s.bidChoices(seat)
	default:
		return s.pickupChoices(seat)
	}
}

func (s *State) investChoices(seat int) (choices []domain.Choice) {
	p := s.seat(seat)
	mowers, decks := s.buyable(seat)
	for _, d := range mowers {
		choices = append(choices, domain.Choice{Move: Move{Type: moveBuyMower, Mower: d.String()},
			Does: fmt.Sprintf("buy the %s mower for $%d", d, mowerPrice[d])})
	}
	for _, d := range decks {
		choices = append(choices, domain.Choice{Move: Move{Type: moveBuyCard, Deck: d.String()},
			Does: fmt.Sprintf("buy a card of the %s deck for $%d", d, cardPrice[d])})
	}
	done := domain.Choice{Move: Move{Type: moveDone, Discard: leastWanted(p)}, Does: "finish investing"}
	if over := overLimits(p); over != [deckCount]int{} {
		done.Does, done.Example = "discard "+overText(over)+" and finish investing", true
	}
	return append(choices, done)
}

// bidChoices gives the lowest bid for each need that the hand meets, each odd job, a stake, a decoy, and the pass.
func (s *State) bidChoices(seat int) (choices []domain.Choice) {
	example := func(does string, stacks ...Stack) {
		choices = append(choices, domain.Choice{Move: Move{Type: moveBid, Stacks: stacks}, Does: does, Example: true})
	}
	p := s.seat(seat)
	for n := range s.Piles {
		for _, way := range s.meetings(n, p.Hand) {
			example(fmt.Sprintf("bid $%d on %s with %s", way.Lowest, neighborhoodNames[n], way.With),
				Stack{Token: way.Token, Cards: way.Cards[:way.With.Count]})
		}
	}
	if len(choices) > 0 && len(p.Contracts) > 0 {
		stack := choices[0].Move.(Move).Stacks[0]
		stack.Stake = slices.Clone(p.Contracts[:1])
		example(fmt.Sprintf("the same on %s, staking the contract %d: $%d less", stack.Token, stack.Stake[0], worthOfAll(stack.Stake)), stack)
	}
	for _, job := range possibleJobs(p.Hand) {
		example(fmt.Sprintf("%s for $%d", spoken(job.String()), jobPays[job]+bidBonus),
			Stack{Token: oddJobToken, Cards: cardsFor(job, p.Hand)[:oddJobCards], Job: job.String()})
	}
	example("pretend to bid on "+neighborhoodNames[0]+" with a bluff card", Stack{Token: tokenOf(0), Bluffs: 1})
	choices = append(choices, domain.Choice{Move: Move{Type: moveBid, Stacks: []Stack{}}, Does: "pass"})
	return choices
}

func (s *State) pickupChoices(seat int) (choices []domain.Choice) {
	hand := s.seat(seat).Hand
	for _, job := range possibleJobs(hand) {
		cards := cardsFor(job, hand)
		choices = append(choices, domain.Choice{
			Move:    Move{Type: movePickup, Cards: cards[:oddJobCards], Job: job.String()},
			Does:    fmt.Sprintf("%s for $%d", spoken(job.String()), jobPays[job]),
			Example: len(cards) > oddJobCards,
		})
	}
	return append(choices, domain.Choice{Move: Move{Type: movePass}, Does: "do no odd job"})
}
