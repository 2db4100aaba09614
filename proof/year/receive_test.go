package year

import (
	"cmp"
	"slices"
	"time"

	"tender/domain"
)

// How the simulation carries deliveries, as the worker of the server does.
const (
	batch = 64
	lease = time.Minute
)

// calls are the notices that make somebody look at a game and move, if it waits for them.
var calls = []domain.NoticeType{domain.GameStarted, domain.BidWanted, domain.TurnStarted, domain.Reminder, domain.LastReminder, domain.DeadlineMoved, domain.GameResumed}

// receive carries all deliveries that are due to their persons.
func (w *world) receive() {
	for {
		due, err := w.store.ClaimDeliveries(w.ctx, batch, lease)
		w.must(err)
		slices.SortFunc(due, func(a, b domain.Delivery) int {
			return cmp.Or(a.CameUp().Compare(b.CameUp()), cmp.Compare(w.game(a.Game).n, w.game(b.Game).n), cmp.Compare(a.Notice.Seat, b.Notice.Seat), cmp.Compare(a.Notice.Type, b.Notice.Type))
		})
		for _, d := range due {
			w.deliver(d)
		}
		if len(due) < batch {
			return
		}
	}
}

func (w *world) deliver(d domain.Delivery) {
	now := w.clock.now()
	o, err := w.store.Obligation(w.ctx, d)
	w.must(err)
	done := domain.Attempt{At: now, Status: domain.Delivered}
	switch {
	case o.Void != "":
		done.Status, done.Why = domain.Dropped, o.Void
		w.figures.void[o.Void]++
	case o.Timing.Why != "":
		w.Fatalf("notice %s is kept because of %s, though its person has no preferences", d.Notice.Type, o.Timing.Why)
	}
	held, err := w.store.FinishDelivery(w.ctx, d, done)
	w.must(err)
	if !held {
		w.Fatalf("notice %s: its lease was lost to nobody", d.ID)
	}
	if o.Void == "" {
		w.figures.notices[d.Notice.Type]++
		w.told(w.persons[d.Account], w.game(d.Game), d, o.View)
	}
}

// told is when a notice reaches somebody. It must be true at that time.
func (w *world) told(p *person, g *game, d domain.Delivery, v domain.View) {
	now := w.clock.now()
	p.sits(g)
	g.looked(now, v)
	if when := d.CameUp(); now.Sub(when) > lags {
		w.Errorf("game %d: notice %s of %s came only at %s", g.n, d.Notice.Type, when, now)
	}
	if !slices.Contains(calls, d.Notice.Type) {
		w.news(p, g, d.Notice.Type, v)
		return
	}
	wanted := v.You != nil && v.You.Seat == d.Notice.Seat && v.You.Sealed == nil && slices.Contains(v.WaitingFor, v.You.Seat)
	if all := d.Notice.Type == domain.GameStarted || d.Notice.Type == domain.GameResumed; !wanted && !all {
		w.Errorf("game %d: seat %d is told %s, and is not waited for at step %d", g.n, d.Notice.Seat, d.Notice.Type, v.Step)
	}
	if !d.Notice.Deadline.IsZero() && (v.Deadline == nil || !v.Deadline.Equal(d.Notice.Deadline)) {
		w.Errorf("game %d: seat %d is told %s of the deadline %s, and it is %v", g.n, d.Notice.Seat, d.Notice.Type, d.Notice.Deadline, v.Deadline)
	}
	g.noteCall(call{p.account, d.Notice.Step}, now)
	if wanted {
		w.called(p, g, d.Notice.Type, v)
	}
}

// called is when somebody is told that a game waits for them. Who has a plan already keeps it, unless the deadline is another.
func (w *world) called(p *person, g *game, what domain.NoticeType, v domain.View) {
	if p.intends(g) && what != domain.DeadlineMoved && what != domain.GameResumed || v.Paused != nil {
		return
	}
	now := w.clock.now()
	ok, back := p.here(now)
	if !ok && back.IsZero() {
		return
	}
	if !ok { // who is away reads it when they are back
		w.intend(p, g, back.Sub(now)+w.between(0, min(12*time.Hour, v.Deadline.Sub(back)/2)))
		return
	}
	left := v.Deadline.Sub(now)
	if after, ok := w.answers(p, left, late(v)); ok {
		w.intend(p, g, w.before(p, after))
	}
}

// before lets somebody who is about to go away move first.
func (w *world) before(p *person, after time.Duration) time.Duration {
	now := w.clock.now()
	for _, v := range p.absent {
		if p.manner == traveller && now.Before(v.from) && now.Add(after).After(v.from.Add(-time.Minute)) {
			return max(0, v.from.Add(-time.Minute).Sub(now))
		}
	}
	return after
}
