package persistence_test

import (
	"context"
	"testing"
	"time"

	"tender/domain"
)

func TestASignInEndsWithWhatWasShownForIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ann := t.Context(), w.person(t, "ann")
		begin := func(shown string) error { return w.AddRefreshToken(ctx, w.token("first", "s1", ann), shown) }
		must(t, w.ChangePassword(ctx, ann.ID, ann.PasswordHash, "new", ""))
		refused(t, begin(ann.PasswordHash), domain.InvalidToken)
		_, err := w.Suspend(ctx, ann.ID, domain.Act{})
		must(t, err)
		refused(t, begin("new"), domain.Suspended)
		alive(t, w, "s1", false)
		_, err = w.Lift(ctx, ann.ID, domain.Act{})
		must(t, err)
		must(t, begin("new"))
		alive(t, w, "s1", true)
		must(t, w.DeleteAccount(ctx, ann.ID, domain.Act{}))
		refused(t, begin(""), domain.InvalidToken)
		alive(t, w, "s1", false)
	})
}

func TestASessionThatHasEndedLeavesNothingBehind(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ann, bob := t.Context(), w.person(t, "ann"), w.person(t, "bob")
		must(t, w.AddRefreshToken(ctx, w.token("of ann", "ann's", ann), ""))
		must(t, w.AddRefreshToken(ctx, w.token("of bob", "bob's", bob), ""))
		bot, err := w.AddPersonalToken(ctx, w.personal("bot", ann, time.Hour), "ann's")
		must(t, err)
		hook := domain.Webhook{Account: ann.ID, URL: "https://example.org/"}
		_, err = w.AddWebhook(ctx, hook, "ann's", "")
		must(t, err)
		hook.URL += "bot"
		_, err = w.AddWebhook(ctx, hook, "", "bot")
		must(t, err)
		must(t, w.RemovePersonalToken(ctx, ann.ID, bot.ID))
		must(t, w.EndSession(ctx, ann.ID, "ann's"))
		before := w.dump(t)
		for _, session := range []string{"ann's", "bob's", "unknown"} {
			_, err := w.AddPersonalToken(ctx, w.personal("late", ann, time.Hour), session)
			refused(t, err, domain.InvalidToken)
			_, err = w.ClaimAddress(ctx, ann.ID, "eve@x.org", "eve@x.org", session)
			refused(t, err, domain.InvalidToken)
			hook.URL = "https://example.org/late"
			_, err = w.AddWebhook(ctx, hook, session, "")
			refused(t, err, domain.InvalidToken)
			refused(t, w.ChangePassword(ctx, ann.ID, ann.PasswordHash, "new", session), domain.InvalidToken)
		}
		_, err = w.AddWebhook(ctx, hook, "", "bot")
		refused(t, err, domain.InvalidToken)
		same(t, "nothing is left by what has ended", before, w.dump(t))
	})
}

func TestWhoHasLeftGetsNothingAnyMore(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ann, bob := t.Context(), w.person(t, "ann"), w.person(t, "bob")
		game, _, err := w.OpenGame(ctx, domain.Open{Kind: "toy", Seats: 2, Title: "an evening", Pace: domain.Pace{"bid": 60, "take": 60}}, by(bob))
		must(t, err)
		must(t, w.DeleteAccount(ctx, ann.ID, domain.Act{}))
		before := w.dump(t)
		_, err = w.Rename(ctx, ann.ID, "ann", "ann")
		refused(t, err, domain.NotFound)
		_, err = w.ClaimAddress(ctx, ann.ID, "ann@x.org", "ann@x.org", "")
		refused(t, err, domain.NotFound)
		_, err = w.AddPersonalToken(ctx, w.personal("late", ann, time.Hour), "")
		refused(t, err, domain.NotFound)
		_, err = w.AddWebhook(ctx, domain.Webhook{Account: ann.ID, URL: "https://example.org/"}, "", "")
		refused(t, err, domain.NotFound)
		_, _, err = w.OpenGame(ctx, domain.Open{Kind: "toy", Seats: 2, Title: "an evening", Pace: domain.Pace{"bid": 60, "take": 60}}, by(ann))
		refused(t, err, domain.NotFound)
		_, err = w.Decide(ctx, game, domain.Join{}, by(ann))
		refused(t, err, domain.NotFound)
		same(t, "nothing is left by who has gone", before, w.dump(t))

		must(t, w.AddCode(ctx, domain.MailCode{Hash: "late", Purpose: domain.ToSignIn, Account: ann.ID, Address: "ann@x.org", Key: "ann@x.org",
			ExpiresAt: w.clock.now().Add(time.Hour)})) // by a worker that was just sending the letter
		_, err = w.SpendSignInLink(ctx, "late")
		refused(t, err, domain.InvalidCode)
	})
}

func TestKeptAnswersOfOthersForgetAName(t *testing.T) {
	changes := map[string]func(context.Context, *world, domain.Account) error{
		"deleted": func(ctx context.Context, w *world, a domain.Account) error {
			return w.DeleteAccount(ctx, a.ID, domain.Act{})
		},
		"renamed by a moderator": func(ctx context.Context, w *world, a domain.Account) error {
			_, err := w.RenameBy(ctx, a.ID, "other", "other", domain.Act{})
			return err
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, w *world) {
				ctx, ann, bob := t.Context(), w.person(t, "ann"), w.person(t, "bob")
				game := w.game(t, ann, bob)
				for id, body := range map[string]string{"game": `{"id":"` + game + `","player":"ann"}`, "other": `{"id":"another"}`} {
					_, err := w.Once(ctx, domain.Asked{Account: bob.ID, ID: id}, func(context.Context) (domain.Answer, error) {
						return domain.Answer{Status: 200, Body: []byte(body)}, nil
					})
					must(t, err)
				}
				must(t, change(ctx, w, ann))
				for id, want := range map[string]bool{"game": false, "other": true} {
					if _, found, err := w.Answered(ctx, domain.Asked{Account: bob.ID, ID: id}); err != nil || found != want {
						t.Errorf("%s: %v, %v", id, found, err)
					}
				}
			})
		})
	}
}
