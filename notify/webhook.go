package notify

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
	"unicode"

	"tender/domain"
	"tender/notify/egress"
)

// Poster makes requests to addresses that users gave; *egress.Client is one.
type Poster interface {
	Post(ctx context.Context, url string, header http.Header, body []byte) (egress.Answer, error)
}

// Hooks sends webhooks as the Standard Webhooks specification says. It is a Hooker.
type Hooks struct {
	Composer Composer
	Client   Poster
	Now      func() time.Time
}

// Hook posts a notice in the webhook's format.
func (h *Hooks) Hook(ctx context.Context, d domain.Delivery, v domain.View, hook domain.Webhook) Reply {
	body, err := h.Composer.body(d, v, hook.Format)
	if err != nil {
		return Reply{Status: domain.Pending, Why: domain.WhyInternal, Detail: "the message could not be written", Err: err}
	}
	return h.Send(ctx, d.ID, hook, body)
}

// Send signs a body and posts it. id is the delivery's on every attempt; the time is the attempt's, as receivers refuse
// old ones.
func (h *Hooks) Send(ctx context.Context, id string, hook domain.Webhook, body []byte) Reply {
	at := h.Now()
	signature, err := sign(hook, id, at, body)
	if err != nil {
		return Reply{Status: domain.Failed, Why: domain.WhyInternal, Detail: err.Error()}
	}
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", "Tender")
	header.Set("Webhook-Id", id)
	header.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	header.Set("Webhook-Signature", signature)
	target := hook.URL
	if hook.Format == domain.DiscordFormat {
		target = waiting(target)
	}
	answer, err := h.Client.Post(ctx, target, header, body)
	switch {
	case errors.Is(err, egress.ErrForbidden):
		return Reply{Status: domain.Pending, Why: domain.WhyForbidden, Detail: egress.Reason(err)}
	case err != nil:
		return Reply{Status: domain.Pending, Why: domain.WhyUnreachable, Detail: egress.Reason(err)}
	}
	return h.reply(answer)
}

// reply reads an answer: 2xx is received, 410 means that nothing is wanted there any more, everything else is tried
// again, redirections too.
func (h *Hooks) reply(a egress.Answer) Reply {
	r := Reply{Status: domain.Pending, Why: domain.WhyRefused, Answer: a.Code, Detail: printable(a.Body), After: retryAfter(a.RetryAfter, h.Now())}
	switch {
	case a.Code >= 200 && a.Code < 300:
		r.Status, r.Why = domain.Delivered, ""
	case a.Code == domain.GoneAnswer:
		r.Status = domain.Failed
	}
	return r
}

// printable makes a receiver's words fit to be stored and shown.
func printable(body []byte) string {
	text := bytes.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsGraphic(r) && r != unicode.ReplacementChar {
			return r
		}
		return -1
	}, body)
	return string(bytes.TrimSpace(text))
}
