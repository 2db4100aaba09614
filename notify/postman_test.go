package notify

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tender/domain"
)

// partsOf gives the parts of a mail as they read.
func partsOf(t testing.TB, m *mail.Message) (parts []string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	for r := multipart.NewReader(m.Body, params["boundary"]); ; {
		part, err := r.NextRawPart()
		if err == io.EOF {
			return parts
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, strings.ReplaceAll(string(text), "\r\n", "\n"))
	}
}

// shelf is a LetterQueue and LetterBook of one letter.
type shelf struct {
	mu       sync.Mutex
	letter   domain.Letter
	post     domain.Post
	owed     bool
	err      error
	pending  bool
	attempts []domain.Attempt
	codes    []domain.MailCode
	wake     chan struct{}
}

func (s *shelf) ClaimLetters(context.Context, int, time.Duration) ([]domain.Letter, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.pending {
		return nil, nil
	}
	s.pending = false
	return []domain.Letter{s.letter}, nil
}

func (s *shelf) NextLetter(context.Context) (time.Time, error) { return time.Time{}, nil }
func (s *shelf) LettersWake() <-chan struct{}                  { return s.wake }

func (s *shelf) FinishLetter(_ context.Context, _ domain.Letter, a domain.Attempt) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.attempts = append(s.attempts, a)
	s.letter.Attempts++
	s.pending = a.Status == domain.Pending
	return true, nil
}

func (s *shelf) Post(context.Context, domain.Letter) (domain.Post, bool, error) {
	s.post.Letter.ID = s.letter.ID
	return s.post, s.owed, s.err
}

func (s *shelf) AddCode(_ context.Context, c domain.MailCode) error {
	s.codes = append(s.codes, c)
	return nil
}

// letterOf is a shelf with one letter that is due and owed, and a postman who works at it.
func letterOf(t testing.TB, kind domain.LetterType, out Carrier) (*shelf, *Postman, *bytes.Buffer) {
	l := domain.Letter{ID: "l1", Type: kind, CreatedAt: noon}
	s := &shelf{letter: l, owed: true, pending: true, wake: make(chan struct{}, 1), post: domain.Post{Letter: l, To: ana}}
	switch kind {
	case domain.VerifyAddress:
		s.post.Code = &domain.MailCode{Purpose: domain.ToVerify, Account: "a1"}
	case domain.SignInLink:
		s.post.Code = &domain.MailCode{Purpose: domain.ToSignIn, Account: "a1"}
	case domain.InvitedLetter:
		view := begin(t).view(1)
		s.post.View, s.post.Invitation = &view, invitation()
	case domain.WebhookFailing, domain.WebhookDisabled:
		s.post.Hook = &domain.HookNews{Webhook: "h1", Host: "hooks.example.org", Since: noon.Add(-5 * 24 * time.Hour), Why: domain.DisabledFailing}
	}
	var log bytes.Buffer
	return s, &Postman{Queue: s, Book: s, Mail: newMail(t, out), Now: func() time.Time { return noon }, Jitter: func() float64 { return 0.5 },
		Log: slog.New(slog.NewTextHandler(&log, nil))}, &log
}

func (p *Postman) must(t testing.TB) {
	t.Helper()
	if n, err := p.Pass(context.Background()); n != 1 || err != nil {
		t.Fatalf("%d letters, %v", n, err)
	}
}

var tokens = regexp.MustCompile(`https://tender\.example\.org/[a-z-]+\?token=([A-Za-z0-9_-]{43})`)

func TestEveryLetterIsAMailByItself(t *testing.T) {
	t.Parallel()
	for _, kind := range domain.LetterTypes {
		if kind == domain.MailAnswer {
			continue // has a game, and is a mail of its thread
		}
		var out sack
		s, p, _ := letterOf(t, kind, &out)
		p.must(t)
		if len(out.mails) != 1 || s.attempts[0].Status != domain.Delivered {
			t.Fatalf("%s: %+v", kind, s.attempts)
		}
		m, err := mail.ReadMessage(bytes.NewReader(out.mails[0]))
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]string{"Auto-Submitted": "auto-generated", "Message-Id": "<l1@tender.example.org>", "In-Reply-To": "", "List-Id": ""} {
			if got := m.Header.Get(key); got != want {
				t.Errorf("%s: %s is %q", kind, key, got)
			}
		}
		parts := partsOf(t, m)
		if len(parts) != 2 {
			t.Fatalf("%s has %d parts", kind, len(parts))
		}
		link := tokens.FindString(parts[0])
		if (link != "") != (s.post.Code != nil) || link != "" && !strings.Contains(parts[1], `<a href="`+link+`">`) {
			t.Errorf("%s: the link is %q in\n%s\n%s", kind, link, parts[0], parts[1])
		}
		for _, part := range parts {
			if !strings.Contains(part, "Ana") || strings.Contains(part, "%!") {
				t.Errorf("%s:\n%s", kind, part)
			}
			for _, bad := range []string{"src=", "url(", "<img", "<script", "@import", "<link"} {
				if strings.Contains(part, bad) {
					t.Errorf("%s may load something: %s", kind, bad)
				}
			}
		}
	}
}

func TestSecretsOfALetterAreKeptAsHashesOnly(t *testing.T) {
	t.Parallel()
	var out sack
	s, p, log := letterOf(t, domain.SignInLink, &out)
	p.must(t)
	m, err := mail.ReadMessage(bytes.NewReader(out.mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	said := partsOf(t, m)[0]
	token := tokens.FindStringSubmatch(said)[1]
	short := regexp.MustCompile(`\n([A-Z2-9]{5}-[A-Z2-9]{5})\n`).FindStringSubmatch(said)[1]
	c := s.codes[0]
	if c.Hash != domain.LinkHash(token) || c.ShortHash != domain.ShortCodeHash("a1", short) || !c.ExpiresAt.Equal(noon.Add(15*time.Minute)) {
		t.Errorf("stored: %+v", c)
	}
	for _, secret := range []string{token, short, ana.Email} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds %q: %s", secret, log)
		}
	}
}

// flaky is a carrier that takes the mail and says at first that it did not.
type flaky struct {
	sack
	fails int
}

func (f *flaky) Carry(ctx context.Context, p Parcel) Reply {
	r := f.sack.Carry(ctx, p)
	if f.fails--; f.fails >= 0 {
		return Reply{Status: domain.Pending, Answer: 451}
	}
	return r
}

func TestALetterIsTriedAgainWithSecretsOfItsOwn(t *testing.T) {
	t.Parallel()
	out := &flaky{fails: 2}
	s, p, _ := letterOf(t, domain.VerifyAddress, out)
	for range 3 {
		p.must(t)
	}
	if n, err := p.Pass(context.Background()); n != 0 || err != nil || len(s.attempts) != 3 || s.attempts[2].Status != domain.Delivered {
		t.Fatalf("%d, %v, %+v", n, err, s.attempts)
	}
	for i, pause := range waits[:2] {
		if got := s.attempts[i].RetryAt.Sub(noon); got != pause {
			t.Errorf("after attempt %d: %v, want %v", i+1, got, pause)
		}
	}
	if len(s.codes) != 3 || s.codes[0].Hash == s.codes[1].Hash {
		t.Errorf("codes: %+v", s.codes)
	}
}

func TestALetterThatNobodyWaitsForIsDropped(t *testing.T) {
	t.Parallel()
	for situation, change := range map[string]func(*shelf){
		"not owed":            func(s *shelf) { s.owed = false },
		"its account is gone": func(s *shelf) { s.err = domain.Refuse(domain.NotFound, "gone") },
		"an old sign-in":      func(s *shelf) { s.letter.CreatedAt = noon.Add(-signInPatience - time.Second) },
	} {
		var out sack
		s, p, _ := letterOf(t, domain.SignInLink, &out)
		change(s)
		p.must(t)
		if len(out.mails) > 0 || len(s.codes) > 0 || s.attempts[0].Status != domain.Dropped {
			t.Errorf("%s: %+v", situation, s.attempts)
		}
	}
}

func TestATrickyAddressGetsNoLetter(t *testing.T) {
	t.Parallel()
	var out sack
	s, p, _ := letterOf(t, domain.VerifyAddress, &out)
	s.post.To.Email, s.post.To.Name = "ana@example.com\r\nBcc: x@y.z", "Ana\r\nBcc: x@y.z"
	p.must(t)
	if len(out.mails) > 0 || s.attempts[0].Status != domain.Failed {
		t.Errorf("%+v", s.attempts)
	}
}

func TestThePostmanIsWokenAndStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out sack
		s, p, _ := letterOf(t, domain.VerifyAddress, &out)
		s.pending, s.wake = false, make(chan struct{}, 1)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- p.Run(ctx) }()
		synctest.Wait()
		s.mu.Lock()
		s.pending = true
		s.mu.Unlock()
		s.wake <- struct{}{}
		synctest.Wait()
		if len(out.mails) != 1 {
			t.Errorf("%d mails", len(out.mails))
		}
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, io.EOF) {
			t.Error(err)
		}
	})
}

func TestLetterAboutAWebhookNamesItsHostAndWhatToDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind domain.LetterType
		why  domain.DisabledWhy
		want []string
	}{
		{domain.WebhookFailing, "", []string{"hooks.example.org", "since Wed 25 Feb 2026, 12:00 UTC", "another 4 days", "/v1/me/webhooks/h1/deliveries"}},
		{domain.WebhookDisabled, domain.DisabledFailing, []string{"hooks.example.org", "since Wed 25 Feb 2026, 12:00 UTC", `{"enabled": true}`}},
		{domain.WebhookDisabled, domain.DisabledGone, []string{"hooks.example.org", "answered 410", "/v1/me/webhooks/h1"}},
	} {
		var out sack
		s, p, _ := letterOf(t, c.kind, &out)
		s.post.Hook.Why = c.why
		p.must(t)
		m, err := mail.ReadMessage(bytes.NewReader(out.mails[0]))
		if err != nil {
			t.Fatal(err)
		}
		text := partsOf(t, m)[0]
		for _, want := range c.want {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
				t.Errorf("%s %s: no %q in\n%s", c.kind, c.why, want, text)
			}
		}
	}
}
