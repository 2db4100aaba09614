package persistence_test

import (
	"testing"
	"time"

	"tender/domain"
)

// hookDelivery claims what is due and gives the one to the webhook.
func (w *world) hookDelivery(t *testing.T, hook domain.Webhook) (d domain.Delivery) {
	t.Helper()
	for _, d = range w.claim(t)[domain.BidWanted] {
		if d.Target == hook.ID {
			return d
		}
	}
	t.Fatal("nothing is due to the webhook")
	return d
}

func TestSendingByHandLeavesTheScheduleAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		_, ps, hook := w.hooked(t)
		d := w.hookDelivery(t, hook)
		retry := w.clock.now().Add(time.Hour)
		w.finish(t, d, domain.Attempt{At: w.clock.now(), Status: domain.Pending, RetryAt: retry, Why: domain.WhyRefused}, true)
		byHand := func(status domain.DeliveryStatus) {
			n, err := w.BeginByHand(ctx, d)
			must(t, err)
			_, err = w.BeginByHand(ctx, d)
			refused(t, err, domain.SentLately)
			must(t, w.EndByHand(ctx, d, n, domain.Attempt{At: w.clock.now(), Status: status, Answer: 500 - n, Manual: true}))
			w.clock.advance(domain.RedeliverPause)
		}
		byHand(domain.Failed)
		l := w.sentTo(t, ps[1].ID, hook.ID)[0]
		if l.Status != domain.Pending || l.Attempts != 1 || !l.DueAt.Equal(retry.Truncate(time.Millisecond)) || len(l.Tries) != 2 || !l.Tries[1].Manual ||
			l.Tries[1].Status != domain.Failed || l.Tries[1].Answer != 498 || l.Why != domain.WhyRefused {
			t.Errorf("after one that failed: %+v", l)
		}
		w.clock.advance(time.Hour)
		claimed := w.hookDelivery(t, hook) // a worker is at it
		byHand(domain.Delivered)
		w.finish(t, claimed, domain.Attempt{At: w.clock.now(), Status: domain.Failed}, false)
		byHand(domain.Failed) // it has arrived, and stays so
		if l = w.sentTo(t, ps[1].ID, hook.ID)[0]; l.Status != domain.Delivered || l.Why != "" || len(l.Tries) != 4 || l.FinishedAt.IsZero() {
			t.Errorf("after one that arrived: %+v", l)
		}
		for _, id := range [][3]string{{ps[0].ID, hook.ID, d.ID}, {ps[1].ID, "other", d.ID}, {ps[1].ID, hook.ID, "other"}} {
			_, err := w.Delivery(ctx, id[0], id[1], id[2])
			refused(t, err, domain.NotFound)
		}
		if got, err := w.Delivery(ctx, ps[1].ID, hook.ID, d.ID); err != nil || got.ID != d.ID {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestWhatFailedIsTriedAnewWhenItsOwnerWantsIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		_, ps, hook := w.hooked(t)
		start := w.clock.now()
		w.finish(t, w.hookDelivery(t, hook), domain.Attempt{At: start, Status: domain.Failed, Answer: 500, Why: domain.WhyRefused}, true)
		for _, c := range []struct {
			since time.Time
			dry   bool
			want  int
		}{{start, true, 1}, {start.Add(time.Second), false, 0}, {start, false, 1}, {start, false, 0}} {
			n, more, err := w.RedeliverFailed(ctx, ps[1].ID, hook.ID, c.since, c.dry)
			if err != nil || n != c.want || more {
				t.Errorf("%+v: %d, %v, %v", c, n, more, err)
			}
		}
		w.exec(t, "UPDATE deliveries SET status = 'dropped', why = 'webhook_disabled', due_at = 0 WHERE status = 'pending' AND target <> ''")
		w.exec(t, "UPDATE webhooks SET disabled_at = 7")
		_, _, err := w.RedeliverFailed(ctx, ps[1].ID, hook.ID, start, false)
		refused(t, err, domain.HookDisabled)
		w.exec(t, "UPDATE webhooks SET disabled_at = 0")
		if n, _, err := w.RedeliverFailed(ctx, ps[1].ID, hook.ID, start, false); err != nil || n != 1 {
			t.Errorf("after it was enabled again: %d, %v", n, err)
		}
		_, _, err = w.RedeliverFailed(ctx, ps[0].ID, hook.ID, start, false)
		refused(t, err, domain.NotFound)
		d := w.hookDelivery(t, hook)
		if d.Why != domain.WhyAsked || d.Attempts != 0 {
			t.Errorf("claimed %+v", d)
		}
		now := w.clock.now()
		w.finish(t, d, domain.Attempt{At: now, PutOff: true, Status: domain.Pending, Why: domain.WhyBusy, RetryAt: now.Add(time.Second)}, true)
		w.clock.advance(time.Second)
		w.finish(t, w.hookDelivery(t, hook), domain.Attempt{At: now, Status: domain.Delivered}, true)
		l := w.sentTo(t, ps[1].ID, hook.ID)[0]
		if len(l.Tries) != 2 || l.Tries[0].Manual || !l.Tries[1].Manual || l.Status != domain.Delivered {
			t.Errorf("%+v", l)
		}
	})
}

func TestTestMailsGoToKnownAddressesThreeTimesAnHour(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		a := w.person(t, "ada")
		for range 3 {
			must(t, w.SendTestMail(ctx, a.ID))
		}
		refused(t, w.SendTestMail(ctx, a.ID), domain.TooManyMails)
		must(t, w.AskForSignIn(ctx, a.Email, a.EmailKey)) // has a share of its own
		kinds := map[domain.LetterType]int{}
		for _, p := range w.post(t) {
			kinds[p.Type]++
			if p.To.Email != a.Email {
				t.Errorf("to %q", p.To.Email)
			}
		}
		if kinds[domain.TestMail] != 3 || kinds[domain.SignInLink] != 1 {
			t.Errorf("letters %v", kinds)
		}
		w.clock.advance(time.Hour)
		must(t, w.SendTestMail(ctx, a.ID))
		w.exec(t, "UPDATE accounts SET mail_suspended_at = 7 WHERE id = '"+a.ID+"'")
		refused(t, w.SendTestMail(ctx, a.ID), domain.MailSuspended)
		v := w.verifying(t)
		b := v.person(t, "ben")
		refused(t, v.SendTestMail(ctx, b.ID), domain.EmailUnverified)
	})
}

// What is sent by hand says as much of a receiver as what is sent by itself.
func TestWhatIsSentByHandCounts(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		_, ps, hook := w.hooked(t)
		d := w.hookDelivery(t, hook)
		w.finish(t, d, domain.Attempt{At: w.clock.now(), Status: domain.Pending, RetryAt: w.clock.now().Add(time.Hour), Answer: 500, Why: domain.WhyRefused}, true)
		again := func(a domain.Attempt) {
			t.Helper()
			w.clock.advance(domain.RedeliverPause)
			n, err := w.BeginByHand(ctx, d)
			must(t, err)
			a.At, a.Manual = w.clock.now(), true
			must(t, w.EndByHand(ctx, d, n, a))
		}
		test := func(a domain.Attempt) {
			t.Helper()
			a.At, a.Manual = w.clock.now(), true
			must(t, w.CountTest(ctx, hook.ID, a))
		}
		went := domain.Attempt{Status: domain.Delivered, Answer: 200}
		failed := domain.Attempt{Status: domain.Failed, Answer: 500, Why: domain.WhyRefused}
		gone := domain.Attempt{Status: domain.Failed, Answer: domain.GoneAnswer, Why: domain.WhyRefused}
		for i, step := range []struct {
			do     func(domain.Attempt)
			a      domain.Attempt
			failed int
			off    domain.DisabledWhy
		}{{again, failed, 2, ""}, {test, failed, 3, ""}, {test, went, 0, ""}, {again, failed, 1, ""}, {test, gone, 2, domain.DisabledGone}} {
			step.do(step.a)
			got, err := w.WebhookByID(ctx, hook.ID)
			if err != nil || got.Failed != step.failed || got.FailingSince.IsZero() != (step.failed == 0) || got.DisabledWhy != step.off {
				t.Fatalf("%d: %+v, %v", i, got, err)
			}
		}
		if l := w.sentTo(t, ps[1].ID, hook.ID)[0]; l.Status != domain.Dropped || l.Why != domain.WhyHookDisabled {
			t.Errorf("still on its way to who wants nothing more: %+v", l)
		}
		w.clock.advance(time.Second)
		enabled := true
		_, err := w.ChangeWebhook(ctx, ps[1].ID, hook.ID, domain.HookChange{Enabled: &enabled})
		must(t, err)
		again(gone)
		if got, err := w.WebhookByID(ctx, hook.ID); err != nil || got.DisabledWhy != domain.DisabledGone {
			t.Errorf("410 to what was sent again by hand: %+v, %v", got, err)
		}
		letters, err := w.ClaimLetters(ctx, 9, time.Minute)
		told := 0
		for _, l := range letters {
			if l.Type == domain.WebhookDisabled {
				told++
			}
		}
		if err != nil || told != 2 {
			t.Errorf("%d letters tell that it is disabled, %v", told, err)
		}
		must(t, w.RemoveWebhook(ctx, ps[1].ID, hook.ID))
		test(went) // it was removed meanwhile
	})
}
