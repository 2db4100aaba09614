package api

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhoWaitsTooLongToSignInIsAskedToComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPasswords()
		for range cap(p.turns) {
			p.turns <- struct{}{} // everybody is at it
		}
		began := time.Now()
		_, err := p.match(t.Context(), "correct horse", "")
		answer, ok := problemOf(err)
		if !ok || answer.Code != tooBusy || answer.Status != 503 || answer.retryAfter == 0 || time.Since(began) != hashPatience {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		<-p.turns
		if ok, err := p.match(t.Context(), "correct horse", ""); ok || err != nil {
			t.Errorf("%v, %v", ok, err)
		}
	})
}

func TestNothingMatchesAnAccountThatDoesNotExist(t *testing.T) {
	p := newPasswords()
	if ok, err := p.match(t.Context(), "\x00", ""); ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
}

func TestTheCommonestPasswordsAreInOrderAndLongEnough(t *testing.T) {
	all := commonest()
	if len(all) < 10_000 || !slices.IsSorted(all) {
		t.Errorf("%d passwords, in order: %v", len(all), slices.IsSorted(all))
	}
	for _, p := range all {
		if len(p) < minPassword || p != strings.ToLower(p) {
			t.Fatalf("%q is found by nothing", p)
		}
		if _, err := checkPassword(p); err == nil {
			t.Fatalf("%q is taken", p)
		}
	}
	for _, good := range []string{"correct horse battery", "caf\u00e9 cr\u00e8me", strings.Repeat("\u00e9", 256), "pass\u2009word no"} {
		if _, err := checkPassword(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"", "1234567", strings.Repeat("\u00e9", 257), "corr\x00ct horse", "         ", "\u2003\u2003\u2003\u2003\u2003\u2003\u2003\u2003", "PASSWORD"} {
		if _, err := checkPassword(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
