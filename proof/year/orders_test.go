package year

import (
	"encoding/json"

	"tender/domain"
	"tender/domain/kinds"
)

// orders are standing orders that somebody gives beforehand: some of the kind's examples. What the game does not take is left
// out.
func (w *world) orders(p *person, g *game, v domain.View) {
	kind, err := kinds.All.Find(v.Kind)
	w.must(err)
	var orders []json.RawMessage
	for range 1 + w.luck.IntN(3) {
		if len(kind.Orders) == 0 {
			return
		}
		raw, err := json.Marshal(kind.Orders[w.luck.IntN(len(kind.Orders))].Example)
		w.must(err)
		more := append(orders, raw)
		_, err = w.store.Decide(w.ctx, g.id, domain.GiveOrders{Orders: more}, domain.Actor{Account: p.account})
		if _, refused := domain.AsRefusal(err); refused {
			continue
		}
		w.must(err)
		orders = more
	}
	w.figures.ordered++
}
