package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"tender"
	"tender/api"
	"tender/domain"
	"tender/domain/kinds"
)

const publicURL = "https://tender.example.org"

// world is a server with some people, whose every answer is held against the contract.
type world struct {
	testing.TB
	store   *memory
	handler http.Handler
	spec    *openapi3.T
	mu      sync.Mutex
	at      time.Time
	log     bytes.Buffer
}

// now is the world's own clock; it moves only when a test moves it.
func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

type locked struct {
	mu sync.Mutex
	dice
}

func (l *locked) Read(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dice.Read(b)
}

func newWorld(t testing.TB) *world { return newWorldThatStops(t, nil) }

// newWorldThatStops has a server that is told to stop by closing a channel, which must be made where time is: in the
// test's bubble if it has one.
func newWorldThatStops(t testing.TB, stopping <-chan struct{}) *world {
	return newWorldWith(t, func(d *api.Deps) { d.Stopping = stopping })
}

// newWorldWith has a server that is given something else than usual.
func newWorldWith(t testing.TB, change func(*api.Deps)) *world {
	w := &world{TB: t, at: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)}
	w.store = newMemory(w.now)
	d := api.Deps{Accounts: w.store, Addresses: w.store, MailCodes: w.store, MailTokens: w.store, Identities: w.store, Sessions: w.store, Keys: w.store, Access: w.store, Webhooks: w.store, Wishes: w.store, Sent: w.store, TestHook: w.store.testHook, SendAgain: w.store.sendAgain, SendsMail: true, Games: w.store, Invitations: w.store, Talk: w.store,
		Absences: w.store, VacationDays: 42, Listings: w.store, Answers: w.store, Kinds: kinds.All, Now: w.now, Random: &locked{dice: newDice()},
		Ready: func(context.Context) error { return w.store.fault },
		CheckHookURL: func(_ context.Context, u string) (string, error) {
			if !strings.HasPrefix(u, "https://") {
				return "", domain.Refuse(domain.InvalidURL, "The address must begin with https://.")
			}
			return strings.ToLower(u), nil
		},
		Log: slog.New(api.Numbered{Handler: slog.NewTextHandler(&w.log, nil)}),
		Metrics: func(*http.Request) ([]byte, error) {
			return []byte("tender_moves_total{kind=\"money\",type=\"seal\"} 42\n"), nil
		},
		PublicURL: publicURL, Version: "1.0.0"}
	change(&d)
	w.handler = api.New(d)
	w.spec = contract(t)
	return w
}

// contract reads openapi.yaml afresh.
func contract(t testing.TB) *openapi3.T {
	spec, err := openapi3.NewLoader().LoadFromData(tender.Contract)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// answer is what came back.
type answer struct {
	*httptest.ResponseRecorder
	t testing.TB
}

func (a answer) read(v any) {
	a.t.Helper()
	if err := json.Unmarshal(a.Body.Bytes(), v); err != nil {
		a.t.Fatalf("%v: %s", err, a.Body)
	}
}

func (a answer) code() string {
	a.t.Helper()
	var p struct{ Code string }
	a.read(&p)
	return p.Code
}

// do sends a request, body as JSON text, and checks the answer against the contract. Headers are pairs.
func (w *world) do(method, target, token, body string, headers ...string) answer {
	w.Helper()
	return w.send(w.request(method, target, token, body, headers...))
}

func (w *world) request(method, target, token, body string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

func (w *world) send(r *http.Request) answer {
	w.Helper()
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	w.fits(r, rec)
	return answer{rec, w}
}

// fits fails the test when an answer is not what the contract promises.
func (w *world) fits(r *http.Request, rec *httptest.ResponseRecorder) {
	w.Helper()
	kind := rec.Header().Get("Content-Type")
	if rec.Code >= 400 && kind != "application/problem+json" {
		w.Errorf("%s %s: %d with %q", r.Method, r.URL.Path, rec.Code, kind)
	}
	sniffed := map[bool]string{true: "", false: "nosniff"}[rec.Code == http.StatusNotModified] // there is nothing to sniff
	if rec.Header().Get("X-Request-Id") == "" || rec.Header().Get("X-Content-Type-Options") != sniffed {
		w.Errorf("%s %s: headers are missing: %v", r.Method, r.URL.Path, rec.Header())
	}
	route := w.route(r)
	if route == nil || kind == "application/yaml" || kind == "text/event-stream" {
		return
	}
	err := openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: route},
		Status:                 rec.Code, Header: rec.Header(), Body: io.NopCloser(bytes.NewReader(rec.Body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}})
	if err != nil {
		w.Errorf("%s %s answers %d, which does not fit the contract: %v\n%s", r.Method, r.URL.Path, rec.Code, err, rec.Body)
	}
}

// route finds the operation of a request by comparing paths word by word; nil when there is none.
func (w *world) route(r *http.Request) *routers.Route {
	words := strings.Split(r.URL.EscapedPath(), "/")
	var best *routers.Route
	for path, item := range w.spec.Paths.Map() {
		o := item.GetOperation(r.Method)
		template := strings.Split(path, "/")
		if o == nil || len(template) != len(words) {
			continue
		}
		fits, fixed := true, true
		for i, word := range template {
			open := strings.HasPrefix(word, "{")
			fixed = fixed && !open
			fits = fits && (open && words[i] != "" || word == words[i])
		}
		if fits && (best == nil || fixed) {
			best = &routers.Route{Spec: w.spec, Path: path, PathItem: item, Method: r.Method, Operation: o}
		}
	}
	return best
}

const password = "correct horse battery staple"

// person signs up and in, and gives an access token.
func (w *world) person(name string) (token string) {
	w.Helper()
	email := strings.ToLower(url.QueryEscape(name)) + "@example.org"
	w.want(201, w.do("POST", "/v1/accounts", "", compact(map[string]string{"name": name, "email": email, "password": password})))
	token, _ = w.signIn(email)
	return token
}

func (w *world) signIn(email string) (access, refresh string) {
	w.Helper()
	var s struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	a := w.do("POST", "/v1/sessions", "", compact(map[string]string{"email": email, "password": password}))
	w.want(201, a)
	a.read(&s)
	return s.Access, s.Refresh
}

func (w *world) want(status int, a answer) {
	w.Helper()
	if a.Code != status {
		w.Fatalf("%d instead of %d: %s", a.Code, status, a.Body)
	}
}

// refused wants a problem with a code.
func (w *world) refused(status int, code domain.Code, a answer) {
	w.Helper()
	if a.Code != status || a.code() != string(code) {
		w.Errorf("%d instead of %d %s: %s", a.Code, status, code, a.Body)
	}
}

// seated opens a game of Money for the people with these tokens; the last to join starts it.
func (w *world) seated(tokens ...string) (game string) {
	w.Helper()
	var view struct{ ID string }
	a := w.do("POST", "/v1/games", tokens[0], compact(map[string]any{"kind": "money", "seats": len(tokens), "title": "Friday"}))
	w.want(201, a)
	a.read(&view)
	for _, token := range tokens[1:] {
		w.want(201, w.do("POST", "/v1/games/"+view.ID+"/seats", token, ""))
	}
	return view.ID
}
