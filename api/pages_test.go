package api_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"tender/domain"
)

// form posts what a page's button sends.
func (w *world) form(target, body, kind string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	return rec
}

const formType = "application/x-www-form-urlencoded"

func (w *world) get(method, target string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, httptest.NewRequest(method, target, nil))
	return rec
}

func TestAPageLoadsNothingAndRunsNothing(t *testing.T) {
	w := newWorld(t)
	for _, target := range []string{"/verify?token=abc", "/sign-in?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/verify"} {
		rec := w.get("GET", target)
		body, policy := rec.Body.String(), rec.Header().Get("Content-Security-Policy")
		style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(body)
		sum := sha256.Sum256([]byte(style[1]))
		if want := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"; policy != want {
			t.Errorf("%s: the policy is %s, not %s", target, policy, want)
		}
		for _, bad := range []string{"<script", "src=", "url(", "http:", "https:", "onclick", "<link"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s holds %s:\n%s", target, bad, body)
			}
		}
		for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "Content-Type": "text/html; charset=utf-8"} {
			if got := rec.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q", target, name, got)
			}
		}
	}
}

func TestOnlyTheButtonUsesALinkUp(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	for _, page := range []string{"/verify", "/sign-in"} {
		w.store.codes[domain.LinkHash("t-1")] = "account1"
		before := w.store.fingerprint()
		for _, method := range []string{"HEAD", "GET", "GET"} {
			if rec := w.get(method, page+"?token=t-1"); rec.Code != 200 {
				t.Errorf("%s %s: %d", method, page, rec.Code)
			}
		}
		for situation, c := range map[string][2]string{"JSON": {`{"token":"t-1"}`, "application/json"}, "two": {"token=t-1&token=t-1", formType}, "none": {"", formType},
			"more": {"token=t-1&x=y", formType}, "other": {"token=t-2", formType}, "odd": {"token=%zz", formType}, "long": {"token=" + strings.Repeat("x", 5000), formType}} {
			if rec := w.form(page, c[0], c[1]); rec.Code < 400 || rec.Code >= 500 || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") {
				t.Errorf("%s %s: %d", page, situation, rec.Code)
			}
		}
		if w.store.fingerprint() != before || len(w.store.codes) != 1 {
			t.Fatalf("%s: something has changed", page)
		}
		if rec := w.form(page, "token=t-1", formType); rec.Code != 200 {
			t.Errorf("%s: %d %s", page, rec.Code, rec.Body)
		}
		if rec := w.form(page, "token=t-1", formType); rec.Code != 401 {
			t.Errorf("%s again: %d", page, rec.Code)
		}
	}
}
