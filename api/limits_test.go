package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tender/api"
	"tender/domain"
)

// ledger keeps counts, and counts how often it was written to.
type ledger struct {
	mu     sync.Mutex
	counts map[string]int
	keys   map[string]bool
	writes int
	fault  error
}

func newLedger() *ledger { return &ledger{counts: map[string]int{}, keys: map[string]bool{}} }

func (l *ledger) AddCount(_ context.Context, c domain.Count) (total, before int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		return 0, 0, l.fault
	}
	l.writes++
	l.keys[c.Key] = true
	at := func(span int64) string { return fmt.Sprint(c.Key, span) }
	l.counts[at(c.Span)] += c.N
	return l.counts[at(c.Span)], l.counts[at(c.Span-1)], nil
}

// limited is a server with limits that tests can reach.
func limited(t testing.TB, l *ledger, limits api.Limits) *world {
	return newWorldWith(t, func(d *api.Deps) { d.Counts, d.Limits = l, limits })
}

// from sends a request from an address.
func (w *world) from(address, method, target, token, body string) answer {
	w.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	r.RemoteAddr = address + ":1234"
	return w.send(r)
}

// often wants a refusal that says when to come back, and comes back a second before that and then.
func (w *world) often(again func() answer) {
	w.Helper()
	a := again()
	w.refused(429, "rate_limited", a)
	wait, err := strconv.Atoi(a.Header().Get("Retry-After"))
	if err != nil || wait < 1 || a.Header().Get("RateLimit") == "" || a.Header().Get("RateLimit-Policy") == "" {
		w.Fatalf("%v", a.Header())
	}
	if wait > 1 {
		w.pass(time.Duration(wait-1) * time.Second)
		if a := again(); a.Code != 429 {
			w.Errorf("let in before Retry-After: %d", a.Code)
		}
		w.pass(time.Second)
	} else {
		w.pass(time.Second)
	}
	if a := again(); a.Code == 429 {
		w.Errorf("refused after Retry-After: %s", a.Body)
	}
}

func TestAnAccountThatAsksTooOftenIsToldWhenToComeBack(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{Requests: 40})
	ada := w.person("Ada")
	for i := range 40 {
		a := w.from(fmt.Sprint("198.51.100.", i), "GET", "/v1/me", ada, "") // wherever from
		w.want(200, a)
		if want := fmt.Sprintf(`"requests-of-address";r=79;t=60, "requests-of-account";r=%d;t=60`, 39-i); a.Header().Get("RateLimit") != want ||
			a.Header().Get("RateLimit-Policy") != `"requests-of-address";q=80;w=60, "requests-of-account";q=40;w=60` {
			t.Fatalf("%v instead of %s", a.Header(), want)
		}
	}
	w.often(func() answer { return w.from("198.51.100.77", "GET", "/v1/me", ada, "") })
}

func TestAnAddressThatAsksTooOftenIsRefusedBeforeAnythingElse(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{Requests: 40})
	for range 80 {
		w.want(404, w.from("203.0.113.9", "GET", "/nothing", "", ""))
	}
	w.refused(429, "rate_limited", w.from("203.0.113.9", "GET", "/v1/kinds", "junk", ""))
	w.want(200, w.from("203.0.113.10", "GET", "/v1/kinds", "", ""))
	w.want(200, w.from("203.0.113.9", "GET", "/healthz", "", ""))
	w.often(func() answer { return w.from("203.0.113.9", "GET", "/v1/kinds", "", "") })
}

func TestHoweverMuchAClientHasReadItsMovesAreTaken(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{Requests: 40})
	ada, ben := w.person("Ada"), w.person("Ben")
	at := "/v1/games/" + w.seated(ada, ben)
	for w.do("GET", "/v1/me", ada, "").Code != 429 {
	}
	for w.do("GET", "/nothing", "", "").Code != 429 {
	}
	w.want(429, w.do("GET", at, ada, ""))
	for range 200 {
		w.want(200, w.do("PUT", at+"/bid", ada, `{"bid":{"cards":[0]},"ready":false}`))
	}
	w.want(200, w.do("DELETE", at+"/bid", ada, ""))
	w.want(200, w.do("PUT", at+"/bid", ada, `{"bid":{"cards":[0]}}`))
	for range 119 { // refused ones count
		w.want(409, w.do("POST", at+"/moves", ada, `{"move":{"type":"keep"}}`))
	}
	w.want(200, w.do("PUT", at+"/bid", ada, `{"bid":{"cards":[0]}}`))
	w.want(409, w.do("POST", at+"/moves", ada, `{"move":{"type":"keep"}}`))
	w.want(401, w.from("203.0.113.9", "PUT", at+"/bid", "junk", `{"bid":{"cards":[0]}}`))
	w.want(429, w.do("PUT", at+"/bid", "junk", `{"bid":{"cards":[0]}}`))
	w.often(func() answer { return w.do("PUT", at+"/bid", ada, `{"bid":{"cards":[0]}}`) })
}

const signIn = `{"email":"ada@example.org","password":"wrong"}`

func TestStrangersCannotLockAPersonOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := limited(t, newLedger(), api.Limits{SignIns: 60})
		w.person("Ada")
		for i := range 3 { // each stranger may try ten times
			for range 9 {
				w.want(401, w.from(fmt.Sprint("198.51.100.", i), "POST", "/v1/sessions", "", signIn))
			}
		}
		began := time.Now()
		right := strings.Replace(signIn, "wrong", password, 1)
		w.want(201, w.from("203.0.113.7", "POST", "/v1/sessions", "", right))
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("after wrong passwords from everywhere a sign-in takes %v", took)
		}
		w.want(401, w.from("198.51.100.0", "POST", "/v1/sessions", "", signIn))
		w.often(func() answer { return w.from("198.51.100.0", "POST", "/v1/sessions", "", signIn) })
	})
}

func TestWrongPasswordsAreLimitedWhetherTheAccountExistsOrNot(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{SignIns: 60})
	w.person("Ada")
	for _, body := range []string{signIn, strings.Replace(signIn, "ada", "nobody", 1)} {
		for i := range 11 {
			// However the address is written.
			body := strings.Replace(body, "@example", []string{"@example", "@EXAMPLE"}[i%2], 1)
			want := 401
			if i == 10 {
				want = 429
			}
			w.want(want, w.from("198.51.100.1", "POST", "/v1/sessions", "", body))
		}
	}
}

func TestAnAddressSignsInAndUpOnlySoOften(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{SignIns: 6})
	for i := range 3 {
		w.want(201, w.from("2001:db8:1:2::1", "POST", "/v1/accounts", "", fmt.Sprintf(`{"name":"Ada%d","email":"a%d@example.org","password":%q}`, i, i, password)))
		w.want(401, w.from("2001:db8:1:2::1", "POST", "/v1/sessions", "", fmt.Sprintf(`{"email":"b%d@example.org","password":"wrong"}`, i)))
	}
	body := fmt.Sprintf(`{"name":"Ben","email":"ben@example.org","password":%q}`, password)
	w.refused(429, "rate_limited", w.from("2001:db8:1:2:ffff::9", "POST", "/v1/accounts", "", body)) // the same /64
	w.want(201, w.from("2001:db8:1:3::1", "POST", "/v1/accounts", "", body))
}

func TestGamesThatAreOpenedAreLimitedAndThoseThatAreRefusedDoNotCount(t *testing.T) {
	w := limited(t, newLedger(), api.Limits{Games: 2})
	ada := w.person("Ada")
	for range 5 {
		w.want(422, w.do("POST", "/v1/games", ada, `{"kind":"chess","seats":2}`))
	}
	for range 2 {
		w.want(201, w.do("POST", "/v1/games", ada, `{"kind":"money","seats":2}`))
	}
	w.often(func() answer {
		ada, _ := w.signIn("ada@example.org") // an access token does not last so long
		return w.do("POST", "/v1/games", ada, `{"kind":"money","seats":2}`)
	})
}

func TestReplicasShareLimits(t *testing.T) {
	l := newLedger()
	one, two := limited(t, l, api.Limits{SignIns: 10}), limited(t, l, api.Limits{SignIns: 10})
	for i, w := range []*world{one, two, two, one, one, two, one, one, two, two} {
		w.want(401, w.from("198.51.100.1", "POST", "/v1/sessions", "", fmt.Sprintf(`{"email":"x%d@example.org","password":"wrong"}`, i)))
	}
	for _, w := range []*world{one, two} {
		w.want(429, w.from("198.51.100.1", "POST", "/v1/sessions", "", `{"email":"x@example.org","password":"wrong"}`))
	}
}

func TestAFloodOfRequestsIsNoFloodOfWrites(t *testing.T) {
	l := newLedger()
	one, two := limited(t, l, api.Limits{Requests: 80}), limited(t, l, api.Limits{Requests: 80})
	taken := 0
	for range 1000 {
		for _, w := range []*world{one, two} {
			if w.from("198.51.100.1", "GET", "/nothing", "", "").Code == 404 {
				taken++
			}
		}
	}
	if taken < 160 || taken > 160+20 || l.writes > 10 {
		t.Errorf("%d requests of 160 were taken with %d writes", taken, l.writes)
	}
	for key := range l.keys {
		if len(key) != 22 || strings.Contains(key, "198") {
			t.Errorf("the store is told %s", key)
		}
	}
}

func TestLimitsWorkWithoutTheStore(t *testing.T) {
	l := newLedger()
	l.fault = errors.New("no database")
	w := limited(t, l, api.Limits{Requests: 40, SignIns: 10})
	for range 10 {
		w.want(401, w.from("198.51.100.1", "POST", "/v1/sessions", "", signIn))
	}
	w.want(429, w.from("198.51.100.1", "POST", "/v1/sessions", "", signIn))
	if n := strings.Count(w.log.String(), "not shared"); n != 1 {
		t.Errorf("the log says it %d times", n)
	}
}

func TestAProxyThatIsNotTrustedIsNoticed(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")}
	w := newWorldWith(t, func(d *api.Deps) { d.Counts, d.Limits, d.Proxies = newLedger(), api.Limits{Requests: 100}, proxies })
	ask := func(peer, forwarded string) {
		r := httptest.NewRequest("GET", "/v1/kinds", nil)
		r.RemoteAddr = peer
		r.Header.Set("X-Forwarded-For", forwarded)
		w.want(200, w.send(r))
	}
	for _, peer := range []string{"10.0.0.1:1", "198.51.100.1:1"} { // one that is trusted, and a client that writes what it likes
		ask(peer, "203.0.113.1")
	}
	if log := w.log.String(); strings.Contains(log, "proxy") {
		t.Errorf("%s", log)
	}
	ask("10.0.0.2:1", "203.0.113.1")
	ask("127.0.0.1:1", "203.0.113.1")
	if log := w.log.String(); strings.Count(log, "proxy that is not trusted") != 1 || strings.Contains(log, "203.0.113") {
		t.Errorf("%s", log)
	}
}

func TestWithoutLimitsNothingIsCountedAndNoHeaderSent(t *testing.T) {
	w := newWorld(t)
	if a := w.do("GET", "/v1/kinds", "", ""); a.Header().Get("RateLimit") != "" || a.Header().Get("RateLimit-Policy") != "" {
		t.Errorf("%v", a.Header())
	}
}

func TestEveryOperationButThoseForOperatorsCanBeLimited(t *testing.T) {
	for path, item := range contract(t).Paths.Map() {
		for method, o := range item.Operations() {
			unlimited := o.OperationID == "getHealth" || o.OperationID == "getReadiness" || o.OperationID == "getMetrics"
			if (o.Responses.Value("429") == nil) != unlimited {
				raw, _ := json.Marshal(o.Responses)
				t.Errorf("%s %s: 429 is documented: %v %.80s", method, path, !unlimited, raw)
			}
		}
	}
}
