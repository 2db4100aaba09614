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
	// GatherDigest claims, for who has claimed one delivery that is kept for a digest, all that the account is to get in
	// it, whoever has claimed it since. held is false, and nothing is claimed, when somebody else has gathered it.
	GatherDigest(ctx context.Context, d domain.Delivery, lease time.Duration) (gathered []domain.Delivery, held bool, err error)
	// FinishTogether is FinishDelivery for all that went in one mail: all of it is written down or nothing.
	FinishTogether(ctx context.Context, tried []domain.Tried) (held bool, err error)
}

// Book knows what a delivery is about.
type Book interface {
	// Obligation says, in one read, whether a delivery is still owed, to whom, when they want it, and what they may see.
	Obligation(ctx context.Context, d domain.Delivery) (domain.Obligation, error)
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
	Kept   time.Time             // nothing was tried that says anything of the receiver; again at this time. Zero otherwise
	Gone   string                // as domain.Attempt's NoMailbox
	Err    error                 // what went wrong on our side, for the operator's log; without addresses
}

// Mailer sends a mail to an account, at the address that it has now. news is what the account has not been told yet.
type Mailer interface {
	Mail(ctx context.Context, d domain.Delivery, v domain.View, to domain.Account, news ...domain.EventView) Reply
}

// Digester sends one mail of all that an account has been waiting for. id is the same as long as it is the same digest;
// items are not empty.
type Digester interface {
	Digest(ctx context.Context, id string, to domain.Account, items []Item) Reply
}

// Item is what a digest tells of one game: the notices of it, and the game as its reader may see it.
type Item struct {
	View    domain.View
	Notices []domain.NoticeType
}

// Hooker sends a webhook.
type Hooker interface {
	Hook(ctx context.Context, d domain.Delivery, v domain.View, hook domain.Webhook) Reply
}
