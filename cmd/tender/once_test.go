package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// A whole game in which every request is sent three times at once under one key: each is carried out once, on the view
// that it is meant for.
func TestAGameInWhichEveryRequestIsRepeated(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		thrice := func(who person, method, path, body, key string, header ...string) string {
			t.Helper()
			var all sync.WaitGroup
			answers := make([]string, 3)
			for i := range answers {
				all.Go(func() {
					response, raw := w.call(who, method, path, body, append(header, "Idempotency-Key", key)...)
					answers[i] = response.Status + response.Header.Get("Location") + string(raw)
				})
			}
			all.Wait()
			if answers[0] != answers[1] || answers[1] != answers[2] || !strings.HasPrefix(answers[0], "20") {
				t.Fatalf("%s %s: %q", method, path, answers)
			}
			return answers[0]
		}
		opened := thrice(players[0], "POST", "/v1/games", `{"kind":"money","seats":2}`, "open", "Prefer", "return=minimal")
		_, game, _ := strings.Cut(opened, "/v1/games/")
		path := "/v1/games/" + game
		thrice(players[1], "POST", path+"/seats", `{}`, "join")
		for n := 0; ; n++ {
			table := w.look(game)
			wanted, waiting := table.Waiting()
			if len(waiting) == 0 {
				break
			}
			who := players[waiting[0]-1]
			move := table.Sample(waiting[0], w.chance)
			response, _ := w.call(who, "GET", path, "")
			tag := response.Header.Get("ETag")
			if wanted.Sealed {
				if answer, raw := w.call(who, "PUT", path+"/bid", fmt.Sprintf(`{"bid":%s}`, move), "If-Match", tag); answer.StatusCode != http.StatusOK {
					t.Fatalf("%s %s", answer.Status, raw)
				}
				continue
			}
			body := fmt.Sprintf(`{"move":%s}`, move)
			thrice(who, "POST", path+"/moves", body, fmt.Sprint("move-", n), "If-Match", tag)
			before := string(w.look(game).Encode())
			if answer, raw := w.call(who, "POST", path+"/moves", body, "If-Match", tag); answer.StatusCode != http.StatusPreconditionFailed || !strings.Contains(string(raw), `"view":{`) {
				t.Fatalf("again without a key: %s %s", answer.Status, raw)
			}
			if before != string(w.look(game).Encode()) {
				t.Fatal("a stale move has changed something")
			}
		}
		if err := w.Store.Verify(t.Context(), game); err != nil {
			t.Error(err)
		}
	})
}

// A refusal under a key changes nothing but that it is kept, and is answered again when it would not be one any more.
func TestARefusedRequestIsAnsweredAgainAsItWas(t *testing.T) {
	everywhere(t, func(t *testing.T, w *world) {
		players := w.people(2)
		game := w.must(players[0], "POST", "/v1/games", `{"kind":"money","seats":3}`)["id"].(string)
		start := func(key string) (int, string) {
			response, raw := w.call(players[0], "POST", "/v1/games/"+game+"/start", "", "Idempotency-Key", key)
			return response.StatusCode, string(raw)
		}
		code, first := start("k")
		if code != http.StatusConflict {
			t.Fatal(first)
		}
		w.must(players[1], "POST", "/v1/games/"+game+"/seats", `{}`)
		if code, again := start("k"); code != http.StatusConflict || again != first {
			t.Errorf("%d %s", code, again)
		}
		if code, other := start(`"another"`); code != http.StatusOK {
			t.Errorf("%d %s", code, other)
		}
		if response, raw := w.call(players[1], "POST", "/v1/games", `{"kind":"money","seats":2}`, "Idempotency-Key", "a b"); response.StatusCode != http.StatusBadRequest {
			t.Errorf("%s %s", response.Status, raw)
		}
	})
}
