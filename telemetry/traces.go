package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Traces makes spans and sends them to a collector. A nil *Traces makes none, at no cost but a comparison.
type Traces struct {
	tracer   trace.Tracer
	provider *sdk.TracerProvider
}

// traceparent is the form of W3C in which a trace goes from one process to another.
var traceparent = propagation.TraceContext{}

// OpenTraces sends spans to a collector by OTLP over HTTP, in batches, in the background. endpoint is what stands before
// /v1/traces. What cannot be sent is logged and dropped; nothing waits for it.
func OpenTraces(ctx context.Context, endpoint, version string, log *slog.Logger) (*Traces, error) {
	u, err := url.Parse(endpoint)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("--otlp-endpoint must look like http://127.0.0.1:4318")
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(u.JoinPath("v1", "traces").String()))
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	return newTraces(sdk.NewBatchSpanProcessor(patiently{exporter, log}), version), nil
}

func newTraces(to sdk.SpanProcessor, version string) *Traces {
	p := sdk.NewTracerProvider(sdk.WithSpanProcessor(to), sdk.WithResource(resource.NewSchemaless(
		attribute.String("service.name", "tender"), attribute.String("service.version", version))))
	return &Traces{tracer: p.Tracer("tender"), provider: p}
}

// Close sends what is left, until ctx ends.
func (t *Traces) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// Begin begins a span below the one of ctx. attributes are keys and values by turns. end ends it: with failed, as one that
// failed, of which nothing else is said, since errors may hold anything.
func (t *Traces) Begin(ctx context.Context, name string, attributes ...string) (_ context.Context, end func(failed bool, attributes ...string)) {
	if t == nil {
		return ctx, func(bool, ...string) {}
	}
	return t.begin(ctx, name, trace.SpanKindInternal, attributes)
}

// Answer begins the span of a request. parent is what a proxy says of its own span, as traceparent; "" for nothing.
func (t *Traces) Answer(ctx context.Context, name, parent string, attributes ...string) (_ context.Context, end func(failed bool, attributes ...string)) {
	if t == nil {
		return ctx, func(bool, ...string) {}
	}
	return t.begin(following(ctx, parent), name, trace.SpanKindServer, attributes)
}

// Deliver begins the span of a delivery. It is linked to the request that made it, which Parent gave, rather than below
// it: by then that is over, perhaps since days.
func (t *Traces) Deliver(ctx context.Context, name, from string, attributes ...string) (_ context.Context, end func(failed bool, attributes ...string)) {
	if t == nil {
		return ctx, func(bool, ...string) {}
	}
	var links []trace.SpanStartOption
	if link := trace.LinkFromContext(following(context.Background(), from)); link.SpanContext.IsValid() {
		links = append(links, trace.WithLinks(link))
	}
	return t.begin(ctx, name, trace.SpanKindProducer, attributes, links...)
}

func (t *Traces) begin(ctx context.Context, name string, kind trace.SpanKind, attributes []string, more ...trace.SpanStartOption) (context.Context, func(bool, ...string)) {
	ctx, span := t.tracer.Start(ctx, name, append(more, trace.WithSpanKind(kind), trace.WithAttributes(pairs(attributes)...))...)
	return ctx, func(failed bool, attributes ...string) {
		span.SetAttributes(pairs(attributes)...)
		if failed {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// Note adds attributes to the span of ctx.
func (t *Traces) Note(ctx context.Context, attributes ...string) {
	if t != nil {
		trace.SpanFromContext(ctx).SetAttributes(pairs(attributes)...)
	}
}

// Parent is the span of ctx in the form that can be stored; "" when there is none.
func (t *Traces) Parent(ctx context.Context) string {
	if t == nil {
		return ""
	}
	carrier := propagation.MapCarrier{}
	traceparent.Inject(ctx, carrier)
	return carrier["traceparent"]
}

func following(ctx context.Context, parent string) context.Context {
	if parent == "" {
		return ctx
	}
	return traceparent.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
}

func pairs(texts []string) []attribute.KeyValue {
	all := make([]attribute.KeyValue, 0, len(texts)/2)
	for i := 0; i+1 < len(texts); i += 2 {
		all = append(all, attribute.String(texts[i], texts[i+1]))
	}
	return all
}

// patiently sends spans on and logs what cannot be sent. The library's own way is a handler for the whole process.
type patiently struct {
	sdk.SpanExporter
	log *slog.Logger
}

// ExportSpans is of sdk.SpanExporter.
func (p patiently) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if err := p.SpanExporter.ExportSpans(ctx, spans); err != nil {
		p.log.WarnContext(ctx, "traces cannot be sent", "spans", len(spans), "error", err)
	}
	return nil
}
