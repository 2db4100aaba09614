package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// A worker looks for what is due once a minute at least, and an attempt takes less than another. One that has not gone a
// round for longest hangs, or fails every time. A database that does not answer in patience does not answer.
const (
	longestRound  = 3 * time.Minute
	readyPatience = 2 * time.Second
)

// readiness knows whether the server can serve.
type readiness struct {
	database func(context.Context) error
	draining atomic.Bool
	workers  []*pulse
}

// check says why the server cannot serve, nil when it can.
func (r *readiness) check(ctx context.Context) error {
	if r.draining.Load() {
		return errors.New("the server is about to stop")
	}
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	if err := r.database(ctx); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	for _, w := range r.workers {
		if quiet := w.quiet(); quiet > longestRound {
			return fmt.Errorf("the worker for %s has not gone a round for %s", w.name, quiet.Round(time.Second))
		}
	}
	return nil
}

// worker begins to look after one. round is to be called whenever it has gone a round.
func (r *readiness) worker(name string) (round func()) {
	p := &pulse{name: name, began: time.Now()}
	r.workers = append(r.workers, p)
	return p.beat
}

// pulse tells when a worker has gone its last round, by a clock that nobody sets.
type pulse struct {
	name  string
	began time.Time
	last  atomic.Int64 // nanoseconds after began
}

func (p *pulse) beat()                { p.last.Store(int64(time.Since(p.began))) }
func (p *pulse) quiet() time.Duration { return time.Since(p.began) - time.Duration(p.last.Load()) }
