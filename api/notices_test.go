package api_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tender/domain"
)

func TestNoticesSayWhyThereWasNoMail(t *testing.T) {
	w, ada, _ := logged(t)
	account := w.store.hooks[0].Account
	quiet := w.delivery("quiet", account, domain.ByEmail, "", domain.Pending)
	quiet.Why, quiet.Tries, quiet.Attempts = domain.WhyQuietHours, nil, 0
	off := w.delivery("off", account, domain.ByEmail, "", domain.Withheld)
	off.Why, off.Tries, off.Game = domain.WhyOff, nil, "other"
	w.store.sent.deliveries = append(w.store.sent.deliveries, quiet, off)
	w.store.sent.standing = domain.MailStanding{VerifyNeeded: true}
	var n deliveries
	w.do("GET", "/v1/me/notices", ada, "").read(&n)
	if len(n.Notices) != 5 || !strings.Contains(n.Mail.Explained, "is not verified") {
		t.Fatalf("%+v", n)
	}
	for id, want := range map[string]string{"quiet": "Kept until Sun 1 Mar 2026, 10:30 UTC, the end of your quiet hours.", "off": "You turned these notices off."} {
		for _, d := range n.Notices {
			if d.ID == id && (d.Explained != want || d.Webhook != nil) {
				t.Errorf("%s: %+v", id, d)
			}
		}
	}
	for _, d := range n.Notices[:3] {
		if d.Attempts[0].Detail != "" { // the scope read is enough here
			t.Errorf("a webhook's words: %+v", d)
		}
	}
	n = deliveries{}
	w.do("GET", "/v1/me/notices?game=other", ada, "").read(&n)
	if len(n.Notices) != 1 || n.Notices[0].ID != "off" {
		t.Errorf("of one game: %+v", n)
	}
	text := w.do("GET", "/v1/me/notices?limit=4", ada, "", "Accept", "text/plain").Body.String()
	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(line) > 78 && !strings.HasPrefix(line, "more: ") {
			t.Errorf("a line of %d columns: %s", utf8.RuneCountInString(line), line)
		}
	}
	if !strings.Contains(text, "\nmore: "+publicURL+"/v1/me/notices?cursor=") || strings.Contains(text, "@") {
		t.Errorf("%s", text)
	}
}

func TestATestMailGoesOnlyWhereMailCanGo(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.store.sent.standing = domain.MailStanding{VerifyNeeded: true}
	w.refused(409, domain.EmailUnverified, w.do("POST", "/v1/me/email/test", ada, ""))
	w.store.sent.standing = domain.MailStanding{VerifyNeeded: true, VerifiedAt: w.now(), SuspendedAt: w.now()}
	w.refused(409, domain.MailSuspended, w.do("POST", "/v1/me/email/test", ada, ""))
	w.store.sent.standing.SuspendedAt = time.Time{}
	for range 3 {
		w.want(202, w.do("POST", "/v1/me/email/test", ada, ""))
	}
	w.refused(429, domain.TooManyMails, w.do("POST", "/v1/me/email/test", ada, ""))
}
