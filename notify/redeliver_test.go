package notify

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"tender/domain"
	"tender/notify/egress"
)

// ledger is a ByHand over a book: it knows one delivery and notes what is written of it.
type ledger struct {
	*book
	d       domain.Delivery
	lately  bool
	written []domain.Attempt
	tested  []string // hooks
	ctx     error    // of the last write
}

func (l *ledger) Delivery(_ context.Context, account, hook, id string) (domain.Delivery, error) {
	if account != l.d.Account || hook != l.d.Target || id != l.d.ID {
		return domain.Delivery{}, domain.Refuse(domain.NotFound, "There is no such delivery.")
	}
	return l.d, nil
}

func (l *ledger) BeginByHand(context.Context, domain.Delivery) (int, error) {
	if l.lately {
		return 0, domain.Refuse(domain.SentLately, "Just now.")
	}
	return 3, nil
}

func (l *ledger) EndByHand(ctx context.Context, _ domain.Delivery, n int, a domain.Attempt) error {
	l.written, l.ctx = append(l.written, a), ctx.Err()
	if n != 3 {
		return errors.New("another attempt")
	}
	return nil
}

func (l *ledger) CountTest(ctx context.Context, hook string, a domain.Attempt) error {
	l.tested, l.ctx = append(l.tested, hook), ctx.Err()
	l.written = append(l.written, a)
	return nil
}

// byHand is a swap turn's call to move that was sent before.
func byHand(t *testing.T, to *wire) (*ledger, *Redeliverer) {
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	b := newBook(func() time.Time { return noon })
	b.view, b.hooks["h1"] = v, hook
	l := &ledger{book: b, d: domain.Delivery{ID: "d8s1k4m0vb", Game: v.ID, Account: "a1", Channel: domain.ByWebhook, Target: "h1", Seq: 9, Notice: n, CreatedAt: noon, Status: domain.Delivered}}
	return l, &Redeliverer{Store: l, Hooks: &Hooks{Composer: composer, Client: to, Now: func() time.Time { return noon }}}
}

func TestANoticeSentByHandHasItsOldIDAndIsWrittenDown(t *testing.T) {
	t.Parallel()
	to := &wire{answer: egress.Answer{Code: 503, Body: []byte("later")}}
	l, r := byHand(t, to)
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // who asked has gone
	a, err := r.Redeliver(ctx, "a1", "h1", "d8s1k4m0vb")
	if err != nil || a.Status != domain.Failed || a.Answer != 503 || a.Detail != "later" || !a.Manual {
		t.Errorf("%+v, %v", a, err)
	}
	if len(to.headers) != 1 || to.headers[0].Get("Webhook-Id") != "d8s1k4m0vb" || len(l.written) != 1 || l.written[0] != a || l.ctx != nil {
		t.Errorf("sent %v, written %+v, %v", to.headers, l.written, l.ctx)
	}
}

func TestWhatIsOutOfDateOrAnothersIsNotSentByHand(t *testing.T) {
	t.Parallel()
	to := &wire{answer: egress.Answer{Code: 200}}
	l, r := byHand(t, to)
	for want, prepare := range map[domain.Code]func() (account string){
		domain.NotFound:   func() string { return "b2" },
		domain.SentLately: func() string { l.lately = true; return "a1" },
		domain.NotOwed:    func() string { l.over["d8s1k4m0vb"] = true; return "a1" },
	} {
		l.lately, l.over = false, map[string]bool{}
		_, err := r.Redeliver(t.Context(), prepare(), "h1", "d8s1k4m0vb")
		if refusal, ok := domain.AsRefusal(err); !ok || refusal.Code != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
	if len(to.headers) != 0 || len(l.written) != 0 {
		t.Errorf("sent %v", to.headers)
	}
}

func TestATestMessageIsSignedLikeEveryOther(t *testing.T) {
	t.Parallel()
	theirs, err := standardwebhooks.NewWebhook(hook.Secret)
	if err != nil {
		t.Fatal(err)
	}
	to := &wire{answer: egress.Answer{Code: 204}}
	h := &Hooks{Composer: composer, Client: to, Now: func() time.Time { return noon }}
	for range 2 {
		if a, err := h.TestHook(t.Context(), hook); err != nil || a.Status != domain.Delivered || a.Answer != 204 || !a.Manual {
			t.Errorf("%+v, %v", a, err)
		}
	}
	for _, n := range []int{0, 1} {
		if err := theirs.VerifyIgnoringTimestamp(to.bodies[n], to.headers[n]); err != nil {
			t.Error(err)
		}
	}
	first, second := to.headers[0].Get("Webhook-Id"), to.headers[1].Get("Webhook-Id")
	if !strings.HasPrefix(first, "test_") || first == second {
		t.Errorf("ids %s, %s", first, second)
	}
	var sent TestPayload
	if err := json.Unmarshal(to.bodies[0], &sent); err != nil || sent.Type != "test" || sent.Data.Webhook != "h1" || strings.Contains(string(to.bodies[0]), "game") {
		t.Errorf("%s, %v", to.bodies[0], err)
	}
	for format, want := range map[domain.HookFormat]string{domain.DiscordFormat: `"content":"A test message`, domain.SlackFormat: `"text":"A test message`} {
		chat := hook
		chat.Format = format
		if _, err := h.TestHook(t.Context(), chat); err != nil || !strings.Contains(string(to.bodies[len(to.bodies)-1]), want) {
			t.Errorf("%s: %s, %v", format, to.bodies[len(to.bodies)-1], err)
		}
	}
	to.err = egress.ErrForbidden
	if a, err := h.TestHook(t.Context(), hook); err != nil || a.Status != domain.Failed || a.Detail != egress.ErrForbidden.Error() {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestATestMessageCountsAlthoughWhoAskedHasGone(t *testing.T) {
	t.Parallel()
	to := &wire{answer: egress.Answer{Code: domain.GoneAnswer}}
	l, r := byHand(t, to)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := r.Test(ctx, hook)
	if err != nil || a.Answer != domain.GoneAnswer || len(l.tested) != 1 || l.tested[0] != hook.ID || l.written[0] != a || l.ctx != nil {
		t.Errorf("%+v, %v: counted %v %+v, %v", a, err, l.tested, l.written, l.ctx)
	}
}
