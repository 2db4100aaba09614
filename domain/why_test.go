package domain_test

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
)

func TestEveryReasonIsASentence(t *testing.T) {
	at := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	berlin := time.FixedZone("CET", 3600)
	reasons := []domain.Why{"", domain.WhyQuietHours, domain.WhyDigest, domain.WhyOff, domain.WhyNotOwed, domain.WhyUnverified, domain.WhySuspended,
		domain.WhyBusy, domain.WhyServiceDown, domain.WhyUnreachable, domain.WhyRefused, domain.WhyForbidden, domain.WhyHookDisabled,
		domain.WhyGone, domain.WhyInternal, domain.WhyAsked, "a word of a later version"}
	seen := map[string]bool{}
	for _, why := range reasons {
		for _, status := range []domain.DeliveryStatus{domain.Pending, domain.Delivered, domain.Dropped, domain.Failed, domain.Withheld} {
			for _, channel := range []domain.Channel{domain.ByEmail, domain.ByWebhook} {
				for _, tries := range [][]domain.Attempt{nil, {{At: at, Answer: 550, Detail: "the mail server answered 550 5.1.1"}}, {{Manual: true, Detail: "<b>"}}, {{At: at, Status: domain.Delivered, Detail: domain.ToFile}}} {
					l := domain.DeliveryLog{Delivery: domain.Delivery{Status: status, Why: why, Channel: channel, CreatedAt: at, DueAt: at.Add(time.Hour),
						Attempts: len(tries)}, FinishedAt: at, Tries: tries}
					said := l.Explain(berlin)
					if !strings.HasSuffix(said, ".") || strings.HasSuffix(said, "..") || strings.ToUpper(said[:1]) != said[:1] || strings.Contains(said, "  ") ||
						strings.Contains(said, "_") || strings.Contains(said, "<") || strings.Contains(said, "UTC") {
						t.Errorf("%s %s over %s: %q", why, status, channel, said)
					}
					seen[said] = true
				}
			}
		}
	}
	for _, want := range []string{"Kept until Sun 1 Mar 2026, 22:00 CET, the end of your quiet hours.", "You turned these notices off.",
		"The mail server answered 550 5.1.1.", "The mail was written to a file on Sun 1 Mar 2026, 21:00 CET; this server sends none.", "The webhook answered 550. It is tried again on Sun 1 Mar 2026, 22:00 CET."} {
		if !seen[want] {
			t.Errorf("nobody is told %q", want)
		}
	}
}

func TestWhatHoldsForMailIsSaid(t *testing.T) {
	at := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		m         domain.MailStanding
		sent      bool
		said      string
		reachable bool
	}{
		{domain.MailStanding{VerifiedAt: at}, false, "sends no mail", true},
		{domain.MailStanding{VerifiedAt: at, SuspendedAt: at, VerifyNeeded: true}, true, "came back", false},
		{domain.MailStanding{VerifyNeeded: true}, true, "is not verified", false},
		{domain.MailStanding{}, true, "nobody has verified", true},
		{domain.MailStanding{VerifiedAt: at, VerifyNeeded: true}, true, "Your address is verified", true},
	} {
		if said := c.m.Explain(c.sent, time.UTC); !strings.Contains(said, c.said) || (c.m.Reachable() == nil) != c.reachable {
			t.Errorf("%+v: %q, %v", c.m, said, c.m.Reachable())
		}
	}
}
