package api_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tender/api"
)

func TestAFaultOfTheServerSaysNothingOfItself(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	game := w.seated(ada, w.person("Ben"))
	w.store.fault = errors.New("password of the database: hunter2")
	a := w.do("GET", "/v1/games/"+game, ada, "")
	w.refused(500, "internal", a)
	number := a.Header().Get("X-Request-Id")
	if strings.Contains(a.Body.String(), "hunter2") || !strings.Contains(a.Body.String(), "urn:uuid:"+number) {
		t.Errorf("%s", a.Body)
	}
	if !strings.Contains(w.log.String(), "hunter2") || !strings.Contains(w.log.String(), "request="+number) {
		t.Error("the log does not say what happened")
	}
	w.refused(503, "not_ready", w.do("GET", "/readyz", "", ""))
	w.want(200, w.do("GET", "/healthz", "", ""))
}

func TestAPanicIsAProblem(t *testing.T) {
	w := newWorld(t)
	w.store.fault = bomb{cards: 271828}
	a := w.do("GET", "/v1/games/broken", "", "")
	w.refused(500, "internal", a)
	log := w.log.String()
	if strings.Contains(a.Body.String(), "bomb") || !strings.Contains(log, "bomb") || !strings.Contains(log, "(*memory).View:") {
		t.Errorf("%s\n%s", a.Body, log)
	}
	if strings.Contains(log, "271828") || strings.Contains(log, "0x") {
		t.Errorf("the log holds what the panic was about: %s", log)
	}
	w.want(200, w.do("GET", "/healthz", "", "")) // and it goes on
}

func TestTheLogHoldsRoutesAndNoSecrets(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	game := w.seated(ada, w.person("Ben"))
	w.do("GET", "/v1/games/"+game+"?wait=secret", ada, "", "Cookie", "secret", "User-Agent", "secret")
	w.do("secret", "/v1/games", "", "")
	w.do("GET", "/secret", "", "")
	log := w.log.String()
	if !strings.Contains(log, "route=/v1/games/:id status=422") || !strings.Contains(log, "route=none status=404") {
		t.Errorf("%s", log)
	}
	for _, secret := range []string{"secret", ada, password, "example.org", game, "192.0.2.1"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

func TestTextIsSentToThoseWhoAsk(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.want(201, w.do("POST", "/v1/games", ada, compact(map[string]any{"kind": "money", "seats": 2, "title": strings.Repeat("long", 15)})))
	w.want(201, w.do("POST", "/v1/games/"+w.newest(ada)+"/seats", w.person("Cleopatra of Alexandria"), ""))
	path := "/v1/games/" + w.seated(ada, w.person("Ben"))
	for _, at := range []string{path, "/v1/kinds", "/v1/kinds/money", "/v1/games", "/v1/me/turns", path + "/events"} {
		for accept, want := range map[string]string{
			"text/plain": "text/plain; charset=utf-8", "text/plain, */*;q=0.1": "text/plain; charset=utf-8",
			"": "application/json", "*/*": "application/json", "application/json": "application/json",
			"application/json, text/plain;q=0.5": "application/json", "text/html": "text/plain; charset=utf-8",
			"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": "text/plain; charset=utf-8", ";;;": "application/json",
			"text/plain;q=0": "application/json", "text/plain;q=x": "application/json",
		} {
			a := w.do("GET", at, ada, "", "Accept", accept)
			w.want(200, a)
			if got := a.Header().Get("Content-Type"); got != want {
				t.Errorf("%s, Accept %q: %s", at, accept, got)
			}
			if strings.HasPrefix(want, "text") {
				for line := range strings.Lines(a.Body.String()) {
					if n := len([]rune(line)); n > 79 {
						t.Errorf("%s: %d columns: %s", at, n, line)
					}
				}
			}
		}
	}
}

func TestTheContractIsServedAsItIs(t *testing.T) {
	w := newWorld(t)
	a := w.do("GET", "/openapi.yaml", "", "")
	w.want(200, a)
	if !strings.HasPrefix(a.Body.String(), "openapi: 3.0.3\n") || a.Header().Get("Content-Type") != "application/yaml" {
		t.Errorf("%v", a.Header())
	}
}

func TestADatabaseThatCannotServeIsNoFaultOfTheRequest(t *testing.T) {
	away := errors.New("disk full: /var/lib/hunter2")
	w := newWorldWith(t, func(d *api.Deps) { d.Unavailable = func(err error) bool { return errors.Is(err, away) } })
	ada := w.person("Ada")
	game := w.seated(ada, w.person("Ben"))
	w.store.fault = fmt.Errorf("view: %w", away)
	for name, a := range map[string]answer{"a view": w.do("GET", "/v1/games/"+game, ada, ""),
		"a game": w.keyed("/v1/games", ada, "k", `{"kind":"money","seats":2}`), "readiness": w.do("GET", "/readyz", "", "")} {
		w.refused(503, "not_ready", a)
		if a.Header().Get("Retry-After") == "" || strings.Contains(a.Body.String(), "hunter2") {
			t.Errorf("%s: %v %s", name, a.Header(), a.Body)
		}
	}
	if !strings.Contains(w.log.String(), "hunter2") {
		t.Error("the log does not say what happened")
	}
	w.store.fault = nil
	w.want(201, w.keyed("/v1/games", ada, "k", `{"kind":"money","seats":2}`))
}
