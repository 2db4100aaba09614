package persistence_test

import (
	"testing"
	"time"

	"tender/domain"
)

const aDay = 24 * time.Hour

// replyToken is the token of the mail about a step.
func (w *world) replyToken(t *testing.T, account string, step int) string {
	t.Helper()
	text, err := w.MailToken(t.Context(), domain.MailToken{Purpose: domain.ToReply, Account: account, Game: "g", Step: step})
	must(t, err)
	return text
}

// bounced lets a mail come back and says whether mail is suspended then.
func (w *world) bounced(t *testing.T, token, status string, hard bool) bool {
	t.Helper()
	_, err := w.Bounced(t.Context(), token, status, hard)
	must(t, err)
	found, err := w.MailTokenByText(t.Context(), token)
	must(t, err)
	a, err := w.Account(t.Context(), found.Account)
	must(t, err)
	return !a.MailSuspendedAt.IsZero()
}

func TestAHardBounceSuspendsMailUntilTheAddressIsVerified(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ann, bob := w.person(t, "ann"), w.person(t, "bob")
		_, err := w.AddWebhook(ctx, domain.Webhook{Account: ann.ID, URL: "https://a.example"}, "", "")
		must(t, err)
		w.game(t, ann, bob)
		owed := map[string]bool{}
		claimed := w.claim(t)
		look := func() map[string]bool {
			for _, d := range claimed[domain.BidWanted] {
				o, err := w.Obligation(ctx, d)
				must(t, err)
				owed[string(d.Channel)+" "+d.Account] = o.Void == ""
			}
			return owed
		}
		toAnn, hookOfAnn, toBob := "email "+ann.ID, "webhook "+ann.ID, "email "+bob.ID
		if now := look(); !now[toAnn] || !now[hookOfAnn] || !now[toBob] {
			t.Fatalf("owed: %v", now)
		}

		token := w.replyToken(t, ann.ID, 1)
		if !w.bounced(t, token, "5.1.1", true) {
			t.Fatal("mail is not suspended")
		}
		a, err := w.Account(ctx, ann.ID)
		must(t, err)
		if a.MailSuspendedWhy != "5.1.1" || !a.MailSuspendedAt.Equal(w.clock.now().UTC().Truncate(time.Millisecond)) {
			t.Errorf("%+v", a)
		}
		if suspended, err := w.Bounced(ctx, token, "5.2.1", true); err != nil || suspended {
			t.Errorf("the second one: %v, %v", suspended, err)
		}
		if now := look(); now[toAnn] || !now[hookOfAnn] || !now[toBob] {
			t.Errorf("owed: %v", now)
		}
		must(t, w.ChangePassword(ctx, ann.ID, ann.PasswordHash, "new", ""))
		if got := told(w.post(t)); len(got) != 0 {
			t.Errorf("letters: %v", got)
		}

		must(t, w.VerifyAgain(ctx, ann.ID))
		w.code(t, "link", "")
		w.clock.advance(time.Second)
		back, err := w.VerifyAddress(ctx, "link")
		if err != nil || !back.MailSuspendedAt.IsZero() || back.MailSuspendedWhy != "" {
			t.Fatalf("%+v, %v", back, err)
		}
		if now := look(); !now[toAnn] {
			t.Error("no mail is owed after the address was verified")
		}
		if w.bounced(t, token, "5.1.1", true) {
			t.Error("what was sent before the address was verified counts")
		}
		if !w.bounced(t, w.replyToken(t, ann.ID, 2), "5.1.1", true) {
			t.Error("what was sent after it does not count")
		}
	})
}

// A mail server may say at once what others say in a report.
func TestAnAttemptThatFindsNoMailboxSuspendsMail(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ann, bob, cleo := w.person(t, "ann"), w.person(t, "bob"), w.person(t, "cleo")
		w.game(t, ann, bob)
		why := func(who domain.Account) string {
			a, err := w.Account(ctx, who.ID)
			must(t, err)
			if a.MailSuspendedAt.IsZero() != (a.MailSuspendedWhy == "") {
				t.Errorf("%+v", a)
			}
			return a.MailSuspendedWhy
		}
		failed := domain.Attempt{At: w.clock.now(), Status: domain.Failed, Why: domain.WhyRefused, Answer: 550}
		gone := failed
		gone.NoMailbox = "5.1.1"
		for _, d := range w.claim(t)[domain.BidWanted] {
			a := failed
			if d.Account == ann.ID {
				a = gone
			}
			held, err := w.FinishDelivery(ctx, d, a)
			if must(t, err); !held {
				t.Error("it is not written down")
			}
		}
		if why(ann) != "5.1.1" || why(bob) != "" {
			t.Errorf("ann: %q, bob: %q", why(ann), why(bob))
		}
		must(t, w.ChangePassword(ctx, bob.ID, bob.PasswordHash, "new", ""))
		_, err := w.ClaimAddress(ctx, cleo.ID, "new@example.org", "new@example.org", "")
		must(t, err)
		letters, err := w.ClaimLetters(ctx, 9, time.Minute)
		if must(t, err); len(letters) != 2 {
			t.Fatalf("letters: %+v", letters)
		}
		for _, l := range letters {
			held, err := w.FinishLetter(ctx, l, gone)
			if must(t, err); !held {
				t.Error("it is not written down")
			}
		}
		if why(bob) != "5.1.1" || why(cleo) != "" {
			t.Errorf("after letters to bob's address and to one that is not cleo's yet: %q, %q", why(bob), why(cleo))
		}
	})
}

func TestALetterThatComesBackSuspendsMail(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		for purpose, suspends := range map[domain.MailPurpose]bool{domain.ToUnsubscribe: false, domain.ToBounce: true} {
			token, err := w.MailToken(t.Context(), domain.MailToken{Purpose: purpose, Account: ann.ID, Game: "letter"})
			must(t, err)
			suspended, err := w.Bounced(t.Context(), token, "5.1.1", true)
			if suspended != suspends || err == nil != suspends {
				t.Errorf("%s: %v, %v", purpose, suspended, err)
			}
		}
	})
}

func TestMailThatArrivesAgainIsSentAgain(t *testing.T) {
	for name, prove := range map[string]func(t *testing.T, w *world, ann domain.Account){
		"another address is verified": func(t *testing.T, w *world, ann domain.Account) {
			_, err := w.ClaimAddress(t.Context(), ann.ID, "new@example.org", "new@example.org", "")
			must(t, err)
			w.code(t, "link", "")
			_, err = w.VerifyAddress(t.Context(), "link")
			must(t, err)
		},
		"a sign-in link is used": func(t *testing.T, w *world, ann domain.Account) {
			must(t, w.AskForSignIn(t.Context(), ann.Email, ann.EmailKey))
			w.code(t, "link", "")
			_, err := w.SpendSignInLink(t.Context(), "link")
			must(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, w *world) {
				ann := w.person(t, "ann")
				if !w.bounced(t, w.replyToken(t, ann.ID, 1), "5.1.1", true) {
					t.Fatal("mail is not suspended")
				}
				prove(t, w, ann)
				if a, err := w.Account(t.Context(), ann.ID); err != nil || !a.MailSuspendedAt.IsZero() || a.MailSuspendedWhy != "" {
					t.Errorf("%+v, %v", a, err)
				}
			})
		})
	}
}

func TestSoftBouncesSuspendMailWhenTheyComeClose(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann, bob := w.person(t, "ann"), w.person(t, "bob")
		token := w.replyToken(t, ann.ID, 1)
		for i, pause := range []time.Duration{0, 6 * aDay, 8 * aDay, aDay, aDay} { // three in a week at the most
			w.clock.advance(pause)
			if w.bounced(t, token, "4.4.7", false) {
				t.Fatalf("suspended after %d", i+1)
			}
		}
		if w.bounced(t, w.replyToken(t, bob.ID, 1), "4.4.7", false) {
			t.Error("others' count too")
		}
		if !w.bounced(t, token, "4.2.2", false) {
			t.Error("the fourth in a week does not suspend mail")
		}
		must(t, w.VerifyAgain(t.Context(), ann.ID))
		w.code(t, "link", "")
		_, err := w.VerifyAddress(t.Context(), "link")
		must(t, err)
		w.clock.advance(time.Second)
		if w.bounced(t, w.replyToken(t, ann.ID, 2), "4.4.7", false) {
			t.Error("those before the address was verified count again")
		}
	})
}

func TestABounceToAGuessedTokenDoesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		stop, err := w.MailToken(t.Context(), domain.MailToken{Purpose: domain.ToUnsubscribe, Account: ann.ID, Notice: domain.BidWanted})
		must(t, err)
		before := w.dump(t)
		for _, wrong := range []string{"", stop, ann.ID, domain.NewMailToken([16]byte{7})} {
			_, err := w.Bounced(t.Context(), wrong, "5.1.1", true)
			refused(t, err, domain.NotFound)
		}
		same(t, "wrong tokens", before, w.dump(t))
	})
}
