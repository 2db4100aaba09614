package api_test

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"tender/domain"
)

// strange is a token that is signed by nobody known, with a key id that nobody has.
func (w *world) strange(good string) string {
	w.Helper()
	return w.forge(good, map[string]any{"kid": "0000"}, nil, jwt.SigningMethodEdDSA, ed25519.NewKeyFromSeed(make([]byte, 32)))
}

func TestOnlyTheFirstSignInEverAsksForAKeyToBeMade(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	for range 5 {
		w.pass(time.Minute)
		w.refused(401, "unauthenticated", w.do("GET", "/v1/me", w.strange(ada), ""))
		w.signIn("ada@example.org")
	}
	if w.store.made != 1 {
		t.Errorf("%d times", w.store.made)
	}
}

func TestAStrangeTokenHoldsUpNobodyElse(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	strange := w.strange(ada)
	w.pass(2 * time.Second)
	synctest.Test(t, func(t *testing.T) {
		goOn, reads := make(chan struct{}), 0
		w.store.reading = func(context.Context) error {
			reads++
			<-goOn
			return nil
		}
		answers := make(chan answer, 3)
		for range cap(answers) {
			go func() { answers <- w.do("GET", "/v1/me", strange, "") }()
		}
		synctest.Wait()
		w.want(200, w.do("GET", "/v1/me", ada, ""))
		w.signIn("ada@example.org")
		close(goOn)
		for range cap(answers) {
			w.refused(401, "unauthenticated", <-answers)
		}
		if reads != 1 {
			t.Errorf("the keys were read %d times", reads)
		}
	})
}

func TestKeysAreReadToTheEndWhenTheRequestThatAskedIsGivenUp(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.pass(time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	w.store.reading = func(reading context.Context) error {
		cancel() // the client goes away meanwhile
		return reading.Err()
	}
	r := httptest.NewRequestWithContext(ctx, "GET", "/v1/me", nil)
	r.Header.Set("Authorization", "Bearer "+ada)
	w.want(200, w.send(r)) // this store asks nobody whether the request goes on
}

func TestReadingTheKeysEndsWhenTheDatabaseHangs(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.pass(time.Minute)
	synctest.Test(t, func(t *testing.T) {
		w.store.reading = func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}
		began := time.Now()
		w.refused(500, "internal", w.do("GET", "/v1/me", ada, ""))
		if time.Since(began) != 5*time.Second {
			t.Errorf("after %v", time.Since(began))
		}
	})
}

func TestAKeyHoldsUntilItsLastTokenHasExpiredAndIsThenRemoved(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	w.store.keys = append([]domain.SigningKey{{ID: "second", Seed: make([]byte, 32), CreatedAt: w.now()}}, w.store.keys...)
	w.pass(59 * time.Second) // until now the server may not have noticed
	last, _ := w.signIn("ada@example.org")
	for range 14 {
		w.pass(time.Minute)
		w.want(200, w.do("GET", "/v1/me", last, ""))
	}
	if ids := w.published(); len(ids) != 2 || ids[0] != "second" {
		t.Errorf("published %v", ids)
	}
	w.pass(4 * time.Minute)
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", last, ""))
	if ids := w.published(); len(ids) != 1 || ids[0] != "second" || len(w.store.keys) != 1 {
		t.Errorf("published %v, kept %d", ids, len(w.store.keys))
	}
	// Whoever kept the old key signs with it in vain, however fresh the token.
	w.pass(time.Minute)
	next, _ := w.signIn("ada@example.org")
	forged := w.forge(next, map[string]any{"kid": "retired"}, nil, jwt.SigningMethodEdDSA, ed25519.NewKeyFromSeed(make([]byte, 32)))
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me", forged, ""))
}

// published are the ids of the keys that the server shows; each is checked to be the public part of one that it has.
func (w *world) published() (ids []string) {
	w.Helper()
	a := w.do("GET", "/.well-known/jwks.json", "", "")
	w.want(200, a)
	if a.Header().Get("Cache-Control") != "public, max-age=60" {
		w.Errorf("%v", a.Header())
	}
	var set struct {
		Keys []struct{ Kid, X, D string }
	}
	a.read(&set)
	for _, k := range set.Keys {
		ids = append(ids, k.Kid)
		for _, kept := range w.store.keys {
			public := ed25519.NewKeyFromSeed(kept.Seed).Public().(ed25519.PublicKey)
			if kept.ID == k.Kid && (k.X != base64.RawURLEncoding.EncodeToString(public) || k.D != "") {
				w.Errorf("%+v", k)
			}
		}
	}
	return ids
}

func TestATokenOfAKeyThatAnotherReplicaHasMadeIsTakenAtOnce(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	seed := make([]byte, 32)
	w.store.keys = append([]domain.SigningKey{{ID: "theirs", Seed: seed, CreatedAt: w.now()}}, w.store.keys...)
	w.pass(2 * time.Second)
	theirs := w.forge(ada, map[string]any{"kid": "theirs"}, nil, jwt.SigningMethodEdDSA, ed25519.NewKeyFromSeed(seed))
	w.want(200, w.do("GET", "/v1/me", theirs, ""))
}
