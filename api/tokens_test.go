package api_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

func TestAnAccessTokenLastsFifteenMinutes(t *testing.T) {
	w := newWorld(t)
	token := w.person("Ada")
	w.pass(15*time.Minute - time.Second)
	w.want(200, w.do("GET", "/v1/me", token, ""))
	w.pass(time.Second)
	a := w.do("GET", "/v1/me", token, "")
	w.refused(401, "unauthenticated", a)
	if !strings.Contains(a.Body.String(), "trade your refresh token at POST /v1/sessions/refresh, or sign in again at POST /v1/sessions.") {
		t.Errorf("%s", a.Body)
	}
}

func TestATokenOfAReplicaWhoseClockIsAheadIsTaken(t *testing.T) {
	w := newWorld(t)
	w.pass(time.Minute)
	token := w.person("Ada")
	w.pass(-5 * time.Second)
	w.want(200, w.do("GET", "/v1/me", token, ""))
	w.pass(-time.Second)
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
}

func TestANewSigningKeyIsUsedWithinAMinuteAndTheOldOneStillHolds(t *testing.T) {
	w := newWorld(t)
	old := w.person("Ada")
	w.store.keys = append([]domain.SigningKey{{ID: "second", Seed: make([]byte, 32)}}, w.store.keys...)
	w.pass(time.Minute)
	next, _ := w.signIn("ada@example.org")
	header, _ := base64.RawURLEncoding.DecodeString(strings.Split(next, ".")[0])
	if !strings.Contains(string(header), "second") {
		t.Errorf("signed with another key: %s", header)
	}
	w.want(200, w.do("GET", "/v1/me", old, ""))
	w.want(200, w.do("GET", "/v1/me", next, ""))
}

func TestASessionThatWasEndedIsRefused(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	token, refresh := w.signIn("ada@example.org")
	other, _ := w.signIn("ada@example.org")
	w.want(204, w.do("DELETE", "/v1/sessions/current", token, ""))
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
	w.refused(401, domain.InvalidToken, w.do("POST", "/v1/sessions/refresh", "", compact(map[string]string{"refresh_token": refresh})))
	w.want(200, w.do("GET", "/v1/me", other, ""))
}

func TestASessionEndedElsewhereIsRefusedAfterFiveSeconds(t *testing.T) {
	w := newWorld(t)
	token := w.person("Ada")
	w.want(200, w.do("GET", "/v1/me", token, ""))
	clear(w.store.tokens) // another replica
	w.pass(5 * time.Second)
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", token, ""))
}

func TestARefreshTokenIsSpentOnce(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	_, first := w.signIn("ada@example.org")
	body := compact(map[string]string{"refresh_token": first})
	a := w.do("POST", "/v1/sessions/refresh", "", body)
	w.want(201, a)
	var next struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	a.read(&next)
	w.want(200, w.do("GET", "/v1/me", next.Access, ""))
	w.refused(401, domain.TokenReused, w.do("POST", "/v1/sessions/refresh", "", body))
	w.refused(401, domain.InvalidToken, w.do("POST", "/v1/sessions/refresh", "", compact(map[string]string{"refresh_token": next.Refresh})))
	for _, stored := range w.store.tokens {
		if stored.Hash == first {
			t.Error("a refresh token is stored as it is")
		}
	}
	_, late := w.signIn("ada@example.org")
	w.pass(30 * 24 * time.Hour)
	w.refused(401, domain.InvalidToken, w.do("POST", "/v1/sessions/refresh", "", compact(map[string]string{"refresh_token": late})))
}
