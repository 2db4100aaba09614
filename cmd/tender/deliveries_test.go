package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"tender/domain"
)

// hookSink receives webhooks and answers as it is told to.
type hookSink struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	got    []sunk
}

type sunk struct {
	header http.Header
	body   []byte
}

func newHookSink(t *testing.T, status int) *hookSink {
	s := &hookSink{status: status}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.got = append(s.got, sunk{r.Header, body})
		w.WriteHeader(s.status)
		_, _ = io.WriteString(w, "a secret of this network")
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *hookSink) answers(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
}

// all is what has come, by webhook-id.
func (s *hookSink) all() map[string][]sunk {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string][]sunk{}
	for _, r := range s.got {
		id := r.header.Get("Webhook-Id")
		all[id] = append(all[id], r)
	}
	return all
}

// entry is a delivery as the API shows it.
type entry struct {
	ID, Game, Type, Status, Why, Explained, Channel string
	Seat                                            int
	Next                                            *time.Time `json:"next_attempt_at"`
	Attempts                                        []struct {
		Status, Detail string
		Answer         int
		Manual         bool
	}
}

// logOf reads the log of a webhook, or of an account's notices, until it is as wanted.
func (w *world) logOf(who person, path string, done func(map[string]entry) bool) map[string]entry {
	w.Helper()
	for end := time.Now().Add(time.Minute); ; runtime.Gosched() {
		_, raw := w.call(who, "GET", path, "")
		var page struct{ Deliveries, Notices []entry }
		if err := json.Unmarshal(raw, &page); err != nil {
			w.Fatalf("%v: %s", err, raw)
		}
		found := map[string]entry{}
		for _, e := range append(page.Deliveries, page.Notices...) {
			found[e.Type] = e
		}
		if done(found) {
			return found
		}
		if time.Now().After(end) {
			w.Fatalf("still %s", raw)
		}
	}
}

// A sink fails, is repaired, and its owner sees and mends by hand what went wrong.
func TestTheOwnerOfAWebhookSeesWhatWasSentAndSendsItAgain(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		to := newHookSink(t, 500)
		ada, ben := w.person(), w.person()
		made := w.must(ben, "POST", "/v1/me/webhooks", fmt.Sprintf(`{"url":%q}`, to.URL))
		hook := "/v1/me/webhooks/" + made["id"].(string)
		game := w.game("money", "2025", "{}", []person{ada, ben})
		tried := func(n int) func(map[string]entry) bool {
			return func(found map[string]entry) bool {
				return len(found["game_started"].Attempts) >= n && len(found["bid_wanted"].Attempts) >= n
			}
		}
		log := w.logOf(ben, hook+"/deliveries", tried(1))
		for _, e := range []entry{log["game_started"], log["bid_wanted"]} { // reminders wait for their time
			if a := e.Attempts[0]; e.Status != "pending" || e.Game != game || e.Seat != 2 || a.Answer != 500 || a.Manual || a.Detail != "" || !strings.HasPrefix(e.Explained, "The webhook answered 500. It is tried again on ") {
				t.Errorf("%+v", e)
			}
		}
		to.answers(204)
		started, wanted := log["game_started"], log["bid_wanted"]
		again := func(e entry, status int, code string) {
			t.Helper()
			response, raw := w.call(ben, "POST", hook+"/deliveries/"+e.ID+"/redeliver", "")
			if response.StatusCode != status || !strings.Contains(string(raw), code) {
				t.Errorf("%s: %s %s", e.Type, response.Status, raw)
			}
		}
		again(started, 200, `"answer":204`)
		again(started, 409, "sent_lately")
		w.now.Add(10_000)
		w.must(ben, "POST", hook+"/redeliver", `{"since":"2000-01-01T00:00:00Z"}`) // nothing has failed for good; wakes the worker
		log = w.logOf(ben, hook+"/deliveries?status=delivered", tried(2))
		if a := log["game_started"].Attempts[1]; len(log["game_started"].Attempts) != 2 || !a.Manual || log["bid_wanted"].Attempts[1].Manual {
			t.Errorf("%+v", log)
		}
		w.must(ben, "PUT", "/v1/games/"+game+"/bid", `{"bid":{"cards":[0]}}`)
		again(wanted, 409, "not_owed")
		again(started, 200, `"manual":true`)
		all := to.all()
		if len(all) != 2 || len(all[wanted.ID]) != 2 || len(all[started.ID]) != 3 {
			t.Errorf("received %d and %d of %d", len(all[wanted.ID]), len(all[started.ID]), len(all))
		}
		w.strangerSeesNothing(ada, hook, started)

		test := w.must(ben, "POST", hook+"/test", "")
		if test["status"] != "delivered" || test["answer"] != 204.0 || test["detail"] != "" {
			t.Errorf("%v", test)
		}
		w.tested(to, made["secret"].(string), made["id"].(string))
	}, func(c *config) { c.WebhookAllow = "127.0.0.0/8" })
}

// strangerSeesNothing lets another player of the same game try to get at a webhook.
func (w *world) strangerSeesNothing(who person, hook string, e entry) {
	w.Helper()
	for _, request := range []string{"GET " + hook + "/deliveries", "POST " + hook + "/deliveries/" + e.ID + "/redeliver", "POST " + hook + "/test"} {
		method, path, _ := strings.Cut(request, " ")
		if response, raw := w.call(who, method, path, ""); response.StatusCode != http.StatusNotFound {
			w.Errorf("%s: %s %s", request, response.Status, raw)
		}
	}
	w.logOf(who, "/v1/me/notices", func(found map[string]entry) bool {
		for _, e := range found {
			if e.Seat != 1 || e.Channel != "email" {
				w.Errorf("another's: %+v", e)
			}
		}
		return len(found) > 0
	})
}

// tested holds the last message that a sink got against the contract's HookTest and its signature.
func (w *world) tested(to *hookSink, secret, hook string) {
	w.Helper()
	to.mu.Lock()
	last := to.got[len(to.got)-1]
	to.mu.Unlock()
	theirs, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		w.Fatal(err)
	}
	if err := theirs.VerifyIgnoringTimestamp(last.body, last.header); err != nil {
		w.Errorf("the test is signed otherwise: %v", err)
	}
	var plain any
	if err := json.Unmarshal(last.body, &plain); err != nil {
		w.Fatal(err)
	}
	if err := spec().Components.Schemas["HookNotice"].Value.VisitJSON(plain); err != nil || !strings.Contains(string(last.body), `"webhook":"`+hook+`"`) {
		w.Errorf("%v: %s", err, last.body)
	}
}

// Somebody who got no mail finds out why, with a browser, and has a test sent.
func TestWhyThereWasNoMail(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		ada, ben := w.person(), w.person()
		w.game("money", "2025", "{}", []person{ada, ben})
		w.settle()
		form := url.Values{"email": {"player2@example.org"}, "password": {"correct horse battery"}}.Encode()
		response, raw := w.call(person{}, "POST", "/why", form, "Content-Type", "application/x-www-form-urlencoded")
		page := string(raw)
		if response.StatusCode != 200 || !strings.Contains(page, "The game has started") || !strings.Contains(page, "The mail service took the mail on Fri 1 Mar 2030, 12:00 UTC") {
			t.Fatalf("%s %s", response.Status, page)
		}
		_, token, _ := strings.Cut(page, `name="token" value="`)
		token, _, _ = strings.Cut(token, `"`)
		if status, body := w.press("/why/test-mail", token); status != 200 {
			t.Errorf("%d %s", status, body)
		}
		if response, raw := w.call(ada, "POST", "/v1/me/email/test", ""); response.StatusCode != 202 {
			t.Errorf("%s %s", response.Status, raw)
		}
		for _, address := range []string{"player1@example.org", "player2@example.org"} {
			if text := w.letters(address)[string(domain.TestMail)]; strings.Count(text, w.URL+"/why") != 1 {
				t.Errorf("%s got %q", address, text)
			}
		}
		if strings.Contains(w.logs.String(), "@example.org") {
			t.Error("the log holds an address")
		}
	})
}
