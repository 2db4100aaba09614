package telemetry

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

// Traced adds the id of the trace to every line of a log that is written with the context of one.
type Traced struct{ slog.Handler }

// Handle is of slog.Handler.
func (t Traced) Handle(ctx context.Context, r slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		r.AddAttrs(slog.String("trace", span.TraceID().String()))
	}
	return t.Handler.Handle(ctx, r)
}

// WithAttrs is of slog.Handler.
func (t Traced) WithAttrs(attrs []slog.Attr) slog.Handler { return Traced{t.Handler.WithAttrs(attrs)} }

// WithGroup is of slog.Handler.
func (t Traced) WithGroup(name string) slog.Handler { return Traced{t.Handler.WithGroup(name)} }
