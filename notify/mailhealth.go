package notify

import (
	"context"
	"time"

	"tender/domain"
)

// Reacher is a carrier that can tell whether the mail service is there without a mail.
type Reacher interface {
	Reach(ctx context.Context) error
}

// reachAfter is for how long no mail must have told how the service does before it is asked without one: a service that lets
// us in may still take no mail.
const reachAfter = 5 * time.Minute

// Health says how the mail service does. When it is down and there is no mail to try it with, it is asked now and then.
func (b *Breaker) Health(ctx context.Context, down bool) domain.MailHealth {
	if out, ok := b.Out.(Reacher); ok && down && b.quiet() {
		err := out.Reach(ctx)
		b.mu.Lock()
		b.learn(b.Now(), err != nil)
		if err == nil {
			b.failed = 0
		}
		b.mu.Unlock()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.health
}

// quiet says whether nothing has told for long how the service does. A server that has just started has its mails to try.
func (b *Breaker) quiet() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.Now()
	if b.tried.IsZero() {
		b.tried = now
	}
	return now.Sub(b.tried) >= reachAfter
}

// learn notes how the service does. The lock is held.
func (b *Breaker) learn(now time.Time, isDown bool) {
	b.tried = now
	switch {
	case !isDown && !b.health.Failing.IsZero():
		b.health.Failing, b.health.Back, b.health.Sent = time.Time{}, now, now
	case !isDown:
		b.health.Sent = now
		if b.health.Back.IsZero() {
			b.health.Back = now // an outage may be of before this server started
		}
	case b.health.Failing.IsZero():
		b.health.Failing = now
	}
}
