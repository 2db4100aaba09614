package api_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// bodies are one good body for every operation that takes one, with a field of every sort that it knows.
var bodies = map[string]string{
	"createAccount":       `{"name":"Dora","email":"dora@example.org","password":"correct horse battery"}`,
	"createSession":       `{"email":"ada@example.org","password":"correct horse battery staple"}`,
	"refreshSession":      `{"refresh_token":"3yqT0mW1rJ8sV5nD2kX7bQ9cH4gL6pZ0aF8eR1uI2oY"}`,
	"updateMe":            `{"name":"Ada L"}`,
	"changePassword":      `{"current":"correct horse battery staple","password":"seven maids with seven mops"}`,
	"createToken":         `{"name":"bot","scopes":["read"],"game":"game3","expires_in_days":3}`,
	"renameAccount":       `{"name":"Ada L"}`,
	"suspendAccount":      `{"reason":"insults"}`,
	"createWebhook":       `{"url":"https://hooks.example.org/","format":"discord","events":["bid_wanted"],"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}`,
	"updateWebhook":       `{"enabled":true,"format":"slack","events":["game_over"]}`,
	"rotateWebhookSecret": `{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw","overlap_hours":1}`,
	"redeliverFailed":     `{"since":"2026-03-01T00:00:00Z","dry_run":true}`,
	"createGame":          `{"kind":"money","edition":"2025","options":{"stall_rounds":3},"title":"Friday","seats":3,"pace":{"bid":600},"terms":{"clock":"20:00","zone":"UTC","days":["mon"],"min":3600,"early":false,"grace":60,"bank":{"start":60,"increment":1,"cap":60},"missed_limit":2,"missed":"bot","max_vacation":86400,"min_reliability":0},"nonce":"mine","visibility":"unlisted","bots":1}`,
	"invite":              `{"name":"Ben","expires_in":7200}`,
	"joinGame":            `{"nonce":"mine","seat":3}`,
	"planVacations":       `{"vacations":[{"start":"2026-07-01T00:00:00Z","end":"2026-07-15T00:00:00Z"}]}`,
	"extendGame":          `{"deadline":"2026-03-02T09:30:00Z","by":3600,"why":"a holiday"}`,
	"extendAnyGame":       `{"deadline":"2026-03-02T09:30:00Z","by":3600,"why":"a holiday"}`,
	"voidRound":           `{"round":1,"why":"a mistake"}`,
	"voidAnyRound":        `{"round":1,"why":"a mistake"}`,
	"substituteSeat":      `{"seat":2,"why":"away"}`,
	"substituteAnySeat":   `{"seat":2,"why":"away"}`,
	"pauseGame":           `{"for":3600}`,
	"hurryGame":           `{"step":1}`,
	"sealBid":             `{"bid":{"cards":[0]},"ready":true,"step":1,"round":1}`,
	"say":                 `{"text":"Good luck!","channel":"table"}`,
	"giveOrders":          `{"orders":[{"round":3,"if":{"currency":"yen","count":2},"move":{"type":"swap","with":"any"}}]}`,
	"play":                `{"move":{"type":"keep"},"step":1,"round":1}`,
	"requestSignInLink":   `{"email":"ada@example.org"}`,
	"createSessionByCode": `{"email":"ada@example.org","code":"ABCDE-FGHJK"}`,
	"verifyEmail":         `{"code":"3yqT0mW1rJ8sV5nD2kX7bQ9cH4gL6pZ0aF8eR1uI2oY"}`,
	"changeEmail":         `{"email":"new@example.org"}`,
	"setNotifications":    `{"zone":"Europe/Berlin","quiet_hours":"22:00-07:00","digest_at":9,"events":{"reminder":{"email":"digest","webhook":"off"}}}`,

	"setGameNotifications": `{"quiet_hours":"none","digest_at":9,"events":{"reminder":{"email":"digest","webhook":"off"}}}`,
}

// spoiled makes bad bodies out of a good one, by what is bad.
func spoiled(t *testing.T, good string) map[string]string {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(good), &fields); err != nil {
		t.Fatal(err)
	}
	inner := good[1 : len(good)-1]
	bad := map[string]string{
		"unknown field":        `{` + inner + `,"surprise":1}`,
		"an array":             `[` + good + `]`,
		"a string":             `"` + strings.ReplaceAll(good, `"`, `\"`) + `"`,
		"null":                 `null`,
		"a number":             `7`,
		"two values":           good + good,
		"something after it":   good + ` x`,
		"byte order mark":      "\ufeff" + good,
		"not JSON":             `{` + inner,
		"single quotes":        strings.ReplaceAll(good, `"`, `'`),
		"trailing comma":       `{` + inner + `,}`,
		"comment":              good + `// hello`,
		"invalid UTF-8":        `{` + inner + ",\"x\":\"\xff\"}",
		"lone surrogate":       `{` + inner + `,"x":"\ud800"}`,
		"NUL in a name":        `{` + inner + `,"x\u0000":1}`,
		"NUL byte":             good + "\x00",
		"deep nesting":         `{` + inner + `,"x":` + strings.Repeat(`[`, 40) + strings.Repeat(`]`, 40) + `}`,
		"very deep nesting":    strings.Repeat(`{"x":`, 10_000) + `1` + strings.Repeat(`}`, 10_000),
		"a megabyte":           `{` + inner + `,"x":"` + strings.Repeat("a", 1<<20) + `"}`,
		"a megabyte of spaces": good + strings.Repeat(" ", 1<<20),
		"enormous number":      `{` + inner + `,"x":1e400}`,
		"prototype":            `{` + inner + `,"__proto__":{}}`,
		"an empty name":        `{` + inner + `,"":1}`,
		"names like JSON path": `{` + inner + `,"a/b~c":1}`,
	}
	for name, value := range fields {
		bad["twice: "+name] = `{` + inner + `,"` + name + `":` + string(value) + `}`
		bad["other case: "+name] = `{` + inner + `,"` + strings.ToUpper(name) + `":` + string(value) + `}`
		for situation, wrong := range map[string]string{"null": `null`, "array": `[[]]`, "huge": `1e400`, "object": `{"surprise":{}}`,
			"long": `"` + strings.Repeat("x", 5000) + `"`, "NUL": `"a\u0000b"`, "fraction": `1.5`, "negative": `-1`, "beyond 53 bits": `9007199254740993`, "exponent": `1e0`} {
			other := maps.Clone(fields)
			other[name] = json.RawMessage(wrong)
			var parts []string
			for _, n := range slices.Sorted(maps.Keys(other)) {
				parts = append(parts, `"`+n+`":`+string(other[n]))
			}
			bad[situation+": "+name] = `{` + strings.Join(parts, ",") + `}`
		}
	}
	return bad
}

// notJSON are those of the bad bodies that the strict scan refuses, before the contract is asked.
var notJSON = []string{"two values", "something after it", "byte order mark", "not JSON", "single quotes", "trailing comma", "comment",
	"invalid UTF-8", "lone surrogate", "NUL in a name", "NUL byte", "deep nesting"}

// target fills a path of the contract.
func target(path, game string) string {
	return strings.NewReplacer("/games/{id}", "/games/"+game, "{id}", "hook1", "{delivery}", "delivery1", "{invitation}", "invitation1", "{seat}", "2", "{number}", "1", "{vote}", "pause", "{name}", "Ben", "{kind}", "money").Replace(path)
}

// each visits every operation of the contract.
func each(spec *openapi3.T, visit func(path, method string, o *openapi3.Operation)) {
	for _, path := range slices.Sorted(maps.Keys(spec.Paths.Map())) {
		for method, o := range spec.Paths.Find(path).Operations() {
			visit(path, method, o)
		}
	}
}

func TestBadBodiesAreRefusedAndChangeNothing(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.admin("Ada"), w.person("Ben")
	game := w.seated(ada, ben)
	each(w.spec, func(path, method string, o *openapi3.Operation) {
		if o.RequestBody == nil {
			return
		}
		good, ok := bodies[o.OperationID]
		if !ok {
			t.Errorf("%s has no good body here", o.OperationID)
			return
		}
		for situation, body := range spoiled(t, good) {
			before := w.store.fingerprint()
			a := w.do(method, target(path, game), ada, body)
			if a.Code < 400 || a.Code >= 500 || a.code() == "" {
				t.Errorf("%s, %s: %d %s", o.OperationID, situation, a.Code, a.Body)
			}
			if slices.Contains(notJSON, situation) && a.code() != "malformed_json" {
				t.Errorf("%s, %s: %s", o.OperationID, situation, a.Body)
			}
			if w.store.fingerprint() != before {
				t.Errorf("%s, %s: something changed", o.OperationID, situation)
			}
		}
		for situation, kind := range map[string]string{"form": "application/x-www-form-urlencoded", "text": "text/plain", "none": "",
			"another charset": "application/json; charset=utf-16", "almost": "application/jsonx", "nonsense": "///"} {
			before := w.store.fingerprint()
			a := w.do(method, target(path, game), ada, good, "Content-Type", kind)
			if a.Code != 415 || a.code() != "unsupported_media_type" || w.store.fingerprint() != before {
				t.Errorf("%s, %s: %d %s", o.OperationID, situation, a.Code, a.Body)
			}
		}
		if o.RequestBody.Value.Required {
			w.refused(422, "invalid_input", w.do(method, target(path, game), ada, ""))
		}
	})
}

func TestBadAddressesAreRefused(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.admin("Ada"), w.person("Ben")
	game := w.seated(ada, ben)
	before := w.store.fingerprint()
	each(w.spec, func(path, method string, o *openapi3.Operation) {
		body := bodies[o.OperationID]
		at := target(path, game)
		for _, query := range []string{"?surprise=1", "?%00=1", "?a=%zz", "?;", "?step=1&step=1", "?LIMIT=3", "?wait=x", "?mine=2"} {
			a := w.do(method, at+query, ada, body)
			if a.Code != 422 || a.code() != "invalid_input" {
				t.Errorf("%s%s: %d %s", o.OperationID, query, a.Code, a.Body)
			}
		}
		if o.RequestBody == nil {
			w.refused(422, "invalid_input", w.do(method, at, ada, `{}`))
		}
		if !strings.Contains(path, "{id}") {
			return
		}
		for _, id := range []string{"%00", "UPPER", "..", "%2e%2e%2f", "a%20b", strings.Repeat("a", 65), "%ff", "nosuch"} {
			a := w.do(method, strings.Replace(path, "{id}", id, 1), ada, body)
			if a.Code != 404 || a.code() != "not_found" {
				t.Errorf("%s with id %q: %d %s", o.OperationID, id, a.Code, a.Body)
			}
		}
	})
	for _, query := range []string{"limit=0", "limit=101", "limit=x", "limit=1e1", "limit=", "status=lost", "mine=maybe", "cursor=", "kind=%00"} {
		w.refused(422, "invalid_input", w.do("GET", "/v1/games?"+query, ada, ""))
	}
	for _, query := range []string{"wait=61", "wait=-1", "wait=1.5"} {
		w.refused(422, "invalid_input", w.do("GET", "/v1/games/"+game+"?"+query, ada, ""))
	}
	w.refused(404, "not_found", w.do("GET", "/v2/nothing", "", ""))
	w.refused(404, "not_found", w.do("GET", "/v1/kinds/chess", "", ""))
	w.refused(404, "not_found", w.do("GET", "/v1/kinds/", "", ""))
	if a := w.do("PATCH", "/v1/games", ada, "{}"); a.Code != 405 || a.code() != "method_not_allowed" || a.Header().Get("Allow") == "" {
		t.Errorf("%d %v %s", a.Code, a.Header(), a.Body)
	}
	if w.store.fingerprint() != before {
		t.Error("something changed")
	}
}

// TestALongBodyIsNotRead: a body of which the length is not told is read up to the limit and no further.
func TestALongBodyIsNotRead(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	read := &counted{Reader: strings.NewReader(`{"name":"` + strings.Repeat("a", 1<<20) + `"}`)}
	r := httptest.NewRequest("PATCH", "/v1/me", read)
	r.ContentLength = -1
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+ada)
	w.refused(413, "body_too_large", w.send(r))
	if read.n > 70_000 {
		t.Errorf("%d bytes were read", read.n)
	}
	// Without a token not even that much.
	read = &counted{Reader: strings.NewReader(`{"name":"Ada L"}`)}
	r = httptest.NewRequest("PATCH", "/v1/me", read)
	w.refused(401, "unauthenticated", w.send(r))
	if read.n > 0 {
		t.Errorf("%d bytes were read of somebody unknown", read.n)
	}
}

type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += n
	return n, err
}
