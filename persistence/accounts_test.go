package persistence_test

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

func TestNamesAndAddressesAreUniqueByTheirKeys(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ann := w.person(t, "ann")
		before := w.dump(t)
		_, err := w.CreateAccount(ctx, domain.Account{Name: "ANN", NameKey: "ann", Email: "b", EmailKey: "b"})
		refused(t, err, domain.NameTaken)
		bob := w.person(t, "bob")
		_, err = w.Rename(ctx, bob.ID, "Ann", "ann")
		refused(t, err, domain.NameTaken)
		w.exec(t, "DELETE FROM accounts WHERE name_key = 'bob'")
		same(t, "after refusals", before, w.dump(t))

		renamed, err := w.Rename(ctx, ann.ID, "Anna", "anna")
		if err != nil || renamed.Name != "Anna" {
			t.Errorf("renamed %+v, %v", renamed, err)
		}
		found, err := w.AccountByEmail(ctx, ann.EmailKey)
		ann.Name, ann.NameKey = "Anna", "anna"
		if err != nil || found != ann {
			t.Errorf("found %+v, want %+v, %v", found, ann, err)
		}
	})
}

func TestUnknownThingsAreNotFound(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ann := w.person(t, "ann")
		for _, id := range []string{"", "x", "\x00", "\xff", "' OR 1=1 --", "1 = 1"} {
			_, err := w.Account(ctx, id)
			refused(t, err, domain.NotFound)
			_, err = w.AccountByEmail(ctx, id)
			refused(t, err, domain.NotFound)
			_, err = w.View(ctx, id, ann.ID)
			refused(t, err, domain.NotFound)
			_, err = w.Events(ctx, id, ann.ID, 0, 1)
			refused(t, err, domain.NotFound)
			_, err = w.WebhookByID(ctx, id)
			refused(t, err, domain.NotFound)
			_, err = w.Log(ctx, id)
			refused(t, err, domain.NotFound)
			refused(t, w.RemoveWebhook(ctx, ann.ID, id), domain.NotFound)
		}
	})
}

// token is a refresh token that is good for an hour.
func (w *world) token(hash, session string, a domain.Account) domain.RefreshToken {
	now := w.clock.now()
	return domain.RefreshToken{Hash: hash, Session: session, Account: a.ID, IssuedAt: now, ExpiresAt: now.Add(time.Hour)}
}

func TestRefreshTokenIsSpentForTheNext(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ann := w.person(t, "ann")
		must(t, w.AddRefreshToken(ctx, w.token("first", "s1", ann), ""))
		must(t, w.AddRefreshToken(ctx, w.token("other", "s2", ann), ""))
		w.clock.advance(50 * time.Minute)
		spent, err := w.SpendRefreshToken(ctx, "first", w.token("second", "", domain.Account{}), "192.0.2.7")
		if err != nil || spent.Hash != "second" || spent.Session != "s1" || spent.Account != ann.ID {
			t.Fatalf("spent %+v, %v", spent, err)
		}
		_, err = w.SpendRefreshToken(ctx, "unknown", w.token("third", "", ann), "192.0.2.7")
		refused(t, err, domain.InvalidToken)
		w.clock.advance(50 * time.Minute)
		_, err = w.SpendRefreshToken(ctx, "other", w.token("third", "", ann), "192.0.2.7")
		refused(t, err, domain.InvalidToken) // expired
		alive(t, w, "s2", false)
		alive(t, w, "s1", true)
		spent, err = w.SpendRefreshToken(ctx, "second", w.token("third", "", ann), "192.0.2.7")
		if err != nil || spent.Session != "s1" {
			t.Fatalf("spent %+v, %v", spent, err)
		}
		_, err = w.SpendRefreshToken(ctx, "first", w.token("fourth", "", ann), "192.0.2.7")
		refused(t, err, domain.InvalidToken) // too old to be known
		alive(t, w, "s1", true)
		w.clock.advance(31 * time.Second)
		_, err = w.SpendRefreshToken(ctx, "second", w.token("fourth", "", ann), "192.0.2.7")
		refused(t, err, domain.TokenReused)
		alive(t, w, "s1", false)
		_, err = w.SpendRefreshToken(ctx, "third", w.token("fifth", "", ann), "192.0.2.7")
		refused(t, err, domain.InvalidToken)
	})
}

func TestSpentTokensAreForgottenWhenTheyExpire(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		must(t, w.AddRefreshToken(t.Context(), w.token("0", "s1", ann), ""))
		must(t, w.AddRefreshToken(t.Context(), w.token("other", "s2", ann), ""))
		for i := range 9 {
			w.clock.advance(20 * time.Minute)
			_, err := w.SpendRefreshToken(t.Context(), fmt.Sprint(i), w.token(fmt.Sprint(i+1), "", ann), "192.0.2.7")
			must(t, err)
		}
		if left := w.dump(t)["refresh_tokens"]; len(left) != 4 { // of an hour, and the other session's
			t.Errorf("left: %v", left)
		}
	})
}

func TestSessionEndsAfterHalfAYearHoweverOftenItIsRenewed(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		const day = 24 * time.Hour
		ann := w.person(t, "ann")
		next := func(i int) domain.RefreshToken {
			token := w.token(fmt.Sprint(i), "s1", ann)
			token.ExpiresAt = token.IssuedAt.Add(30 * day)
			return token
		}
		must(t, w.AddRefreshToken(t.Context(), next(0), ""))
		for i := range 9 { // on day 20, 40 … 180, the last a moment before its end
			w.clock.advance(20 * day)
			if i == 8 {
				w.clock.advance(-time.Second)
			}
			_, err := w.SpendRefreshToken(t.Context(), fmt.Sprint(i), next(i+1), "192.0.2.7")
			must(t, err)
		}
		alive(t, w, "s1", true)
		w.clock.advance(time.Second)
		alive(t, w, "s1", false)
		_, err := w.SpendRefreshToken(t.Context(), "9", next(10), "192.0.2.7")
		refused(t, err, domain.InvalidToken)
	})
}

func TestSignedOutSessionIsOver(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ann := w.person(t, "ann")
		must(t, w.AddRefreshToken(ctx, w.token("first", "s1", ann), ""))
		must(t, w.EndSession(ctx, "somebody else", "s1"))
		alive(t, w, "s1", true)
		must(t, w.EndSession(ctx, ann.ID, "s1"))
		must(t, w.EndSession(ctx, ann.ID, "s1"))
		alive(t, w, "s1", false)
		_, err := w.SpendRefreshToken(ctx, "first", w.token("second", "", ann), "192.0.2.7")
		refused(t, err, domain.InvalidToken)
		if d := w.dump(t); len(d["refresh_tokens"]) != 0 {
			t.Errorf("left: %v", d["refresh_tokens"])
		}
	})
}

func alive(t *testing.T, w *world, session string, want bool) {
	t.Helper()
	if got, err := w.SessionAlive(t.Context(), session); err != nil || got != want {
		t.Errorf("session %s alive: %v, %v", session, got, err)
	}
}

func TestReplicasThatStartTogetherAgreeOnTheFirstSigningKey(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		var starts sync.WaitGroup
		keys := make([]domain.SigningKey, 6)
		for i := range keys {
			starts.Go(func() {
				var err error
				keys[i], err = w.FirstSigningKey(t.Context(), func() domain.SigningKey {
					return domain.SigningKey{ID: fmt.Sprint("key", i), Seed: []byte{1, 0, byte(i)}, CreatedAt: w.clock.now()}
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		starts.Wait()
		for _, k := range keys {
			if k.ID != keys[0].ID {
				t.Errorf("keys %v and %v", k, keys[0])
			}
		}
		w.exec(t, "INSERT INTO signing_keys SELECT 'newer', seed, created_at + 1 FROM signing_keys")
		all, err := w.SigningKeys(t.Context())
		if err != nil || len(all) != 2 || all[0].ID != "newer" || !slices.Equal(all[1].Seed, keys[0].Seed) {
			t.Errorf("keys %v, %v", all, err)
		}
	})
}

func TestWebhooksOfAnAccountAreLimitedAlsoWhenAddedAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		var adders sync.WaitGroup
		var mu sync.Mutex
		added, tooMany := 0, 0
		for i := range domain.MaxWebhooks + 5 {
			adders.Go(func() {
				_, err := w.AddWebhook(t.Context(), domain.Webhook{Account: ann.ID, URL: fmt.Sprint("https://example.org/", i)}, "", "")
				mu.Lock()
				defer mu.Unlock()
				if r, ok := domain.AsRefusal(err); ok && r.Code == domain.TooManyWebhooks {
					tooMany++
				} else if err == nil {
					added++
				} else {
					t.Error(err)
				}
			})
		}
		adders.Wait()
		if added != domain.MaxWebhooks || tooMany != 5 {
			t.Errorf("added %d, refused %d", added, tooMany)
		}
		hooks, err := w.Webhooks(t.Context(), ann.ID)
		must(t, err)
		refused(t, w.RemoveWebhook(t.Context(), w.person(t, "bob").ID, hooks[0].ID), domain.NotFound)
		must(t, w.RemoveWebhook(t.Context(), ann.ID, hooks[0].ID))
		if found, err := w.WebhookByID(t.Context(), hooks[1].ID); err != nil || !reflect.DeepEqual(found, hooks[1]) {
			t.Errorf("found %v, %v", found, err)
		}
	})
}

func TestSecondWebhookToTheSameAddressIsRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann, bob := w.person(t, "ann"), w.person(t, "bob")
		hook := domain.Webhook{Account: ann.ID, URL: "https://example.org/hook", Secret: "one"}
		first, err := w.AddWebhook(t.Context(), hook, "", "")
		must(t, err)
		hook.Secret = "another"
		_, err = w.AddWebhook(t.Context(), hook, "", "")
		refused(t, err, domain.WebhookExists)
		hook.Account = bob.ID
		_, err = w.AddWebhook(t.Context(), hook, "", "")
		must(t, err)
		must(t, w.RemoveWebhook(t.Context(), ann.ID, first.ID))
		hook.Account = ann.ID
		_, err = w.AddWebhook(t.Context(), hook, "", "")
		must(t, err)
	})
}
