package notify

import (
	"context"
	"errors"
	"testing"
	"time"

	"tender/domain"
)

// shaky is a mail service that can be reached or not.
type shaky struct {
	down  bool
	asked int
}

func (s *shaky) Carry(context.Context, Parcel) Reply {
	if s.down {
		return Reply{Status: domain.Pending, Why: domain.WhyServiceDown}
	}
	return Reply{Status: domain.Delivered}
}

func (s *shaky) Reach(context.Context) error {
	s.asked++
	if s.down {
		return errors.New("nobody is there")
	}
	return nil
}

func TestHealthIsFromTheFirstFailureToTheFirstMailThatWentThrough(t *testing.T) {
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now, mails := began, &shaky{down: true}
	b := &Breaker{Out: mails, Now: func() time.Time { return now }, Jitter: func() float64 { return 0 }}
	want := func(want domain.MailHealth) {
		t.Helper()
		if got := b.Health(t.Context(), true); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	want(domain.MailHealth{})
	for range 3 {
		b.Carry(t.Context(), Parcel{})
		now = now.Add(time.Minute)
	}
	want(domain.MailHealth{Failing: began})
	if mails.asked > 0 {
		t.Error("asked although there are mails to try with")
	}
	now = now.Add(reachAfter)
	want(domain.MailHealth{Failing: began}) // is asked, and says no
	mails.down = false
	now = now.Add(reachAfter)
	back := now
	want(domain.MailHealth{Back: back, Sent: back})
	if mails.asked != 2 {
		t.Errorf("asked %d times", mails.asked)
	}
	now = now.Add(time.Minute)
	if r := b.Carry(t.Context(), Parcel{}); r.Status != domain.Delivered {
		t.Errorf("%+v: a service that is back is not used", r)
	}
	want(domain.MailHealth{Back: back, Sent: now})
}
