package year

import (
	"time"

	"tender/domain"
)

// series makes a few games the first of two or three.
func (w *world) series() *domain.Series {
	if !w.chance(5) {
		return nil
	}
	return &domain.Series{Of: 2 + w.luck.IntN(2)}
}

// game finds a game by its id. One of a series that the server has opened by itself is noted when people first hear of it.
func (w *world) game(id string) *game {
	g := w.byID[id]
	if g == nil {
		g = &game{n: len(w.games) + 1, id: id, calls: map[call]time.Time{}}
		w.games, w.byID[id] = append(w.games, g), g
	}
	return g
}

// all finds the games of which nobody has heard.
func (w *world) all() {
	const page = 100
	for after := ""; ; {
		ids, err := w.store.GameIDs(w.ctx, after, page)
		w.must(err)
		for _, id := range ids {
			after = id
			w.game(id)
		}
		if len(ids) < page {
			return
		}
	}
}
