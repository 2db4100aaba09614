package telemetry

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// shelf is a store with one game that is overdue.
type shelf struct {
	asked int
	since time.Time
	err   error
}

func (s *shelf) Backlogs(context.Context) ([]domain.Backlog, error) {
	s.asked++
	if s.err != nil {
		return nil, s.err
	}
	return []domain.Backlog{{Of: "games", Rows: 1, Oldest: s.since}, {Of: "letters"}}, nil
}

func (s *shelf) Pools() map[string]sql.DBStats {
	return map[string]sql.DBStats{"write": {MaxOpenConnections: 1, OpenConnections: 1, WaitCount: 3, WaitDuration: 2 * time.Second}}
}

func text(t *testing.T, m *Metrics) string {
	t.Helper()
	b, err := m.Text()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func shows(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
}

func TestWhatIsToldIsCounted(t *testing.T) {
	m := NewMetrics("1.2.3")
	m.Request("GET", "/v1/games/:id", 200, 3*time.Millisecond, false)
	m.Request("GET", "/v1/games/:id", 304, 30*time.Second, true)
	m.Took("money", "seal")
	m.Resolved("money", false, 0)
	m.Resolved("money", true, 3*time.Millisecond)
	m.Attempted("email", "delivered", 20*time.Millisecond)
	m.Attempted("email", "put_off", 0)
	shows(t, text(t, m),
		`tender_build_info{version="1.2.3"} 1`,
		`tender_http_requests_total{method="GET",route="/v1/games/:id",status="304"} 1`,
		`tender_http_request_seconds_bucket{method="GET",route="/v1/games/:id",le="0.005"} 1`,
		`tender_http_request_seconds_count{method="GET",route="/v1/games/:id"} 1`, // who waited is not in it
		`tender_moves_total{kind="money",type="seal"} 1`,
		`tender_phases_resolved_total{by="deadline",kind="money"} 1`,
		`tender_phases_resolved_total{by="moves",kind="money"} 1`,
		`tender_deadline_late_seconds_bucket{kind="money",le="0.005"} 1`,
		`tender_deadline_late_seconds_count{kind="money"} 1`,
		`tender_notices_total{channel="email",result="put_off"} 1`,
		`tender_notice_seconds_count{channel="email"} 1`)
}

func TestTheStoreIsAskedForWhatIsDueOnceInFiveSeconds(t *testing.T) {
	now := time.Date(2030, 3, 1, 12, 0, 0, 0, time.UTC)
	s := &shelf{since: now.Add(-90 * time.Second)}
	m := NewMetrics("dev")
	m.Ask(s, func() time.Time { return now })
	shows(t, text(t, m), `tender_store_up 1`, `tender_due_rows{of="games"} 1`, `tender_due_oldest_seconds{of="games"} 90`,
		`tender_due_oldest_seconds{of="letters"} 0`, `tender_db_connections_max{pool="write"} 1`, `tender_db_wait_seconds_total{pool="write"} 2`)
	now = now.Add(4 * time.Second)
	shows(t, text(t, m), `tender_due_oldest_seconds{of="games"} 94`)
	if s.asked != 1 {
		t.Errorf("asked %d times", s.asked)
	}
	now = now.Add(time.Second)
	s.err = errors.New("no database")
	gone := text(t, m)
	shows(t, gone, `tender_store_up 0`)
	if s.asked != 2 || strings.Contains(gone, "tender_due_rows{") {
		t.Errorf("asked %d times, and what was true once is still shown:\n%s", s.asked, gone)
	}
}
