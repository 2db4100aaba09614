package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestReadinessTellsTheTruth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken error
		r := readiness{database: func(context.Context) error { return broken }}
		deadlines, notices := r.worker("deadlines"), r.worker("notices")
		says := func(want string) {
			t.Helper()
			err := r.check(t.Context())
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%v instead of %q", err, want)
			}
		}
		says("")
		broken = errors.New("the database has schema 3")
		says("schema 3")
		broken = nil
		<-time.After(2 * time.Minute)
		deadlines()
		says("")
		<-time.After(2 * time.Minute)
		says("the worker for notices has not gone a round for 4m0s")
		notices()
		says("")
		r.draining.Store(true)
		says("about to stop")
	})
}

func TestADatabaseThatHangsIsNotReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := readiness{database: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
		began := time.Now()
		if err := r.check(t.Context()); err == nil || time.Since(began) > readyPatience {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}
