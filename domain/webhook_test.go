package domain

import (
	"testing"
	"time"
)

// attempts are what a receiver answered, each so long after the first: 200 is received, 0 no answer.
type attempts []struct {
	after  time.Duration
	answer int
}

// hours makes one attempt every hour that fails.
func hours(from, to int) (all attempts) {
	for h := from; h <= to; h++ {
		all = append(all, attempts{{time.Duration(h) * time.Hour, 0}}...)
	}
	return all
}

func TestWhenAWebhookIsDisabled(t *testing.T) {
	t.Parallel()
	day := 24
	for name, c := range map[string]struct {
		attempts attempts
		why      DisabledWhy
		failed   int
	}{
		"it is gone":                         {attempts{{0, 410}}, DisabledGone, 1},
		"it is gone after it was there":      {attempts{{0, 200}, {time.Hour, 410}}, DisabledGone, 1},
		"five days of failures":              {hours(0, 5*day), DisabledFailing, 5*day + 1},
		"an hour less":                       {hours(0, 5*day-1), "", 5 * day},
		"too few attempts":                   {append(hours(0, 7), attempts{{130 * time.Hour, 503}}...), "", 9},
		"enough attempts, the last one late": {append(hours(0, 8), attempts{{130 * time.Hour, 503}}...), DisabledFailing, 10},
		"one success at hour 60":             {append(append(hours(0, 59), attempts{{60 * time.Hour, 200}}...), hours(61, 61+5*day-1)...), "", 5 * day},
		"five days after the success":        {append(append(hours(0, 59), attempts{{60 * time.Hour, 200}}...), hours(61, 61+5*day)...), DisabledFailing, 5*day + 1},
	} {
		var w Webhook
		first := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		for _, a := range c.attempts {
			status, why := Pending, WhyUnreachable
			if a.answer == 200 {
				status, why = Delivered, ""
			}
			w.Tried(Attempt{At: first.Add(a.after), Status: status, Why: why, Answer: a.answer})
		}
		if w.DisabledWhy != c.why || w.Disabled() != (c.why != "") || w.Failed != c.failed {
			t.Errorf("%s: %q, %d failed", name, w.DisabledWhy, w.Failed)
		}
	}
}

func TestWhatSaysNothingOfTheReceiverIsNotCounted(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]Attempt{
		"put off":       {PutOff: true, Status: Pending, Why: WhyBusy},
		"not owed":      {Status: Dropped, Why: WhyNotOwed},
		"our own fault": {Status: Pending, Why: WhyInternal},
	} {
		var w Webhook
		if changed, warn := w.Tried(a); changed || warn || w.Failed != 0 || !w.FailingSince.IsZero() {
			t.Errorf("%s is counted: %+v", name, w)
		}
	}
}

func TestEnablingForgetsWhatFailed(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	yes, no := true, false
	w := Webhook{FailingSince: at, Failed: 3}
	w.Change(HookChange{Enabled: &yes}, at)
	if w.Failed != 3 {
		t.Error("what is enabled already forgets its failures")
	}
	w.Change(HookChange{Enabled: &no}, at)
	if !w.DisabledAt.Equal(at) || w.DisabledWhy != DisabledByOwner {
		t.Errorf("%+v", w)
	}
	w.Change(HookChange{Enabled: &no}, at.Add(time.Hour))
	if !w.DisabledAt.Equal(at) {
		t.Errorf("disabled twice: %+v", w)
	}
	w.Change(HookChange{Enabled: &yes}, at.Add(time.Hour))
	if w.Disabled() || w.DisabledWhy != "" || w.Failed != 0 || !w.FailingSince.IsZero() {
		t.Errorf("%+v", w)
	}
}
