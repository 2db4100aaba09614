package notify

import (
	"context"
	"time"

	"tender/domain"
)

// Meter counts attempts.
type Meter interface {
	// Attempted counts one that is written down: over a channel, or of a letter, with what came of it: a status, or put_off.
	Attempted(channel, result string, took time.Duration)
}

// Traces follow deliveries.
type Traces interface {
	// Deliver begins the span of a delivery, linked to the span from, that has made it. attributes are keys and values by
	// turns; so are those that end may add.
	Deliver(ctx context.Context, name, from string, attributes ...string) (_ context.Context, end func(failed bool, attributes ...string))
	// Note adds attributes to the span of ctx.
	Note(ctx context.Context, attributes ...string)
}

// span follows an attempt.
func (w *Worker) span(ctx context.Context, d domain.Delivery) (_ context.Context, end func()) {
	if w.Traces == nil {
		return ctx, func() {}
	}
	ctx, finish := w.Traces.Deliver(ctx, "delivery "+string(d.Channel), d.Trace,
		"tender.game", d.Game, "tender.delivery", d.ID, "tender.notice", string(d.Notice.Type))
	return ctx, func() { finish(false) }
}

// resultOf is a word for what came of an attempt.
func resultOf(a domain.Attempt) string {
	if a.PutOff {
		return "put_off"
	}
	return string(a.Status)
}
