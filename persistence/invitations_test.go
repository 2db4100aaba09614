package persistence_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// lobby opens a game of many seats that waits for players.
func (w *world) lobby(t *testing.T, host domain.Account, v domain.Visibility) string {
	t.Helper()
	game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 6, Visibility: v}, by(host))
	must(t, err)
	return game
}

func byName(a domain.Account) domain.Invitee { return domain.Invitee{NameKey: a.NameKey} }

func byMail(address string) domain.Invitee {
	return domain.Invitee{Email: address, Key: strings.ToLower(address)}
}

func TestInvitationIsOverAtItsTimeAlsoBeforeAnybodyHasNoticed(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		game := w.lobby(t, ps[0], domain.Private)
		n, err := w.Invite(ctx, game, byName(ps[1]), time.Hour, by(ps[0]))
		must(t, err)
		w.clock.advance(n.Until.Sub(w.clock.now()) - time.Millisecond)
		_, err = w.View(ctx, game, ps[1].ID)
		must(t, err)
		w.clock.advance(time.Millisecond)
		_, err = w.View(ctx, game, ps[1].ID)
		refused(t, err, domain.NotFound)
		_, err = w.Join(ctx, game, domain.Join{}, "", by(ps[1]))
		refused(t, err, domain.NotFound)
		refused(t, w.Decline(ctx, game, n.ID, by(ps[1])), domain.NotFound)
		if done, err := w.ExpireDue(ctx); done != 1 || err != nil {
			t.Fatal(done, err)
		}
		if done, err := w.ExpireDue(ctx); done != 0 || err != nil {
			t.Fatal("it expired twice")
		}
		all, err := w.Invitations(ctx, game, ps[0].ID)
		if err != nil || len(all) != 1 || all[0].State != domain.InvitationExpired || !all[0].EndedAt.Equal(n.Until) {
			t.Fatal(all, err)
		}
		w.verify(t, game)
	})
}

func TestInvitationsHaveLimits(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 2)
		for i := range domain.MailInvitationsInADay {
			_, err := w.Invite(ctx, w.lobby(t, ps[0], ""), byMail(fmt.Sprintf("s%d@example.com", i)), time.Hour, by(ps[0]))
			must(t, err)
		}
		game := w.lobby(t, ps[0], "")
		_, err := w.Invite(ctx, game, byMail("more@example.com"), time.Hour, by(ps[0]))
		refused(t, err, domain.TooManyInvites)
		_, err = w.Invite(ctx, game, byName(ps[1]), time.Hour, by(ps[0]))
		must(t, err)
		w.clock.advance(24*time.Hour + time.Second)
		_, err = w.Invite(ctx, game, byMail("more@example.com"), time.Hour, by(ps[0]))
		must(t, err)
		_, err = w.Invite(ctx, game, byMail("More@example.com"), time.Hour, by(ps[0]))
		refused(t, err, domain.AlreadyInvited)
		w.verify(t, game)
	})
}

func TestWhoCannotPlayCannotBeInvited(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		game := w.lobby(t, ps[0], "")
		_, err := w.Suspend(ctx, ps[1].ID, domain.Act{What: domain.ActSuspend})
		must(t, err)
		must(t, w.DeleteAccount(ctx, ps[2].ID, domain.Act{What: domain.ActDeleted}))
		for _, who := range []domain.Invitee{byName(ps[1]), byName(ps[2]), {NameKey: "nobody"}} {
			_, err := w.Invite(ctx, game, who, time.Hour, by(ps[0]))
			refused(t, err, domain.CannotInvite)
		}
		// Of an address nothing of the sort is told, but no letter goes there.
		_, err = w.Invite(ctx, game, byMail(ps[1].Email), time.Hour, by(ps[0]))
		must(t, err)
		letters, err := w.ClaimLetters(ctx, 10, time.Minute)
		if err != nil || len(letters) != 1 {
			t.Fatal(letters, err)
		}
		if _, owed, err := w.Post(ctx, letters[0]); owed || err != nil {
			t.Fatal("a letter goes to who is suspended", err)
		}
	})
}

func TestWhoIsInvitedByAddressIsWhoeverHasIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		game := w.lobby(t, ps[0], domain.Private)
		n, err := w.Invite(ctx, game, byMail("Later@example.org"), time.Hour, by(ps[0]))
		must(t, err)
		later := w.person(t, "later")
		mine, err := w.MyInvitations(ctx, later.ID)
		if err != nil || len(mine) != 1 || mine[0].ID != n.ID || mine[0].By != ps[0].Name {
			t.Fatal(mine, err)
		}
		refused(t, w.Decline(ctx, game, n.ID, by(ps[0])), domain.NotFound)
		if _, err := w.Record(ctx, game, later.ID); err == nil {
			t.Fatal("a record of a game that is not over")
		} else {
			refused(t, err, domain.RecordNotOver)
		}
		for _, nobody := range []string{ps[2].ID, "", "nobody"} {
			_, err := w.View(ctx, game, nobody)
			refused(t, err, domain.NotFound)
			_, err = w.Events(ctx, game, nobody, 0, 10)
			refused(t, err, domain.NotFound)
			_, err = w.Record(ctx, game, nobody)
			refused(t, err, domain.NotFound)
		}
		_, err = w.Join(ctx, game, domain.Join{}, "", by(later))
		must(t, err)
		w.verify(t, game)
		must(t, w.DeleteAccount(ctx, ps[2].ID, domain.Act{What: domain.ActDeleted}))
	})
}
