package api_test

import (
	"context"
	"crypto/ed25519"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"
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
