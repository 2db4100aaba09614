package api

import (
	"fmt"
	"sync"
)

// How many requests may wait for a change at once: in this process, from one account, and for one game from people signed
// out, of whom nobody knows how many they are.
const (
	maxWaiting   = 10_000
	maxOfAccount = 50
	maxStrangers = 1_000
)

// waitingRetryAfter is when to come back, in seconds.
const waitingRetryAfter = 10

// waiting counts the requests that wait.
type waiting struct {
	mu  sync.Mutex
	all int
	by  map[string]int // by account, or by game for those signed out
}

func newWaiting() *waiting { return &waiting{by: map[string]int{}} }

// enter takes a place for a request, or refuses. account is empty for somebody signed out. leave gives it back, once.
func (w *waiting) enter(game, account string) (leave func(), err error) {
	who, most, why := "account "+account, maxOfAccount, "Too many requests of yours wait here for a change"
	if account == "" {
		who, most, why = "game "+game, maxStrangers, "Too many people who are not signed in wait for this game"
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all >= maxWaiting {
		return nil, tooManyWait("Too many requests wait here for a change")
	}
	if w.by[who] >= most {
		return nil, tooManyWait(why)
	}
	w.all++
	w.by[who]++
	return func() { w.leave(who) }, nil
}

func (w *waiting) leave(who string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all--
	if w.by[who]--; w.by[who] == 0 {
		delete(w.by, who)
	}
}

func tooManyWait(why string) error {
	p := newProblem(tooBusy, fmt.Sprintf("%s; ask again in %d seconds, or without wait or a stream.", why, waitingRetryAfter))
	p.retryAfter = waitingRetryAfter
	return p
}
