package api

import (
	"fmt"
	"sync"
)

// How many requests may wait for a change at once: in this process, and for one game from people signed out, of whom
// nobody knows how many they are.
const (
	maxWaiting   = 10_000
	maxStrangers = 1_000
)

// waitingRetryAfter is when to come back, in seconds.
const waitingRetryAfter = 10

// waiting counts the requests that wait.
type waiting struct {
	mu        sync.Mutex
	all       int
	strangers map[string]int // by game, those signed out
}

func newWaiting() *waiting { return &waiting{strangers: map[string]int{}} }

// enter takes a place for a request, or refuses. leave gives it back, once.
func (w *waiting) enter(game string, signedOut bool) (leave func(), err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all >= maxWaiting {
		return nil, tooManyWait("Too many requests wait here for a change")
	}
	if signedOut && w.strangers[game] >= maxStrangers {
		return nil, tooManyWait("Too many people who are not signed in wait for this game")
	}
	w.all++
	if signedOut {
		w.strangers[game]++
	}
	return func() { w.leave(game, signedOut) }, nil
}

func (w *waiting) leave(game string, signedOut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all--
	if !signedOut {
		return
	}
	if w.strangers[game]--; w.strangers[game] == 0 {
		delete(w.strangers, game)
	}
}

func tooManyWait(why string) error {
	p := newProblem(tooBusy, fmt.Sprintf("%s; ask again in %d seconds, or without wait.", why, waitingRetryAfter))
	p.retryAfter = waitingRetryAfter
	return p
}
