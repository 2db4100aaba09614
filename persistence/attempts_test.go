package persistence_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// hooked is a game of two, the second of whom has a webhook.
func (w *world) hooked(t *testing.T) (game string, ps []domain.Account, hook domain.Webhook) {
	t.Helper()
	ps = w.people(t, 2)
	hook, err := w.AddWebhook(t.Context(), domain.Webhook{Account: ps[1].ID, URL: "https://a.example", Secret: "whsec_x"}, "", "")
	must(t, err)
	return w.game(t, ps...), ps, hook
}

// sentTo is the log of a webhook, or without one of an account.
func (w *world) sentTo(t *testing.T, account, hook string) []domain.DeliveryLog {
	t.Helper()
	logs, next, err := w.Deliveries(t.Context(), domain.DeliveryFilter{Account: account, Webhook: hook, Limit: 100})
	must(t, err)
	if next != "" {
		t.Errorf("a page after a short one: %s", next)
	}
	return logs
}

func TestEveryAttemptIsKept(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		game, ps, hook := w.hooked(t)
		for n, a := range []domain.Attempt{{Status: domain.Pending, Why: domain.WhyRefused, Answer: 503, Detail: "no\x00\xff room"},
			{PutOff: true, Status: domain.Pending, Why: domain.WhyBusy}, {Status: domain.Pending, Why: domain.WhyUnreachable, Detail: strings.Repeat("ü", 5000)},
			{Status: domain.Delivered, Answer: 204, Took: 41 * time.Millisecond}} {
			for _, d := range w.claim(t)[domain.BidWanted] {
				if d.Target != hook.ID {
					continue
				}
				if a.At = w.clock.now(); a.Status == domain.Pending {
					a.RetryAt = a.At.Add(30 * time.Second)
				}
				w.finish(t, d, a, true)
				w.finish(t, d, a, false) // the same worker again, or another
			}
			if n == 0 {
				logs := w.sentTo(t, ps[1].ID, hook.ID)
				if l := logs[0]; len(l.Tries) != 1 || l.Tries[0].Detail != "no room" || l.Tries[0].Answer != 503 || l.Why != domain.WhyRefused || !l.FinishedAt.IsZero() {
					t.Errorf("after the first: %+v", l)
				}
			}
			w.clock.advance(time.Minute)
		}
		logs := w.sentTo(t, ps[1].ID, hook.ID)
		if len(logs) != 1 || len(logs[0].Tries) != 3 {
			t.Fatalf("%+v", logs)
		}
		l := logs[0]
		last := l.Tries[2]
		if l.Game != game || l.Status != domain.Delivered || l.Why != "" || l.FinishedAt.IsZero() || last.Answer != 204 || last.Took != 41*time.Millisecond ||
			last.Manual || len(l.Tries[1].Detail) > domain.MaxDetail || !strings.HasPrefix(l.Tries[1].Detail, "üü") {
			t.Errorf("%+v", l)
		}
	})
}

func TestDeliveriesAreListedInPagesToTheirOwner(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		game, ps, hook := w.hooked(t)
		w.clock.advance(time.Second)
		other := w.game(t, ps...)
		all := w.sentTo(t, ps[1].ID, "")
		if len(all) != 6 || all[0].Game != other || all[5].Game != game { // two mails and a hook for each game
			t.Fatalf("%+v", all)
		}
		for filter, want := range map[domain.DeliveryFilter]int{{Game: game}: 3, {Webhook: hook.ID}: 2, {Webhook: hook.ID, Game: other}: 1,
			{Status: domain.Pending}: 6, {Status: domain.Failed}: 0} {
			filter.Account = ps[1].ID
			seen := map[string]bool{}
			for filter.Limit = 1; ; {
				page, next, err := w.Deliveries(t.Context(), filter)
				must(t, err)
				for _, d := range page {
					seen[d.ID] = true
				}
				if filter.After = next; next == "" {
					break
				}
			}
			if len(seen) != want {
				t.Errorf("%+v: %d deliveries", filter, len(seen))
			}
		}
		_, next, err := w.Deliveries(t.Context(), domain.DeliveryFilter{Account: ps[1].ID, Limit: 1})
		must(t, err)
		for _, f := range []domain.DeliveryFilter{{Account: ps[1].ID, Game: game, After: next}, {Account: ps[0].ID, After: next}, {Account: ps[1].ID, After: "x"}} {
			_, _, err := w.Deliveries(t.Context(), f)
			refused(t, err, domain.InvalidCursor)
		}
		_, _, err = w.Deliveries(t.Context(), domain.DeliveryFilter{Account: ps[0].ID, Webhook: hook.ID})
		refused(t, err, domain.NotFound)
		for _, l := range w.sentTo(t, ps[0].ID, "") {
			if l.Account != ps[0].ID || l.Notice.Seat != 1 {
				t.Errorf("another's: %+v", l)
			}
		}
	})
}

// Old deliveries go, and what mails tell of what is new stays as it was.
func TestOldDeliveriesGoAndNewsStayTheSame(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		game, ps, _ := w.hooked(t)
		var kept domain.Delivery // pending for ever
		for _, d := range w.claim(t)[domain.BidWanted] {
			if d.Account == ps[0].ID {
				kept = d
				continue
			}
			w.finish(t, d, domain.Attempt{At: w.clock.now(), Status: domain.Delivered, Answer: 204}, true)
		}
		w.decide(t, game, bid(1), ps[0])
		w.decide(t, game, bid(2), ps[1])
		w.clock.advance(20 * time.Second)
		news := func() string {
			for _, d := range w.sentTo(t, ps[1].ID, "") {
				if d.Channel == domain.ByEmail && d.Notice.Type == domain.TurnStarted {
					told, err := w.News(ctx, d.Delivery, 100)
					must(t, err)
					return fmt.Sprintf("%d %+v", len(told), told)
				}
			}
			return ""
		}
		before := news()
		if before == "" || strings.HasPrefix(before, "0") {
			t.Fatalf("news %q", before)
		}
		w.clock.advance(domain.DeliveryLife + time.Hour)
		again := w.claim(t)
		for _, d := range again[domain.GameStarted] { // the mails of the start were never finished: they are pending
			w.finish(t, d, domain.Attempt{At: w.clock.now(), Status: domain.Dropped, Why: domain.WhyNotOwed}, true)
		}
		if after := news(); after != before {
			t.Errorf("told anew: %s instead of %s", after, before)
		}
		left := map[string]bool{}
		for _, a := range ps {
			for _, l := range w.sentTo(t, a.ID, "") {
				left[string(l.Notice.Type)+string(l.Channel)+string(l.Status)] = true
				if l.ID == kept.ID && l.Status != domain.Pending {
					t.Errorf("%+v", l)
				}
			}
		}
		if !left["bid_wantedemaildelivered"] || !left["bid_wantedemailpending"] {
			t.Errorf("left: %v", left)
		}
	})
}

func TestFinishedDeliveriesOfOldGamesAreForgottenWithTheirAttempts(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		game, ps, _ := w.hooked(t)
		_ = w.CallOff(t.Context(), game, domain.Act{Who: ps[0].ID, What: domain.ActAbandon})
		finish := func(status domain.DeliveryStatus) {
			for _, due := range w.claim(t) {
				for _, d := range due {
					w.finish(t, d, domain.Attempt{At: w.clock.now(), Status: status}, true)
				}
			}
		}
		finish(domain.Delivered)
		w.clock.advance(domain.DeliveryLife)
		w.game(t, ps...)
		finish(domain.Delivered)
		if n := len(w.sentTo(t, ps[1].ID, "")); n < 5 {
			t.Errorf("%d are left on the last day", n)
		}
		w.clock.advance(time.Hour)
		other := w.game(t, ps...)
		finish(domain.Delivered)
		for _, a := range ps {
			for _, l := range w.sentTo(t, a.ID, "") {
				if l.Game == game {
					t.Errorf("still there: %+v", l)
				}
			}
		}
		rows := w.dump(t)
		if len(rows["attempts"]) != len(rows["deliveries"]) || len(rows["deliveries"]) == 0 || other == "" {
			t.Errorf("%d attempts at %d deliveries", len(rows["attempts"]), len(rows["deliveries"]))
		}
		must(t, w.DeleteAccount(t.Context(), ps[0].ID, domain.Act{What: domain.ActDeleted}))
		must(t, w.DeleteAccount(t.Context(), ps[1].ID, domain.Act{What: domain.ActDeleted}))
		if rows = w.dump(t); len(rows["attempts"]) != 0 {
			t.Errorf("attempts outlive their accounts: %v", rows["attempts"])
		}
	})
}
