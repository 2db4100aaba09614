package api

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"io"
	"time"

	"tender/domain"
)

// publicKeyPrefix begins a webhook's public key, so that people and scanners know it for one, as Standard Webhooks has it.
const publicKeyPrefix = "whpk_"

// madeHookKey is the length in bytes of the key in a secret that is made here.
const madeHookKey = 32

// hookSecret is the secret that the owner brings, or a new one.
func (s *server) hookSecret(own *string) (string, error) {
	if own == nil {
		var key [madeHookKey]byte
		if _, err := io.ReadFull(s.Random, key[:]); err != nil {
			return "", fmt.Errorf("random bytes: %w", err)
		}
		return domain.SecretPrefix + base64.StdEncoding.EncodeToString(key[:]), nil
	}
	if _, ok := domain.HookKey(*own); !ok {
		return "", domain.Refuse(domain.InvalidSecret, `A secret is "whsec_" and %d to %d random bytes in base64; or leave it out and one is made.`, domain.MinHookKey, domain.MaxHookKey).At("/secret")
	}
	return *own, nil
}

// publicKey is what a receiver checks v1a signatures with.
func publicKey(h domain.Webhook) string {
	if len(h.KeySeed) != ed25519.SeedSize {
		return ""
	}
	key := ed25519.NewKeyFromSeed(h.KeySeed).Public().(ed25519.PublicKey)
	return publicKeyPrefix + base64.StdEncoding.EncodeToString(key)
}

// shownHook is a webhook without its secret.
func (s *server) shownHook(h domain.Webhook) Webhook {
	w := Webhook{Id: h.ID, Url: h.URL, Format: HookFormat(h.Format), Events: []NoticeType{}, Enabled: !h.Disabled(),
		DisabledAt: timeOrNull(h.DisabledAt), FailingSince: timeOrNull(h.FailingSince), Failed: h.Failed, PublicKey: publicKey(h),
		OldSecrets: []OldSecret{}, CreatedAt: h.CreatedAt.UTC()}
	if h.Disabled() {
		why := DisabledWhy(h.DisabledWhy)
		w.DisabledWhy = &why
	}
	for _, n := range h.Events {
		w.Events = append(w.Events, NoticeType(n))
	}
	for _, old := range h.Old {
		if s.Now().Before(old.Until) {
			w.OldSecrets = append(w.OldSecrets, OldSecret{Until: old.Until.UTC().Truncate(time.Millisecond)})
		}
	}
	return w
}

func (s *server) shownHooks(hooks []domain.Webhook) []Webhook {
	shown := make([]Webhook, len(hooks))
	for i, h := range hooks {
		shown[i] = s.shownHook(h)
	}
	return shown
}

// hookWithSecret shows a webhook to whom its secret is new.
func (s *server) hookWithSecret(h domain.Webhook) CreatedWebhook {
	w := s.shownHook(h)
	return CreatedWebhook{Id: w.Id, Url: w.Url, Format: w.Format, Events: w.Events, Enabled: w.Enabled, DisabledAt: w.DisabledAt,
		DisabledWhy: w.DisabledWhy, FailingSince: w.FailingSince, Failed: w.Failed, PublicKey: w.PublicKey, OldSecrets: w.OldSecrets,
		CreatedAt: w.CreatedAt, Secret: h.Secret}
}
