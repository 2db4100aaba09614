package notify

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// written is a notice in words for a reader in Berlin who knows of everything up to an event.
func (g *game) written(n domain.Notice, after int) string {
	g.t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		g.t.Fatal(err)
	}
	said, err := composer.Compose(n, g.view(n.Seat), g.news(n.Seat, after), zone)
	if err != nil {
		g.t.Fatal(err)
	}
	return "Subject: " + said.Subject + "\n\n" + said.Text()
}

func TestWhatRemindersSay(t *testing.T) {
	t.Parallel()
	for _, what := range []domain.NoticeType{domain.Reminder, domain.LastReminder} {
		t.Run(string(what), func(t *testing.T) {
			t.Parallel()
			g := begin(t)
			n, _ := g.until(what)
			golden(t, string(what)+".golden", g.written(n, n.Event))
		})
	}
}

func TestMovedDeadlineIsToldWithTheOneBefore(t *testing.T) {
	t.Parallel()
	g := begin(t)
	g.until(domain.TurnStarted)
	knows := len(g.told)
	var moved domain.Notice
	for range 2 { // of two moves in a row the second is told, with the deadline that the reader knows of
		g.do(domain.Extend{Deadline: g.table.Deadline, By: 6 * 60 * 60}, "a1")
		moved = g.last[0]
	}
	if moved.Type != domain.DeadlineMoved {
		t.Fatalf("%+v", moved)
	}
	golden(t, "deadline_moved.golden", g.written(moved, knows))
	if text := g.written(moved, len(g.told)); !strings.Contains(text, "The deadline has moved. Your bid is next") {
		t.Errorf("when the news tell of no deadline before:\n%s", text)
	}
}
