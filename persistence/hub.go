package persistence

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"
)

// watchers are those who wait for a game to change.
type watchers struct {
	mu      sync.Mutex
	game    map[string]map[chan struct{}]bool
	seed    maphash.Seed
	changes [counters]atomic.Uint64
	deaf    atomic.Bool // what other replicas change is not heard of
}

// counters is how many counts of changes there are. Games that share one only make each other be looked at again.
const counters = 4096

func newWatchers() *watchers {
	return &watchers{game: map[string]map[chan struct{}]bool{}, seed: maphash.MakeSeed()}
}

// Changes gives a number that grows with every commit that changed a game's view for an account, "" for somebody signed
// out, before Watch tells of it. What was read of the game after the number is what there is as long as the number stays:
// of commits on this replica at once, of those on others as soon as they are heard of. It is 0 when they are not heard of.
//
// It does not grow when somebody else replaces a sealed move by one that looks the same. Nobody can find out by how long
// an answer takes that a rival has thought again.
func (s *Store) Changes(game, account string) uint64 {
	if s.watchers.deaf.Load() {
		return 0
	}
	n := 1 + s.watchers.of(game).Load()
	if account != "" {
		n += s.watchers.of(unseenTopic(game, account)).Load()
	}
	return n
}

// unseenTopic is what is announced in place of a game when only one account can see what has changed. It is no game's id.
func unseenTopic(game, account string) string { return game + "/" + account }

func (w *watchers) of(game string) *atomic.Uint64 {
	return &w.changes[maphash.String(w.seed, game)%counters]
}

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

// wake wakes those who watch a game or another topic. Of an unseenTopic it wakes those who watch the game.
func (w *watchers) wake(topic string) {
	w.of(topic).Add(1)
	game, _, _ := strings.Cut(topic, "/")
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.game[game] {
		wake(c)
	}
}

func (w *watchers) wakeAll() {
	for i := range w.changes {
		w.changes[i].Add(1)
	}
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
