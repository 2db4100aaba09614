package notify

import (
	"context"
	"sync"
	"time"

	"tender/domain"
)

// How long nothing is sent after so many failures in a row, jitter apart, and by how much those that were kept may come
// after that: what waited together does not come back together.
var probes = [...]time.Duration{15 * time.Second, 30 * time.Second, time.Minute, 100 * time.Second}

const probeSpread = 10 * time.Second

// Breaker is a carrier that keeps all mails back while the mail service is down: one at a time tries whether it is up
// again, now and then. That the service is down is nobody's fault, so that no attempt counts; and since what is kept
// comes again within two minutes, what is still owed after an outage is sent soon, and once.
type Breaker struct {
	Out    Carrier
	Now    func() time.Time
	Jitter func() float64 // from 0 up to 1; called by many goroutines

	mu      sync.Mutex
	failed  int       // in a row; 0 while the service is up
	until   time.Time // nothing is sent before
	probing bool      // one is under way that will tell

	health domain.MailHealth
	tried  time.Time // when the service last took a mail or could not be reached
}

// Carry hands a mail over, or keeps it.
func (b *Breaker) Carry(ctx context.Context, p Parcel) (r Reply) {
	again, probe := b.enter()
	if !again.IsZero() {
		return down(again)
	}
	answered := false
	defer func() {
		again := b.leave(probe, answered, r.Why == domain.WhyServiceDown)
		if answered && r.Why == domain.WhyServiceDown {
			r.Kept = again
		}
	}()
	r = b.Out.Carry(ctx, p)
	answered = true
	return r
}

func down(again time.Time) Reply {
	return Reply{Status: domain.Pending, Why: domain.WhyServiceDown, Detail: "the mail service is down", Kept: again}
}

// enter says when to come again; the zero time lets a mail through, as a probe when the service was down.
func (b *Breaker) enter() (again time.Time, probe bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.Now()
	switch {
	case b.failed == 0:
		return time.Time{}, false
	case !b.probing && !now.Before(b.until):
		b.probing = true
		return time.Time{}, true
	}
	return b.later(now), false
}

// later is when what is kept comes again: after the next probe.
func (b *Breaker) later(now time.Time) time.Time {
	next := b.until
	if next.Before(now) { // a probe is under way
		next = now
	}
	return next.Add(time.Second + time.Duration(b.Jitter()*float64(probeSpread)))
}

// leave learns from how it went; what did not end learns nothing. It says when to come again if the service is down.
func (b *Breaker) leave(probe, answered, isDown bool) time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	if probe {
		b.probing = false
	}
	now := b.Now()
	if answered {
		b.learn(now, isDown)
	}
	switch {
	case !answered:
	case !isDown:
		b.failed = 0
	case probe || b.failed == 0: // others that were under way at the same time add nothing
		base := probes[min(b.failed, len(probes)-1)]
		b.failed++
		b.until = now.Add(time.Duration(float64(base) * (1 - jitterPart + 2*jitterPart*b.Jitter())))
		return b.until
	}
	return b.later(now)
}
