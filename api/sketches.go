package api

import (
	"context"
	"errors"
	"sync"
	"time"
)

// sketches draws for all who ask for the same at the same time: a change of a game that a thousand people watch is drawn
// once or twice, not a thousand times. Nobody gets a drawing that was begun before asking for it: who comes while one is
// being made shares the next.
type sketches struct {
	mu      sync.Mutex
	current map[subject]*sketch // being made, or about to be
	next    map[subject]*sketch // to be made when that is done
}

// subject is what people signed out can ask for.
type subject struct {
	game string
	text bool
}

// sketch is a drawing that several wait for.
type sketch struct {
	done   chan struct{} // closed when the rest is there
	answer reply
	tag    string
	err    error
}

// drawTime is how long a drawing for many may take; no single one's impatience ends it.
const drawTime = 10 * time.Second

var errNotDrawn = errors.New("the drawing was not finished")

func newSketches() *sketches {
	return &sketches{current: map[subject]*sketch{}, next: map[subject]*sketch{}}
}

// get gives a drawing that was begun after the call. The first to ask for it makes it, in the place of all.
func (s *sketches) get(ctx context.Context, of subject, draw func(context.Context) (reply, string, error)) (reply, string, error) {
	s.mu.Lock()
	before, mine := s.current[of], s.next[of]
	first := mine == nil
	if first {
		mine = &sketch{done: make(chan struct{}), err: errNotDrawn}
		if before == nil {
			s.current[of] = mine
		} else {
			s.next[of] = mine
		}
	}
	s.mu.Unlock()
	if first {
		if before != nil {
			<-before.done
		}
		s.make(ctx, of, mine, draw)
	}
	select {
	case <-mine.done:
		return mine.answer, mine.tag, mine.err
	case <-ctx.Done():
		return reply{}, "", ctx.Err()
	}
}

// make draws, and makes way for the next drawing even when it panics.
func (s *sketches) make(ctx context.Context, of subject, mine *sketch, draw func(context.Context) (reply, string, error)) {
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if next := s.next[of]; next != nil {
			s.current[of] = next
		} else {
			delete(s.current, of)
		}
		delete(s.next, of)
		close(mine.done)
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawTime)
	defer cancel()
	mine.answer, mine.tag, mine.err = draw(ctx)
}
