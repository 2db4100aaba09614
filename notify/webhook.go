package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tender/domain"
	"tender/notify/egress"
)

// secretPrefix begins a webhook's secret, so that people and scanners know it for one.
const secretPrefix = "whsec_"

// The lengths of a key in bytes that the Standard Webhooks specification allows.
const (
	minKey = 24
	maxKey = 64
)

// sign makes the value of the header webhook-signature.
func sign(secret, id string, at time.Time, body []byte) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil || len(key) < minKey || len(key) > maxKey {
		return "", errors.New("the webhook's secret is not one")
	}
	mac := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintf(mac, "%s.%d.", id, at.Unix())
	_, _ = mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

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

// Hook posts a notice. Its id is the delivery's on every attempt; the time is the attempt's, as receivers refuse old
// ones.
func (h *Hooks) Hook(ctx context.Context, d domain.Delivery, v domain.View, hook domain.Webhook) Reply {
	body, err := h.Composer.Payload(d.Notice, v, d.CameUp())
	if err != nil {
		return Reply{Status: domain.Pending, Detail: "the message could not be written", Err: err}
	}
	at := h.Now()
	signature, err := sign(hook.Secret, d.ID, at, body)
	if err != nil {
		return Reply{Status: domain.Failed, Detail: err.Error()}
	}
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", "Tender")
	header.Set("Webhook-Id", d.ID)
	header.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	header.Set("Webhook-Signature", signature)
	answer, err := h.Client.Post(ctx, hook.URL, header, body)
	if err != nil {
		return Reply{Status: domain.Pending, Detail: egress.Reason(err)}
	}
	return h.reply(answer)
}

// reply reads an answer: 2xx is received, 410 means that nothing is wanted there any more, everything else is tried
// again, redirections too.
func (h *Hooks) reply(a egress.Answer) Reply {
	r := Reply{Status: domain.Pending, Answer: a.Code, Detail: printable(a.Body), After: retryAfter(a.RetryAfter, h.Now())}
	switch {
	case a.Code >= 200 && a.Code < 300:
		r.Status = domain.Delivered
	case a.Code == http.StatusGone:
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
