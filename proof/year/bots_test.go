package year

import "tender/domain"

// addBot seats a bot in an open game, on the word of its host.
func (w *world) addBot(g *game) {
	_, err := w.store.Decide(w.ctx, g.id, domain.AddBot{}, domain.Actor{Account: g.host.account})
	w.must(err)
}
