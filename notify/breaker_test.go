package notify

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tender/domain"
)

// service is a mail service that can be down.
type service struct {
	down  atomic.Bool
	slow  time.Duration
	asked atomic.Int64
}

// outOfOrder is a service that is down.
func outOfOrder(slow time.Duration) *service {
	s := &service{slow: slow}
	s.down.Store(true)
	return s
}

func (s *service) Carry(context.Context, Parcel) Reply {
	s.asked.Add(1)
	elapse(s.slow)
	if s.down.Load() {
		return Reply{Status: domain.Pending, Why: domain.WhyServiceDown}
	}
	return Reply{Status: domain.Delivered, Answer: 250}
}

func half() float64 { return 0.5 }

// An hour's outage, in virtual time: a hundred obligations, half of which are over when it ends.
func TestAfterAnOutageWhatIsStillOwedIsMailedSoonAndOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mails := outOfOrder(0)
		breaker := &Breaker{Out: mails, Now: time.Now, Jitter: half}
		sent := map[string]time.Time{}
		ways := &ways{}
		ways.do = func(ctx context.Context, d domain.Delivery) Reply {
			r := breaker.Carry(ctx, Parcel{Name: d.ID})
			if r.Status == domain.Delivered {
				ways.mu.Lock()
				defer ways.mu.Unlock()
				if !sent[d.ID].IsZero() {
					t.Errorf("%s was sent twice", d.ID)
				}
				sent[d.ID] = time.Now()
			}
			return r
		}
		b := newBook(time.Now)
		w, _ := newWorker(b, ways)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- w.Run(ctx) }()
		for i := range 100 {
			b.owe(fmt.Sprint("d", i), fmt.Sprint("a", i), domain.ByEmail)
		}
		elapse(time.Hour)
		synctest.Wait()
		if mails.asked.Load() > 50 {
			t.Errorf("the service was asked %d times in the hour that it was down", mails.asked.Load())
		}
		b.mu.Lock()
		for i := range 50 {
			b.over[fmt.Sprint("d", i)] = true
		}
		b.mu.Unlock()
		mails.down.Store(false)
		up := time.Now()
		elapse(4 * time.Minute)
		synctest.Wait()
		for i := range 100 {
			id := fmt.Sprint("d", i)
			got := b.of(id)
			for _, a := range got[:len(got)-1] {
				if !a.PutOff || a.Why != domain.WhyServiceDown || a.RetryAt.Sub(a.At) > 2*time.Minute+probeSpread {
					t.Fatalf("%s: %+v", id, a)
				}
			}
			if at, ok := sent[id]; ok == (i < 50) || ok && at.Sub(up) > 3*time.Minute {
				t.Errorf("%s: sent %v, %v after", id, ok, at.Sub(up))
			}
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestWhileTheServiceIsDownOneAtATimeTries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mails := outOfOrder(10 * time.Second)
		b := &Breaker{Out: mails, Now: time.Now, Jitter: half}
		first := b.Carry(t.Context(), Parcel{Name: "d1"})
		if time.Until(first.Kept) != 15*time.Second {
			t.Fatalf("%+v", first)
		}
		elapse(15 * time.Second)
		for range 20 {
			go b.Carry(t.Context(), Parcel{Name: "dn"})
		}
		synctest.Wait()
		if mails.asked.Load() != 2 {
			t.Errorf("asked %d times", mails.asked.Load())
		}
		mails.down.Store(false)
		elapse(10 * time.Second)
		synctest.Wait()
		for range 20 {
			if r := b.Carry(t.Context(), Parcel{Name: "dn"}); r.Status != domain.Delivered {
				t.Errorf("it is up again: %+v", r)
			}
		}
	})
}

func TestProbesBecomeRarerAndAreNeverTwoMinutesApart(t *testing.T) {
	t.Parallel()
	for _, jitter := range []float64{0, 0.5, 0.999} {
		c := &clock{noon}
		b := &Breaker{Out: outOfOrder(0), Now: c.now, Jitter: func() float64 { return jitter }}
		last := time.Duration(0)
		for range 10 {
			r := b.Carry(context.Background(), Parcel{Name: "d1"})
			pause := r.Kept.Sub(c.at)
			if pause < last || pause > 2*time.Minute || r.Why != domain.WhyServiceDown {
				t.Errorf("jitter %v: %+v after %v", jitter, r, pause)
			}
			last, c.at = pause, r.Kept
		}
	}
}

func TestCarrierThatPanicsLetsTheNextOneTry(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	mails := outOfOrder(0)
	b := &Breaker{Out: mails, Now: c.now, Jitter: half}
	c.at = b.Carry(context.Background(), Parcel{Name: "d1"}).Kept
	b.Out = nil
	func() {
		defer func() { _ = recover() }()
		b.Carry(context.Background(), Parcel{Name: "d2"})
	}()
	mails.down.Store(false)
	b.Out = mails
	if r := b.Carry(context.Background(), Parcel{Name: "d3"}); r.Status != domain.Delivered {
		t.Errorf("%+v", r)
	}
}

func TestServiceThatStaysDownIsGivenUpAfterThreeDays(t *testing.T) {
	t.Parallel()
	kept := Reply{Status: domain.Pending, Why: domain.WhyServiceDown, Kept: noon.Add(time.Minute)}
	if a := outcome(kept, noon, noon, 0, noon.Add(-longest), 0.5); a.Status != domain.Pending || !a.PutOff {
		t.Errorf("%+v", a)
	}
	if a := outcome(kept, noon, noon, 0, noon.Add(-longest-1), 0.5); a.Status != domain.Failed || a.PutOff || !a.RetryAt.IsZero() || a.Why != domain.WhyServiceDown {
		t.Errorf("%+v", a)
	}
	whole := time.Duration(0)
	for _, pause := range waits {
		whole += pause
	}
	if whole != longest {
		t.Errorf("the waits together are %v", whole)
	}
}

// Four players of one game, one of whom cannot be mailed: the others are told once, she never again.
func TestOneWhoCannotBeMailedCausesNobodyElseToBeToldAgain(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	sent := &ways{do: func(_ context.Context, d domain.Delivery) Reply {
		if d.Account == "b2" {
			return Reply{Status: domain.Failed, Why: domain.WhyRefused, Answer: 550}
		}
		return Reply{Status: domain.Delivered, Answer: 250}
	}}
	w, _ := newWorker(b, sent)
	for _, account := range []string{"a1", "b2", "c3", "d4"} {
		b.owe("to-"+account, account, domain.ByEmail)
	}
	for range 100 {
		pass(t, w)
		c.at = c.at.Add(time.Hour)
	}
	if len(sent.sent) != 4 {
		t.Errorf("sent %v", sent.sent)
	}
	if got := b.of("to-b2"); len(got) != 1 || got[0].Status != domain.Failed {
		t.Errorf("%+v", got)
	}
}
