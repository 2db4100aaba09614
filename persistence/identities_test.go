package persistence_test

import (
	"testing"

	"tender/domain"
)

const issuer = "https://id.example.org"

func named(names ...string) (all []domain.PersonName) {
	for _, n := range names {
		all = append(all, domain.PersonName{Shown: n, Key: n})
	}
	return all
}

func TestAnIdentityKeepsItsAccountWhateverItsAddressBecomes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		w.signUp(t, "ann", "other@x.org", "hash")
		who := domain.Identity{Issuer: issuer, Subject: "1", Email: "ann@x.org", EmailVerified: true}
		made, err := w.AccountOfIdentity(ctx, who, "ann@x.org", named("ann", "ann 2"))
		if err != nil || made.Name != "ann 2" || made.PasswordHash != "" || made.EmailVerifiedAt.IsZero() {
			t.Fatalf("%+v, %v", made, err)
		}
		who.Email, who.EmailVerified = "new@x.org", false
		again, err := w.AccountOfIdentity(ctx, who, "new@x.org", named("zoe"))
		if err != nil || again != made {
			t.Errorf("%+v, %v", again, err)
		}
		who.Subject, who.Email, who.EmailVerified = "2", "bea@x.org", true
		_, err = w.AccountOfIdentity(ctx, who, "bea@x.org", named("ann"))
		refused(t, err, domain.NameTaken)
	})
}

func TestAnIdentityTakesNoAccountOverWithoutProofOnBothSides(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		ann := w.signUp(t, "ann", "ann@x.org", "hash")
		before := w.dump(t)
		_, err := w.AccountOfIdentity(ctx, domain.Identity{Issuer: issuer, Subject: "1", Email: "ann@x.org"}, "ann@x.org", named("eve"))
		refused(t, err, domain.ProviderRefused) // not verified there
		_, err = w.AccountOfIdentity(ctx, domain.Identity{Issuer: issuer, Subject: "1", EmailVerified: true}, "", named("eve"))
		refused(t, err, domain.ProviderRefused)
		who := domain.Identity{Issuer: issuer, Subject: "1", Email: "ann@x.org", EmailVerified: true}
		_, err = w.AccountOfIdentity(ctx, who, "ann@x.org", named("eve"))
		refused(t, err, domain.EmailTaken) // not verified here
		same(t, "after refusals", before, w.dump(t))
		must(t, w.VerifyAgain(ctx, ann.ID))
		w.code(t, "link", "")
		_, err = w.VerifyAddress(ctx, "link")
		must(t, err)
		linked, err := w.AccountOfIdentity(ctx, who, "ann@x.org", named("eve"))
		if err != nil || linked.ID != ann.ID {
			t.Errorf("%+v, %v", linked, err)
		}
	})
}
