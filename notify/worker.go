package notify

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"tender/domain"
)

// How the worker shares itself out. A delivery waits for its lane at most patience, and an attempt takes at most 30 s
// (a mail; a webhook 15 s): together they stay within the lease, so that nobody else begins the same one meanwhile.
const (
	lease    = time.Minute
	patience = 25 * time.Second
	maxHeld  = 1024 // claimed at once
	batch    = 128  // claimed in one go

	headStart = 50 * time.Millisecond // of webhooks
)

// How long the worker sleeps when nothing wakes it, and how long what is under way may take when it is told to stop.
const (
	longestSleep  = time.Minute
	shortestSleep = 50 * time.Millisecond
	grace         = 20 * time.Second
)

// Worker carries deliveries. Several may work from one store, in one process or many. All fields but Meter, Traces and
// Round are needed.
type Worker struct {
	Store  Store
	Mailer Mailer
	Digest Digester
	Hooks  Hooker
	Now    func() time.Time
	Jitter func() float64 // from 0 up to 1; called by many goroutines
	Log    *slog.Logger
	Meter  Meter  // nil when nobody counts
	Traces Traces // nil when nobody traces
	Round  func() // called whenever what is due has been claimed; nil when nobody wants to know

	lanes lanes
}

// Run carries what is due, as it becomes due, until ctx ends. Then it begins nothing more and returns when what was under
// way is done, after grace at the latest; what it leaves behind others take up when its lease is over.
func (w *Worker) Run(ctx context.Context) error {
	flight := newFlight(ctx)
	defer flight.land()
	for ctx.Err() == nil {
		n, err := w.begin(ctx, flight)
		if err != nil && ctx.Err() == nil {
			w.Log.ErrorContext(ctx, "deliveries cannot be claimed", "error", err)
		}
		if err == nil && w.Round != nil {
			w.Round()
		}
		if n < batch {
			w.sleep(ctx, flight, err != nil)
		}
	}
	return nil
}

// Pass claims what is due now, at most a batch, carries it and returns how many there were.
func (w *Worker) Pass(ctx context.Context) (int, error) {
	flight := newFlight(ctx)
	defer flight.land()
	return w.begin(ctx, flight)
}

// begin claims a batch and sends it on its way, webhooks before the rest, as programs wait for them: what is sent to people
// takes the processor for longer, and begins when the webhooks have gone or had headStart. It waits while too much is held
// already.
func (w *Worker) begin(ctx context.Context, f *flight) (int, error) {
	if err := f.room(ctx); err != nil {
		return 0, err
	}
	due, err := w.Store.ClaimDeliveries(ctx, batch, lease)
	if err != nil {
		return 0, err
	}
	hooks, rest := split(due)
	var ahead sync.WaitGroup
	ahead.Add(len(hooks))
	for _, d := range hooks {
		f.goes(func() {
			defer ahead.Done()
			w.deliver(ctx, f.ctx, d)
		})
	}
	gone, start := context.WithTimeout(ctx, headStart)
	go func() {
		ahead.Wait()
		start()
	}()
	for _, d := range rest {
		f.goes(func() {
			<-gone.Done()
			w.deliver(ctx, f.ctx, d)
		})
	}
	return len(due), nil
}

// split sorts webhooks out.
func split(due []domain.Delivery) (hooks, rest []domain.Delivery) {
	for _, d := range due {
		if d.Channel == domain.ByWebhook {
			hooks = append(hooks, d)
		} else {
			rest = append(rest, d)
		}
	}
	return hooks, rest
}

// sleep waits for the next due delivery, or for word from the store that there may be one sooner. When an attempt has ended
// it looks again, as that may come again before anything else; but not at a store that has just failed.
func (w *Worker) sleep(ctx context.Context, f *flight, failed bool) {
	next, err := w.Store.NextDelivery(ctx)
	failed = failed || err != nil
	pause := pauseUntil(next, w.Now(), failed)
	timer, end := time.NewTimer(pause), time.Now().Add(pause)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			return
		case <-w.Store.DeliveriesWake():
			return
		case <-f.landed:
		}
		if failed {
			continue
		}
		next, err := w.Store.NextDelivery(ctx)
		if now := w.Now(); err != nil || !next.IsZero() && !next.After(now) {
			return
		} else if pause := pauseUntil(next, now, false); pause < time.Until(end) {
			timer.Reset(pause)
			end = time.Now().Add(pause)
		}
	}
}

// pauseUntil is how long to sleep when the next thing is due at a time, which is zero when there is none.
func pauseUntil(next, now time.Time, failed bool) time.Duration {
	switch {
	case failed:
		return time.Second
	case next.IsZero():
		return longestSleep
	}
	return min(max(next.Sub(now), shortestSleep), longestSleep)
}

// deliver makes one attempt and writes down how it went. ctx says whether it may still begin, carry holds while it is
// under way.
func (w *Worker) deliver(ctx, carry context.Context, d domain.Delivery) {
	way := w.wayOf(d)
	queue, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	leave, ok := w.lanes.enter(queue, way.lane, way.wide, way.long)
	switch {
	case ok:
		carry, end := w.span(carry, d)
		way.carry(carry, d)
		end()
		leave()
	case ctx.Err() == nil: // others to the same receiver are under way
		w.finish(carry, d, w.putOff())
	} // else told to stop: the lease ends, another worker takes it up
}

// alone carries each delivery by itself.
func (w *Worker) alone(send sender) func(context.Context, domain.Delivery) {
	return func(ctx context.Context, d domain.Delivery) {
		at := w.Now()
		reply := w.attempt(ctx, d, func() Reply {
			o, reply := w.owed(ctx, d)
			if reply.Status != "" {
				return reply
			}
			return send(ctx, d, o.View, o.To)
		})
		w.finish(ctx, d, w.outcome(d, at, reply))
	}
}

// attempt makes one. Nothing that goes wrong in it reaches the other deliveries.
func (w *Worker) attempt(ctx context.Context, d domain.Delivery, try func() Reply) (reply Reply) {
	defer func() {
		if p := recover(); p != nil {
			// The value may hold what it choked on: its type and the place are enough to find it.
			w.Log.ErrorContext(ctx, "a delivery panicked", "delivery", d.ID, "type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			reply = Reply{Status: domain.Pending, Why: domain.WhyInternal, Detail: "internal error"}
		}
	}()
	return try()
}

// owed says what is owed now. The reply is empty when it is to be sent; else it says why it is not, or not yet.
func (w *Worker) owed(ctx context.Context, d domain.Delivery) (o domain.Obligation, not Reply) {
	o, err := w.Store.Obligation(ctx, d)
	switch {
	case err != nil:
		return o, unknown(err)
	case o.Void != "":
		return o, Reply{Status: domain.Dropped, Why: o.Void, Detail: "no longer owed"}
	case o.Timing.Why == domain.WhyOff:
		return o, Reply{Status: domain.Withheld, Why: domain.WhyOff, Detail: "turned off in the preferences"}
	case o.Timing.Why != "":
		return o, Reply{Status: domain.Pending, Why: o.Timing.Why, Kept: o.Timing.Before}
	}
	return o, Reply{}
}

// unknown drops what is about a game, account or webhook that is there no more, and tries again after any other error.
func unknown(err error) Reply {
	if r, ok := domain.AsRefusal(err); ok && r.Code == domain.NotFound {
		return Reply{Status: domain.Dropped, Why: domain.WhyGone, Detail: "what it was about, or its webhook, has been removed"}
	}
	return Reply{Status: domain.Pending, Why: domain.WhyInternal, Detail: "internal error", Err: err}
}

// outcome makes of a reply what is written down.
func (w *Worker) outcome(d domain.Delivery, at time.Time, r Reply) domain.Attempt {
	if r.Err != nil {
		w.Log.Error("a delivery failed here", "delivery", d.ID, "error", r.Err)
	}
	return outcome(r, at, w.Now(), d.Attempts, d.WantedAt, w.Jitter())
}

// putOff leaves a delivery that was not tried as it is, to be taken up again soon.
func (w *Worker) putOff() domain.Attempt {
	now := w.Now()
	pause, _ := wait(1, 0, w.Jitter())
	return domain.Attempt{At: now, PutOff: true, Status: domain.Pending, Why: domain.WhyBusy, RetryAt: now.Add(pause)}
}

// finish writes an attempt down.
func (w *Worker) finish(ctx context.Context, d domain.Delivery, a domain.Attempt) {
	held, err := w.Store.FinishDelivery(ctx, d, a)
	w.report(ctx, d, a, held, err)
}

func (w *Worker) report(ctx context.Context, d domain.Delivery, a domain.Attempt, held bool, err error) {
	if held && err == nil && w.Meter != nil {
		w.Meter.Attempted(string(d.Channel), resultOf(a), a.Took)
	}
	if w.Traces != nil {
		w.Traces.Note(ctx, "tender.result", resultOf(a))
	}
	log := w.Log.With("delivery", d.ID, "channel", d.Channel, "notice", d.Notice.Type, "status", a.Status,
		"answer", a.Answer, "before", d.Attempts, "put_off", a.PutOff, "why", a.Why, "took", a.Took)
	logAttempt(ctx, log, "delivery", held, err)
}

// logAttempt says how an attempt went and whether it was written down. It was not, and does not count, when what was claimed is
// another's by now or was ended meanwhile, as all is that was on its way to a webhook when that is disabled.
func logAttempt(ctx context.Context, log *slog.Logger, what string, held bool, err error) {
	switch {
	case err != nil:
		log.ErrorContext(ctx, "an attempt cannot be written down", "error", err)
	case !held:
		log.WarnContext(ctx, "an attempt does not count: it was ended meanwhile, or its lease was over and another has begun")
	default:
		log.InfoContext(ctx, what)
	}
}
