package notify

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/mail"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// sack is a carrier that keeps what it is given.
type sack struct {
	mails   [][]byte
	parcels []Parcel
}

// tokenBook makes tokens that say what they are for, as far as 26 letters can.
type tokenBook struct{}

func (tokenBook) MailToken(_ context.Context, t domain.MailToken) (string, error) {
	said := strings.NewReplacer("_", "", "i", "1", "l", "1", "o", "0", "u", "v").Replace(fmt.Sprint(t.Purpose, t.Account, t.Game, t.Step, t.Notice))
	return (said + strings.Repeat("0", 26))[:26], nil
}

func (s *sack) Carry(_ context.Context, p Parcel) Reply {
	s.mails, s.parcels = append(s.mails, p.Mail), append(s.parcels, p)
	return Reply{Status: domain.Delivered}
}

func newMail(t testing.TB, out Carrier) *Mail {
	t.Helper()
	return newMailWith(t, out, func(*MailSetup) {})
}

// newMailWith is newMail with something else than usual.
func newMailWith(t testing.TB, out Carrier, change func(*MailSetup)) *Mail {
	t.Helper()
	setup := MailSetup{Composer: composer, From: "Tender <tender@example.org>", Tokens: tokenBook{}, Out: out, Now: func() time.Time { return noon }}
	change(&setup)
	m, err := NewMail(setup)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mailOf(t testing.TB, d domain.Delivery, v domain.View, to domain.Account, news ...domain.EventView) *mail.Message {
	t.Helper()
	var out sack
	if r := newMail(t, &out).Mail(context.Background(), d, v, to, news...); r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	m, err := mail.ReadMessage(bytes.NewReader(out.mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var ana = domain.Account{ID: "a1", Name: "Ana", Email: "ana@example.com"}

func TestWholeMail(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	var out sack
	r := newMail(t, &out).Mail(context.Background(), domain.Delivery{ID: "d8s1k4m0vb", Game: v.ID, Notice: n}, v, ana, g.news(n.Seat, g.knows[n.Seat])...)
	if r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	whole := strings.ReplaceAll(string(out.mails[0]), "\r\n", "\n")
	before, after, _ := strings.Cut(whole, "iVBORw0KGgo") // how a PNG begins in base64
	_, after, _ = strings.Cut(after, "\n--")
	golden(t, "whole.golden", before+"(the picture)\n--"+after)
}

func TestMailsOfAGameThread(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.GameStarted)
	first := mailOf(t, domain.Delivery{ID: "d1", Game: v.ID, Notice: n}, v, ana)
	n, v = g.until(domain.TurnStarted)
	second := mailOf(t, domain.Delivery{ID: "d2", Game: v.ID, Notice: n}, v, ana)
	if first.Header.Get("Message-Id") != "<d1@tender.example.org>" || second.Header.Get("Message-Id") != "<d2@tender.example.org>" {
		t.Errorf("ids: %v %v", first.Header, second.Header)
	}
	for _, key := range []string{"In-Reply-To", "References", "Subject", "List-Id"} {
		if a, b := first.Header.Get(key), second.Header.Get(key); a == "" || a != b {
			t.Errorf("%s: %q, then %q", key, a, b)
		}
	}
	for key, want := range map[string]string{"References": "<game.7fq2m8x4zt@tender.example.org>", "Auto-Submitted": "auto-generated",
		"Date": "Mon, 02 Mar 2026 12:00:00 +0000", "List-Id": "<7fq2m8x4zt.games.tender.example.org>"} {
		if got := first.Header.Get(key); got != want {
			t.Errorf("%s: %q", key, got)
		}
	}
}

func TestNothingTypedReachesAHeaderOfItsOwn(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{"Turn\r\nBcc: x@evil.example", "Turn\nBcc: x@evil.example", "Turn\rBcc: x@evil.example",
		"Turn\r\n\r\nBcc: x@evil.example", "=?utf-8?q?Turn=0D=0ABcc:_x@evil.example?=", "=?utf-8?b?VHVybg0KQmNjOiB4QGV2aWwuZXhhbXBsZQ==?=",
		"Turn\u2028Bcc: x@evil.example", "\"\r\nBcc: x@evil.example", "<x@evil.example>, Ana", "Ana\x00\xff", strings.Repeat("ü\r\nBcc: ", 60)} {
		g := begin(t)
		n, v := g.until(domain.TurnStarted)
		v.Title, v.ID = evil, "7fq2m8x4zt"
		for i := range v.Seats {
			v.Seats[i].Player = evil
		}
		m := mailOf(t, domain.Delivery{ID: "d1", Game: v.ID, Notice: n}, v, domain.Account{Name: evil, Email: "ana@example.com"})
		if m.Header.Get("Bcc") != "" || len(m.Header) != 13 {
			t.Errorf("%.30q: header %v", evil, m.Header)
		}
		to, err := m.Header.AddressList("To")
		if err != nil || len(to) != 1 || to[0].Address != "ana@example.com" || strings.ContainsAny(to[0].Name, "\r\n") {
			t.Errorf("%.30q: to %v, %v", evil, to, err)
		}
		subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
		if err != nil || strings.ContainsAny(subject, "\r\n\u2028") {
			t.Errorf("%.30q: subject %q, %v", evil, subject, err)
		}
	}
}

func TestAddressThatIsMoreThanAnAddressIsNeverMailed(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	for _, evil := range []string{"", "ana", "ana@", "@example.com", `"a@x> ORCPT=admin@y"@z.example`, "a@b>\r\nDATA\r\n.", "ana@example.com\r\nBcc: x@y.z",
		`"ana ana"@example.com`, "Ana <ana@example.com>", "<ana@example.com>", "ana@example.com, ben@example.com", "ana@@example.com",
		"ana(x)@example.com", "ana@[127.0.0.1]", " ana@example.com", "ana@" + strings.Repeat("x", 260) + ".com"} {
		var out sack
		r := newMail(t, &out).Mail(context.Background(), domain.Delivery{ID: "d1", Notice: n}, v, domain.Account{Email: evil})
		if r.Status != domain.Failed || len(out.mails) != 0 {
			t.Errorf("%q: %+v", evil, r)
		}
		if evil != "" && strings.Contains(r.Detail, evil) {
			t.Errorf("the detail repeats %q", evil)
		}
	}
}

func TestSenderThatIsNoAddressIsAnError(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"", "tender", "a@b\r\nBcc: c@d", `"x y"@z`} {
		if _, err := NewMail(MailSetup{Composer: composer, From: from, Out: &sack{}}); err == nil {
			t.Errorf("%q is taken", from)
		}
	}
}
