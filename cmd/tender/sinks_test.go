package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// Receivers that fail, hang up, redirect, are gone and ask to be left alone: what each gets, what its owner reads of it, and
// when it is tried again. Those that hang for longer are cut off in egress's own tests, where time is made up.
func TestReceiversThatDoNotReceive(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		var misled atomic.Int64
		elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { misled.Add(1) }))
		defer elsewhere.Close()
		sink := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/fails":
				rw.WriteHeader(http.StatusInternalServerError)
			case "/hangs-up":
				panic(http.ErrAbortHandler)
			case "/redirects":
				http.Redirect(rw, r, elsewhere.URL, http.StatusTemporaryRedirect)
			case "/is-gone":
				rw.WriteHeader(http.StatusGone)
			case "/has-enough":
				rw.Header().Set("Retry-After", "3600")
				rw.WriteHeader(http.StatusTooManyRequests)
			}
		}))
		defer sink.Close()
		ada, ben := w.person(), w.person()
		hooks := map[string]string{}
		for _, what := range []string{"fails", "hangs-up", "redirects", "is-gone", "has-enough", "works"} {
			made := w.must(ben, "POST", "/v1/me/webhooks", fmt.Sprintf(`{"url":%q,"events":["bid_wanted"]}`, sink.URL+"/"+what))
			hooks[what] = "/v1/me/webhooks/" + made["id"].(string)
		}
		w.game("money", "2025", "{}", []person{ada, ben})
		for what, want := range map[string]struct {
			status, why string
			answer      int
			least, most time.Duration // until the next attempt; zero for none
		}{
			"fails":      {"pending", "refused", 500, 4 * time.Second, 6 * time.Second},
			"hangs-up":   {"pending", "unreachable", 0, 4 * time.Second, 6 * time.Second},
			"redirects":  {"pending", "refused", 307, 4 * time.Second, 6 * time.Second},
			"is-gone":    {"failed", "refused", 410, 0, 0},
			"has-enough": {"pending", "refused", 429, time.Hour, time.Hour},
			"works":      {"delivered", "", 200, 0, 0},
		} {
			e := w.logOf(ben, hooks[what]+"/deliveries", func(found map[string]entry) bool { return len(found["bid_wanted"].Attempts) > 0 })["bid_wanted"]
			if e.Status != want.status || e.Why != want.why || len(e.Attempts) != 1 || e.Attempts[0].Answer != want.answer {
				t.Errorf("%s: %+v", what, e)
			}
			wait := time.Duration(0)
			if e.Next != nil {
				wait = e.Next.Sub(w.clock())
			}
			if wait < want.least || wait > want.most {
				t.Errorf("%s: tried again in %v", what, wait)
			}
			hook := w.must(ben, "GET", hooks[what], "")
			if gone := hook["disabled_at"] != nil; gone != (what == "is-gone") {
				t.Errorf("%s: disabled: %v", what, hook)
			}
		}
		if n := misled.Load(); n != 0 {
			t.Errorf("the redirection was followed %d times", n)
		}
		// The owner of what is gone is told by mail.
		w.logOf(ben, "/v1/me/notices", func(map[string]entry) bool {
			letters, err := filepath.Glob(filepath.Join(w.dir, "mail", "*-webhook_disabled-*.eml"))
			return err == nil && len(letters) == 1
		})
	}, func(c *config) { c.WebhookAllow = "127.0.0.0/8" })
}
