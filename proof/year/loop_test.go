package year

import (
	"container/heap"
	"sync/atomic"
	"time"
)

// clock is the clock of the store. Only the simulation moves it, and only forward.
type clock struct{ ms atomic.Int64 }

func (c *clock) now() time.Time { return time.UnixMilli(c.ms.Load()).UTC() }

func (c *clock) set(at time.Time) {
	if at.After(c.now()) {
		c.ms.Store(at.UnixMilli())
	}
}

// deed is something that somebody is going to do.
type deed struct {
	at time.Time
	n  int // what was planned first is done first
	do func()
}

// agenda is a heap of deeds, the next one first.
type agenda []deed

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	if a[i].at.Equal(a[j].at) {
		return a[i].n < a[j].n
	}
	return a[i].at.Before(a[j].at)
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(d any)   { *a = append(*a, d.(deed)) }
func (a *agenda) Pop() any {
	last := len(*a) - 1
	d := (*a)[last]
	*a = (*a)[:last]
	return d
}

// at plans a deed.
func (w *world) at(when time.Time, do func()) {
	w.planned++
	heap.Push(&w.agenda, deed{when, w.planned, do})
}

// after plans a deed for so long from now.
func (w *world) after(d time.Duration, do func()) { w.at(w.clock.now().Add(d), do) }

// lags are by how much the worker for deadlines comes too late at most.
const lags = time.Second

// live lets time pass until nothing is due and nobody has anything in mind.
func (w *world) live() {
	w.Helper()
	lag := w.lag()
	for !w.Failed() {
		deadline, err := w.store.NextDeadline(w.ctx)
		w.must(err)
		if !deadline.IsZero() {
			deadline = deadline.Add(lag)
		}
		delivery, err := w.store.NextDelivery(w.ctx)
		w.must(err)
		next := earliest(deadline, delivery, w.nextDeed())
		if next.IsZero() {
			return
		}
		if next.After(w.end.Add(rest)) {
			w.Errorf("it is %s and something is due yet: %s a deadline, %s a delivery", w.clock.now(), deadline, delivery)
			return
		}
		w.clock.set(next)
		if now := w.clock.now(); !deadline.IsZero() && !deadline.After(now) {
			w.expire()
			lag = w.lag()
		}
		if !delivery.IsZero() && !delivery.After(next) {
			w.receive()
		}
		w.doDeeds()
	}
}

// expire is the worker for deadlines.
func (w *world) expire() {
	_, err := w.store.ExpireDue(w.ctx)
	w.must(err)
}

func (w *world) lag() time.Duration {
	return time.Duration(w.luck.Int64N(int64(lags))).Truncate(time.Millisecond)
}

func (w *world) nextDeed() time.Time {
	if len(w.agenda) == 0 {
		return time.Time{}
	}
	return w.agenda[0].at
}

// doDeeds does what is to be done by now. What that makes due is looked at before the next instant.
func (w *world) doDeeds() {
	for len(w.agenda) > 0 && !w.agenda[0].at.After(w.clock.now()) {
		heap.Pop(&w.agenda).(deed).do()
	}
}

// earliest is the earliest of times that are not zero.
func earliest(times ...time.Time) (first time.Time) {
	for _, t := range times {
		if !t.IsZero() && (first.IsZero() || t.Before(first)) {
			first = t
		}
	}
	return first
}
