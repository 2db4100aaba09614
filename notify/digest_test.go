package notify

import (
	"bytes"
	"context"
	"net/mail"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"tender/domain"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// keeps is when somebody wants mails who gets a digest at the next full hour.
func keeps(now time.Time) domain.Timing {
	return domain.Timing{Why: domain.WhyDigest, Before: now.Truncate(time.Hour).Add(time.Hour)}
}

func TestDigestHoldsAllThatIsOwedThenAndComesOnce(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.when = keeps
	sent := &ways{do: answers(Reply{Status: domain.Delivered, Answer: 250})}
	w, _ := newWorker(b, sent)
	b.owe("d1", "a1", domain.ByEmail)
	b.owe("d2", "a1", domain.ByEmail)
	b.owe("d3", "b2", domain.ByEmail)
	pass(t, w)
	c.at = c.at.Add(10 * time.Minute)
	b.owe("d4", "a1", domain.ByEmail)
	b.owe("d5", "c3", domain.ByEmail)
	pass(t, w)
	if len(sent.sent) != 0 {
		t.Fatalf("sent before its hour: %v", sent.sent)
	}
	b.over["d2"], b.over["d5"] = true, true // the seats have moved
	c.at = noon.Add(time.Hour)
	pass(t, w)
	pass(t, w)
	if len(sent.sent) != 2 {
		t.Errorf("digests: %v", sent.sent)
	}
	for id, want := range map[string]domain.DeliveryStatus{"d1": domain.Delivered, "d2": domain.Dropped, "d3": domain.Delivered, "d4": domain.Delivered, "d5": domain.Dropped} {
		got := b.of(id)
		if len(got) != 2 || !got[0].PutOff || got[0].Why != domain.WhyDigest || !got[0].RetryAt.Equal(noon.Add(time.Hour)) || got[1].Status != want {
			t.Errorf("%s: %+v", id, got)
		}
	}
}

func TestDigestThatIsSentAgainHasTheSameID(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.when = keeps
	b.owe("d1", "a1", domain.ByEmail)
	b.owe("d2", "a1", domain.ByEmail)
	sent := &ways{do: answers(Reply{Status: domain.Pending, Why: domain.WhyUnreachable})} // perhaps it has arrived
	w, _ := newWorker(b, sent)
	pass(t, w)
	c.at = noon.Add(time.Hour)
	pass(t, w)
	c.at = c.at.Add(5 * time.Second)
	pass(t, w)
	if len(sent.sent) != 2 || sent.sent[0] != sent.sent[1] {
		t.Errorf("ids: %v", sent.sent)
	}
	b.owe("d3", "a1", domain.ByEmail)
	pass(t, w)
	c.at = noon.Add(2 * time.Hour)
	pass(t, w)
	if len(sent.sent) != 3 || sent.sent[2] == sent.sent[0] {
		t.Errorf("with more in it, ids: %v", sent.sent)
	}
}

func TestNoticeThatIsTurnedOffIsWithheld(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	b.when = func(time.Time) domain.Timing { return domain.Timing{Why: domain.WhyOff} }
	b.owe("d1", "a1", domain.ByEmail)
	b.owe("d2", "a1", domain.ByWebhook)
	sent := &ways{do: answers(Reply{Status: domain.Delivered})}
	w, _ := newWorker(b, sent)
	pass(t, w)
	for _, id := range []string{"d1", "d2"} {
		if got := b.of(id); len(got) != 1 || got[0].Status != domain.Withheld || got[0].Why != domain.WhyOff || !got[0].RetryAt.IsZero() {
			t.Errorf("%s: %+v", id, got)
		}
	}
	if len(sent.sent) != 0 {
		t.Errorf("sent %v", sent.sent)
	}
}

func TestNoticeOfAnOverTurnIsDroppedAtTheEndOfQuietHours(t *testing.T) {
	t.Parallel()
	c := &clock{noon}
	b := newBook(c.now)
	quiet := noon.Add(9 * time.Hour)
	b.when = func(now time.Time) domain.Timing {
		if now.Before(quiet) {
			return domain.Timing{Why: domain.WhyQuietHours, Before: quiet}
		}
		return domain.Timing{}
	}
	b.owe("d1", "a1", domain.ByEmail)
	b.owe("d2", "b2", domain.ByEmail)
	sent := &ways{do: answers(Reply{Status: domain.Delivered})}
	w, _ := newWorker(b, sent)
	pass(t, w)
	if next, _ := b.NextDelivery(context.Background()); !next.Equal(quiet) {
		t.Errorf("next at %v", next)
	}
	b.over["d1"], c.at = true, quiet
	pass(t, w)
	if got := b.of("d1"); len(got) != 2 || got[1].Status != domain.Dropped || got[1].Why != domain.WhyNotOwed {
		t.Errorf("d1: %+v", got)
	}
	if got := b.of("d2"); len(got) != 2 || got[1].Status != domain.Delivered || len(sent.sent) != 1 {
		t.Errorf("d2: %+v, sent %v", got, sent.sent)
	}
}

// digestOf is the mail about two games that wait and one that is over, soonest first.
func digestOf(t testing.TB, at *time.Location) []byte {
	t.Helper()
	g := begin(t)
	n, started := g.until(domain.GameStarted)
	soon := g.at.Add(3 * time.Hour)
	hurried := started
	hurried.ID, hurried.Title, hurried.Deadline = "4kd8w1n5rp", "Saturday\r\nBcc: x@evil.example "+wild, &soon
	_, over := g.until(domain.GameOver)
	over.ID = "2bz6t9m3xq"
	owed := []due{
		{domain.Delivery{ID: "d1", Notice: n}, domain.Obligation{View: started, Ask: domain.Ask{Type: domain.BidWanted, Until: *started.Deadline}}},
		{domain.Delivery{ID: "d2", Notice: domain.Notice{Type: domain.GameOver}}, domain.Obligation{View: over}},
		{domain.Delivery{ID: "d3", Notice: domain.Notice{Type: domain.Reminder}}, domain.Obligation{View: hurried, Ask: domain.Ask{Type: domain.BidWanted, Until: soon}}},
		{domain.Delivery{ID: "d4", Notice: domain.Notice{Type: domain.BidWanted}}, domain.Obligation{View: hurried, Ask: domain.Ask{Type: domain.BidWanted, Until: soon}}},
	}
	var out sack
	to := ana
	to.Zone = at
	if r := newMail(t, &out).Digest(context.Background(), digestID(owed), to, itemsOf(owed)); r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	return out.mails[0]
}

func TestWholeDigest(t *testing.T) {
	t.Parallel()
	golden(t, "digest.golden", strings.ReplaceAll(string(digestOf(t, zone(t, "Europe/Berlin"))), "\r\n", "\n"))
}

func TestPagesOfDigestsAreValidAndNothingTypedReachesAHeader(t *testing.T) {
	t.Parallel()
	m, err := mail.ReadMessage(bytes.NewReader(digestOf(t, nil)))
	if err != nil || m.Header.Get("Bcc") != "" || len(m.Header) != 11 {
		t.Fatalf("%v, %v", m.Header, err)
	}
	wantValid(t, leavesOf(t, m)[1].body)
}

func TestDigestsAreStoppedWithOneClick(t *testing.T) {
	t.Parallel()
	m, err := mail.ReadMessage(bytes.NewReader(digestOf(t, nil)))
	if err != nil {
		t.Fatal(err)
	}
	token, _ := tokenBook{}.MailToken(t.Context(), domain.MailToken{Purpose: domain.ToUnsubscribe, Account: ana.ID, Notice: domain.InDigests})
	link := "https://tender.example.org/unsubscribe?token=" + token
	if m.Header.Get("List-Unsubscribe") != "<"+link+">" || m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("%v", m.Header)
	}
	for _, leaf := range leavesOf(t, m) {
		if !strings.Contains(leaf.body, link) {
			t.Errorf("no link:\n%s", leaf.body)
		}
	}
	broken := newMailWith(t, &sack{}, func(s *MailSetup) { s.Tokens = brokenBook{} })
	if r := broken.Digest(context.Background(), "d", ana, nil); r.Status != domain.Pending || r.Err == nil {
		t.Errorf("without its token: %+v", r)
	}
}
