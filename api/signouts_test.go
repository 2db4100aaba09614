package api_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alexedwards/argon2id"

	"tender/domain"
)

type pair struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

func (w *world) refresh(token string) answer {
	w.Helper()
	return w.do("POST", "/v1/sessions/refresh", "", compact(map[string]string{"refresh_token": token}))
}

func TestARefreshWhoseAnswerWasLostGivesTheSameAgain(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	_, first := w.signIn("ada@example.org")
	var one, two, three pair
	w.refresh(first).read(&one)
	w.pass(30 * time.Second)
	w.store.keys = slices.Insert(w.store.keys, 0, domain.SigningKey{ID: "newer", Seed: make([]byte, 32), CreatedAt: w.now()})
	w.pass(-time.Second)
	w.refresh(first).read(&two)
	if one.Refresh == "" || one.Refresh != two.Refresh || one.Refresh == first {
		t.Errorf("%+v, then %+v", one, two)
	}
	w.want(200, w.do("GET", "/v1/me", two.Access, ""))
	a := w.refresh(two.Refresh)
	w.want(201, a)
	a.read(&three)
	w.refused(401, domain.TokenReused, w.refresh(first)) // within 30 s still, but the answer was not lost
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", three.Access, ""))
}

func TestTwoDevicesThatRefreshAtOnceStaySignedIn(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	_, first := w.signIn("ada@example.org")
	pairs := make([]pair, 8)
	var devices sync.WaitGroup
	for i := range pairs {
		devices.Go(func() { w.refresh(first).read(&pairs[i]) })
	}
	devices.Wait()
	for _, p := range pairs {
		if p.Refresh == "" || p.Refresh != pairs[0].Refresh {
			t.Errorf("%+v and %+v", p, pairs[0])
		}
		w.want(200, w.do("GET", "/v1/me", p.Access, ""))
	}
	w.want(201, w.refresh(pairs[3].Refresh))
}

func TestAStolenRefreshTokenEndsTheSession(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	_, first := w.signIn("ada@example.org")
	var next pair
	w.refresh(first).read(&next)
	w.pass(31 * time.Second)
	w.refused(401, domain.TokenReused, w.refresh(first))
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", next.Access, ""))
	w.refused(401, domain.InvalidToken, w.refresh(next.Refresh))
	w.want(200, w.do("GET", "/v1/me", ada, "")) // the other session
	acts := w.store.access.acts
	if len(acts) != 1 || acts[0].What != domain.ActReuse || acts[0].From != "192.0.2.1" {
		t.Errorf("acts %+v", acts)
	}
}

func TestAWrongRefreshTokenTouchesNothing(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	_, first := w.signIn("ada@example.org")
	before := w.store.fingerprint()
	for i := range first {
		wrong := first[:i] + map[bool]string{true: "A", false: "B"}[first[i] != 'A'] + first[i+1:]
		w.refused(401, domain.InvalidToken, w.refresh(wrong))
	}
	if w.store.fingerprint() != before {
		t.Error("something changed")
	}
	w.want(201, w.refresh(first))
}

func TestSessionsAreSeenAndEndedFromAnother(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	w.pass(time.Minute)
	other, _ := w.signIn("ada@example.org")
	var list struct {
		Sessions []struct {
			ID      string
			Current bool
		}
	}
	w.do("GET", "/v1/me/sessions", ada, "").read(&list)
	if len(list.Sessions) != 2 || !list.Sessions[0].Current || list.Sessions[1].Current {
		t.Fatalf("%+v", list)
	}
	w.want(200, w.do("GET", "/v1/me", other, ""))
	w.refused(404, domain.NotFound, w.do("DELETE", "/v1/me/sessions/"+list.Sessions[1].ID, ben, ""))
	w.want(204, w.do("DELETE", "/v1/me/sessions/"+list.Sessions[1].ID, ada, ""))
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", other, ""))
	w.want(200, w.do("GET", "/v1/me", ada, ""))
	bot, _ := w.bot(ada, domain.Scopes, "")
	w.want(204, w.do("DELETE", "/v1/sessions", ada, ""))
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", ada, ""))
	w.want(200, w.do("GET", "/v1/me", bot, ""))
	w.want(200, w.do("GET", "/v1/me", ben, ""))
}

// A long answer is not given to who may not have it any more.
func TestARequestThatWaitsIsRefusedWhenItsTokenIsRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorldThatStops(t, make(chan struct{}))
		ada, ben := w.person("Ada"), w.person("Ben")
		game := w.seated(ada, ben)
		bot, id := w.bot(ada, []domain.Scope{domain.ScopeRead}, "")
		tag := w.do("GET", "/v1/games/"+game, bot, "").Header().Get("ETag")
		waiting := make(chan answer)
		go func() { waiting <- w.do("GET", "/v1/games/"+game+"?wait=60", bot, "", "If-None-Match", tag) }()
		synctest.Wait()
		w.want(204, w.do("DELETE", "/v1/me/tokens/"+id, ada, ""))
		w.want(200, w.do("PUT", "/v1/games/"+game+"/bid", ben, `{"bid":{"cards":[0]}}`))
		w.refused(401, "unauthenticated", <-waiting)
	})
}

func TestAPasswordIsChangedByWhoKnowsIt(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	bot, _ := w.bot(ada, domain.Scopes, "")
	w.want(200, w.do("GET", "/v1/me", bot, ""))
	before := w.store.fingerprint()
	w.refused(401, "wrong_credentials", w.do("PUT", "/v1/me/password", ada, `{"current":"wrong horse","password":"seven maids with seven mops"}`))
	a := w.do("PUT", "/v1/me/password", ada, compact(map[string]string{"current": password, "password": "password"}))
	w.refused(422, domain.InvalidPassword, a)
	if !strings.Contains(a.Body.String(), `"/password"`) || before != w.store.fingerprint() {
		t.Errorf("%s", a.Body)
	}
	w.want(204, w.do("PUT", "/v1/me/password", ada, compact(map[string]string{"current": password, "password": "seven maids with seven mops"})))
	for _, token := range []string{ada, bot} {
		w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
	}
	w.want(200, w.do("GET", "/v1/me", ben, ""))
	w.refused(401, "wrong_credentials", w.do("POST", "/v1/sessions", "", compact(map[string]string{"email": "ada@example.org", "password": password})))
	w.want(201, w.do("POST", "/v1/sessions", "", `{"email":"ada@example.org","password":"seven maids with seven mops"}`))
}

func TestAnOldHashIsMadeAnewAtSignIn(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	old, err := argon2id.CreateHash(password, &argon2id.Params{Memory: 8 * 1024, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		t.Fatal(err)
	}
	w.store.accounts[0].PasswordHash = old
	w.store.access.fault = errors.New("the database is busy")
	w.signIn("ada@example.org") // which is no reason to refuse the sign-in
	w.store.access.fault = nil
	w.refused(401, "wrong_credentials", w.do("POST", "/v1/sessions", "", `{"email":"ada@example.org","password":"wrong horse"}`))
	if w.store.accounts[0].PasswordHash != old {
		t.Error("made anew by who does not know the password")
	}
	w.signIn("ada@example.org")
	anew := w.store.accounts[0].PasswordHash
	if !strings.Contains(anew, "$m=19456,t=2,p=1$") {
		t.Errorf("%s", anew)
	}
	w.signIn("ada@example.org")
	if w.store.accounts[0].PasswordHash != anew {
		t.Error("made anew without need")
	}
}
