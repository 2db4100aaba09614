package api_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tender/api"
	"tender/domain"
)

// elsewhere is a provider that signs in whom it is told to, if everything comes back to it.
type elsewhere struct {
	who             domain.Identity
	nonce, verifier string
}

func (e *elsewhere) SignInURL(_ context.Context, state, nonce, verifier string) (string, error) {
	e.nonce, e.verifier = nonce, verifier
	return "https://id.example.org/authorize?state=" + url.QueryEscape(state), nil
}

func (e *elsewhere) Identify(_ context.Context, code, nonce, verifier string) (domain.Identity, error) {
	if code != "good" || nonce != e.nonce || verifier != e.verifier || nonce == "" || verifier == "" {
		return domain.Identity{}, errors.New("not as it was begun")
	}
	return e.who, nil
}

func newElsewhere(t testing.TB) (*world, *elsewhere) {
	e := &elsewhere{who: domain.Identity{Issuer: "https://id.example.org", Subject: "1", Email: "ann@example.org", EmailVerified: true, Names: []string{"Ann.Other-x"}}}
	return newWorldWith(t, func(d *api.Deps) { d.Provider = e }), e
}

// away sends a browser to the provider; it comes back with this state, if nobody meddles, and has this cookie.
func (w *world) away() (state string, cookie *http.Cookie) {
	w.Helper()
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, httptest.NewRequest("GET", "/v1/sessions/oidc", nil))
	to, err := url.Parse(rec.Header().Get("Location"))
	if rec.Code != 302 || err != nil || to.Host != "id.example.org" || len(rec.Result().Cookies()) != 1 {
		w.Fatalf("%d %v", rec.Code, rec.Header())
	}
	cookie = rec.Result().Cookies()[0]
	if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.MaxAge != 600 {
		w.Errorf("the cookie is %v", cookie)
	}
	return to.Query().Get("state"), cookie
}

func (w *world) back(query string, cookie *http.Cookie) *httptest.ResponseRecorder {
	w.Helper()
	r := httptest.NewRequest("GET", "/v1/sessions/oidc/callback?"+query, nil)
	if cookie != nil {
		r.AddCookie(cookie)
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	return rec
}

func TestAProviderSignsSomebodyIn(t *testing.T) {
	w, e := newElsewhere(t)
	w.person("Ann Other x")
	state, cookie := w.away()
	rec := w.back("code=good&iss=x&session_state=y&state="+state, cookie)
	if rec.Code != 200 || !strings.Contains(rec.Body.String(), "You are Ann Other x 2.") || !strings.Contains(rec.Body.String(), "<code>ey") {
		t.Fatalf("%d %s", rec.Code, rec.Body)
	}
	if gone := rec.Result().Cookies(); len(gone) != 1 || gone[0].MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", gone)
	}
	e.who.Email, e.who.EmailVerified = "", false
	state, cookie = w.away()
	if rec := w.back("code=good&state="+state, cookie); rec.Code != 200 || !strings.Contains(rec.Body.String(), "You are Ann Other x 2.") {
		t.Errorf("the second time: %d %s", rec.Code, rec.Body)
	}
}

func TestAWayToTheProviderThatIsNotTheBrowsersOwnIsRefused(t *testing.T) {
	w, e := newElsewhere(t)
	state, cookie := w.away()
	forged := *cookie
	forged.Value = "e30." + strings.SplitN(cookie.Value, ".", 2)[1]
	before := w.store.fingerprint()
	for situation, c := range map[string]struct {
		query  string
		cookie *http.Cookie
	}{
		"no cookie":       {"code=good&state=" + state, nil},
		"a forged cookie": {"code=good&state=" + state, &forged},
		"an empty cookie": {"code=good&state=", &http.Cookie{Name: cookie.Name, Value: "e30.e30"}},
		"no state":        {"code=good", cookie},
		"another state":   {"code=good&state=x" + state, cookie},
		"two states":      {"code=good&state=" + state + "&state=" + state, cookie},
		"another code":    {"code=bad&state=" + state, cookie},
		"no code":         {"state=" + state, cookie},
		"an error":        {"code=good&error=access_denied&state=" + state, cookie},
	} {
		rec := w.back(c.query, c.cookie)
		if rec.Code != 403 || strings.Contains(rec.Body.String(), "<code>") {
			t.Errorf("%s: %d %s", situation, rec.Code, rec.Body)
		}
	}
	e.who.EmailVerified = false
	if rec := w.back("code=good&state="+state, cookie); rec.Code != 403 {
		t.Errorf("an address that is not verified: %d", rec.Code)
	}
	e.who.EmailVerified = true
	w.pass(10 * time.Minute)
	if rec := w.back("code=good&state="+state, cookie); rec.Code != 403 {
		t.Errorf("after ten minutes: %d", rec.Code)
	}
	if w.store.fingerprint() != before {
		t.Error("something has changed")
	}
}

func TestWithoutAProviderThereIsNoWayToOne(t *testing.T) {
	w := newWorld(t)
	w.refused(404, domain.NotFound, w.do("GET", "/v1/sessions/oidc", "", ""))
}
