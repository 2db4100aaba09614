package notify

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tender/domain"
)

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

func TestWebhooksGoBeforeMailsButDoNotKeepThemWaiting(t *testing.T) {
	t.Parallel()
	for takes, order := range map[time.Duration][]string{headStart / 2: {"hook", "mail"}, time.Second: {"mail", "hook"}} {
		var ended []string
		var mu sync.Mutex
		sent := &ways{do: func(_ context.Context, d domain.Delivery) Reply {
			if d.ID == "hook" {
				elapse(takes)
			}
			mu.Lock()
			defer mu.Unlock()
			ended = append(ended, d.ID)
			return Reply{Status: domain.Delivered}
		}}
		running(t, sent, func(b *book, stop func()) {
			b.owe("mail", "a1", domain.ByEmail)
			b.owe("hook", "a1", domain.ByWebhook)
			b.wake <- struct{}{}
			elapse(5 * time.Second)
			mu.Lock()
			defer mu.Unlock()
			if !slices.Equal(ended, order) {
				t.Errorf("a webhook that takes %v: %v", takes, ended)
			}
			stop()
		})
	}
}
