package replicas

import (
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"
)

// webhooks compares what has arrived with what is stored.
func (f *findings) webhooks(tb testing.TB, database string, sink *sink) {
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
	came := sink.came()
	for id, status := range stored {
		if status == "failed" {
			tb.Errorf("webhook %s was given up", id)
		}
		if status == "delivered" && len(came[id]) == 0 {
			tb.Errorf("webhook %s counts as delivered and did not arrive", id)
		}
	}
	for id, bodies := range came {
		f.Sent++
		if len(bodies) > 1 {
			f.Again++
		}
		if _, ok := stored[id]; !ok {
			tb.Errorf("webhook %s arrived and is not stored", id)
		}
		for _, again := range bodies[1:] {
			if notice(again) != notice(bodies[0]) {
				tb.Errorf("webhook %s came again as another notice:\n%s\n%s", id, bodies[0], again)
			}
		}
	}
}

// notice is what a webhook speaks of. The rest of it shows the game as it is when it is sent.
func notice(body string) (n struct {
	Type, Timestamp string
	Seq             int
	Data            struct {
		Game        string
		Seat, Event int
	}
}) {
	if err := json.Unmarshal([]byte(body), &n); err != nil {
		n.Type = err.Error()
	}
	return n
}
