package year

import (
	"encoding/json"
	"slices"

	"tender/domain"
	"tender/domain/kinds"
)

// mostMoves is how many open moves somebody makes at a time, so that no turn is without an end.
const mostMoves = 100

// move is somebody looking at a game and doing all that it waits for them to do, as a client does: by the moves that the view
// offers.
func (w *world) move(p *person, g *game) {
	v := w.look(p, g)
	for range mostMoves {
		if !wanted(v) {
			return
		}
		if w.meddle(p, g, v) { // the game may be another by now
			if v = w.look(p, g); !wanted(v) {
				return
			}
		}
		seal, in := w.choose(v)
		_, next, err := w.store.Move(w.ctx, g.id, in, domain.Actor{Account: p.account})
		if w.refused(err, g.mayRefuse(p)...) {
			return
		}
		if v = next; !seal {
			continue
		}
		if p.orders && w.chance(30) && v.Status == domain.Active {
			w.orders(p, g, v)
		}
		w.afterthought(p, g, v)
		return
	}
	w.Fatalf("game %d: seat %d moved %d times and its turn goes on", g.n, v.You.Seat, mostMoves)
}

// look shows somebody a game, and notes what they see of its deadline.
func (w *world) look(p *person, g *game) domain.View {
	v, err := w.store.View(w.ctx, g.id, p.account)
	w.must(err)
	g.looked(w.clock.now(), v)
	return v
}

// wanted says whether a game waits for the viewer, who has not stored a move, and its clock goes.
func wanted(v domain.View) bool {
	return v.You != nil && v.You.Sealed == nil && slices.Contains(v.WaitingFor, v.You.Seat) && len(v.Moves) > 0 && v.Paused == nil
}

// choose picks a move that a view offers.
func (w *world) choose(v domain.View) (sealed bool, in domain.Input) {
	move, err := json.Marshal(v.Moves[w.luck.IntN(len(v.Moves))].Move)
	w.must(err)
	kind, err := kinds.All.Find(v.Kind)
	w.must(err)
	meant := domain.Meant{Step: v.Step}
	if kind.Phase(v.Phase).Sealed {
		return true, domain.Seal{Move: move, Ready: true, Meant: meant}
	}
	return false, domain.PlayMoves{Moves: []json.RawMessage{move}, Meant: meant}
}

// afterthought is what somebody does now and then who has sealed a bid: it is taken back and sealed again, or left to count at
// the deadline only.
func (w *world) afterthought(p *person, g *game, v domain.View) {
	if v.You.Sealed == nil || !w.chance(5) {
		return // the round has been revealed, or all is well
	}
	by := domain.Actor{Account: p.account}
	meant := domain.Meant{Step: v.Step}
	again := domain.Seal{Move: v.You.Sealed.Bid, Ready: w.chance(50), Meant: meant}
	if w.chance(50) {
		_, err := w.store.Decide(w.ctx, g.id, domain.Withdraw{Meant: meant}, by)
		if w.refused(err, g.mayRefuse(p)...) {
			return
		}
	}
	_, err := w.store.Decide(w.ctx, g.id, again, by)
	w.refused(err, g.mayRefuse(p)...)
}

// mayRefuse are the refusals that somebody must reckon with: who comes late may be too late. Nobody else is refused a move.
func (g *game) mayRefuse(p *person) []domain.Code {
	if p.manner == prompt {
		return nil
	}
	return []domain.Code{domain.DeadlinePassed}
}
