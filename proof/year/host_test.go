package year

import "tender/domain"

// meddle is what somebody does now and then who looks at a game: with its time. It says whether the game may be another now.
func (w *world) meddle(p *person, g *game, v domain.View) bool {
	if p != g.host || !w.chance(4) {
		return false
	}
	return w.extend(p, g, v)
}

// extend is the host pressing a button six times. The deadline moves once.
func (w *world) extend(p *person, g *game, v domain.View) bool {
	done := 0
	for range 6 {
		out, err := w.store.Decide(w.ctx, g.id, domain.Extend{Deadline: *v.Deadline}, domain.Actor{Account: p.account})
		if !w.refused(err, domain.DeadlineChanged, domain.CannotExtend, domain.DeadlinePassed) && !out.Nothing {
			done++
		}
	}
	if done > 1 {
		w.Errorf("game %d: one deadline was extended %d times", g.n, done)
	}
	return true
}
