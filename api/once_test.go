package api_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"tender/domain"
)

// keyed sends a move or the like under a key.
func (w *world) keyed(path, token, key, body string) answer {
	w.Helper()
	return w.do("POST", path, token, body, "Idempotency-Key", key)
}

func TestTheSameKeyIsAnsweredTheSame(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	const game = `{"kind":"money","seats":2}`
	first := w.keyed("/v1/games", ada, "k-1", game)
	again := w.keyed("/v1/games", ada, `"k-1"`, game) // quoted or not
	w.want(201, first)
	if again.Code != 201 || again.Body.String() != first.Body.String() || again.Header().Get("Location") != first.Header().Get("Location") {
		t.Errorf("%d %v %s", again.Code, again.Header(), again.Body)
	}
	if len(w.store.games) != 1 {
		t.Errorf("%d games", len(w.store.games))
	}
	seats := first.Header().Get("Location") + "/seats"
	w.want(201, w.keyed(seats, ben, "k-1", "")) // of another, to another address
	w.want(201, w.keyed(seats, ben, "k-1", ""))
	w.refused(409, domain.AlreadySeated, w.keyed(seats, ben, "k-2", ""))
	w.want(201, w.keyed("/v1/games", ben, "k-1", game))
	if len(w.store.games) != 2 {
		t.Errorf("%d games", len(w.store.games))
	}
}

func TestAnotherBodyUnderAKeyIsRefused(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.want(201, w.keyed("/v1/games", ada, "k", `{"kind":"money","seats":2}`))
	w.refused(422, domain.KeyReused, w.keyed("/v1/games", ada, "k", `{"kind":"money","seats":3}`))
	if len(w.store.games) != 1 {
		t.Errorf("%d games", len(w.store.games))
	}
}

func TestARefusalIsAnsweredTheSameToo(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3}`).Header().Get("Location")
	first := w.keyed(path+"/start", ada, "k", "")
	w.refused(409, domain.TooFewPlayers, first)
	w.want(201, w.do("POST", path+"/seats", ben, ""))
	again := w.keyed(path+"/start", ada, "k", "") // would be taken now, but the answer under this key was no
	if again.Code != 409 || again.Body.String() != first.Body.String() || again.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("%d %s", again.Code, again.Body)
	}
	w.want(200, w.keyed(path+"/start", ada, "k2", ""))
}

func TestAFaultOfTheServerIsNotKept(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	path := w.do("POST", "/v1/games", ada, `{"kind":"money","seats":2}`).Header().Get("Location")
	w.store.fault = errors.New("disk")
	w.refused(500, "internal", w.keyed(path+"/start", ada, "k", ""))
	w.store.fault = nil
	w.refused(409, domain.TooFewPlayers, w.keyed(path+"/start", ada, "k", ""))
}

func TestKeysThatAreNone(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	before := w.store.fingerprint()
	for _, key := range []string{"", `""`, strings.Repeat("k", 256), "a b", "ü", "a\tb", "a\x7f", `"a b"`} {
		w.refused(400, "invalid_idempotency_key", w.keyed("/v1/games", ada, key, `{"kind":"money","seats":2}`))
	}
	r := w.request("POST", "/v1/games", ada, `{"kind":"money","seats":2}`)
	r.Header["Idempotency-Key"] = []string{"a", "a"}
	w.refused(400, "invalid_idempotency_key", w.send(r))
	if w.store.fingerprint() != before {
		t.Error("something changed")
	}
	w.want(201, w.keyed("/v1/games", ada, strings.Repeat("k", 255), `{"kind":"money","seats":2}`))
}

func TestOfTwoAtOnceUnderOneKeyOneIsCarriedOut(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	var both sync.WaitGroup
	bodies := make([]string, 2)
	for i := range bodies {
		both.Go(func() { bodies[i] = w.keyed("/v1/games", ada, "k", `{"kind":"money","seats":2}`).Body.String() })
	}
	both.Wait()
	if bodies[0] != bodies[1] || len(w.store.games) != 1 {
		t.Errorf("%d games, %s", len(w.store.games), bodies)
	}
}

func TestWhoeverDoesNotCareToSeeTheGameIsNotShownIt(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	opened := w.do("POST", "/v1/games", ada, `{"kind":"money","seats":2}`, "Prefer", "respond-async, Return=minimal; x=1")
	path := opened.Header().Get("Location")
	if opened.Code != 204 || opened.Body.Len() > 0 || path == "" || opened.Header().Get("Preference-Applied") != "return=minimal" {
		t.Fatalf("%d %v", opened.Code, opened.Header())
	}
	w.want(201, w.do("POST", path+"/seats", ben, ""))
	for i, p := range []string{ada, ben} {
		card := w.serials(path, i)[1]
		a := w.do("PUT", path+"/bid", p, `{"bid":{"cards":[`+card+`]}}`, "Prefer", "return=minimal")
		if a.Code != 200 || !strings.HasPrefix(a.Body.String(), `{"receipt":{`) || strings.Contains(a.Body.String(), `"view"`) {
			t.Errorf("%d %s", a.Code, a.Body)
		}
	}
	table := w.store.games[strings.TrimPrefix(path, "/v1/games/")].table
	_, waiting := table.Waiting()
	mover := map[int]string{1: ada, 2: ben}[waiting[0]]
	a := w.do("POST", path+"/moves", mover, `{"move":{"type":"keep"}}`, "Prefer", "return=minimal")
	if a.Code != 204 || a.Body.Len() > 0 || a.Header().Get("Preference-Applied") != "return=minimal" {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	full := w.do("PUT", path+"/bid", ada, `{"bid":{}}`, "Prefer", "return=representation, return=minimal")
	if full.Header().Get("Preference-Applied") != "" {
		t.Errorf("%v", full.Header())
	}
}
