package notify

import (
	"context"
	"sync"
)

// lanes keep deliveries apart by whom they go to: each lane carries a few at once and lets the others wait, so that a
// slow or dead receiver delays only its owner. The zero value is ready.
type lanes struct {
	mu   sync.Mutex
	open map[string]*lane
}

type lane struct {
	held int           // deliveries in it, under way or waiting
	busy chan struct{} // holds one for each that is under way
}

// enter waits until a lane has room. It is false when ctx ended first, or at once when too many are waiting already.
func (l *lanes) enter(ctx context.Context, key string, wide, long int) (leave func(), ok bool) {
	l.mu.Lock()
	in := l.open[key]
	if in == nil {
		in = &lane{busy: make(chan struct{}, wide)}
		if l.open == nil {
			l.open = map[string]*lane{}
		}
		l.open[key] = in
	}
	if in.held >= wide+long {
		l.mu.Unlock()
		return nil, false
	}
	in.held++
	l.mu.Unlock()
	if ctx.Err() == nil {
		select {
		case in.busy <- struct{}{}:
			return func() { <-in.busy; l.leave(key) }, true
		case <-ctx.Done():
		}
	}
	l.leave(key)
	return nil, false
}

// leave takes one out of a lane and forgets a lane that is empty.
func (l *lanes) leave(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	in := l.open[key]
	if in.held--; in.held == 0 {
		delete(l.open, key)
	}
}
