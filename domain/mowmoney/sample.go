package mowmoney

import (
	"math/rand/v2"
	"slices"

	"tender/domain"
)

// How often Sample does what; the rest of the time it does the other thing.
const (
	stopsBuying  = 0.25
	passes       = 0.05
	bidsInDeed   = 0.75 // for a token that it can bid on; a decoy or nothing otherwise
	stakes       = 0.15
	addsBluffs   = 0.25
	triesDecoy   = 0.3
	leavesPickup = 0.15
)

// Sample plays at random, more often to some purpose than not.
func (rules) Sample(s *State, seat int, r *rand.Rand) Move {
	switch s.Phase {
	case phaseInvest:
		return s.sampleInvest(seat, r)
	case phaseBid:
		return s.sampleBid(seat, r)
	default:
		return s.samplePickup(seat, r)
	}
}

func (s *State) sampleInvest(seat int, r *rand.Rand) Move {
	mowers, decks := s.buyable(seat)
	n := len(mowers) + len(decks)
	if n > 0 && r.Float64() >= stopsBuying {
		if i := r.IntN(n); i < len(mowers) {
			return Move{Type: moveBuyMower, Mower: mowers[i].String()}
		} else {
			return Move{Type: moveBuyCard, Deck: decks[i-len(mowers)].String()}
		}
	}
	p := s.seat(seat)
	move := Move{Type: moveDone, Discard: []int{}}
	for d, n := range overLimits(p) {
		move.Discard = append(move.Discard, someOf(p.of(Deck(d)), n, r)...)
	}
	return move
}

func (s *State) sampleBid(seat int, r *rand.Rand) Move {
	move := Move{Type: moveBid, Stacks: []Stack{}}
	if r.Float64() < passes {
		return move
	}
	p := s.seat(seat)
	hand, contracts, bluffs := slices.Clone(p.Hand), slices.Clone(p.Contracts), bluffCards
	wanted := 1 + r.IntN(maxStacks)
	for _, n := range r.Perm(len(s.Piles) + 1) {
		stack, ok := s.sampleStack(n, hand, r)
		if !ok {
			continue
		}
		if bluffs > 0 && (len(stack.Cards) == 0 || r.Float64() < addsBluffs) {
			stack.Bluffs = 1 + r.IntN(bluffs)
		}
		if len(stack.Cards)+stack.Bluffs == 0 {
			continue
		}
		if n < len(s.Piles) && !stack.decoy() && len(contracts) > 0 && r.Float64() < stakes {
			stack.Stake = someOf(contracts, 1+r.IntN(min(2, len(contracts))), r)
		}
		hand, contracts, bluffs = without(hand, stack.Cards...), without(contracts, stack.Stake...), bluffs-stack.Bluffs
		if move.Stacks = append(move.Stacks, stack); len(move.Stacks) == wanted {
			break
		}
	}
	return move
}

// sampleStack lays something on a neighborhood, or under OJ, which is counted after them. Without cards it wants bluffs.
func (s *State) sampleStack(n int, hand []int, r *rand.Rand) (stack Stack, ok bool) {
	if r.Float64() < bidsInDeed {
		if n == len(s.Piles) {
			return sampleOddJob(hand, r)
		}
		ways := s.meetings(n, hand)
		if len(ways) == 0 {
			return Stack{}, false
		}
		way := ways[r.IntN(len(ways))]
		return Stack{Token: way.Token, Cards: someOf(way.Cards, way.With.Count, r)}, true
	}
	stack.Token = oddJobToken
	if n < len(s.Piles) {
		stack.Token = tokenOf(n)
	}
	if len(hand) > 0 && r.Float64() < 0.5 {
		stack.Cards, stack.Decoy = someOf(hand, 1+r.IntN(len(hand)), r), true
	}
	return stack, r.Float64() < triesDecoy
}

func sampleOddJob(hand []int, r *rand.Rand) (Stack, bool) {
	jobs := possibleJobs(hand)
	if len(jobs) == 0 {
		return Stack{}, false
	}
	job := jobs[r.IntN(len(jobs))]
	stack := Stack{Token: oddJobToken, Cards: someOf(cardsFor(job, hand), oddJobCards, r)}
	if best, _ := jobOf(stack.Cards, ""); best != job || r.IntN(2) == 0 {
		stack.Job = job.String()
	}
	return stack, true
}

func (s *State) samplePickup(seat int, r *rand.Rand) Move {
	if r.Float64() < leavesPickup {
		return Move{Type: movePass}
	}
	stack, _ := sampleOddJob(s.seat(seat).Hand, r)
	return Move{Type: movePickup, Cards: stack.Cards, Job: stack.Job}
}

// someOf picks so many of a list at random, in any order.
func someOf(list []int, n int, r *rand.Rand) []int {
	some := make([]int, 0, n)
	for _, i := range r.Perm(len(list))[:n] {
		some = append(some, list[i])
	}
	return some
}

var _ domain.Rules[Options, State, Move] = rules{}
