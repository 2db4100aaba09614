package mowmoney

import (
	"cmp"
	"slices"

	"tender/domain"
)

// resolve reveals all bids and plays them, in the order of the rulebook: odd jobs, neighborhoods A, B, C …, the bluff
// cards come back. A card belongs to one stack until that stack is resolved; as nobody lays it twice, no hand has to
// give up its cards before they are spent. events tell it in the order in which it happened.
func (s *State) resolve(plays []domain.Play[Move]) []domain.Event {
	s.Report = Report{}
	events := []domain.Event{revealed(plays)}
	busy := make([]bool, len(s.Seats)+1) // by seat: won a contract or did an odd job
	events = append(events, s.oddJobs(plays, busy)...)
	taken := make([]bool, len(s.Piles))
	for n := range s.Piles {
		var event domain.Event
		if s.solo() {
			taken[n], event = true, s.soloContract(n, plays, busy)
		} else {
			taken[n], event = s.contract(n, plays, busy)
		}
		events = append(events, event)
	}
	s.removeStakes(plays)
	events = append(events, s.turnContracts(taken)...)
	return append(events, s.beginPickingUp(busy)...)
}

// oddJobs pays for the odd jobs that were bid for: the payout and $3 more. The cards are discarded. The starting seat
// is paid first; that shows in the report only.
func (s *State) oddJobs(plays []domain.Play[Move], busy []bool) (events []domain.Event) {
	plays = slices.SortedFunc(slices.Values(plays), func(a, b domain.Play[Move]) int {
		return cmp.Compare(s.fromStart(a.Seat), s.fromStart(b.Seat))
	})
	for _, play := range plays {
		for i := range play.Move.Stacks {
			t := &play.Move.Stacks[i]
			if t.Token != oddJobToken || t.decoy() {
				continue
			}
			job, _ := jobOf(t.Cards, t.Job)
			paid := jobPays[job] + bidBonus
			s.seat(play.Seat).Money += paid
			s.spend(play.Seat, t.Cards)
			busy[play.Seat] = true
			s.Report = append(s.Report, Line{Job: job.String(), Seat: play.Seat, Paid: paid})
			events = append(events, domain.Event{Type: "odd_job_done", Data: OddJobDone{play.Seat, job, cardsOf(t.Cards), paid, s.seat(play.Seat).Money}})
		}
	}
	return events
}

// offer is a bid on one contract.
type offer struct {
	seat  int
	stack *Stack
	bid   int // dollars, after the stake was taken off. [R] It may be below zero
	stake int // reputation points
}

// offers lists the bids on a neighborhood, the winning one first: the lowest bid; of equal ones the one that staked
// most; then the starting seat's; then the one nearest to its left.
func (s *State) offers(n int, plays []domain.Play[Move]) []offer {
	var offers []offer
	for _, play := range plays {
		for i := range play.Move.Stacks {
			t := &play.Move.Stacks[i]
			if t.Token == tokenOf(n) && !t.decoy() {
				stake := worthOfAll(t.Stake)
				offers = append(offers, offer{play.Seat, t, valueOf(t.Cards) - stake, stake})
			}
		}
	}
	slices.SortFunc(offers, func(a, b offer) int {
		return cmp.Or(cmp.Compare(a.bid, b.bid), cmp.Compare(b.stake, a.stake),
			cmp.Compare(s.fromStart(a.seat), s.fromStart(b.seat)))
	})
	return offers
}

// contract gives a neighborhood's contract to the lowest bidder.
func (s *State) contract(n int, plays []domain.Play[Move], busy []bool) (taken bool, event domain.Event) {
	id := s.Piles[n][0]
	line := Line{Contract: id, At: tokenOf(n)}
	offers := s.offers(n, plays)
	if len(offers) == 0 {
		s.Report = append(s.Report, line)
		return false, domain.Event{Type: "contract_left", Data: ContractLeft{tokenOf(n), contractOf(id)}}
	}
	won := offers[0]
	paid := s.award(n, won, busy)
	line.Winner, line.Bid, line.Paid = won.seat, won.bid, paid
	s.Report = append(s.Report, line)
	return true, domain.Event{Type: "contract_won", Data: ContractWon{
		At: tokenOf(n), Contract: contractOf(id), Winner: won.seat, Bid: &won.bid, Paid: paid, Money: new(s.seat(won.seat).Money),
	}}
}

// award pays a winner what it bid before the stake was taken off, discards its cards and hands the contract over.
func (s *State) award(n int, won offer, busy []bool) (paid int) {
	p := s.seat(won.seat)
	paid = won.bid + won.stake
	p.Money += paid
	s.spend(won.seat, won.stack.Cards)
	p.Contracts = insert(p.Contracts, s.Piles[n][0])
	busy[won.seat] = true
	return paid
}

// removeStakes: staked contracts leave the game, win or lose.
func (s *State) removeStakes(plays []domain.Play[Move]) {
	for _, play := range plays {
		for i := range play.Move.Stacks {
			stake := play.Move.Stacks[i].Stake
			p := s.seat(play.Seat)
			p.Contracts = without(p.Contracts, stake...)
			s.Removed = insert(s.Removed, stake...)
		}
	}
}
