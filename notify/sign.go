package notify

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"tender/domain"
)

// sign makes the value of the header webhook-signature: one of version v1 for the webhook's secret and for each old one
// that signs on at a time, and one of version v1a, with spaces between. body is signed as it is sent.
func sign(hook domain.Webhook, id string, at time.Time, body []byte) (string, error) {
	content := fmt.Appendf(nil, "%s.%d.%s", id, at.Unix(), body)
	secrets := []string{hook.Secret}
	for _, old := range hook.Old {
		if at.Before(old.Until) {
			secrets = append(secrets, old.Secret)
		}
	}
	var signatures []string
	for _, secret := range secrets {
		key, ok := domain.HookKey(secret)
		if !ok {
			return "", errors.New("the webhook's secret is not one")
		}
		mac := hmac.New(sha256.New, key)
		_, _ = mac.Write(content)
		signatures = append(signatures, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	if len(hook.KeySeed) != ed25519.SeedSize {
		return "", errors.New("the webhook has no key")
	}
	signature := ed25519.Sign(ed25519.NewKeyFromSeed(hook.KeySeed), content)
	return strings.Join(append(signatures, "v1a,"+base64.StdEncoding.EncodeToString(signature)), " "), nil
}
