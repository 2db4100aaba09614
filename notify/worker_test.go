package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tender/domain"
)

// clock is a time that tests move.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func newWorker(b *book, w *ways) (*Worker, *bytes.Buffer) {
	var log bytes.Buffer
	return &Worker{Store: b, Mailer: w, Hooks: w, Now: b.now, Jitter: func() float64 { return 0.5 },
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

// running runs a worker in virtual time until the test has looked.
func running(t *testing.T, sent *ways, look func(b *book, stop func())) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newBook(time.Now)
		w, _ := newWorker(b, sent)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- w.Run(ctx) }()
		synctest.Wait()
		look(b, cancel)
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// elapse lets virtual time pass.
func elapse(d time.Duration) { <-time.After(d) }

// hangs never answers before it is cut off after 15 s, for account a1; others answer at once.
func hangs(ctx context.Context, d domain.Delivery) Reply {
	if d.Account != "a1" {
		return Reply{Status: domain.Delivered}
	}
	select {
	case <-time.After(15 * time.Second):
	case <-ctx.Done():
	}
	return Reply{Status: domain.Pending, Detail: "no answer in time"}
}

func TestDeadReceiverDelaysNobodyElse(t *testing.T) {
	t.Parallel()
	sent := &ways{do: hangs}
	running(t, sent, func(b *book, _ func()) {
		for i := range 300 {
			b.owe(fmt.Sprint("dead", i), "a1", domain.ByWebhook)
		}
		synctest.Wait()
		b.owe("mail", "a1x", domain.ByEmail)
		b.owe("hook", "b2", domain.ByWebhook)
		synctest.Wait() // no time has passed
		for _, id := range []string{"mail", "hook"} {
			if got := b.of(id); len(got) != 1 || got[0].Status != domain.Delivered {
				t.Errorf("%s: %+v", id, got)
			}
		}
		sent.mu.Lock()
		if n := len(sent.sent); n != hooksAtOnce+2 {
			t.Errorf("%d begun", n)
		}
		sent.mu.Unlock()
		putOff := 0
		for i := range 300 {
			putOff += len(b.of(fmt.Sprint("dead", i)))
		}
		if putOff != 300-hooksAtOnce-maxWaiting {
			t.Errorf("%d put off", putOff)
		}
	})
}

func TestWaitingBehindASlowReceiverNeverCountsAsTheLastAttempt(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.owe("d1", "a1", domain.ByWebhook)
	b.rows[0].Attempts = 50
	w, _ := newWorker(b, &ways{do: answers(Reply{Status: domain.Delivered})})
	for range hooksAtOnce + maxWaiting { // the lane is full
		w.lanes.hold("a1")
	}
	pass(t, w)
	if got := b.of("d1"); len(got) != 1 || got[0].Status != domain.Pending || !got[0].RetryAt.Equal(noon.Add(5*time.Second)) {
		t.Errorf("%+v", got)
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

func TestNoDeliveryWaitsLongerThanItsLease(t *testing.T) {
	t.Parallel()
	running(t, &ways{do: hangs}, func(b *book, _ func()) {
		for i := range 100 {
			b.owe(fmt.Sprint("d", i), "a1", domain.ByWebhook)
		}
		elapse(2 * time.Minute)
		for i := range 100 {
			for _, a := range b.of(fmt.Sprint("d", i)) {
				if a.Took >= lease {
					t.Errorf("d%d took %v", i, a.Took)
				}
			}
		}
	})
}

func TestIdleWorkerSleepsAndIsWoken(t *testing.T) {
	t.Parallel()
	running(t, &ways{do: answers(Reply{Status: domain.Delivered})}, func(b *book, _ func()) {
		elapse(time.Hour)
		if n := b.looked(); n > 62 {
			t.Errorf("looked %d times in an hour", n)
		}
		b.owe("d1", "a1", domain.ByEmail)
		synctest.Wait()
		if got := b.of("d1"); len(got) != 1 {
			t.Errorf("not carried at once: %+v", got)
		}
	})
}

func TestRetryComesWhenItIsDue(t *testing.T) {
	t.Parallel()
	running(t, &ways{do: answers(Reply{Status: domain.Pending})}, func(b *book, _ func()) {
		b.owe("d1", "a1", domain.ByEmail)
		elapse(3 * 24 * time.Hour)
		tries := b.of("d1")
		for i := 1; i < len(tries); i++ {
			if late := tries[i].At.Sub(tries[i-1].RetryAt); late < 0 || late > shortestSleep {
				t.Errorf("attempt %d is %v late", i+1, late)
			}
		}
		if len(tries) != 9 {
			t.Errorf("%d attempts in three days", len(tries))
		}
	})
}

func TestStoppingFinishesWhatIsUnderWayAndLeavesTheRest(t *testing.T) {
	t.Parallel()
	running(t, &ways{do: hangs}, func(b *book, stop func()) {
		for i := range 10 {
			b.owe(fmt.Sprint("d", i), "a1", domain.ByWebhook)
		}
		synctest.Wait()
		stop()
		elapse(16 * time.Second)
		finished := 0
		for i := range 10 {
			finished += len(b.of(fmt.Sprint("d", i)))
		}
		if finished != hooksAtOnce {
			t.Errorf("%d finished, %d were under way", finished, hooksAtOnce)
		}
	})
}

func TestStoppingDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	stuck := &ways{do: func(ctx context.Context, _ domain.Delivery) Reply {
		<-ctx.Done()
		return Reply{Status: domain.Pending}
	}}
	running(t, stuck, func(b *book, stop func()) {
		b.owe("d1", "a1", domain.ByWebhook)
		synctest.Wait()
		began := time.Now()
		stop()
		elapse(grace)
		synctest.Wait()
		if got := b.of("d1"); len(got) != 1 || time.Since(began) != grace {
			t.Errorf("%+v after %v", got, time.Since(began))
		}
	})
}
