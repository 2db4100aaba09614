package notify

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"tender/domain"
)

// signed gives the headers with which a body is sent.
func signed(t testing.TB, h domain.Webhook, id string, at time.Time, body []byte) http.Header {
	t.Helper()
	signature, err := sign(h, id, at, body)
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{}
	header.Set("webhook-id", id)
	header.Set("webhook-timestamp", fmt.Sprint(at.Unix()))
	header.Set("webhook-signature", signature)
	return header
}

// accepts says whether the standard's own library lets a request through for who has a secret.
func accepts(t testing.TB, secret string, header http.Header, body []byte) bool {
	t.Helper()
	theirs, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return theirs.VerifyIgnoringTimestamp(body, header) == nil
}

func TestStandardsOwnLibraryAcceptsTheSignature(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"whsec_" + strings.Repeat("AAAA", 8), hook.Secret,
		"whsec_" + base64.StdEncoding.EncodeToString(slices.Repeat([]byte{7}, domain.MaxHookKey))} {
		h := hook
		h.Secret = secret
		body := []byte(`{"type":"bid_wanted"}`)
		header := signed(t, h, "d1", noon, body)
		if !accepts(t, secret, header, body) {
			t.Error("refused")
		}
		if accepts(t, secret, header, append(body, ' ')) {
			t.Error("a space more is accepted")
		}
		header.Set("webhook-id", "d2")
		if accepts(t, secret, header, body) {
			t.Error("another id is accepted")
		}
	}
}

// checkV1a checks a request as a receiver would who has a webhook's public key and crypto/ed25519.
func checkV1a(public ed25519.PublicKey, header http.Header, body []byte) bool {
	content := fmt.Appendf(nil, "%s.%s.%s", header.Get("webhook-id"), header.Get("webhook-timestamp"), body)
	for signature := range strings.FieldsSeq(header.Get("webhook-signature")) {
		text, ok := strings.CutPrefix(signature, "v1a,")
		raw, err := base64.StdEncoding.DecodeString(text)
		if ok && err == nil && ed25519.Verify(public, content, raw) {
			return true
		}
	}
	return false
}

func TestReceiverWithThePublicKeyAcceptsTheSignature(t *testing.T) {
	t.Parallel()
	public := ed25519.NewKeyFromSeed(hook.KeySeed).Public().(ed25519.PublicKey)
	other := ed25519.NewKeyFromSeed([]byte("another seed of 32 bytes exactly")).Public().(ed25519.PublicKey)
	body := []byte(`{"type":"bid_wanted"}`)
	header := signed(t, hook, "d1", noon, body)
	if !checkV1a(public, header, body) {
		t.Error("refused")
	}
	if checkV1a(other, header, body) || checkV1a(public, header, append(body, ' ')) {
		t.Error("another key or another body is accepted")
	}
	header.Set("webhook-timestamp", fmt.Sprint(noon.Unix()+1))
	if checkV1a(public, header, body) {
		t.Error("another time is accepted")
	}
}

func TestReplacedSecretsSignUntilTheirTimeIsOver(t *testing.T) {
	t.Parallel()
	secretOf := func(b byte) string {
		return "whsec_" + base64.StdEncoding.EncodeToString(slices.Repeat([]byte{b}, 32))
	}
	h := hook
	h.Secret = secretOf(3)
	h.Old = []domain.OldSecret{{Secret: secretOf(2), Until: noon.Add(2 * time.Hour)}, {Secret: secretOf(1), Until: noon.Add(time.Hour)}}
	body := []byte(`{}`)
	for _, c := range []struct {
		after time.Duration
		want  []bool // by secret, from the first
	}{{0, []bool{true, true, true}}, {time.Hour, []bool{false, true, true}}, {2 * time.Hour, []bool{false, false, true}}} {
		header := signed(t, h, "d1", noon.Add(c.after), body)
		for i, want := range c.want {
			if got := accepts(t, secretOf(byte(i+1)), header, body); got != want {
				t.Errorf("after %v secret %d is accepted: %t", c.after, i+1, got)
			}
		}
		signatures := strings.Fields(header.Get("webhook-signature"))
		if last := signatures[len(signatures)-1]; !strings.HasPrefix(last, "v1a,") || !strings.HasPrefix(signatures[0], "v1,") {
			t.Errorf("%v", signatures)
		}
	}
}

func TestBrokenSecretsSignNothing(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"", "whsec_", "whsec_short", "whsec_!!!", "whsec_" + strings.Repeat("AAAA", 30)} {
		h := hook
		h.Secret = secret
		if s, err := sign(h, "d1", noon, nil); err == nil {
			t.Errorf("%q signs %s", secret, s)
		}
	}
	h := hook
	h.KeySeed = nil
	if s, err := sign(h, "d1", noon, nil); err == nil {
		t.Errorf("no key signs %s", s)
	}
}
