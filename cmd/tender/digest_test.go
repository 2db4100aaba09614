package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// told waits until no server has anything to send and gives the texts of all mails to an address.
func told(t *testing.T, address string, servers ...*world) (texts []string) {
	t.Helper()
	for {
		next, err := servers[0].Store.NextDelivery(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if next.IsZero() || next.After(servers[0].clock().Add(5*time.Minute)) { // later than the end of any lease
			break
		}
		runtime.Gosched()
	}
	for _, w := range servers {
		files, err := filepath.Glob(filepath.Join(w.dir, "mail", "*.eml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if text, ok := w.plainText(name, address); ok {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

func TestTwoServersSendOneDigest(t *testing.T) {
	onPostgres(t, func(t *testing.T, w *world) {
		other := newWorld(t, t.TempDir(), w.database)
		players := w.people(2)
		for _, p := range players {
			w.must(p, "PUT", "/v1/me/notifications", `{"zone":"Europe/Berlin","digest_at":8,"events":{"game_started":{"email":"digest"},"bid_wanted":{"email":"digest"}}}`)
		}
		for i := range 5 {
			game := w.must(players[0], "POST", "/v1/games", fmt.Sprintf(`{"kind":"money","seats":2,"title":"Game %d","pace":{"bid":%d}}`, i, (3+i)*86400))["id"].(string)
			w.must(players[1], "POST", "/v1/games/"+game+"/seats", `{}`)
			if i == 4 { // this one's mail is over when the digest comes
				_, view := w.call(players[0], "GET", "/v1/games/"+game, "")
				var v struct {
					Moves []struct{ Move json.RawMessage }
				}
				if err := json.Unmarshal(view, &v); err != nil || len(v.Moves) == 0 {
					t.Fatalf("%s: %v", view, err)
				}
				w.must(players[0], "PUT", "/v1/games/"+game+"/bid", fmt.Sprintf(`{"bid":%s}`, v.Moves[0].Move))
			}
		}
		if got := told(t, "player1@example.org", w, other); len(got) != 0 {
			t.Fatalf("mails before the hour: %v", got)
		}
		for _, server := range []*world{w, other} {
			server.now.Store(time.Date(2030, 3, 2, 7, 0, 0, 0, time.UTC).UnixMilli())
		}
		for i, server := range []*world{w, other} { // whose workers wake
			server.names = 10 + i
			server.must(server.person(), "PUT", "/v1/me/notifications", `{}`)
		}
		for _, p := range []struct {
			address, lead string
		}{{"player1@example.org", "4 of your games wait for you."}, {"player2@example.org", "5 of your games wait for you."}} {
			got := told(t, p.address, w, other)
			if len(got) != 1 || !strings.Contains(got[0], p.lead) || !strings.Contains(got[0], "13:00 CET") || strings.Contains(got[0], "UTC") {
				t.Errorf("%s: %d mails: %v", p.address, len(got), got)
			}
			if soonest := strings.Index(got[0], "Game 0"); soonest < 0 || strings.Index(got[0], "Game 1") < soonest {
				t.Errorf("the soonest deadline is not first: %s", got[0])
			}
		}
	})
}
