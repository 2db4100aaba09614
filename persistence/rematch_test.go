package persistence_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

// finished is a game of people that a moderator has called off after it began.
func (w *world) finished(t *testing.T, seats ...domain.Account) string {
	t.Helper()
	terms := domain.DefaultTerms()
	terms.Missed = domain.ToSubstitute
	game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Title: "Friday", Seats: len(seats), Terms: &terms,
		Options: []byte(`{"rounds":5}`), Pace: domain.Pace{"bid": 7200}}, by(seats[0]))
	must(t, err)
	for _, a := range seats[1:] {
		w.decide(t, game, domain.Join{}, a)
	}
	w.callOff(t, game)
	return game
}

func (w *world) callOff(t *testing.T, game string) {
	t.Helper()
	must(t, w.CallOff(t.Context(), game, domain.Act{Who: "a moderator", What: domain.ActAbandon}))
}

// rematch asks for one and says whether it was opened.
func (w *world) rematch(t *testing.T, game string, a domain.Account) (string, bool) {
	t.Helper()
	id, opened, err := w.Rematch(t.Context(), game, by(a))
	must(t, err)
	return id, opened
}

// invitedTo are the names of those who have an open invitation to a game.
func (w *world) invitedTo(t *testing.T, game string, host domain.Account) (names []string) {
	t.Helper()
	notes, err := w.Invitations(t.Context(), game, host.ID)
	must(t, err)
	for _, n := range notes {
		if n.State == domain.InvitationOpen {
			names = append(names, n.To)
		}
	}
	slices.Sort(names)
	return names
}

func TestRematchIsTheSameGameForTheSamePeople(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 3)
		game := w.finished(t, ps...)
		id, opened := w.rematch(t, game, ps[1])
		old, v := w.seenBy(t, game, ps[0]), w.seenBy(t, id, ps[1])
		if !opened || v.You == nil || v.You.Seat != 1 || v.Host != 1 || v.Size != 3 || v.Kept != 2 || v.Status != domain.Opened || v.Title != old.Title || v.Kind != old.Kind ||
			string(v.Options) != string(old.Options) || v.Pace["bid"] != 7200 || v.Terms.Missed != domain.ToSubstitute || v.Commitment == old.Commitment {
			t.Fatalf("%+v", v)
		}
		if old.Rematch != id {
			t.Errorf("the game that was played shows %q as its rematch", old.Rematch)
		}
		if posts := w.letters(t, domain.InvitedLetter); len(posts) != 2 {
			t.Errorf("%d letters", len(posts))
		}
		if again, opened := w.rematch(t, game, ps[2]); opened || again != id {
			t.Error(again, opened)
		}
		mine, err := w.MyInvitations(t.Context(), ps[2].ID)
		must(t, err)
		must(t, w.Decline(t.Context(), id, mine[0].ID, by(ps[2])))
		if v := w.seenBy(t, id, ps[1]); v.Kept != 1 {
			t.Errorf("%d seats are kept", v.Kept)
		}
		_, err = w.Join(t.Context(), id, domain.Join{}, "", by(ps[0]))
		must(t, err)
		_, err = w.Join(t.Context(), id, domain.Join{}, "", by(ps[2]))
		must(t, err)
		if v := w.seenBy(t, id, ps[0]); v.Status != domain.Active {
			t.Error(v.Status)
		}
		w.verify(t, id)
		w.callOff(t, id)
		if next, opened := w.rematch(t, id, ps[0]); !opened || next == id {
			t.Error("a rematch has no rematch")
		}
	})
}

func TestWhoAsksForARematchAtTheSameMomentGetsTheSame(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 5)
		game := w.finished(t, ps...)
		ids := make([]string, 2*len(ps))
		var all sync.WaitGroup
		for i := range ids {
			all.Go(func() {
				id, _, err := w.Rematch(context.WithoutCancel(t.Context()), game, by(ps[i%len(ps)]))
				if err != nil {
					t.Error(err)
				}
				ids[i] = id
			})
		}
		all.Wait()
		if slices.Sort(ids); ids[0] == "" || ids[0] != ids[len(ids)-1] {
			t.Errorf("%v", ids)
		}
		if games := w.dump(t)["games"]; len(games) != 2 {
			t.Errorf("%d games", len(games))
		}
	})
}

func TestWhoCannotBeInvitedIsLeftOutOfARematch(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 5)
		lobby := w.lobby(t, ps[0], "")
		_, err := w.Invite(ctx, lobby, byName(ps[4]), time.Hour, by(ps[0]))
		must(t, err)
		must(t, w.TakeInvitations(ctx, w.letters(t, domain.InvitedLetter)[0].Letter.Body, false))
		game := w.finished(t, ps...)
		_, err = w.Suspend(ctx, ps[2].ID, domain.Act{What: domain.ActSuspend})
		must(t, err)
		must(t, w.DeleteAccount(ctx, ps[3].ID, domain.Act{What: domain.ActDeleted}))
		id, _ := w.rematch(t, game, ps[0])
		if invited := w.invitedTo(t, id, ps[0]); !slices.Equal(invited, []string{ps[1].Name}) {
			t.Errorf("%v", invited)
		}
		if v := w.seenBy(t, id, ps[0]); v.Size != 5 || v.Kept != 1 {
			t.Errorf("%d of %d seats are kept", v.Kept, v.Size)
		}
	})
}

func TestNoRematchOfAGameThatIsNotOverOrForWhoWasNotInIt(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		running, open := w.game(t, ps[:2]...), w.lobby(t, ps[0], "")
		before := w.dump(t)["games"]
		for game, code := range map[string]domain.Code{running: domain.NoRematch, open: domain.NoRematch, "nothing": domain.NotFound} {
			_, _, err := w.Rematch(ctx, game, by(ps[0]))
			refused(t, err, code)
		}
		_, _, err := w.Rematch(ctx, running, by(ps[2]))
		refused(t, err, domain.NotSeated)
		if !slices.Equal(w.dump(t)["games"], before) {
			t.Error("a game was opened")
		}
		w.decide(t, open, domain.Abandon{}, ps[0])
		_, _, err = w.Rematch(ctx, open, by(ps[0]))
		refused(t, err, domain.NoRematch)
	})
}

func TestRematchOfAPrivateGameIsThereForWhoIsInvited(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		game, _, err := w.OpenGame(ctx, domain.Open{Kind: "toy", Seats: 2, Visibility: domain.Private}, by(ps[0]))
		must(t, err)
		_, err = w.Invite(ctx, game, byName(ps[1]), time.Hour, by(ps[0]))
		must(t, err)
		_, err = w.Join(ctx, game, domain.Join{}, "", by(ps[1]))
		must(t, err)
		moderator := w.person(t, "mo")
		_, err = w.Grant(ctx, moderator.ID, domain.Moderator, domain.Act{What: domain.ActGrant})
		must(t, err)
		must(t, w.CallOff(ctx, game, domain.Act{Who: moderator.ID, What: domain.ActAbandon}))
		_, _, err = w.Rematch(ctx, game, by(moderator))
		refused(t, err, domain.NotSeated)
		_, _, err = w.Rematch(ctx, game, by(ps[2]))
		refused(t, err, domain.NotFound)
		id, _ := w.rematch(t, game, ps[0])
		if v := w.seenBy(t, id, ps[1]); v.Visibility != domain.Private || w.seenBy(t, game, ps[1]).Rematch != id {
			t.Errorf("%+v", v)
		}
		mine, err := w.MyInvitations(ctx, ps[1].ID)
		must(t, err)
		must(t, w.Decline(ctx, id, mine[0].ID, by(ps[1])))
		if v := w.seenBy(t, game, ps[1]); v.Rematch != "" {
			t.Error("a game shows a rematch that is not there for who looks")
		}
		_, _, err = w.Rematch(ctx, game, by(ps[1]))
		refused(t, err, domain.NotInvited)
		w.decide(t, id, domain.Abandon{}, ps[0])
		if next, opened := w.rematch(t, game, ps[1]); !opened || next == id {
			t.Error("a rematch that was called off before it began stands in the way of another")
		}
	})
}

func TestWhoLostTheirSeatHasItsPlaceInARematchThatTheyAskFor(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 4)
		game := w.termed(t, goesTo(domain.ToSubstitute), ps[:3]...)
		w.decide(t, game, domain.Leave{}, ps[1])
		w.decide(t, game, domain.Join{}, ps[3])
		w.callOff(t, game)
		id, _ := w.rematch(t, game, ps[1])
		want := []string{ps[0].Name, ps[2].Name}
		if slices.Sort(want); !slices.Equal(w.invitedTo(t, id, ps[1]), want) {
			t.Errorf("%v", w.invitedTo(t, id, ps[1]))
		}
	})
}

func TestRematchAgainstBotsAloneBeginsAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 1)
		game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 3, Bots: 2}, by(ps[0]))
		must(t, err)
		w.callOff(t, game)
		id, _ := w.rematch(t, game, ps[0])
		if v := w.seenBy(t, id, ps[0]); v.Status != domain.Active || !v.Seats[1].Bot || !v.Seats[2].Bot {
			t.Errorf("%+v", v)
		}
		w.verify(t, id)
	})
}
