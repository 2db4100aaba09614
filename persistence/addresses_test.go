package persistence_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/persistence"
)

// verifying is a store that opens the same database anew, with addresses that must be verified.
func (w *world) verifying(t *testing.T) *world {
	t.Helper()
	s, err := persistence.Open(t.Context(), w.url, persistence.Options{Kinds: w.kinds, Now: w.clock.now, Plan: plan, VerifyMail: true})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return &world{Store: s, url: w.url, kinds: w.kinds, clock: w.clock, log: w.log}
}

// signUp makes an account that says that an address is its own.
func (w *world) signUp(t *testing.T, name, email, password string) domain.Account {
	t.Helper()
	a, err := w.CreateAccount(t.Context(), domain.Account{Name: name, NameKey: name, Email: email, EmailKey: strings.ToLower(email), PasswordHash: password})
	must(t, err)
	return a
}

// post takes all letters that are due and gives those that are owed.
func (w *world) post(t *testing.T) (posts []domain.Post) {
	t.Helper()
	letters, err := w.ClaimLetters(t.Context(), 100, time.Minute)
	must(t, err)
	for _, l := range letters {
		p, owed, err := w.Post(t.Context(), l)
		must(t, err)
		status := domain.Dropped
		if owed {
			posts, status = append(posts, p), domain.Delivered
		}
		held, err := w.FinishLetter(t.Context(), l, domain.Attempt{At: w.clock.now(), Status: status})
		if err != nil || !held {
			t.Fatalf("finished %v, %v", held, err)
		}
	}
	return posts
}

// told are the types of letters and where they went.
func told(posts []domain.Post) (all []string) {
	for _, p := range posts {
		all = append(all, string(p.Type)+" "+p.To.Email)
	}
	slices.Sort(all)
	return all
}

// code makes the one letter that is due good for a hash and, for the short code, a text.
func (w *world) code(t *testing.T, hash, short string) domain.Post {
	t.Helper()
	posts := w.post(t)
	if len(posts) != 1 || posts[0].Code == nil {
		t.Fatalf("letters with codes: %+v", posts)
	}
	c := *posts[0].Code
	c.Hash, c.ShortHash, c.ExpiresAt = hash, domain.ShortCodeHash(c.Account, short), w.clock.now().Add(domain.CodeLife)
	must(t, w.AddCode(t.Context(), c))
	return posts[0]
}

const short, wrongShort = "ABCDE-FGHJK", "ABCDE-FGHJJ"

func TestWithoutVerifyingWhoSignsUpFirstHasTheAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.signUp(t, "ann", "Ann@x.org", "hash")
		if posts := w.post(t); len(posts) > 0 {
			t.Errorf("letters: %v", told(posts))
		}
		bob := w.signUp(t, "bob", "ann@X.org", "other")
		found, err := w.AccountByEmail(t.Context(), "ann@x.org")
		if err != nil || found.ID != ann.ID || bob.ID == ann.ID {
			t.Errorf("found %+v, %v", found, err)
		}
		posts := w.post(t)
		if got := told(posts); !slices.Equal(got, []string{"already_registered Ann@x.org"}) || posts[0].Code != nil {
			t.Errorf("letters: %v", got)
		}
		_, err = w.CreateAccount(t.Context(), domain.Account{Name: "Bob", NameKey: "bob", Email: "c", EmailKey: "c"})
		refused(t, err, domain.NameTaken) // as it would be if the address had been nobody's
	})
}

func TestAnAddressIsNobodysBeforeItIsVerified(t *testing.T) {
	onBoth(t, func(t *testing.T, old *world) {
		w := old.verifying(t)
		ctx := t.Context()
		mallory, ann := w.signUp(t, "mallory", "ann@x.org", "evil"), w.signUp(t, "ann", "Ann@x.org", "hash")
		_, err := w.AccountByEmail(ctx, "ann@x.org")
		refused(t, err, domain.NotFound)
		posts := w.post(t)
		if got := told(posts); !slices.Equal(got, []string{"verify_address Ann@x.org", "verify_address ann@x.org"}) {
			t.Fatalf("letters: %v", got)
		}
		for _, p := range posts {
			c := *p.Code
			c.Hash, c.ExpiresAt = "link-"+p.To.Name, w.clock.now().Add(domain.CodeLife)
			must(t, w.AddCode(ctx, c))
		}
		verified, err := w.VerifyAddress(ctx, "link-ann")
		if err != nil || verified.ID != ann.ID || verified.EmailVerifiedAt.IsZero() || verified.Email != "Ann@x.org" {
			t.Fatalf("%+v, %v", verified, err)
		}
		found, err := w.AccountByEmail(ctx, "ann@x.org")
		if err != nil || found.ID != ann.ID {
			t.Errorf("found %+v, %v", found, err)
		}
		_, err = w.Account(ctx, mallory.ID)
		refused(t, err, domain.NotFound) // it was nothing but a claim
		_, err = w.VerifyAddress(ctx, "link-mallory")
		refused(t, err, domain.InvalidCode)
		w.signUp(t, "mallory", "ANN@x.org", "evil")
		if got := told(w.post(t)); !slices.Equal(got, []string{"already_registered Ann@x.org"}) {
			t.Errorf("letters: %v", got)
		}
	})
}

func TestALinkWorksOnceAndForAQuarterOfAnHour(t *testing.T) {
	onBoth(t, func(t *testing.T, old *world) {
		w := old.verifying(t)
		w.signUp(t, "ann", "ann@x.org", "hash")
		w.code(t, "link", "")
		_, err := w.SpendSignInLink(t.Context(), "link") // it is for something else
		refused(t, err, domain.InvalidCode)
		w.clock.advance(domain.CodeLife)
		_, err = w.VerifyAddress(t.Context(), "link")
		refused(t, err, domain.InvalidCode)
		must(t, w.AskForSignIn(t.Context(), "ann@x.org", "ann@x.org"))
		if p := w.code(t, "again", ""); p.Type != domain.VerifyAddress { // a stranger may have signed up with it
			t.Errorf("an address that is not verified gets %s", p.Type)
		}
		w.clock.advance(domain.CodeLife - time.Millisecond)
		_, err = w.VerifyAddress(t.Context(), "again")
		must(t, err)
		_, err = w.VerifyAddress(t.Context(), "again")
		refused(t, err, domain.InvalidCode)
	})
}

func TestSignInByMailAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, old *world) {
		w := old.verifying(t)
		ctx := t.Context()
		ann := w.signUp(t, "ann", "ann@x.org", "")
		if p := w.code(t, "first", short); p.Type != domain.SignInLink {
			t.Fatalf("the letter is a %s", p.Type)
		}
		who, err := w.SpendSignInLink(ctx, "first")
		if err != nil || who.ID != ann.ID || who.EmailVerifiedAt.IsZero() {
			t.Fatalf("%+v, %v", who, err)
		}
		_, err = w.SpendSignInCode(ctx, "ann@x.org", short) // of the same letter
		refused(t, err, domain.InvalidCode)
		must(t, w.AskForSignIn(ctx, "ann@x.org", "ann@x.org"))
		w.code(t, "second", short)
		who, err = w.SpendSignInCode(ctx, "ann@x.org", strings.ToLower(short))
		if err != nil || who.ID != ann.ID {
			t.Fatalf("%+v, %v", who, err)
		}
		_, err = w.SpendSignInLink(ctx, "second")
		refused(t, err, domain.InvalidCode)
	})
}

func TestAShortCodeIsGoodForFiveTries(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		w.signUp(t, "ann", "ann@x.org", "hash")
		must(t, w.AskForSignIn(ctx, "ann@x.org", "ann@x.org"))
		w.code(t, "link", short)
		for range domain.MaxCodeTries {
			_, err := w.SpendSignInCode(ctx, "ann@x.org", wrongShort)
			refused(t, err, domain.InvalidCode)
		}
		_, err := w.SpendSignInCode(ctx, "ann@x.org", short)
		refused(t, err, domain.InvalidCode)
		for _, nobody := range []string{"bob@x.org", "", "claim:x"} {
			_, err = w.SpendSignInCode(ctx, nobody, short)
			refused(t, err, domain.InvalidCode)
		}
		_, err = w.SpendSignInLink(ctx, "link") // nobody guesses it, and nobody can lock its owner out
		must(t, err)
	})
}

func TestAskingForASignInDoesTheSameForAnyAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.signUp(t, "ann", "ann@x.org", "hash")
		for range lettersEachHour + 2 {
			must(t, w.AskForSignIn(t.Context(), "ann@x.org", "ann@x.org"))
			must(t, w.AskForSignIn(t.Context(), "bob@x.org", "bob@x.org"))
		}
		rows := w.dump(t)["letters"]
		if len(rows) != 2*lettersEachHour {
			t.Errorf("%d letters: %v", len(rows), rows)
		}
		if got := told(w.post(t)); len(got) != lettersEachHour || got[0] != "sign_in_link ann@x.org" {
			t.Errorf("sent: %v", got)
		}
		w.clock.advance(time.Hour)
		must(t, w.AskForSignIn(t.Context(), "ann@x.org", "ann@x.org"))
		if got := told(w.post(t)); len(got) != 1 {
			t.Errorf("an hour later: %v", got)
		}
	})
}

const lettersEachHour = 3

func TestAnAddressIsChangedWhenTheNewOneIsVerified(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ann, bob := w.signUp(t, "ann", "ann@x.org", "hash"), w.signUp(t, "bob", "bob@x.org", "hash")
		must(t, w.AskForSignIn(ctx, "ann@x.org", "ann@x.org"))
		w.code(t, "old", "")
		changed, err := w.ClaimAddress(ctx, ann.ID, "New@x.org", "new@x.org", "")
		if err != nil || changed.Email != "ann@x.org" || changed.NewEmail != "New@x.org" {
			t.Fatalf("%+v, %v", changed, err)
		}
		if p := w.code(t, "new", ""); p.To.Email != "New@x.org" || p.Type != domain.VerifyAddress {
			t.Fatalf("%+v", p)
		}
		verified, err := w.VerifyAddress(ctx, "new")
		if err != nil || verified.Email != "New@x.org" || verified.NewEmail != "" {
			t.Fatalf("%+v, %v", verified, err)
		}
		if got := told(w.post(t)); !slices.Equal(got, []string{"address_changed ann@x.org"}) {
			t.Errorf("letters: %v", got)
		}
		_, err = w.SpendSignInLink(ctx, "old") // it is in the mailbox that the account has left
		refused(t, err, domain.InvalidCode)

		claimed, err := w.ClaimAddress(ctx, ann.ID, "BOB@x.org", "bob@x.org", "") // another's: nothing tells
		if err != nil || claimed.NewEmail != "BOB@x.org" {
			t.Fatalf("%+v, %v", claimed, err)
		}
		if got := told(w.post(t)); !slices.Equal(got, []string{"already_registered bob@x.org"}) {
			t.Errorf("letters: %v", got)
		}
		withdrawn, err := w.ClaimAddress(ctx, ann.ID, "new@x.org", "new@x.org", "")
		if err != nil || withdrawn.NewEmail != "" {
			t.Errorf("%+v, %v", withdrawn, err)
		}
		refused(t, w.VerifyAgain(ctx, ann.ID), domain.EmailVerified)
		must(t, w.VerifyAgain(ctx, bob.ID))
		if p := w.code(t, "word", ""); p.To.Email != "bob@x.org" || p.Type != domain.VerifyAddress {
			t.Errorf("%+v", p)
		}
		must(t, w.VerifyAgain(ctx, bob.ID)) // the third letter of the hour, with the one about ann's sign-up
		refused(t, w.VerifyAgain(ctx, bob.ID), domain.TooManyMails)
		_, err = w.VerifyAddress(ctx, "word")
		must(t, err)
	})
}

func TestOfTwoThatVerifyOneAddressTheFirstHasIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		for _, name := range []string{"ann", "bob"} {
			a := w.signUp(t, name, name+"@x.org", "hash")
			_, err := w.ClaimAddress(ctx, a.ID, "new@x.org", "new@x.org", "")
			must(t, err)
			w.code(t, name, "")
		}
		_, err := w.VerifyAddress(ctx, "bob")
		must(t, err)
		_, err = w.VerifyAddress(ctx, "ann")
		refused(t, err, domain.InvalidCode) // its claim has ended
		if a, err := w.AccountByEmail(ctx, "ann@x.org"); err != nil || a.NewEmail != "" {
			t.Errorf("%+v, %v", a, err)
		}
	})
}

func TestSignUpsThatAreNeverVerifiedGiveTheirNamesBack(t *testing.T) {
	onBoth(t, func(t *testing.T, old *world) {
		w := old.verifying(t)
		w.signUp(t, "ann", "ann@x.org", "hash")
		w.code(t, "link", "")
		w.clock.advance(6 * 24 * time.Hour)
		_, err := w.CreateAccount(t.Context(), domain.Account{Name: "ann", NameKey: "ann", Email: "b", EmailKey: "b"})
		refused(t, err, domain.NameTaken)
		w.clock.advance(25 * time.Hour)
		w.signUp(t, "ann", "other@x.org", "hash")
	})
}

func TestOnlyAVerifiedAddressGetsTheMailsOfItsGames(t *testing.T) {
	onBoth(t, func(t *testing.T, old *world) {
		ann, bob := old.signUp(t, "ann", "ann@x.org", "hash"), old.signUp(t, "bob", "bob@x.org", "hash")
		w := old.verifying(t)
		must(t, w.VerifyAgain(t.Context(), ann.ID))
		w.code(t, "link", "")
		_, err := w.VerifyAddress(t.Context(), "link")
		must(t, err)
		w.game(t, ann, bob)
		due, err := w.ClaimDeliveries(t.Context(), 100, time.Minute)
		must(t, err)
		mails := map[string]int{}
		for _, d := range due {
			o, err := w.Obligation(t.Context(), d)
			must(t, err)
			if o.Void == "" && d.Channel == domain.ByEmail {
				mails[o.To.Name]++
			}
		}
		if mails["ann"] == 0 || mails["bob"] > 0 {
			t.Errorf("mails: %v", mails)
		}
		_, err = w.AccountByEmail(t.Context(), "bob@x.org") // who had it before can go on
		must(t, err)
	})
}

func TestATokenInTwoHandsIsToldToItsOwner(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.signUp(t, "ann", "ann@x.org", "hash")
		must(t, w.AddRefreshToken(t.Context(), w.token("first", "s1", ann), ""))
		_, err := w.SpendRefreshToken(t.Context(), "first", w.token("second", "", ann), "")
		must(t, err)
		w.clock.advance(time.Minute)
		_, err = w.SpendRefreshToken(t.Context(), "first", w.token("third", "", ann), "")
		refused(t, err, domain.TokenReused)
		if got := told(w.post(t)); !slices.Equal(got, []string{"session_reused ann@x.org"}) {
			t.Errorf("letters: %v", got)
		}
	})
}

func TestALetterIsHeldByOneWorkerAtATime(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		must(t, w.AskForSignIn(ctx, "ann@x.org", "ann@x.org"))
		first, err := w.ClaimLetters(ctx, 10, time.Minute)
		must(t, err)
		none, err := w.ClaimLetters(ctx, 10, time.Minute)
		if err != nil || len(first) != 1 || len(none) != 0 {
			t.Fatalf("claimed %v, then %v, %v", first, none, err)
		}
		w.clock.advance(time.Minute)
		second, err := w.ClaimLetters(ctx, 10, time.Minute)
		if err != nil || len(second) != 1 || second[0].ID != first[0].ID {
			t.Fatalf("after the lease %v, %v", second, err)
		}
		sent := domain.Attempt{At: w.clock.now(), Status: domain.Delivered}
		if held, err := w.FinishLetter(ctx, first[0], sent); held || err != nil {
			t.Errorf("who lost the lease has finished: %v, %v", held, err)
		}
		retry := domain.Attempt{At: w.clock.now(), Status: domain.Pending, RetryAt: w.clock.now().Add(time.Hour)}
		if held, err := w.FinishLetter(ctx, second[0], retry); !held || err != nil {
			t.Errorf("%v, %v", held, err)
		}
		if next, err := w.NextLetter(ctx); err != nil || !next.Equal(retry.RetryAt.Truncate(time.Millisecond)) {
			t.Errorf("next at %v, %v", next, err)
		}
	})
}
