package year

import (
	"strings"

	"tender/domain"
)

// count sums up what an entry did.
func (r *review) count(state) {
	switch in := r.in.(type) {
	case domain.PlayMoves:
		r.countMoves(in.Automatic, len(in.Moves))
	case domain.Seal:
		r.countMoves(in.Automatic, 1)
	}
	for _, e := range r.told {
		if what := e.Type; strings.HasPrefix(what, "seat_") || strings.HasPrefix(what, "game_") || strings.HasPrefix(what, "vote_") ||
			what == "deadline_moved" || what == "overtime_began" || what == "hurried" {
			r.figures.events[what]++
		}
	}
}

func (r *review) countMoves(by domain.Automatic, n int) {
	who := "people"
	if by.For > 0 {
		who = string(by.Why)
	}
	r.figures.moves[who] += n
}
