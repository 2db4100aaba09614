package main

import (
	"fmt"
	"strings"
	"testing"
)

// A whole game is played, with refusals and a webhook, and then the logs, at their most talkative, are searched for
// everything that should not be in them.
func TestLogsHoldNoSecret(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		secrets := []string{"example.org", "correct horse", "cards", "Player", "127.0.0.1:9"}
		for _, p := range players {
			secrets = append(secrets, p.token, p.token[len(p.token)-20:])
		}
		hook := w.must(players[0], "POST", "/v1/me/webhooks", `{"url":"https://192.0.78.9/secret-path?secret-query=1"}`)
		secrets = append(secrets, hook["secret"].(string), "secret-path", "secret-query", "192.0.78.9")
		session := w.must(person{}, "POST", "/v1/sessions", `{"email":"player1@example.org","password":"correct horse battery"}`)
		refresh := session["refresh_token"].(string)
		secrets = append(secrets, refresh)
		w.must(person{}, "POST", "/v1/sessions/refresh", fmt.Sprintf(`{"refresh_token":%q}`, refresh))
		w.call(person{}, "POST", "/v1/sessions", `{"email":"player1@example.org","password":"wrong horse battery"}`)
		w.call(person{token: "not-a-token"}, "GET", "/v1/me?token=in-the-query", "")
		secrets = append(secrets, "wrong horse", "not-a-token", "in-the-query")
		w.must(players[0], "DELETE", "/v1/me/webhooks/"+hook["id"].(string), "")

		game := w.game("money", "2025", "{}", players)
		for w.step(game, players) {
			for seat, s := range w.look(game).Sealed {
				secrets = append(secrets, s.Nonce, s.Receipt, fmt.Sprintf(`"seat":%d,"move"`, seat))
			}
			w.call(players[0], "PUT", "/v1/games/"+game+"/bid", `{"bid":{"cards":[9999]}}`)
		}
		secrets = append(secrets, w.look(game).ServerSeed)
		text := w.logs.String()
		if !strings.Contains(text, "/v1/games/:id/bid") {
			t.Fatalf("the requests are not in the log: %.500s", text)
		}
		for _, secret := range secrets {
			if i := strings.Index(text, secret); i >= 0 {
				t.Fatalf("the log holds %q: %s", secret, text[max(0, i-200):min(len(text), i+200)])
			}
		}
	})
}
