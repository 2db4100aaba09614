package persistence_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

// salted is a next token that says which salt made it.
func (w *world) salted(hash, salt string) domain.RefreshToken {
	t := w.token(hash, "", domain.Account{})
	t.Salt = salt
	return t
}

func TestTabsThatRefreshAtOnceGetTheSameToken(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		must(t, w.AddRefreshToken(t.Context(), w.token("first", "s1", w.person(t, "ann")), ""))
		var tabs sync.WaitGroup
		kept := make([]domain.RefreshToken, 8)
		for i := range kept {
			tabs.Go(func() {
				var err error
				kept[i], err = w.SpendRefreshToken(t.Context(), "first", w.salted(fmt.Sprint("next", i), fmt.Sprint("salt", i)), "")
				if err != nil {
					t.Error(err)
				}
			})
		}
		tabs.Wait()
		for _, k := range kept {
			if k.Hash != kept[0].Hash || k.Salt != kept[0].Salt || k.Salt[4:] != k.Hash[4:] || k.Session != "s1" {
				t.Errorf("kept %+v and %+v", kept[0], k)
			}
		}
		alive(t, w, "s1", true)
		if n := len(w.dump(t)["refresh_tokens"]); n != 2 {
			t.Errorf("%d tokens", n)
		}
	})
}

func TestRefreshIsRepeatedForHalfAMinuteAndThenEndsTheSession(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		must(t, w.AddRefreshToken(t.Context(), w.token("first", "s1", ann), ""))
		first, err := w.SpendRefreshToken(t.Context(), "first", w.salted("second", "salt"), "")
		must(t, err)
		w.clock.advance(domain.RefreshGrace)
		before := w.dump(t)
		again, err := w.SpendRefreshToken(t.Context(), "first", w.salted("another", "other salt"), "")
		if err != nil || again.Hash != "second" || again.Salt != "salt" || again.Account != ann.ID || first.Salt != "salt" {
			t.Errorf("again %+v, %v", again, err)
		}
		same(t, "repeated", before, w.dump(t))
		w.clock.advance(time.Millisecond)
		kept, err := w.SpendRefreshToken(t.Context(), "first", w.salted("another", "other salt"), "192.0.2.7")
		refused(t, err, domain.TokenReused)
		if kept.Account != ann.ID || kept.Session != "s1" {
			t.Errorf("whose was it? %+v", kept)
		}
		alive(t, w, "s1", false)
		acts, _, err := w.Acts(t.Context(), "", 10)
		if err != nil || len(acts) != 1 || acts[0].What != domain.ActReuse || acts[0].On != ann.ID || acts[0].From != "192.0.2.7" {
			t.Errorf("acts %+v, %v", acts, err)
		}
	})
}

func TestRefreshIsNotRepeatedOnceItsAnswerHasBeenUsed(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		must(t, w.AddRefreshToken(t.Context(), w.token("first", "s1", w.person(t, "ann")), ""))
		for i, hash := range []string{"first", "second"} {
			_, err := w.SpendRefreshToken(t.Context(), hash, w.salted([]string{"second", "third"}[i], "salt"), "")
			must(t, err)
		}
		_, err := w.SpendRefreshToken(t.Context(), "first", w.salted("another", "salt"), "")
		refused(t, err, domain.TokenReused)
		alive(t, w, "s1", false)
	})
}

func TestSuspendedAccountDoesNotSpendItsRefreshToken(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		must(t, w.AddRefreshToken(t.Context(), w.token("first", "s1", ann), ""))
		_, err := w.Suspend(t.Context(), ann.ID, domain.Act{What: domain.ActSuspend})
		must(t, err)
		_, err = w.SpendRefreshToken(t.Context(), "first", w.salted("second", "salt"), "")
		refused(t, err, domain.Suspended)
		_, err = w.Lift(t.Context(), ann.ID, domain.Act{What: domain.ActLift})
		must(t, err)
		_, err = w.SpendRefreshToken(t.Context(), "first", w.salted("second", "salt"), "")
		must(t, err)
	})
}

func TestSessionsAreListedAndEndedOneByOneOrAll(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ann, bob := t.Context(), w.person(t, "ann"), w.person(t, "bob")
		for _, name := range []string{"1", "2", "3"} {
			must(t, w.AddRefreshToken(ctx, w.token("of "+name, "s"+name, ann), ""))
			w.clock.advance(10 * time.Minute)
		}
		must(t, w.AddRefreshToken(ctx, w.token("bob's", "b1", bob), ""))
		_, err := w.SpendRefreshToken(ctx, "of 1", w.salted("later", "salt"), "")
		must(t, err)
		refused(t, w.RemoveSession(ctx, bob.ID, "s2"), domain.NotFound)
		must(t, w.RemoveSession(ctx, ann.ID, "s2"))
		refused(t, w.RemoveSession(ctx, ann.ID, "s2"), domain.NotFound)
		list, err := w.SessionsOf(ctx, ann.ID)
		must(t, err)
		if len(list) != 2 || list[0].ID != "s1" || list[1].ID != "s3" || list[0].RefreshedAt.Sub(list[0].BeganAt) != 30*time.Minute ||
			!list[1].RefreshedAt.Equal(list[1].BeganAt) || list[0].ExpiresAt.Sub(list[0].RefreshedAt) != time.Hour {
			t.Errorf("sessions %+v", list)
		}
		w.clock.advance(55 * time.Minute) // s3 is an hour and more old by then
		if list, err = w.SessionsOf(ctx, ann.ID); err != nil || len(list) != 1 {
			t.Errorf("sessions %+v, %v", list, err)
		}
		must(t, w.EndSessions(ctx, ann.ID))
		alive(t, w, "s1", false)
		alive(t, w, "b1", true)
	})
}
