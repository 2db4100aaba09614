package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tender/api"
)

func TestAccessThatCannotBeMeantIsRefusedAtTheStart(t *testing.T) {
	for want, args := range map[string][]string{
		"--trusted-proxies must be": {"--trusted-proxies", "10.0.0.0/8,proxy.example.org"},
		"--cors-origins must be":    {"--cors-origins", "https://play.example.org,*"},
		`not "https://a.example/"`:  {"--cors-origins", "https://a.example/"},
		`not "a.example"`:           {"--cors-origins", "a.example"},
		`not "null"`:                {"--cors-origins", "null"},
		"must not be negative":      {"--limits-games=-1"},
		`must be one of "on","off"`: {"--limits", "maybe"},
	} {
		var out, errs bytes.Buffer
		args = append([]string{"serve", "--database", "sqlite:" + t.TempDir() + "/t.db", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, args...)
		if code := run(t.Context(), args, nil, &out, &errs); code == 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("%v: exit code %d, %q instead of %q", args, code, errs.String(), want)
		}
	}
}

func TestAccessIsReadFromLists(t *testing.T) {
	a := access{TrustedProxies: []string{"10.1.2.3/8", " 192.0.2.7", "fd00::/8"}, CORSOrigins: []string{"https://a.example", " http://b.example:3000"}}
	proxies, origins, err := a.parse()
	if err != nil || fmt.Sprint(proxies) != "[10.0.0.0/8 192.0.2.7/32 fd00::/8]" || !slices.Equal(origins, []string{"https://a.example", "http://b.example:3000"}) {
		t.Errorf("%v %v %v", proxies, origins, err)
	}
	a.Limits, a.LimitsGames = "on", 7
	if got := a.limits(); got != (api.Limits{Games: 7}) {
		t.Errorf("%+v", got)
	}
	a.Limits = "off"
	if got := a.limits(); got != (api.Limits{}) {
		t.Errorf("%+v", got)
	}
}

// The real server, on both databases: limits hold, per address and behind a proxy, and moves are taken however much was read.
func TestLimitsHoldOnTheRealServer(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		game := w.game("money", "2025", "{}", players)
		from := func(address string) int {
			response, _ := w.call(players[0], "GET", "/v1/me", "", "X-Forwarded-For", "192.0.2.1, "+address)
			return response.StatusCode
		}
		n := 0
		for ; from(fmt.Sprint("198.51.100.", n)) == 200; n++ {
			if n > 100 {
				t.Fatal("there is no end")
			}
		}
		if n < 90 { // some were spent on the game
			t.Errorf("refused after %d", n)
		}
		w.must(players[0], "PUT", "/v1/games/"+game+"/bid", `{"bid":{"cards":[0]}}`)
		for i := range 61 {
			response, _ := w.call(person{}, "POST", "/v1/sessions", fmt.Sprintf(`{"email":"x%d@example.org","password":"wrong"}`, i), "X-Forwarded-For", "2001:db8::1")
			if want := 401; (response.StatusCode == want) != (i < 60) {
				t.Fatalf("sign-in %d: %s", i, response.Status)
			}
		}
		response, _ := w.call(person{}, "POST", "/v1/sessions", `{"email":"x@example.org","password":"wrong"}`, "X-Forwarded-For", "2001:db8:0:1::1")
		if response.StatusCode != 401 {
			t.Errorf("another address: %s", response.Status)
		}
		for i := range 4 {
			response, body := w.call(players[1], "POST", "/v1/games", `{"kind":"money","seats":2}`, "Origin", "https://play.example.org")
			if (response.StatusCode == 201) != (i < 3) || response.Header.Get("Access-Control-Allow-Origin") != "https://play.example.org" {
				t.Errorf("game %d: %s %s %v", i, response.Status, body, response.Header)
			}
		}
	}, func(c *config) {
		c.access = access{Limits: "on", LimitsRequests: 100, LimitsSignIns: 60, LimitsGames: 3, TrustedProxies: []string{"127.0.0.1"}, CORSOrigins: []string{"https://play.example.org"}}
	})
}
