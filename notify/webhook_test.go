package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"tender/domain"
	"tender/notify/egress"
)

// wire is a Poster that keeps what is posted and answers as told.
type wire struct {
	answer  egress.Answer
	err     error
	headers []http.Header
	bodies  [][]byte
}

func (w *wire) Post(_ context.Context, _ string, header http.Header, body []byte) (egress.Answer, error) {
	w.headers, w.bodies = append(w.headers, header), append(w.bodies, body)
	return w.answer, w.err
}

var hook = domain.Webhook{ID: "h1", Account: "a1", URL: "https://hooks.example.org/x", Secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
	KeySeed: []byte("seed of thirty-two bytes exactly")}

// hookOf sends the call to move of a swap turn at a time.
func hookOf(t testing.TB, w *wire, at time.Time) Reply {
	t.Helper()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	h := &Hooks{Composer: composer, Client: w, Now: func() time.Time { return at }}
	return h.Hook(context.Background(), domain.Delivery{ID: "d8s1k4m0vb", Game: v.ID, Notice: n, CreatedAt: noon, Seq: 7}, v, hook)
}

func TestRetryHasTheSameIDAndANewTime(t *testing.T) {
	t.Parallel()
	theirs, err := standardwebhooks.NewWebhook(hook.Secret)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{answer: egress.Answer{Code: 500}}
	hookOf(t, w, noon)
	hookOf(t, w, noon.Add(time.Hour))
	for i, header := range w.headers {
		if header.Get("webhook-id") != "d8s1k4m0vb" || header.Get("webhook-timestamp") != fmt.Sprint(noon.Add(time.Duration(i)*time.Hour).Unix()) {
			t.Errorf("attempt %d: %v", i+1, header)
		}
		if err := theirs.VerifyIgnoringTimestamp(w.bodies[i], header); err != nil {
			t.Error(err)
		}
	}
	if !bytes.Equal(w.bodies[0], w.bodies[1]) {
		t.Error("the body has changed")
	}
}

func TestPayloadHoldsTheViewOfItsSeat(t *testing.T) {
	t.Parallel()
	w := &wire{answer: egress.Answer{Code: 204}}
	if r := hookOf(t, w, noon); r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, w.bodies[0], "", "  "); err != nil {
		t.Fatal(err)
	}
	golden(t, "payload.golden", indented.String()+"\n")
}

func TestPayloadOfAFinishedGameHasTheScores(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.GameOver)
	body, err := composer.Payload(domain.Delivery{Notice: n, CreatedAt: noon, Seq: 1}, v)
	var p Payload
	if err != nil || json.Unmarshal(body, &p) != nil || p.Data.Result == nil || len(p.Data.Result.Totals) != 3 || p.Data.Moves == nil {
		t.Errorf("%v\n%s", err, body)
	}
}

func TestPayloadThatWouldBeTooLongLosesTextThenMoves(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	long := domain.Choice{Move: "keep", Does: strings.Repeat("x", 100)}
	for _, c := range []struct {
		moves       int
		text, moved bool
	}{{10, true, true}, {110, false, true}, {1000, false, false}} {
		v.Moves = nil
		for range c.moves {
			v.Moves = append(v.Moves, long)
		}
		body, err := composer.Payload(domain.Delivery{Notice: n, CreatedAt: noon, Seq: 1}, v)
		var p Payload
		if err != nil || len(body) > MaxPayload || json.Unmarshal(body, &p) != nil {
			t.Fatalf("%d bytes, %v", len(body), err)
		}
		if (p.Data.Text != "") != c.text || (len(p.Data.Moves) > 0) != c.moved || p.Data.Moves == nil {
			t.Errorf("%d moves: text %t, %d moves", c.moves, p.Data.Text != "", len(p.Data.Moves))
		}
	}
}

func TestReceiversAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer egress.Answer
		err    error
		want   Reply
	}{
		{egress.Answer{Code: 200, Body: []byte("ok\n")}, nil, Reply{Status: domain.Delivered, Answer: 200, Detail: "ok"}},
		{egress.Answer{Code: 204}, nil, Reply{Status: domain.Delivered, Answer: 204}},
		{egress.Answer{Code: 301}, nil, Reply{Status: domain.Pending, Why: domain.WhyRefused, Answer: 301}},
		{egress.Answer{Code: 404}, nil, Reply{Status: domain.Pending, Why: domain.WhyRefused, Answer: 404}},
		{egress.Answer{Code: 410}, nil, Reply{Status: domain.Failed, Why: domain.WhyRefused, Answer: 410}},
		{egress.Answer{Code: 429, RetryAfter: "120"}, nil, Reply{Status: domain.Pending, Why: domain.WhyRefused, Answer: 429, After: 2 * time.Minute}},
		{egress.Answer{Code: 503, RetryAfter: "Mon, 02 Mar 2026 13:00:00 GMT"}, nil, Reply{Status: domain.Pending, Why: domain.WhyRefused, Answer: 503, After: time.Hour}},
		{egress.Answer{Code: 500, Body: []byte("a\x00\x1b[31mb\xff")}, nil, Reply{Status: domain.Pending, Why: domain.WhyRefused, Answer: 500, Detail: "a[31mb"}},
		{egress.Answer{}, egress.ErrForbidden, Reply{Status: domain.Pending, Why: domain.WhyForbidden, Detail: egress.ErrForbidden.Error()}},
		{egress.Answer{}, errors.New("dial tcp 10.0.0.1:80: no route"), Reply{Status: domain.Pending, Why: domain.WhyUnreachable, Detail: "no understandable answer"}},
	} {
		if got := hookOf(t, &wire{answer: c.answer, err: c.err}, noon); got != c.want {
			t.Errorf("%+v, %v: %+v", c.answer, c.err, got)
		}
	}
}
