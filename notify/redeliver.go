package notify

import (
	"context"

	"tender/domain"
)

// ByHand is what sending again by hand needs of the store.
type ByHand interface {
	Book
	// Delivery finds a delivery to one of an account's webhooks, or refuses with domain.NotFound.
	Delivery(ctx context.Context, account, hook, id string) (domain.Delivery, error)
	// BeginByHand writes down that an attempt begins and gives its number; domain.SentLately refuses it.
	BeginByHand(ctx context.Context, d domain.Delivery) (n int, err error)
	// EndByHand writes down how it went. The attempts that are due by themselves stay due unless it went well, or the
	// receiver wants nothing more.
	EndByHand(ctx context.Context, d domain.Delivery, n int, a domain.Attempt) error
	// CountTest has a webhook know how a test message to it went.
	CountTest(ctx context.Context, hook string, a domain.Attempt) error
}

// Redeliverer sends notices again when their owner wants it. All fields are needed.
type Redeliverer struct {
	Store ByHand
	Hooks *Hooks
}

// Redeliver sends a notice to a webhook again, now and under its old id, and waits for the answer. What it says is what
// holds now, so that one that is out of date is refused as domain.NotOwed.
func (r *Redeliverer) Redeliver(ctx context.Context, account, hook, id string) (domain.Attempt, error) {
	d, err := r.Store.Delivery(ctx, account, hook, id)
	if err != nil {
		return domain.Attempt{}, err
	}
	target, err := r.Store.WebhookByID(ctx, hook)
	if err != nil {
		return domain.Attempt{}, err
	}
	o, err := r.Store.Obligation(ctx, d)
	if err != nil {
		return domain.Attempt{}, err
	}
	if o.Void != "" {
		return domain.Attempt{}, domain.Refuse(domain.NotOwed, "This notice is out of date: what it asked for is done, or the turn is over. Nothing was sent; look at the game.")
	}
	if d.Seq == 0 {
		if d.Seq, err = r.Store.NumberDelivery(ctx, d); err != nil {
			return domain.Attempt{}, err
		}
	}
	n, err := r.Store.BeginByHand(ctx, d)
	if err != nil {
		return domain.Attempt{}, err
	}
	// Who asked may be gone before the answer is there; what was sent is written down all the same.
	ctx = context.WithoutCancel(ctx)
	at := r.Hooks.Now()
	a := r.Hooks.byHand(at, r.Hooks.Hook(ctx, d, o.View, target))
	return a, r.Store.EndByHand(ctx, d, n, a)
}

// Test sends a test message to a webhook now and waits for the answer. It counts like every other attempt: what arrives
// ends a stretch of failures, and 410 disables.
func (r *Redeliverer) Test(ctx context.Context, hook domain.Webhook) (domain.Attempt, error) {
	ctx = context.WithoutCancel(ctx)
	a, err := r.Hooks.TestHook(ctx, hook)
	if err != nil {
		return a, err
	}
	return a, r.Store.CountTest(ctx, hook.ID, a)
}
