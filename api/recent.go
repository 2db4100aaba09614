package api

import (
	"sync"
	"time"
)

// recent remembers what was read, by key, for aliveLife: so soon is a change seen that another replica has made. It holds
// maxAlive entries at most.
type recent[V any] struct {
	now   func() time.Time
	mu    sync.Mutex
	known map[string]remembered[V]
}

type remembered[V any] struct {
	value V
	until time.Time
}

func newRecent[V any](now func() time.Time) *recent[V] {
	return &recent[V]{now: now, known: map[string]remembered[V]{}}
}

// get gives what is remembered, or reads it; what cannot be read is not remembered.
func (r *recent[V]) get(key string, read func() (V, error)) (V, error) {
	now := r.now()
	r.mu.Lock()
	known, ok := r.known[key]
	r.mu.Unlock()
	if ok && now.Before(known.until) {
		return known.value, nil
	}
	value, err := read()
	if err != nil {
		return value, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.known) >= maxAlive {
		clear(r.known) // cheap to read again, and bounded
	}
	r.known[key] = remembered[V]{value, now.Add(aliveLife)}
	return value, nil
}

// forget makes the next get read again, whatever is asked for.
func (r *recent[V]) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.known)
}

// drop makes the next get of one key read again.
func (r *recent[V]) drop(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.known, key)
}
