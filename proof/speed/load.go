package speed

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// run is what a load came to.
type run struct {
	rate float64         // answers a second
	took []time.Duration // each, sorted
}

// quantile is the time within which a share of the requests was answered.
func (r run) quantile(share float64) time.Duration {
	if len(r.took) == 0 {
		return 0
	}
	return r.took[min(int(share*float64(len(r.took))), len(r.took)-1)]
}

// warmUp is the part of a load, at its beginning, that is not counted.
const warmUp = 4

// load keeps so many connections busy for a span of time. Each sends one request after the other, chosen by chance among
// all, and every answer must have the status. A quarter of the span comes before it, uncounted.
func load(base string, connections int, span time.Duration, requests [][]byte, want int, seed uint64) (run, error) {
	var all run
	var mu sync.Mutex
	var fault error
	var wg sync.WaitGroup
	began := time.Now().Add(span / warmUp)
	end := began.Add(span)
	for i := range connections {
		wg.Go(func() {
			chance := rand.New(rand.NewPCG(seed, uint64(i)))
			took, err := one(base, requests, want, began, end, chance)
			mu.Lock()
			defer mu.Unlock()
			all.took = append(all.took, took...)
			if err != nil {
				fault = err
			}
		})
	}
	wg.Wait()
	slices.Sort(all.took)
	all.rate = float64(len(all.took)) / span.Seconds()
	return all, fault
}

// one is the work of one connection.
func one(base string, requests [][]byte, want int, began, end time.Time, chance *rand.Rand) (took []time.Duration, err error) {
	w, err := dial(base)
	if err != nil {
		return nil, err
	}
	defer w.conn.Close()
	for sent := time.Now(); sent.Before(end); {
		status, err := w.send(requests[chance.IntN(len(requests))])
		if err != nil {
			return nil, err
		}
		if status != want {
			return nil, fmt.Errorf("answered with %d, want %d", status, want)
		}
		now := time.Now()
		if sent.After(began) {
			took = append(took, now.Sub(sent))
		}
		sent = now
	}
	return took, nil
}
