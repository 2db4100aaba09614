package persistence

import "sync"

// watchers are those who wait for a game to change.
type watchers struct {
	mu   sync.Mutex
	game map[string]map[chan struct{}]bool
}

func newWatchers() *watchers { return &watchers{game: map[string]map[chan struct{}]bool{}} }

// Watch returns a channel that gets a value after any commit, on any replica, that changed the game's view for
// somebody; several changes may give one value. A value may also come when nothing has changed. Call stop when done.
func (s *Store) Watch(game string) (changed <-chan struct{}, stop func()) {
	w, c := s.watchers, make(chan struct{}, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.game[game] == nil {
		w.game[game] = map[chan struct{}]bool{}
	}
	w.game[game][c] = true
	return c, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.game[game], c)
		if len(w.game[game]) == 0 {
			delete(w.game, game)
		}
	}
}

func (w *watchers) wake(game string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.game[game] {
		wake(c)
	}
}

func (w *watchers) wakeAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, channels := range w.game {
		for c := range channels {
			wake(c)
		}
	}
}

// wake sends without waiting: a channel that is full has somebody awake already.
func wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
