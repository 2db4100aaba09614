package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"tender/api"
)

func TestOnlyNamedOriginsMayUseTheAPIInBrowsers(t *testing.T) {
	w := newWorldWith(t, func(d *api.Deps) { d.Origins = []string{"https://play.example.org"} })
	for origin, allowed := range map[string]bool{"https://play.example.org": true, "https://evil.example": false, "null": false, "": false,
		"https://play.example.org.evil.example": false, "http://play.example.org": false, "HTTPS://PLAY.EXAMPLE.ORG": false} {
		get := w.do("GET", "/v1/kinds", "", "", "Origin", origin)
		w.want(200, get)
		preflight := w.do("OPTIONS", "/v1/games/x/bid", "", "", "Origin", origin, "Access-Control-Request-Method", "PUT",
			"Access-Control-Request-Headers", "authorization,content-type")
		if got := get.Header().Get("Access-Control-Allow-Origin"); (got == origin && origin != "") != allowed || got == "*" {
			t.Errorf("%q: %v", origin, get.Header())
		}
		if (preflight.Code == 204) != allowed || (preflight.Header().Get("Access-Control-Allow-Methods") != "") != allowed {
			t.Errorf("%q: preflight %d %v", origin, preflight.Code, preflight.Header())
		}
		if get.Header().Get("Access-Control-Allow-Credentials") != "" || get.Header().Get("Vary") != "Origin" {
			t.Errorf("%q: %v", origin, get.Header())
		}
		if allowed {
			for _, name := range []string{"ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After"} {
				if !strings.Contains(get.Header().Get("Access-Control-Expose-Headers"), name) {
					t.Errorf("%s is not exposed", name)
				}
			}
			for _, name := range []string{"Authorization", "Content-Type", "If-None-Match"} {
				if !strings.Contains(preflight.Header().Get("Access-Control-Allow-Headers"), name) {
					t.Errorf("%s may not be sent", name)
				}
			}
		}
	}
	ada := w.person("Ada")
	if a := w.do("GET", "/v1/games/"+w.seated(ada, w.person("Ben")), ada, ""); strings.Join(a.Header().Values("Vary"), ", ") != "Origin, Accept, Authorization" {
		t.Errorf("a view varies by %q", a.Header().Values("Vary"))
	}
	// Refusals can be read, too.
	if a := w.do("GET", "/v1/me", "", "", "Origin", "https://play.example.org"); a.Code != 401 || a.Header().Get("Access-Control-Allow-Origin") == "" {
		t.Errorf("%d %v", a.Code, a.Header())
	}
	if a := newWorld(t).do("OPTIONS", "/v1/kinds", "", "", "Origin", "https://play.example.org", "Access-Control-Request-Method", "GET"); a.Code != 405 {
		t.Errorf("without origins: %d", a.Code)
	}
}

// TestEveryAnswerHasTheHeadersThatProtect asks every operation, signed in and out, and what is none.
func TestEveryAnswerHasTheHeadersThatProtect(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	game := w.seated(ada, w.person("Ben"))
	public := map[string]bool{"getContract": true, "getKeys": true} // the only things that may be kept
	check := func(name string, a answer) {
		t.Helper()
		for header, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", "Cross-Origin-Resource-Policy": "same-origin",
			"Strict-Transport-Security": "max-age=31536000"} {
			if got := a.Header().Get(header); got != want {
				t.Errorf("%s: %s is %q", name, header, got)
			}
		}
		if kept := a.Header().Get("Cache-Control"); kept != "no-store" && (!public[name] || a.Code != http.StatusOK) {
			t.Errorf("%s: %d may be kept: %s", name, a.Code, kept)
		}
	}
	n := 0
	each(w.spec, func(path, method string, o *openapi3.Operation) {
		for _, token := range []string{ada, "", "junk"} {
			for _, id := range []string{game, "nosuch"} {
				n++
				check(o.OperationID, w.do(method, target(path, id), token, "", "Accept", "text/plain"))
			}
		}
	})
	check("nothing", w.do("GET", "/nothing", "", ""))
	check("no method", w.do("PATCH", "/v1/games", "", ""))
	check("preflight", w.do("OPTIONS", "/v1/games", "", ""))
	if n < 100 {
		t.Errorf("only %d requests", n)
	}
}
