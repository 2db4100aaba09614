package mowmoney

import (
	"slices"

	"tender/domain"
)

// turnContracts turns up the next contracts: one that was taken is gone, one that nobody bid on goes face down to the
// bottom of its pile. [R] It is done before the pick-ups, as the recorded games have it: whoever may do an odd job
// knows for what the cards could be bid next.
func (s *State) turnContracts(taken []bool) (events []domain.Event) {
	for n, pile := range s.Piles {
		top, rest := pile[0], slices.Clone(pile[1:])
		if !taken[n] {
			rest = append(rest, top)
		}
		s.Piles[n] = rest
		if len(rest) > 0 {
			events = append(events, domain.Event{Type: "contract_turned_up", Data: ContractTurnedUp{tokenOf(n), contractOf(rest[0]), len(rest) - 1}})
		}
	}
	if slices.Contains(taken, true) {
		s.Stalled = 0
	} else {
		s.Stalled++
	}
	return events
}

// maintain ends the round: the game is over when a neighborhood has no contract left or this was the last round;
// else the starting marker moves one seat up and the next round begins.
func (s *State) maintain() []domain.Event {
	empty := slices.ContainsFunc(s.Piles, func(pile []int) bool { return len(pile) == 0 })
	if empty || s.LastRound || s.solo() && s.Round == soloRounds {
		s.Phase = phaseOver
		return nil
	}
	// [R] Standstill: so many rounds in a row without a contract taken, and the next round is the last.
	s.LastRound = s.Options.StallRounds > 0 && s.Stalled >= s.Options.StallRounds
	s.Round++
	s.First = s.First%len(s.Seats) + 1
	s.beginInvesting(0)
	return []domain.Event{{Type: "round_began", Data: RoundBegan{s.Round, s.First, s.LastRound}}}
}
