package persistence_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// mailed carries a mail out that does as told.
func (w *world) mailed(t *testing.T, id, game string, a domain.Account, done domain.MailDone) domain.MailOutcome {
	t.Helper()
	outcome, err := w.MailOnce(t.Context(), domain.MailIn{ID: id, Account: a.ID, Game: game, Answers: id + "@example.org"},
		func(ctx context.Context, who domain.Account) (domain.MailDone, error) {
			if who.EmailKey != a.EmailKey {
				t.Errorf("it is carried out for %+v", who)
			}
			_, err := w.Decide(ctx, game, bid(3), by(a))
			return done, err
		})
	must(t, err)
	return outcome
}

func TestMailMovesAndIsAnsweredInOneTransaction(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		said := domain.MailDone{Outcome: domain.MailMoved, Said: "Your move is stored: 3\x00."}
		if outcome := w.mailed(t, "one", game, ps[0], said); outcome != domain.MailMoved {
			t.Errorf("outcome %q", outcome)
		}
		w.verify(t, game)
		before := w.dump(t)
		outcome, err := w.MailOnce(t.Context(), domain.MailIn{ID: "one", Account: ps[0].ID, Game: game},
			func(context.Context, domain.Account) (domain.MailDone, error) {
				t.Error("it is carried out again")
				return said, nil
			})
		if err != nil || outcome != "" {
			t.Errorf("again: %q, %v", outcome, err)
		}
		same(t, "the same mail again", before, w.dump(t))
		due, err := w.ClaimLetters(t.Context(), 9, time.Minute)
		must(t, err)
		if len(due) != 1 || due[0].Type != domain.MailAnswer || due[0].Answers != "one@example.org" || due[0].Body != "Your move is stored: 3." {
			t.Fatalf("letters %+v", due)
		}
		must(t, w.SetPreferences(t.Context(), ps[0].ID, "", domain.Preferences{Zone: "Europe/Berlin"}))
		post, owed, err := w.Post(t.Context(), due[0])
		if err != nil || !owed || post.View == nil || post.View.You == nil || post.View.You.Sealed == nil {
			t.Errorf("%+v, %v, %v", post, owed, err)
		}
		if zone := post.To.ZoneOrUTC().String(); zone != "Europe/Berlin" {
			t.Errorf("it is answered in the time of %s", zone)
		}
		_, err = w.FinishLetter(t.Context(), due[0], domain.Attempt{At: w.clock.now(), Status: domain.Delivered})
		must(t, err)
		if letters := strings.Join(w.dump(t)["letters"], ""); strings.Contains(letters, "is stored") {
			t.Errorf("what a letter said stays: %s", letters)
		}
	})
}

func TestALetterIsWrittenInTheZoneOfItsReader(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		must(t, w.SetPreferences(t.Context(), ps[0].ID, "", domain.Preferences{Zone: "Australia/Lord_Howe"}))
		w.mailed(t, "one", game, ps[0], domain.MailDone{Outcome: domain.MailMoved})
		w.mailed(t, "two", game, ps[1], domain.MailDone{Outcome: domain.MailMoved})
		zones := map[string]string{}
		due, err := w.ClaimLetters(t.Context(), 9, time.Minute)
		must(t, err)
		for _, l := range due {
			post, _, err := w.Post(t.Context(), l)
			must(t, err)
			zones[l.Account] = post.To.ZoneOrUTC().String()
		}
		if zones[ps[0].ID] != "Australia/Lord_Howe" || zones[ps[1].ID] != "UTC" {
			t.Errorf("zones: %v", zones)
		}
	})
}

func TestMailThatDoesNotMoveLeavesTheGameAsItWas(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		before := w.dump(t)
		for i, outcome := range []domain.MailOutcome{domain.MailRefused, domain.MailShown, domain.MailHelped, domain.MailForeign} {
			if got := w.mailed(t, fmt.Sprint(i), game, ps[0], domain.MailDone{Outcome: outcome}); got != outcome {
				t.Errorf("%s becomes %s", outcome, got)
			}
		}
		after := w.dump(t)
		if len(after["letters"]) != 4 || len(after["mails_in"]) != 4 {
			t.Errorf("letters %v\nmails %v", after["letters"], after["mails_in"])
		}
		for _, table := range []string{"letters", "mails_in"} {
			delete(before, table)
			delete(after, table)
		}
		same(t, "mails that do not move", before, after)
	})
}

func TestFaultWhileAMailIsCarriedOutLeavesNothingOfIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		before := w.dump(t)
		for situation, fault := range map[string]func() error{"error": func() error { return errors.New("fault") }, "panic": func() error { panic("fault") }} {
			outcome, err := w.MailOnce(t.Context(), domain.MailIn{ID: "one", Account: ps[0].ID, Game: game},
				func(ctx context.Context, _ domain.Account) (domain.MailDone, error) {
					_, err := w.Decide(ctx, game, bid(3), by(ps[0]))
					must(t, err)
					return domain.MailDone{Outcome: domain.MailMoved}, fault()
				})
			if err == nil || outcome != "" {
				t.Errorf("%s: %q, %v", situation, outcome, err)
			}
			same(t, situation, before, w.dump(t))
		}
		if outcome := w.mailed(t, "one", game, ps[0], domain.MailDone{Outcome: domain.MailMoved}); outcome != domain.MailMoved {
			t.Errorf("when it comes again: %q", outcome)
		}
	})
}

func TestSomebodyWhoIsSuspendedOrHasLeftMovesByNoMail(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		game := w.game(t, ps...)
		_, err := w.Suspend(t.Context(), ps[0].ID, domain.Act{What: domain.ActSuspend})
		must(t, err)
		must(t, w.DeleteAccount(t.Context(), ps[1].ID, domain.Act{What: domain.ActDeleted}))
		before := w.dump(t)
		for _, p := range []domain.Account{ps[0], ps[1], {ID: "nobody"}} {
			outcome, err := w.MailOnce(t.Context(), domain.MailIn{ID: p.ID, Account: p.ID, Game: game},
				func(context.Context, domain.Account) (domain.MailDone, error) {
					t.Error("it is carried out")
					return domain.MailDone{}, nil
				})
			if err != nil || outcome != domain.MailClosed {
				t.Errorf("%q, %v", outcome, err)
			}
		}
		after := w.dump(t)
		delete(before, "mails_in")
		delete(after, "mails_in")
		same(t, "mails of who may not move", before, after)
	})
}

func TestMachinesThatAnswerEachOtherAreNotAnsweredForEver(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		n := 0
		answered := func(a domain.Account, outcome domain.MailOutcome, mails int) (answered int) {
			for range mails {
				n++
				got, err := w.MailOnce(t.Context(), domain.MailIn{ID: fmt.Sprint(n), Account: a.ID, Game: game},
					func(context.Context, domain.Account) (domain.MailDone, error) {
						return domain.MailDone{Outcome: outcome}, nil
					})
				must(t, err)
				if got != domain.MailIgnored {
					answered++
				}
			}
			return answered
		}
		for outcome, want := range map[domain.MailOutcome]int{domain.MailHelped: 1, domain.MailForeign: 1, domain.MailRefused: 20, domain.MailShown: 20, domain.MailMoved: 25} {
			if got := answered(ps[0], outcome, 25); got != want {
				t.Errorf("%s: %d are answered, want %d", outcome, got, want)
			}
		}
		if got := answered(ps[1], domain.MailHelped, 1); got != 1 {
			t.Error("somebody else gets no help")
		}
		w.clock.advance(time.Hour)
		if got := answered(ps[0], domain.MailHelped, 2); got != 1 {
			t.Errorf("an hour later %d are answered", got)
		}
		w.clock.advance(31 * 24 * time.Hour)
		answered(ps[0], domain.MailMoved, 6)
		if kept := len(w.dump(t)["mails_in"]); kept > 30 {
			t.Errorf("%d mails are remembered for ever", kept)
		}
	})
}
