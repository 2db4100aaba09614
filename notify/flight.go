package notify

import (
	"context"
	"sync"
	"time"
)

// flight is the deliveries that are under way. They outlive the context that began them, by grace at most.
type flight struct {
	ctx    context.Context // what is under way works with
	cancel context.CancelFunc
	forget func() bool
	all    sync.WaitGroup
	landed chan struct{} // has a value when some have ended

	mu   sync.Mutex
	held int
}

func newFlight(ctx context.Context) *flight {
	f := &flight{landed: make(chan struct{}, 1)}
	f.ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
	f.forget = context.AfterFunc(ctx, func() { time.AfterFunc(grace, f.cancel) })
	return f
}

// room waits until another batch may be held.
func (f *flight) room(ctx context.Context) error {
	for ctx.Err() == nil {
		f.mu.Lock()
		enough := f.held <= maxHeld-batch
		f.mu.Unlock()
		if enough {
			return nil
		}
		select {
		case <-f.landed:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// goes sends one on its way.
func (f *flight) goes(deliver func()) {
	f.count(1)
	f.all.Go(func() {
		defer f.count(-1)
		deliver()
	})
}

func (f *flight) count(n int) {
	f.mu.Lock()
	f.held += n
	f.mu.Unlock()
	if n < 0 {
		select {
		case f.landed <- struct{}{}:
		default:
		}
	}
}

// land waits for all.
func (f *flight) land() {
	f.all.Wait()
	f.forget()
	f.cancel()
}
