package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"
)

// Every operation is asked with requests that fit the contract and with such that are wrong in one place, whichever. No
// answer is a fault of the server or one that the contract does not describe, and what is refused or only read changes
// nothing. `make fuzz-contract` sends 21,000 requests; rapid makes one that fails as small as it can.
func TestFuzzedRequestsGetTheAnswersOfTheContractAndRefusedOnesChangeNothing(t *testing.T) {
	const each = 15 // requests in a check, of which there are 100 unless -rapid.checks says otherwise
	dir := t.TempDir()
	f := newFuzz(t, newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db")))
	rapid.Check(t, func(t *rapid.T) {
		for range each {
			f.ask(t)
		}
	})
	f.report()
	if strings.Contains(f.logs.String(), `"level":"`+slog.LevelError.String()+`"`) {
		t.Errorf("a fault of the server's is logged")
	}
}

// fuzz is a server under fire.
type fuzz struct {
	*world
	scene
	eve      person
	http     http.Client
	watching *sql.Conn
	calls    []call
	games    []string
	asked    int
	statuses map[string]map[int]int // by operation
	spoiled  map[string]int         // by operation and place
}

// call is an operation with its address.
type call struct {
	method, path string
	*openapi3.Operation
	parameters openapi3.Parameters
}

func newFuzz(t *testing.T, w *world) *fuzz {
	f := &fuzz{world: w, scene: w.scene(), eve: w.person(), statuses: map[string]map[int]int{}, spoiled: map[string]int{}}
	f.games = []string{f.open, f.running, f.over}
	for _, path := range slices.Sorted(maps.Keys(spec().Paths.Map())) {
		item := spec().Paths.Value(path)
		for _, method := range slices.Sorted(maps.Keys(item.Operations())) {
			o := item.Operations()[method]
			f.calls = append(f.calls, call{method, path, o, append(slices.Clone(item.Parameters), o.Parameters...)})
		}
	}
	db := w.raw()
	var err error
	if f.watching, err = db.Conn(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		f.http.CloseIdleConnections()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { _ = f.watching.Close() })
	return f
}

// counting are the operations that note also what they refuse: a code that was guessed wrong, a token that was sent twice.
var counting = map[string]bool{"createSessionByCode": true, "refreshSession": true}

// ask sends one request and judges the answer.
func (f *fuzz) ask(t *rapid.T) {
	id := rapid.SampledFrom(f.ids()).Draw(t, "operation")
	c := f.calls[slices.IndexFunc(f.calls, func(c call) bool { return c.OperationID == id })]
	who := f.sender(t, c)
	m := f.compose(t, c)
	for try := 0; ; try++ {
		before := f.version()
		request := m.request(t, f.URL, who)
		response, body := f.send(t, request)
		if u, err := url.Parse(f.URL + m.address); err == nil {
			request.URL = u // the operation is found by its path
		}
		if err := misfit(request, response, body); err != nil {
			t.Fatalf("%s %s %.2000q answers %s: %v\n%.2000s", m.method, m.address, m.body, response.Status, err, body)
		}
		if response.StatusCode < 300 && m.method != http.MethodGet {
			f.follow(c, who, body)
		} else if f.version() != before && !counting[c.OperationID] { // perhaps the worker has sent a mail: then it is not so again and again
			if try == 50 {
				t.Fatalf("%s %s %.2000q answers %s, but changes something", m.method, m.address, m.body, response.Status)
			}
			continue
		}
		f.count(c, m, response.StatusCode)
		return
	}
}

// sender is somebody who sends a request. Whoever has a webhook has no seat: nothing is ever sent to where it leads.
func (f *fuzz) sender(t *rapid.T, c call) person {
	known := []person{f.ada, f.ben, f.eve}
	if slices.Contains(c.Tags, "webhooks") {
		known = []person{f.cem}
	}
	if c.OperationID == "deleteMe" {
		known = []person{f.eve} // whom no game needs
	}
	if rapid.IntRange(0, 9).Draw(t, "signed out") == 0 {
		known = []person{{}, {token: "junk"}, {token: f.ada.token + "x"}}
	}
	return known[rapid.IntRange(0, len(known)-1).Draw(t, "sender")]
}

func (f *fuzz) ids() (all []string) {
	for _, c := range f.calls {
		all = append(all, c.OperationID)
	}
	return all
}

// version changes with every change of the database.
func (f *fuzz) version() (n int) {
	if err := f.watching.QueryRowContext(context.Background(), "PRAGMA data_version").Scan(&n); err != nil {
		f.Fatal(err)
	}
	return n
}

func (f *fuzz) send(t *rapid.T, request *http.Request) (*http.Response, []byte) {
	response, err := f.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}

// follow takes note of what has changed: new games, sessions that ended.
func (f *fuzz) follow(c call, who person, body []byte) {
	switch c.OperationID {
	case "createGame", "rematch":
		var view struct{ ID string }
		if json.Unmarshal(body, &view) == nil && view.ID != "" { // drawn as text, or asked for without it, it is not told
			f.games = append(f.games[max(0, len(f.games)-8):], view.ID, f.running, f.over)
		}
	case "endSession", "endSessions", "removeSession", "deleteMe", "refreshSession":
		f.revive()
	}
}

// revive signs those in again whose sessions have ended, and up again who has left.
func (f *fuzz) revive() {
	for n, p := range map[int]*person{1: &f.ada, 2: &f.ben, 4: &f.eve} {
		if response, _ := f.call(*p, "GET", "/v1/me", ""); response.StatusCode == http.StatusOK {
			continue
		}
		in := fmt.Sprintf(`{"email":"player%d@example.org","password":"correct horse battery"}`, n)
		response, body := f.call(person{}, "POST", "/v1/sessions", in)
		if response.StatusCode == http.StatusUnauthorized {
			p.id = f.must(person{}, "POST", "/v1/accounts", fmt.Sprintf(`{"name":%q,%s`, p.name, in[1:]))["id"].(string)
			_, body = f.call(person{}, "POST", "/v1/sessions", in)
		}
		var session struct {
			Token string `json:"access_token"`
		}
		if err := json.Unmarshal(body, &session); err != nil || session.Token == "" {
			f.Fatalf("signing in again: %v %s", err, body)
		}
		p.token = session.Token
	}
}

func (f *fuzz) count(c call, m message, status int) {
	f.asked++
	if f.statuses[c.OperationID] == nil {
		f.statuses[c.OperationID] = map[int]int{}
	}
	f.statuses[c.OperationID][status]++
	if m.wrong != "" {
		f.spoiled[c.OperationID+" "+m.wrong]++
	}
}

// report says what was asked, and fails when a long run has left out an operation or a place.
func (f *fuzz) report() {
	f.Helper()
	f.Logf("%d requests, %d places of %d operations spoiled", f.asked, len(f.spoiled), len(f.statuses))
	for _, c := range f.calls {
		f.Logf("%-16s %v", c.OperationID, f.statuses[c.OperationID])
		if f.asked < 10_000 {
			continue
		}
		places := []string{"query", "method"}
		for _, p := range c.parameters {
			places = append(places, p.Value.Name)
		}
		if c.RequestBody != nil {
			places = append(places, "content-type", "body", "/")
			for name := range c.RequestBody.Value.Content.Get("application/json").Schema.Value.Properties {
				places = append(places, "/"+name)
			}
		}
		for _, place := range places {
			if f.spoiled[c.OperationID+" "+place] == 0 {
				f.Errorf("%s was never wrong in %s", c.OperationID, place)
			}
		}
	}
}

// message is a request to be sent, perhaps again.
type message struct {
	method, address, body, contentType string
	header                             map[string]string
	wrong                              string // the place that does not fit; "" when all does
}

func (m message) request(t *rapid.T, at string, who person) *http.Request {
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	path, query, _ := strings.Cut(m.address, "?")
	u.Opaque, u.RawQuery = "//"+u.Host+path, query // as it is, however wrong
	r := &http.Request{Method: m.method, URL: u, Host: u.Host, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(m.body)), ContentLength: int64(len(m.body))}
	if m.body == "" {
		r.Body = http.NoBody
	}
	if m.contentType != "" {
		r.Header.Set("Content-Type", m.contentType)
	}
	if who.token != "" {
		r.Header.Set("Authorization", "Bearer "+who.token)
	}
	for name, value := range m.header {
		r.Header.Set(name, value)
	}
	return r
}
