package replicas

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"tender/proof"
)

// webhooks compares what has arrived with what is stored.
func (f *findings) webhooks(tb testing.TB, database string, sink *proof.Sink) {
	tb.Helper()
	ctx := tb.Context()
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		tb.Fatal(err)
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, "SELECT id, status FROM deliveries WHERE channel = 'webhook'")
	if err != nil {
		tb.Fatal(err)
	}
	stored := map[string]string{}
	var id, status string
	if _, err := pgx.ForEachRow(rows, []any{&id, &status}, func() error { stored[id] = status; return nil }); err != nil {
		tb.Fatal(err)
	}
	came := sink.Hooks()
	for id, status := range stored {
		if status == "failed" {
			tb.Errorf("webhook %s was given up", id)
		}
		if status == "delivered" && came[id] == 0 {
			tb.Errorf("webhook %s counts as delivered and did not arrive", id)
		}
	}
	for id, n := range came {
		f.Sent++
		if n > 1 {
			f.Again++
		}
		if _, ok := stored[id]; !ok {
			tb.Errorf("webhook %s arrived and is not stored", id)
		}
	}
	for _, strange := range sink.Strange() {
		tb.Error(strange)
	}
}
