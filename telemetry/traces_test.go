package telemetry

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func TestADeliveryIsLinkedToTheRequestThatMadeIt(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	traces := newTraces(sdk.NewSimpleSpanProcessor(spans), "dev")
	const proxy = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	ctx, answered := traces.Answer(t.Context(), "POST /v1/games", proxy, "http.route", "/v1/games")
	inner, committed := traces.Begin(ctx, "transaction open")
	stored := traces.Parent(inner)
	committed(true)
	answered(false, "http.response.status_code", "201")
	_, delivered := traces.Deliver(t.Context(), "delivery email", stored)
	delivered(false)

	all := spans.GetSpans()
	if len(all) != 3 {
		t.Fatalf("%d spans", len(all))
	}
	transaction, request, delivery := all[0], all[1], all[2]
	if request.SpanContext.TraceID().String() != "4bf92f3577b34da6a3ce929d0e0e4736" || transaction.Parent.SpanID() != request.SpanContext.SpanID() {
		t.Errorf("the transaction is not below the request, or that not below the proxy's: %+v", all)
	}
	if len(delivery.Links) != 1 || delivery.Links[0].SpanContext.SpanID() != transaction.SpanContext.SpanID() ||
		delivery.SpanContext.TraceID() == request.SpanContext.TraceID() {
		t.Errorf("the delivery is not linked, or in the trace of the request: %+v", delivery)
	}
	if transaction.Status.Description != "" {
		t.Errorf("a failure says %q", transaction.Status.Description)
	}
	var said bytes.Buffer
	slog.New(Traced{slog.NewTextHandler(&said, nil)}).InfoContext(ctx, "line")
	if !strings.Contains(said.String(), "trace=4bf92f3577b34da6a3ce929d0e0e4736") {
		t.Errorf("the log has %s", said.String())
	}
}

func TestNobodyTracing(t *testing.T) {
	var off *Traces
	ctx, end := off.Begin(t.Context(), "transaction")
	end(false)
	if ctx != t.Context() || off.Parent(ctx) != "" || off.Close(context.Background()) != nil {
		t.Error("tracing that is off does something")
	}
}
