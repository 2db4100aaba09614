package notify

import (
	"context"
	"time"

	"tender/domain"
)

// Queue holds what is to be delivered.
type Queue interface {
	// ClaimDeliveries takes at most limit deliveries that are due. Nobody else gets them before the lease ends.
	ClaimDeliveries(ctx context.Context, limit int, lease time.Duration) ([]domain.Delivery, error)
	// NextDelivery says when the next one is due; the zero time means that there is none.
	NextDelivery(ctx context.Context) (time.Time, error)
	// DeliveriesWake has a value when that may have become sooner.
	DeliveriesWake() <-chan struct{}
	// FinishDelivery writes down how an attempt at a claimed delivery went. held is false, and nothing is written, when
	// somebody else has claimed it since.
	FinishDelivery(ctx context.Context, d domain.Delivery, a domain.Attempt) (held bool, err error)
}

// Book knows what a delivery is about.
type Book interface {
	// Obligation says, in one read, whether a delivery is still owed, to whom, and what that account may see.
	Obligation(ctx context.Context, d domain.Delivery) (view domain.View, to domain.Account, owed bool, err error)
	// News gives the events that the account has not been told of by an earlier delivery over the same channel, as its seat
	// was told, up to the delivery's own; of them the latest limit.
	News(ctx context.Context, d domain.Delivery, limit int) ([]domain.EventView, error)
	// WebhookByID finds a hook, or refuses with domain.NotFound.
	WebhookByID(ctx context.Context, id string) (domain.Webhook, error)
	// NumberDelivery gives a delivery that is sent for the first time the next number of its target and game, from 1, or
	// says which it has.
	NumberDelivery(ctx context.Context, d domain.Delivery) (seq int, err error)
}

// Store is what the worker works from.
type Store interface {
	Queue
	Book
}

// Reply says how sending went.
type Reply struct {
	Status domain.DeliveryStatus // Delivered, Failed for good, or Pending: to be tried again
	Why    domain.Why            // empty when Delivered
	Answer int                   // the receiver's status code, 0 when there was none
	Detail string                // as domain.Attempt's
	After  time.Duration         // how long the receiver asked to be left alone, 0 when it did not
	Err    error                 // what went wrong on our side, for the operator's log; without addresses
}

// Mailer sends a mail to an account, at the address that it has now. news is what the account has not been told yet.
type Mailer interface {
	Mail(ctx context.Context, d domain.Delivery, v domain.View, to domain.Account, news ...domain.EventView) Reply
}

// Hooker sends a webhook.
type Hooker interface {
	Hook(ctx context.Context, d domain.Delivery, v domain.View, hook domain.Webhook) Reply
}
