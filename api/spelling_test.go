package api_test

import (
	"strings"
	"testing"

	"tender/domain"
)

// told is what a test reads of a problem.
type told struct {
	Code, Detail string
	Errors       []struct {
		Pointer           *string
		Parameter, Detail string
	}
}

func (a answer) problem() (p told) {
	a.t.Helper()
	a.read(&p)
	return p
}

func TestQueriesAreSpelledAsInJSON(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	game := "/v1/games/" + w.seated(ada, w.person("Ben"))
	for target, want := range map[string]string{
		"/v1/games?mine=1": "mine: Give true or false.", "/v1/games?mine=TRUE": "mine: Give true or false.",
		"/v1/games?mine=t": "mine: Give true or false.", "/v1/games?mine=": "mine: Give true or false.",
		game + "?wait=01":              "wait: Give a whole number from 0 to 60.",
		game + "?wait=%2B1":            "wait: Give a whole number from 0 to 60.",
		game + "?wait=%201":            "wait: Give a whole number from 0 to 60.",
		game + "?wait=1.0":             "wait: Give a whole number from 0 to 60.",
		game + "?wait=1_0":             "wait: Give a whole number from 0 to 60.",
		game + "?wait=61":              "wait: Give a whole number from 0 to 60.",
		game + "/events?limit=0x1":     "limit: Give a whole number from 1 to 200.",
		game + "/events?after=-0":      "after: Give a whole number from 0 to 2147483647.",
		"/v1/games?status=lost":        `status: Give one of "open", "active", "over", "abandoned".`,
		"/v1/games?cursor=":            "cursor: Give a text of 1 to 512 characters.",
		"/v1/games?limit=1&limit=1":    "limit: This is given twice; give it once.",
		"/v1/games?limit=1000000000.5": "limit: Give a whole number from 1 to 100.",
	} {
		a := w.do("GET", target, ada, "")
		w.refused(422, "invalid_input", a)
		if p := a.problem(); len(p.Errors) != 1 || p.Errors[0].Parameter+": "+p.Errors[0].Detail != want {
			t.Errorf("%s: %s", target, a.Body)
		}
	}
	for _, target := range []string{"/v1/games?mine=true", "/v1/games?mine=false&limit=100", game + "?wait=0", game + "?wait=10", game + "/events?after=0"} {
		w.want(200, w.do("GET", target, ada, ""))
	}
}

func TestFaultsOfABodySayWhatToGiveAndWhere(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	bid := "/v1/games/" + w.seated(ada, w.person("Ben")) + "/bid"
	for _, c := range []struct{ method, path, body, pointer, detail string }{
		{"POST", "/v1/games", `{"kind":"money","seats":2,"pace":{"bid":60.0}}`, "/pace/bid", "Give a whole number, without a fraction or an exponent."},
		{"POST", "/v1/games", `{"kind":"money","seats":2,"pace":{"b/d":6e1}}`, "/pace/b~1d", "Give a whole number, without a fraction or an exponent."},
		{"POST", "/v1/games", `{"kind":"money","seats":2.0}`, "/seats", "Give a whole number, without a fraction or an exponent."},
		{"POST", "/v1/games", `{"kind":"money","seats":2.5}`, "/seats", "Give a whole number, without a fraction or an exponent."},
		{"POST", "/v1/games", `{"kind":"money","seats":101}`, "/seats", "Give a whole number from 1 to 100."},
		{"POST", "/v1/games", `{"kind":"money","seats":"2"}`, "/seats", "Give a whole number from 1 to 100."},
		{"POST", "/v1/games", `{"kind":"money","seats":2,"title":"` + strings.Repeat("x", 61) + `"}`, "/title", "Give a text of at most 60 characters."},
		{"PUT", bid, `{"bid":{"cards":[0]},"step":1000001}`, "/step", "Give a whole number from 1 to 1000000."},
		{"PUT", bid, `{"bid":{"cards":[0]},"ready":1}`, "/ready", "Give true or false."},
		{"PUT", bid, `{"bid":[]}`, "/bid", "Give an object."},
		{"POST", strings.TrimSuffix(bid, "bid") + "moves", `{"moves":[]}`, "/moves", "Give a list of 1 to 50 entries."},
	} {
		a := w.do(c.method, c.path, ada, c.body)
		w.refused(422, "invalid_input", a)
		if p := a.problem(); len(p.Errors) != 1 || *p.Errors[0].Pointer != c.pointer || p.Errors[0].Detail != c.detail {
			t.Errorf("%s: %s", c.body, a.Body)
		}
	}
	a := w.do("PATCH", "/v1/games", ada, "{}")
	if p := a.problem(); p.Detail != "This address does not know that method; use GET, POST or HEAD." {
		t.Errorf("%s", a.Body)
	}
}

func TestABareMoveIsToBeWrapped(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	game := "/v1/games/" + w.seated(ada, w.person("Ben"))
	for _, c := range []struct{ method, path, body, want string }{
		{"PUT", "/bid", `{"type":"bid","cards":[53]}`, `Wrap the move: {"bid": {…}}.`},
		{"PUT", "/bid", `{"cards":[53],"step":1}`, `Wrap the move: {"bid": {…}}.`},
		{"POST", "/moves", `{"type":"keep"}`, `Wrap the move: {"move": {…}}.`},
	} {
		a := w.do(c.method, game+c.path, ada, c.body)
		w.refused(422, "invalid_input", a)
		if p := a.problem(); p.Detail != c.want || len(p.Errors) != 1 || p.Errors[0].Detail != c.want {
			t.Errorf("%s: %s", c.body, a.Body)
		}
	}
	for _, body := range []string{`{"bid":{"cards":[0]},"type":"bid"}`, `{"step":1}`, `{"move":{"type":"keep"}}`} {
		if a := w.do("PUT", game+"/bid", ada, body); a.Code != 422 || strings.Contains(a.Body.String(), "Wrap") {
			t.Errorf("%s: %s", body, a.Body)
		}
	}
}

func TestMalformedJSONIsExplained(t *testing.T) {
	w := newWorld(t)
	const hint = "JSON has double quotes"
	for body, want := range map[string][]string{
		`'{"name":"Ada"}'`:             {"'\\''", "line 1, byte 1", hint},
		`{'name':"Ada"}`:               {"'\\''", "line 1, byte 2", hint},
		`{"name":'Ada'}`:               {"'\\''", "line 1, byte 9", hint},
		`{"name":"Ada"}'`:              {"after the JSON value", "line 1, byte 15", hint},
		"{\n\"name\":\n \"secret\" 1}": {"'1'", "expecting ',' or '}'", "line 3, byte 11"},
		`{"name":"Ada"`:                {"ends too soon", "line 1, byte 14"},
		`{"name":"\secret"}`:           {"escape sequence", "line 1, byte 10"},
		`{"name":"\ud800\u1234"}`:      {"surrogate pair"},
		`{"name":secret}`:              {"'s'"},
		`{secret:"Ada"}`:               {"'s'", "line 1, byte 2"},
		"{\"name\":\"\xff\"}":          {"UTF-8", "line 1, byte 10"},
	} {
		a := w.do("POST", "/v1/accounts", "", body)
		w.refused(400, "malformed_json", a)
		p := a.problem()
		for _, words := range want {
			if !strings.Contains(p.Detail, words) {
				t.Errorf("%s: no %q in %s", body, words, p.Detail)
			}
		}
		if strings.Contains(p.Detail, "ecre") || strings.Contains(p.Detail, "1234") {
			t.Errorf("the body is echoed: %s", p.Detail)
		}
	}
}

func TestAnEscapedSlashNamesNothing(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	id := w.seated(ada, w.person("Ben"))
	for _, target := range []string{"/v1/games/" + id + "%2Fevents", "/v1/games/" + id + "%2fevents", "/v1/games%2F" + id, "/v1%2Fkinds", "/v1/kinds/%2F"} {
		for _, method := range []string{"GET", "PUT"} {
			w.refused(404, domain.NotFound, w.do(method, target, ada, ""))
		}
	}
	w.want(200, w.do("GET", "/v1/games/%67"+id[1:]+"/events", ada, "")) // another spelling of the same address
}

func TestAnEncodedBodyIsRefused(t *testing.T) {
	w := newWorld(t)
	before := w.store.fingerprint()
	for _, encoding := range []string{"gzip", "br", "identity", ""} {
		a := w.do("POST", "/v1/accounts", "", bodies["createAccount"], "Content-Encoding", encoding)
		w.refused(415, "unsupported_media_type", a)
		if !strings.Contains(a.Body.String(), "Content-Encoding") {
			t.Errorf("%s", a.Body)
		}
	}
	if w.store.fingerprint() != before {
		t.Error("something changed")
	}
}

func TestTheAddressOfTheServerSaysWhereToBegin(t *testing.T) {
	w := newWorld(t)
	for _, accept := range []string{"", "text/html", "application/json"} {
		a := w.do("GET", "/", "", "", "Accept", accept)
		w.want(200, a)
		text := a.Body.String()
		for _, address := range []string{"/openapi.yaml", "/v1/kinds", "/v1/games?status=open"} {
			if !strings.Contains(text, "GET "+address) {
				t.Errorf("no %s in %s", address, text)
			}
		}
		if lines := strings.Count(text, "\n"); lines > 24 || a.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%d lines, %v", lines, a.Header())
		}
		for _, target := range []string{"/openapi.yaml", "/v1/kinds", "/v1/kinds/money", "/v1/games?status=open"} {
			w.want(200, w.do("GET", target, "", ""))
		}
	}
}
