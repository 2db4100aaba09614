package persistence_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tender/domain"
)

func (w *world) personal(hash string, a domain.Account, life time.Duration) domain.PersonalToken {
	now := w.clock.now().Truncate(time.Millisecond).UTC()
	return domain.PersonalToken{Hash: hash, Account: a.ID, Name: "bot", Scopes: []domain.Scope{domain.ScopeRead, domain.ScopePlay}, Game: "g",
		CreatedAt: now, ExpiresAt: now.Add(life)}
}

func TestPersonalTokensAreFoundByTheirHashAndRemovedByTheirOwner(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ann, bob := t.Context(), w.person(t, "ann"), w.person(t, "bob")
		made, err := w.AddPersonalToken(ctx, w.personal("h1", ann, time.Hour), "")
		must(t, err)
		found, err := w.PersonalToken(ctx, "h1")
		if err != nil || fmt.Sprint(found) != fmt.Sprint(made) || made.ID == "" || !slices.Equal(found.Scopes, made.Scopes) || found.Game != "g" {
			t.Errorf("made %+v, found %+v, %v", made, found, err)
		}
		_, err = w.PersonalToken(ctx, "h2")
		refused(t, err, domain.NotFound)
		refused(t, w.RemovePersonalToken(ctx, bob.ID, made.ID), domain.NotFound)
		must(t, w.RemovePersonalToken(ctx, ann.ID, made.ID))
		_, err = w.PersonalToken(ctx, "h1")
		refused(t, err, domain.NotFound)
	})
}

func TestUseOfAPersonalTokenIsNotedOnceAMinute(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		made, err := w.AddPersonalToken(t.Context(), w.personal("h1", w.person(t, "ann"), time.Hour), "")
		must(t, err)
		began := w.clock.now()
		for _, c := range []struct{ used, noted time.Duration }{{time.Second, time.Second}, {60 * time.Second, time.Second}, {61 * time.Second, 61 * time.Second}} {
			must(t, w.UsePersonalToken(t.Context(), made.ID, began.Add(c.used)))
			found, err := w.PersonalToken(t.Context(), "h1")
			if want := began.Add(c.noted).Truncate(time.Millisecond); err != nil || !found.UsedAt.Equal(want) {
				t.Errorf("used after %v, noted %v instead of %v, %v", c.used, found.UsedAt, want, err)
			}
		}
	})
}

func TestPersonalTokensAreLimitedAlsoWhenMadeAtOnceAndExpiredOnesDoNotCount(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		_, err := w.AddPersonalToken(t.Context(), w.personal("old", ann, time.Minute), "")
		must(t, err)
		w.clock.advance(time.Hour)
		var adders sync.WaitGroup
		var added, tooMany atomic.Int32
		for i := range domain.MaxPersonalTokens + 3 {
			adders.Go(func() {
				_, err := w.AddPersonalToken(t.Context(), w.personal(fmt.Sprint(i), ann, time.Hour), "")
				if r, ok := domain.AsRefusal(err); ok && r.Code == domain.TooManyTokens {
					tooMany.Add(1)
				} else if err == nil {
					added.Add(1)
				} else {
					t.Error(err)
				}
			})
		}
		adders.Wait()
		list, err := w.PersonalTokens(t.Context(), ann.ID)
		if err != nil || added.Load() != domain.MaxPersonalTokens || tooMany.Load() != 3 || len(list) != domain.MaxPersonalTokens {
			t.Errorf("added %d, refused %d, listed %d, %v", added.Load(), tooMany.Load(), len(list), err)
		}
	})
}

func TestChangedPasswordEndsSessionsAndTokens(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ann, bob := t.Context(), w.person(t, "ann"), w.person(t, "bob")
		for _, a := range []domain.Account{ann, bob} {
			must(t, w.AddRefreshToken(ctx, w.token("of "+a.Name, "s "+a.Name, a), ""))
			_, err := w.AddPersonalToken(ctx, w.personal("p "+a.Name, a, time.Hour), "")
			must(t, err)
		}
		before := w.dump(t)
		refused(t, w.ChangePassword(ctx, ann.ID, "another", "new", ""), domain.NotFound)
		must(t, w.Rehash(ctx, ann.ID, "another", "new"))
		same(t, "not from that hash", before, w.dump(t))
		must(t, w.Rehash(ctx, ann.ID, ann.PasswordHash, "same, hashed anew"))
		alive(t, w, "s ann", true)
		must(t, w.ChangePassword(ctx, ann.ID, "same, hashed anew", "new", ""))
		alive(t, w, "s ann", false)
		alive(t, w, "s bob", true)
		_, err := w.PersonalToken(ctx, "p ann")
		refused(t, err, domain.NotFound)
		_, err = w.PersonalToken(ctx, "p bob")
		must(t, err)
		if a, err := w.Account(ctx, ann.ID); err != nil || a.PasswordHash != "new" {
			t.Errorf("%+v, %v", a, err)
		}
	})
}
