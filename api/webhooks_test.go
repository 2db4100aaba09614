package api_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

func TestAWebhooksSecretIsShownOnce(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	a := w.do("POST", "/v1/me/webhooks", ada, `{"url":"https://hooks.example.org/"}`)
	w.want(201, a)
	var hook struct{ ID, Secret string }
	a.read(&hook)
	if !strings.HasPrefix(hook.Secret, "whsec_") || len(hook.Secret) < 40 {
		t.Errorf("%s", a.Body)
	}
	if list := w.do("GET", "/v1/me/webhooks", ada, ""); strings.Contains(list.Body.String(), hook.Secret) || !strings.Contains(list.Body.String(), hook.ID) {
		t.Errorf("%s", list.Body)
	}
	w.refused(409, domain.WebhookExists, w.do("POST", "/v1/me/webhooks", ada, `{"url":"https://hooks.example.org/"}`))
	a = w.do("POST", "/v1/me/webhooks", ada, `{"url":"http://hooks.example.org/"}`)
	w.refused(422, domain.InvalidURL, a)
	if !strings.Contains(a.Body.String(), `"/url"`) {
		t.Errorf("no pointer: %s", a.Body)
	}
	w.refused(404, domain.NotFound, w.do("DELETE", "/v1/me/webhooks/"+hook.ID, ben, ""))
	w.want(204, w.do("DELETE", "/v1/me/webhooks/"+hook.ID, ada, ""))
}

// hooked adds a webhook of somebody's.
func (w *world) hooked(session, body string) (id string) {
	w.Helper()
	a := w.do("POST", "/v1/me/webhooks", session, body)
	w.want(201, a)
	var hook struct{ ID string }
	a.read(&hook)
	return hook.ID
}

func TestTheSameAddressInAnotherSpellingIsTheSameWebhook(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.hooked(ada, `{"url":"https://hooks.example.org/"}`)
	w.refused(409, domain.WebhookExists, w.do("POST", "/v1/me/webhooks", ada, `{"url":"https://HOOKS.example.org/"}`))
}

func TestSecretsThatAnOwnerMayBring(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	secretOf := func(n int) string { return "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, n)) }
	for i, good := range []string{secretOf(24), secretOf(25), secretOf(64)} {
		a := w.do("POST", "/v1/me/webhooks", ada, compact(map[string]any{"url": "https://hooks.example.org/" + strings.Repeat("x", i+1), "secret": good}))
		w.want(201, a)
		if !strings.Contains(a.Body.String(), good) {
			t.Errorf("%s", a.Body)
		}
	}
	at := "/v1/me/webhooks/" + w.hooked(ada, `{"url":"https://hooks.example.org/"}`)
	for _, bad := range []string{"", "whsec_", secretOf(23), secretOf(65), secretOf(32)[6:], "whsk_" + secretOf(32)[6:], secretOf(32) + "=", secretOf(32) + "\n",
		strings.TrimRight(secretOf(25), "="), strings.ReplaceAll(secretOf(24), "A", "-"), secretOf(25)[:38] + "B=="} {
		for _, a := range []answer{
			w.do("POST", "/v1/me/webhooks", ada, compact(map[string]any{"url": "https://hooks.example.org/new", "secret": bad})),
			w.do("POST", at+"/secret", ada, compact(map[string]any{"secret": bad})),
		} {
			w.refused(422, domain.InvalidSecret, a)
			if !strings.Contains(a.Body.String(), `"/secret"`) {
				t.Errorf("no pointer: %s", a.Body)
			}
		}
	}
}

func TestASecretIsChanged(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	at := "/v1/me/webhooks/" + w.hooked(ada, `{"url":"https://hooks.example.org/"}`)
	a := w.do("POST", at+"/secret", ada, `{}`)
	w.want(200, a)
	var hook struct {
		Secret string
		Old    []struct{ Until time.Time } `json:"old_secrets"`
	}
	a.read(&hook)
	if !strings.HasPrefix(hook.Secret, "whsec_") || len(hook.Old) != 1 || !hook.Old[0].Until.Equal(w.now().Add(24*time.Hour)) {
		t.Errorf("%s", a.Body)
	}
	if a := w.do("GET", at, ada, ""); strings.Contains(a.Body.String(), "whsec_") || !strings.Contains(a.Body.String(), `"old_secrets":[{"until"`) {
		t.Errorf("%s", a.Body)
	}
	w.pass(24 * time.Hour)
	ada, _ = w.signIn("ada@example.org")
	if a := w.do("GET", at, ada, ""); !strings.Contains(a.Body.String(), `"old_secrets":[]`) {
		t.Errorf("%s", a.Body)
	}
	w.refused(404, domain.NotFound, w.do("POST", at+"/secret", w.person("Ben"), `{}`))
	w.refused(422, "invalid_input", w.do("POST", at+"/secret", ada, `{"overlap_hours":169}`))
}

func TestAWebhookIsChangedAndItsAddressIsNot(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	at := "/v1/me/webhooks/" + w.hooked(ada, `{"url":"https://hooks.example.org/","format":"discord"}`)
	for _, c := range []struct{ body, want string }{
		{`{"events":["bid_wanted","game_over"]}`, `"events":["bid_wanted","game_over"],"failed":0`},
		{`{"format":"slack"}`, `"events":["bid_wanted","game_over"],"failed":0,"failing_since":null,"format":"slack"`},
		{`{"enabled":false}`, `"disabled_why":"owner","enabled":false`},
		{`{"events":[]}`, `"enabled":false,"events":[]`},
		{`{"enabled":true}`, `"disabled_at":null,"enabled":true`},
	} {
		a := w.do("PATCH", at, ada, c.body)
		w.want(200, a)
		if !strings.Contains(a.Body.String(), c.want) {
			t.Errorf("%s: %s", c.body, a.Body)
		}
		if again := w.do("GET", at, ada, ""); again.Body.String() != a.Body.String() {
			t.Errorf("%s: %s", c.body, again.Body)
		}
	}
	for _, bad := range []string{`{}`, `{"url":"https://other.example.org/"}`, `{"events":["bid"]}`, `{"events":["game_over","game_over"]}`, `{"format":"teams"}`, `{"enabled":null}`} {
		w.refused(422, "invalid_input", w.do("PATCH", at, ada, bad))
	}
	w.refused(404, domain.NotFound, w.do("PATCH", at, ben, `{"enabled":false}`))
	w.refused(404, domain.NotFound, w.do("GET", at, ben, ""))
}

func TestAPublicKeyIsPublishedToEverybody(t *testing.T) {
	w := newWorld(t)
	id := w.hooked(w.person("Ada"), `{"url":"https://hooks.example.org/"}`)
	a := w.do("GET", "/.well-known/webhook-keys/"+id, "", "")
	w.want(200, a)
	var key struct {
		Webhook string
		Public  string `json:"public_key"`
	}
	a.read(&key)
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(key.Public, "whpk_"))
	if err != nil || len(raw) != ed25519.PublicKeySize || key.Webhook != id || strings.Contains(a.Body.String(), "hooks.example.org") {
		t.Errorf("%v: %s", err, a.Body)
	}
	w.refused(404, domain.NotFound, w.do("GET", "/.well-known/webhook-keys/nosuch", "", ""))
}
