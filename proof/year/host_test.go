package year

import (
	"slices"

	"tender/domain"
)

// notInTime are the refusals that somebody must reckon with who wants the time of a game to be another.
var notInTime = []domain.Code{domain.DeadlineChanged, domain.CannotExtend, domain.DeadlinePassed, domain.CannotPause, domain.PauseOutOfRange}

// meddle is what somebody does now and then who looks at a game: with its time, or with their seat. It says whether
// the game may be another now.
func (w *world) meddle(p *person, g *game, v domain.View) bool {
	by := domain.Actor{Account: p.account}
	host := v.Host == v.You.Seat
	switch {
	case wantsOn(v) && w.chance(80) || w.chance(2):
		_, err := w.store.Decide(w.ctx, g.id, domain.Hurry{Meant: domain.Meant{Step: v.Step}}, by)
		w.refused(err, notInTime...)
	case host && w.chance(3) || w.chance(1):
		w.extend(p, g, v)
	case host && w.chance(2) || w.chance(1):
		_, err := w.store.Decide(w.ctx, g.id, domain.PauseGame{For: pick(w, 10*60, 5*hour, 3*24*hour)}, by)
		if w.refused(err, notInTime...) || !w.chance(40) {
			return true
		}
		w.after(w.between(0, 2*day), func() {
			_, err := w.store.Decide(w.ctx, g.id, domain.ResumeGame{}, by)
			w.refused(err, domain.NotSeated, domain.GameNotActive)
		})
	case p.manner == slow && w.chance(1):
		w.leave(p, g)
	default:
		return false
	}
	return true
}

// wantsOn says whether somebody wants the game to go on now.
func wantsOn(v domain.View) bool {
	return slices.ContainsFunc(v.Votes, func(vote domain.VoteView) bool {
		return vote.For == domain.VoteHurry && !slices.Contains(vote.Seats, v.You.Seat)
	})
}

// extend is somebody pressing a button six times. The deadline moves once at most.
func (w *world) extend(p *person, g *game, v domain.View) {
	moved := 0
	for range 6 {
		out, err := w.store.Decide(w.ctx, g.id, domain.Extend{Deadline: *v.Deadline}, domain.Actor{Account: p.account})
		w.refused(err, notInTime...)
		for _, e := range out.Events {
			if e.Type == "deadline_moved" {
				moved++
			}
		}
	}
	if moved > 1 {
		w.Errorf("game %d: one deadline was extended %d times", g.n, moved)
	}
}
