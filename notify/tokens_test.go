package notify

import (
	"context"
	"errors"
	"mime"
	"net/mail"
	"strings"
	"testing"

	"tender/domain"
)

func withReplies(s *MailSetup) { s.Domain = "Mail.Example.org" }

// parcelOf is a mail about a notice of that type, as it is handed to a carrier.
func parcelOf(t testing.TB, what domain.NoticeType, change func(*MailSetup)) Parcel {
	t.Helper()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	n.Type = what
	var out sack
	d := domain.Delivery{ID: "d1", Game: v.ID, Account: ana.ID, Notice: n}
	if r := newMailWith(t, &out, change).Mail(context.Background(), d, v, ana); r.Status != domain.Delivered {
		t.Fatalf("%s: %+v", what, r)
	}
	return out.parcels[0]
}

func headerOf(t testing.TB, p Parcel) mail.Header {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(string(p.Mail)))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header
}

func TestRepliesAndBouncesComeBackToATokenOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := parcelOf(t, domain.TurnStarted, withReplies)
	token, err := tokenBook{}.MailToken(t.Context(), domain.MailToken{Purpose: domain.ToReply, Account: ana.ID, Game: "7fq2m8x4zt", Step: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := headerOf(t, p).Get("Reply-To"), `"Tender" <reply+`+token+`@mail.example.org>`; got != want {
		t.Errorf("Reply-To: %s, not %s", got, want)
	}
	if p.From != "bounce+"+token+"@mail.example.org" || p.To != ana.Email {
		t.Errorf("the envelope is from %s to %s", p.From, p.To)
	}
	if from := headerOf(t, p).Get("From"); from != `"Tender" <tender@example.org>` {
		t.Errorf("From: %s", from)
	}
}

// Letters are told of as notices are when they come back, if they go to the address that the account has.
func TestLettersComeBackToATokenOfTheirOwn(t *testing.T) {
	t.Parallel()
	send := func(change func(*MailSetup), do func(*Mail) Reply) Parcel {
		t.Helper()
		var out sack
		if r := do(newMailWith(t, &out, change)); r.Status != domain.Delivered {
			t.Fatalf("%+v", r)
		}
		return out.parcels[0]
	}
	digest := func(m *Mail) Reply { return m.Digest(t.Context(), "l1", ana, nil) }
	letter := func(what domain.LetterType, address string) func(*Mail) Reply {
		return func(m *Mail) Reply {
			l := domain.Letter{ID: "l1", Type: what, Account: ana.ID, Address: address, CreatedAt: noon}
			return m.Post(t.Context(), domain.Post{Letter: l, To: ana, Hook: &domain.HookNews{}}, secrets{token: "t", short: "s"})
		}
	}
	token, err := tokenBook{}.MailToken(t.Context(), domain.MailToken{Purpose: domain.ToBounce, Account: ana.ID, Game: "l1"})
	if err != nil {
		t.Fatal(err)
	}
	its := "bounce+" + token + "@mail.example.org"
	for _, what := range []domain.LetterType{domain.AlreadyRegistered, domain.SessionReused, domain.PasswordChanged, domain.TestMail, domain.WebhookFailing, domain.WebhookDisabled, domain.ForeignReply} {
		if p := send(withReplies, letter(what, "")); p.From != its || headerOf(t, p).Get("Reply-To") != "" {
			t.Errorf("%s comes back to %s, not to %s", what, p.From, its)
		}
	}
	if p := send(withReplies, digest); p.From != its {
		t.Errorf("a digest comes back to %s, not to %s", p.From, its)
	} else if h := headerOf(t, p); h.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || !strings.Contains(string(p.Mail), "Stop mails of this sort") {
		t.Errorf("a digest cannot be stopped: %v", h)
	}
	for _, what := range []domain.LetterType{domain.VerifyAddress, domain.SignInLink, domain.AddressChanged} {
		if p := send(withReplies, letter(what, "other@example.com")); p.From != "tender@example.org" {
			t.Errorf("%s to an address that is not the account's comes back to %s", what, p.From)
		}
	}
	if p := send(func(*MailSetup) {}, digest); p.From != "tender@example.org" {
		t.Errorf("without a mail domain it comes back to %s", p.From)
	}
}

func TestWithoutAMailDomainNothingComesBack(t *testing.T) {
	t.Parallel()
	p := parcelOf(t, domain.TurnStarted, func(*MailSetup) {})
	if reply := headerOf(t, p).Get("Reply-To"); reply != "" || p.From != "tender@example.org" || strings.Contains(string(p.Mail), "reply+") {
		t.Errorf("Reply-To %q, envelope from %q", reply, p.From)
	}
}

func TestMailServerIsToldWhereAMailComesBack(t *testing.T) {
	t.Parallel()
	p := parcelOf(t, domain.TurnStarted, withReplies)
	office := &postOffice{}
	out, err := OpenSMTP(office.open(t) + "?tls=off")
	if err != nil {
		t.Fatal(err)
	}
	if r := out.Carry(t.Context(), p); r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	office.mu.Lock()
	defer office.mu.Unlock()
	if want := "MAIL FROM:<" + p.From + ">"; !strings.Contains(strings.Join(office.lines, "\n")+"\n", want+"\n") {
		t.Errorf("said %q, not %s", office.lines, want)
	}
}

func TestEveryNoticeCanBeTurnedOffWithOneClick(t *testing.T) {
	t.Parallel()
	links := map[string]domain.NoticeType{}
	for _, what := range domain.NoticeTypes {
		h := headerOf(t, parcelOf(t, what, withReplies))
		link, post := h.Get("List-Unsubscribe"), h.Get("List-Unsubscribe-Post")
		if !strings.HasPrefix(link, "<https://tender.example.org/unsubscribe?token=") || !strings.HasSuffix(link, ">") || post != "List-Unsubscribe=One-Click" {
			t.Errorf("%s: %q, %q", what, link, post)
		}
		if other, twice := links[link]; twice {
			t.Errorf("%s is turned off with %s", what, other)
		}
		links[link] = what
	}
}

func TestMailIsNotSentWithoutItsTokens(t *testing.T) {
	t.Parallel()
	var out sack
	m := newMailWith(t, &out, func(s *MailSetup) { s.Tokens = brokenBook{} })
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	r := m.Mail(t.Context(), domain.Delivery{ID: "d1", Notice: n}, v, ana)
	if r.Status != domain.Pending || r.Err == nil || len(out.mails) > 0 {
		t.Errorf("%+v", r)
	}
}

type brokenBook struct{}

func (brokenBook) MailToken(context.Context, domain.MailToken) (string, error) {
	return "", errors.New("the database is away")
}

func TestNothingTypedReachesAHeaderOfItsOwnWhereMailComesIn(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{"Turn\r\nBcc: x@evil.example", "Turn\nReply-To: x@evil.example", "Turn\rList-Unsubscribe: <http://evil.example>",
		"=?utf-8?q?Turn=0D=0ABcc:_x@evil.example?=", "<x@evil.example>, Ana", "Ana\x00\xff", strings.Repeat("ü\r\nBcc: ", 60)} {
		g := begin(t)
		n, v := g.until(domain.TurnStarted)
		v.Title = evil
		for i := range v.Seats {
			v.Seats[i].Player = evil
		}
		var out sack
		m := newMailWith(t, &out, func(s *MailSetup) { withReplies(s); s.Key = newKey(t, "ed25519") })
		if r := m.Mail(t.Context(), domain.Delivery{ID: "d1", Game: v.ID, Account: ana.ID, Notice: n}, v, domain.Account{Name: evil, Email: ana.Email}); r.Status != domain.Delivered {
			t.Fatalf("%.30q: %+v", evil, r)
		}
		h := headerOf(t, out.parcels[0])
		if len(h) != 15 {
			t.Errorf("%.30q: header %v", evil, h)
		}
		for name, values := range h {
			decoded, err := new(mime.WordDecoder).DecodeHeader(strings.Join(values, ""))
			if len(values) != 1 || err != nil || strings.ContainsAny(decoded, "\r\n\x00") || name != "Subject" && name != "To" && strings.Contains(decoded, "evil") {
				t.Errorf("%.30q: %s: %q, %v", evil, name, values, err)
			}
		}
	}
}

func TestAddressesOfBoxesAreReadHoweverTheyWereSpelled(t *testing.T) {
	t.Parallel()
	token := domain.NewMailToken([16]byte{1, 2, 3})
	for _, box := range []Box{ReplyBox, BounceBox} {
		whole := box.Address(token, "mail.example.org")
		for _, spelled := range []string{whole, strings.ToUpper(whole), whole + "."} {
			if b, text, ok := ReadAddress(spelled, "mail.example.org"); !ok || b != box || text != token {
				t.Errorf("%s is read as %s %s %v", spelled, b, text, ok)
			}
		}
		if local, _, _ := strings.Cut(whole, "@"); len(local) > 64 {
			t.Errorf("%d octets before the @", len(local))
		}
	}
	for _, other := range []string{"", "reply", "reply@mail.example.org", "reply+@mail.example.org", "reply+" + token, "reply+" + token + "@", "reply+" + token + "@example.org",
		"reply+" + token + "@evil.example@mail.example.org", "play+" + token + "@mail.example.org", "reply+" + token + "0@mail.example.org", "reply+x+" + token + "@mail.example.org",
		" reply+" + token + "@mail.example.org", "<reply+" + token + "@mail.example.org>"} {
		if b, text, ok := ReadAddress(other, "mail.example.org"); ok {
			t.Errorf("%q is read as %s %s", other, b, text)
		}
	}
	if _, _, ok := ReadAddress("reply+"+token+"@", ""); ok {
		t.Error("without a mail domain an address is read")
	}
}

func TestMailDomainThatIsNoneIsAnError(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"localhost", "a b", "example.org\r\nBcc: x@y.z", "x@example.org", "[127.0.0.1]", "."} {
		if _, err := NewMail(MailSetup{Composer: composer, From: "tender@example.org", Domain: host}); err == nil {
			t.Errorf("%q is taken", host)
		}
	}
}
