package persistence_test

import (
	"context"
	"testing"
	"time"

	"tender/domain"
)

// signOuts are the ways in which an owner gets rid of whoever else has a session.
var signOuts = map[string]func(context.Context, *world, domain.Account) error{
	"another password": func(ctx context.Context, w *world, a domain.Account) error {
		return w.ChangePassword(ctx, a.ID, a.PasswordHash, "new", "")
	},
	"signed out everywhere": func(ctx context.Context, w *world, a domain.Account) error { return w.EndSessions(ctx, a.ID) },
}

func TestAnIntrudersAddressEndsWithTheSessions(t *testing.T) {
	for name, signOut := range signOuts {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, w *world) {
				ctx, ann := t.Context(), w.signUp(t, "ann", "ann@x.org", "hash")
				_, err := w.ClaimAddress(ctx, ann.ID, "eve@x.org", "eve@x.org", "")
				must(t, err)
				w.code(t, "link", "")
				must(t, w.VerifyAgain(ctx, ann.ID)) // a second letter, which has not gone out
				must(t, signOut(ctx, w, ann))
				_, err = w.VerifyAddress(ctx, "link")
				refused(t, err, domain.InvalidCode)
				for _, p := range w.post(t) {
					if p.Type != domain.PasswordChanged {
						t.Errorf("still sent: %+v", p)
					}
				}
				rows := w.dump(t)
				if len(rows["claims"]) > 0 || len(rows["codes"]) > 0 {
					t.Errorf("left: %v %v", rows["claims"], rows["codes"])
				}
				if a, err := w.Account(ctx, ann.ID); err != nil || a.Email != "ann@x.org" || a.NewEmail != "" {
					t.Errorf("%+v, %v", a, err)
				}
			})
		})
	}
}

func TestAnAccountWithoutAnAddressKeepsItsClaimWhenSignedOut(t *testing.T) {
	onBoth(t, func(t *testing.T, old *world) {
		ctx, w := t.Context(), old.verifying(t)
		ann := w.signUp(t, "ann", "ann@x.org", "hash")
		must(t, w.EndSessions(ctx, ann.ID))
		w.clock.advance(time.Hour)
		must(t, w.VerifyAgain(ctx, ann.ID))
		w.code(t, "link", "")
		_, err := w.VerifyAddress(ctx, "link")
		must(t, err)
	})
}
