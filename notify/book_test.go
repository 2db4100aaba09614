package notify

import (
	"context"
	"sync"
	"time"

	"tender/domain"
)

// book is a Store in memory with a clock of its own.
type book struct {
	mu       sync.Mutex
	now      func() time.Time
	rows     []*row
	hooks    map[string]domain.Webhook
	over     map[string]bool  // deliveries that are no longer owed
	errs     map[string]error // what Obligation says instead
	view     domain.View
	when     func(now time.Time) domain.Timing // by everybody's preferences
	news     int                               // events
	wake     chan struct{}
	attempts map[string][]domain.Attempt
	claims   int
}

type row struct {
	domain.Delivery
	lease time.Time
}

func newBook(now func() time.Time) *book {
	return &book{now: now, hooks: map[string]domain.Webhook{}, over: map[string]bool{}, errs: map[string]error{},
		wake: make(chan struct{}, 1), attempts: map[string][]domain.Attempt{}}
}

// owe adds a delivery that is due now. A webhook's target is "h-" and the account, unless given.
func (b *book) owe(id, account string, channel domain.Channel) {
	b.mu.Lock()
	defer b.mu.Unlock()
	target := ""
	if channel == domain.ByWebhook {
		target = "h-" + account
		b.hooks[target] = domain.Webhook{ID: target, Account: account}
	}
	b.rows = append(b.rows, &row{Delivery: domain.Delivery{ID: id, Account: account, Channel: channel, Target: target,
		Status: domain.Pending, CreatedAt: b.now(), WantedAt: b.now(), DueAt: b.now(), Notice: domain.Notice{Type: domain.TurnStarted, Seat: 1, Step: 2}}})
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *book) ClaimDeliveries(_ context.Context, limit int, lease time.Duration) ([]domain.Delivery, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var due []domain.Delivery
	for _, r := range b.rows {
		if len(due) < limit && r.Status == domain.Pending && !r.DueAt.After(b.now()) && !r.lease.After(b.now()) {
			r.lease = b.now().Add(lease)
			due = append(due, r.Delivery)
			due[len(due)-1].DueAt = r.lease
		}
	}
	b.claims++
	return due, nil
}

func (b *book) NextDelivery(context.Context) (next time.Time, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.rows {
		at := r.DueAt
		if r.lease.After(at) {
			at = r.lease
		}
		if r.Status == domain.Pending && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next, nil
}

func (b *book) DeliveriesWake() <-chan struct{} { return b.wake }

func (b *book) FinishDelivery(_ context.Context, d domain.Delivery, a domain.Attempt) (held bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.rows {
		if r.ID == d.ID && r.Status == domain.Pending && r.lease.Equal(d.DueAt) {
			b.attempts[d.ID] = append(b.attempts[d.ID], a)
			r.Status, r.DueAt, r.lease = a.Status, a.RetryAt, time.Time{}
			if !a.PutOff {
				r.Attempts++
			} else if a.Why == domain.WhyDigest {
				r.DigestAt = a.RetryAt
			}
			held = true
		}
	}
	return held, nil
}

func (b *book) Obligation(_ context.Context, d domain.Delivery) (domain.Obligation, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := domain.Obligation{View: b.view, To: domain.Account{ID: d.Account}}
	if b.over[d.ID] {
		o.Void = domain.WhyNotOwed
	}
	if b.when != nil {
		o.Timing = b.when(b.now())
	}
	return o, b.errs[d.ID]
}

// GatherDigest claims all that is kept for a digest; time stands still here only in tests that gather once.
func (b *book) GatherDigest(_ context.Context, d domain.Delivery, lease time.Duration) (gathered []domain.Delivery, held bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.rows {
		held = held || r.ID == d.ID && r.Status == domain.Pending && r.lease.Equal(d.DueAt)
	}
	for _, r := range b.rows {
		if held && r.Account == d.Account && r.Status == domain.Pending && !r.DigestAt.IsZero() && !r.DigestAt.After(b.now()) {
			r.lease = b.now().Add(lease + 1)
			gathered = append(gathered, r.Delivery)
			gathered[len(gathered)-1].DueAt = r.lease
		}
	}
	return gathered, held, nil
}

func (b *book) FinishTogether(ctx context.Context, tried []domain.Tried) (held bool, err error) {
	held = true
	for _, t := range tried {
		one, _ := b.FinishDelivery(ctx, t.Delivery, t.Attempt)
		held = held && one
	}
	return held, nil
}

func (b *book) News(_ context.Context, _ domain.Delivery, limit int) ([]domain.EventView, error) {
	return make([]domain.EventView, min(limit, b.news)), nil
}

func (b *book) WebhookByID(_ context.Context, id string) (domain.Webhook, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	h, ok := b.hooks[id]
	if !ok {
		return h, domain.Refuse(domain.NotFound, "There is no such webhook.")
	}
	return h, nil
}

func (b *book) NumberDelivery(_ context.Context, d domain.Delivery) (seq int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.rows {
		if r.Target == d.Target && r.Game == d.Game {
			seq = max(seq, r.Seq)
		}
	}
	for _, r := range b.rows {
		if r.ID == d.ID && r.Seq == 0 {
			r.Seq = seq + 1
		}
		if r.ID == d.ID {
			return r.Seq, nil
		}
	}
	return 0, domain.Refuse(domain.NotFound, "There is no such delivery.")
}

// looked says how often something was claimed.
func (b *book) looked() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.claims
}

// of gives the attempts at a delivery.
func (b *book) of(id string) []domain.Attempt {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]domain.Attempt{}, b.attempts[id]...)
}

// ways is a Mailer and a Hooker that do as told, by delivery or account.
type ways struct {
	mu   sync.Mutex
	sent []string
	news int // events in the last mail
	do   func(ctx context.Context, d domain.Delivery) Reply
}

func (w *ways) send(ctx context.Context, d domain.Delivery) Reply {
	w.mu.Lock()
	w.sent = append(w.sent, d.ID)
	w.mu.Unlock()
	return w.do(ctx, d)
}

func (w *ways) Mail(ctx context.Context, d domain.Delivery, _ domain.View, _ domain.Account, news ...domain.EventView) Reply {
	w.mu.Lock()
	w.news = len(news)
	w.mu.Unlock()
	return w.send(ctx, d)
}

func (w *ways) Digest(ctx context.Context, id string, to domain.Account, _ []Item) Reply {
	return w.send(ctx, domain.Delivery{ID: id, Account: to.ID, Channel: domain.ByEmail})
}

func (w *ways) Hook(ctx context.Context, d domain.Delivery, _ domain.View, _ domain.Webhook) Reply {
	return w.send(ctx, d)
}
