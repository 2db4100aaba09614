package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// clock is a time that tests move.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func newWorker(b *book, w *ways) (*Worker, *bytes.Buffer) {
	var log bytes.Buffer
	return &Worker{Store: b, Mailer: w, Digest: w, Hooks: w, Now: b.now, Jitter: func() float64 { return 0.5 },
		Log: slog.New(slog.NewTextHandler(&log, nil))}, &log
}

func answers(r Reply) func(context.Context, domain.Delivery) Reply {
	return func(context.Context, domain.Delivery) Reply { return r }
}

func pass(t testing.TB, w *Worker) int {
	t.Helper()
	n, err := w.Pass(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDeadReceiverIsTriedTenTimesAndGivenUp(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByWebhook)
	w, _ := newWorker(b, &ways{do: answers(Reply{Status: domain.Pending, Answer: 500})})
	for range 20 {
		pass(t, w)
		if next, _ := b.NextDelivery(context.Background()); !next.IsZero() {
			c.at = next
		}
	}
	tries := b.of("d1")
	if len(tries) != 10 {
		t.Fatalf("%d attempts", len(tries))
	}
	for i, pause := range waits {
		if got := tries[i+1].At.Sub(tries[i].At); got != pause || tries[i].Status != domain.Pending {
			t.Errorf("after attempt %d: %v, want %v", i+1, got, pause)
		}
	}
	if end := tries[9]; end.Status != domain.Failed || !end.RetryAt.IsZero() || end.Answer != 500 {
		t.Errorf("the last: %+v", end)
	}
}

func TestWhatIsNoLongerOwedIsDroppedWhenItsTimeComes(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByEmail)
	sent := &ways{do: answers(Reply{Status: domain.Pending})}
	w, _ := newWorker(b, sent)
	pass(t, w)
	b.over["d1"], c.at = true, c.at.Add(time.Hour) // the seat has moved meanwhile
	pass(t, w)
	tries := b.of("d1")
	if len(tries) != 2 || tries[1].Status != domain.Dropped || len(sent.sent) != 1 {
		t.Errorf("%+v, sent %v", tries, sent.sent)
	}
}

func TestMailGetsTheLatestNewsAndOneMoreToSeeThatThereIsMore(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.news = 2 * maxNews
	b.owe("d1", "a1", domain.ByEmail)
	sent := &ways{do: answers(Reply{Status: domain.Delivered})}
	w, _ := newWorker(b, sent)
	pass(t, w)
	if sent.news != maxNews+1 {
		t.Errorf("%d events are told", sent.news)
	}
}

func TestHookThatIsGoneOrHasAnotherOwnerIsNotUsed(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByWebhook)
	b.owe("d2", "b2", domain.ByWebhook)
	b.owe("d3", "c3", domain.ByWebhook)
	delete(b.hooks, "h-a1")
	b.hooks["h-b2"] = domain.Webhook{ID: "h-b2", Account: "c3"}
	sent := &ways{do: answers(Reply{Status: domain.Delivered})}
	w, _ := newWorker(b, sent)
	if n := pass(t, w); n != 3 {
		t.Errorf("%d carried", n)
	}
	for id, want := range map[string]domain.DeliveryStatus{"d1": domain.Dropped, "d2": domain.Dropped, "d3": domain.Delivered} {
		if got := b.of(id); len(got) != 1 || got[0].Status != want {
			t.Errorf("%s: %+v", id, got)
		}
	}
}

func TestHookThatWantsNothingOfItWhenItIsSentGetsNothing(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	for id, account := range map[string]string{"off": "a1", "other": "b2", "wanted": "c3"} {
		b.owe(id, account, domain.ByWebhook)
	}
	b.hooks["h-a1"] = domain.Webhook{ID: "h-a1", Account: "a1", DisabledAt: noon, DisabledWhy: domain.DisabledGone}
	b.hooks["h-b2"] = domain.Webhook{ID: "h-b2", Account: "b2", Events: []domain.NoticeType{domain.GameOver}}
	b.hooks["h-c3"] = domain.Webhook{ID: "h-c3", Account: "c3", Events: []domain.NoticeType{domain.GameOver, domain.TurnStarted}}
	sent := &ways{do: answers(Reply{Status: domain.Delivered})}
	w, _ := newWorker(b, sent)
	pass(t, w)
	for id, want := range map[string]domain.Why{"off": domain.WhyHookDisabled, "other": domain.WhyOff, "wanted": ""} {
		if got := b.of(id); len(got) != 1 || got[0].Why != want || (got[0].Status == domain.Dropped) != (want != "") {
			t.Errorf("%s: %+v", id, got)
		}
	}
	if len(sent.sent) != 1 {
		t.Errorf("sent: %v", sent.sent)
	}
}

func TestNumberOfADeliveryIsTheSameOnEveryAttemptAndNoneIsUsedUpByWhatIsDropped(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	var seqs []int
	status := domain.Pending
	sent := &ways{do: func(_ context.Context, d domain.Delivery) Reply {
		seqs = append(seqs, d.Seq)
		return Reply{Status: status}
	}}
	w, _ := newWorker(b, sent)
	b.owe("d1", "a1", domain.ByWebhook)
	pass(t, w)
	b.owe("over", "a1", domain.ByWebhook)
	b.over["over"] = true
	pass(t, w)
	c.at, status = c.at.Add(time.Hour), domain.Delivered
	pass(t, w)
	b.owe("d2", "a1", domain.ByWebhook)
	pass(t, w)
	if !slices.Equal(seqs, []int{1, 1, 2}) {
		t.Errorf("numbers: %v", seqs)
	}
}

func TestGoneAndRefusedAreFinal(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByWebhook)
	w, _ := newWorker(b, &ways{do: answers(Reply{Status: domain.Failed, Answer: 410})})
	pass(t, w)
	c.at = c.at.Add(100 * time.Hour)
	if n := pass(t, w); n != 0 || len(b.of("d1")) != 1 {
		t.Errorf("tried again: %+v", b.of("d1"))
	}
}

func TestReceiverThatAsksForTimeGetsIt(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByWebhook)
	w, _ := newWorker(b, &ways{do: answers(Reply{Status: domain.Pending, Answer: 429, After: time.Hour})})
	pass(t, w)
	if got := b.of("d1")[0].RetryAt; !got.Equal(noon.Add(time.Hour)) {
		t.Errorf("again at %v", got)
	}
}

func TestOneThatPanicsOrCannotBePreparedStopsNobody(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByEmail)
	b.owe("d2", "b2", domain.ByEmail)
	b.owe("d3", "c3", domain.ByEmail)
	b.owe("d4", "c3", domain.ByEmail)
	b.errs["d2"] = errors.New("the database is away")
	b.errs["d4"] = fmt.Errorf("game: %w", domain.Refuse(domain.NotFound, "There is no such game."))
	w, log := newWorker(b, &ways{do: func(_ context.Context, d domain.Delivery) Reply {
		if d.ID == "d1" {
			panic("the hand is 17 42 and the token is hush")
		}
		return Reply{Status: domain.Delivered}
	}})
	pass(t, w)
	for id, want := range map[string]domain.DeliveryStatus{"d1": domain.Pending, "d2": domain.Pending, "d3": domain.Delivered, "d4": domain.Dropped} {
		if got := b.of(id); len(got) != 1 || got[0].Status != want {
			t.Errorf("%s: %+v", id, got)
		}
	}
	if strings.Contains(log.String(), "hush") || !strings.Contains(log.String(), "panicked") {
		t.Errorf("the log:\n%s", log)
	}
}

func TestWaitingBehindASlowReceiverIsNoAttempt(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByWebhook)
	w, _ := newWorker(b, &ways{do: answers(Reply{Status: domain.Pending, Answer: 500})})
	for range hooksAtOnce + maxWaiting { // the lane is full
		w.lanes.hold("a1")
	}
	for range 10 {
		pass(t, w)
		c.at = c.at.Add(5 * time.Second)
	}
	w.lanes = lanes{}
	pass(t, w)
	got := b.of("d1")
	if len(got) != 11 {
		t.Fatalf("%+v", got)
	}
	for i, a := range got {
		if a.PutOff != (i < 10) || a.Status != domain.Pending || !a.RetryAt.Equal(a.At.Add(5*time.Second)) {
			t.Errorf("attempt %d: %+v", i+1, a)
		}
	}
	if got[10].Answer != 500 {
		t.Errorf("the first that was tried: %+v", got[10])
	}
}

func TestWorkerThatLostItsLeaseReportsItAndChangesNothing(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByWebhook)
	other, _ := newWorker(b, &ways{do: answers(Reply{Status: domain.Delivered, Answer: 204})})
	slow, log := newWorker(b, &ways{do: func(context.Context, domain.Delivery) Reply {
		c.at = c.at.Add(lease)
		pass(t, other)
		return Reply{Status: domain.Failed, Answer: 410}
	}})
	pass(t, slow)
	if got := b.of("d1"); len(got) != 1 || got[0].Status != domain.Delivered || b.rows[0].Status != domain.Delivered {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(log.String(), "lease was over") {
		t.Errorf("the log:\n%s", log)
	}
}

// hold takes a place in a lane for good.
func (l *lanes) hold(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open == nil {
		l.open = map[string]*lane{}
	}
	if l.open[key] == nil {
		l.open[key] = &lane{busy: make(chan struct{}, hooksAtOnce)}
	}
	l.open[key].held++
}
