package year

import (
	"slices"
	"time"

	"tender/domain"
)

// news is what somebody makes of a notice that does not ask for a move.
func (w *world) news(p *person, g *game, what domain.NoticeType, v domain.View) {
	switch what {
	case domain.SeatLost:
		if p.manner == slow || p.manner == forgetful {
			if w.chance(60) {
				w.after(w.between(time.Hour, 3*day), func() { w.takeBack(p, g) })
			}
		}
	case domain.SeatOpened:
		if v.LastEvent > g.opened { // everybody at the table is told; one of them says so to others
			g.opened = v.LastEvent
			w.after(w.between(time.Hour, 3*day), func() { w.substitute(g) })
		}
	}
}

// takeBack is somebody who has lost a seat and wants it back.
func (w *world) takeBack(p *person, g *game) {
	if ok, _ := p.here(w.clock.now()); !ok {
		return
	}
	if v := w.look(p, g); v.Lost == 0 {
		return
	}
	_, err := w.store.Decide(w.ctx, g.id, domain.Return{}, domain.Actor{Account: p.account})
	w.must(err)
}

// substitute is somebody who finds a vacant seat among the games that look for players.
func (w *world) substitute(g *game) {
	vacant, _, err := w.store.Games(w.ctx, domain.GameFilter{Vacant: true, Limit: 100})
	w.must(err)
	if !slices.ContainsFunc(vacant, func(s domain.GameSummary) bool { return s.ID == g.id }) {
		return
	}
	for _, p := range w.around() {
		if slices.Contains(p.games, g) {
			continue
		}
		_, err := w.store.Decide(w.ctx, g.id, domain.Join{}, domain.Actor{Account: p.account})
		w.must(err)
		p.sits(g)
		return
	}
}

// leave is somebody giving their seat in a running game up.
func (w *world) leave(p *person, g *game) {
	_, err := w.store.Decide(w.ctx, g.id, domain.Leave{}, domain.Actor{Account: p.account})
	w.must(err)
}
