package persistence

import (
	"context"
	"time"

	"tender/domain"
)

// Meter counts what happens to games.
type Meter interface {
	// Took counts an input that a game took, by its type in the log.
	Took(kind, input string)
	// Resolved counts a wait that has ended. late is how long after its deadline, when that has ended it.
	Resolved(kind string, byDeadline bool, late time.Duration)
}

// Traces follow transactions.
type Traces interface {
	// Begin begins a span below that of ctx. attributes are keys and values by turns; so are those that end may add.
	Begin(ctx context.Context, name string, attributes ...string) (_ context.Context, end func(failed bool, attributes ...string))
	// Parent names the span of ctx, to be stored with what it leads to; "" for none.
	Parent(ctx context.Context) string
}

// span begins one for the transaction that decides an input. A refusal is no failure.
func (s *Store) span(ctx context.Context, game string, in domain.Input) (context.Context, func(error)) {
	if s.traces == nil {
		return ctx, func(error) {}
	}
	ctx, end := s.traces.Begin(ctx, "transaction "+domain.InputType(in), "tender.game", game)
	return ctx, func(err error) {
		if refusal, ok := domain.AsRefusal(err); ok {
			end(false, "tender.refused", string(refusal.Code))
			return
		}
		end(err != nil)
	}
}

// waited is what a table was waiting for when it was given an input, and when that was. The zero value is a game that had
// not begun.
type waited struct {
	active       bool
	step         int
	deadline, at time.Time // the deadline, or the end of what comes after it
}

func waitedFor(t *domain.Table, at time.Time) waited {
	return waited{t.Status == domain.Active, t.Step, t.Due(), at}
}

// count counts an input when it is committed.
func (s *Store) count(t *domain.Table, in domain.Input, out domain.Outcome, before waited) {
	if s.meter == nil || out.Nothing {
		return
	}
	s.meter.Took(t.Kind.Name, domain.InputType(in))
	if before.active && t.Step != before.step {
		_, byDeadline := in.(domain.Expire)
		s.meter.Resolved(t.Kind.Name, byDeadline, before.at.Sub(before.deadline))
	}
}
