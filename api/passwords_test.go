package api

import (
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
