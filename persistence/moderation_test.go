package persistence_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tender/domain"
)

// acts is the audit log, oldest first, an act a line.
func (w *world) acts(t *testing.T) (lines []string) {
	t.Helper()
	for cursor := ""; ; {
		page, next, err := w.Acts(t.Context(), cursor, 2)
		must(t, err)
		for _, a := range page {
			if a.At.IsZero() {
				t.Error("an act without a time")
			}
			lines = append(lines, strings.Join([]string{a.WhoName, string(a.What), a.On, a.Detail, a.From}, "|"))
		}
		if cursor = next; next == "" {
			slices.Reverse(lines)
			return lines
		}
	}
}

func TestActsOfModeratorsAreWrittenDownWithWhatTheyDid(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, mo, ann := t.Context(), w.person(t, "mo"), w.person(t, "ann")
		if ann.Role != domain.Player || !ann.SuspendedAt.IsZero() || ann.Former != 0 {
			t.Errorf("new account %+v", ann)
		}
		granted, err := w.Grant(ctx, mo.ID, domain.Moderator, domain.Act{What: domain.ActGrant})
		if err != nil || granted.Role != domain.Moderator {
			t.Errorf("granted %+v, %v", granted, err)
		}
		from := domain.Act{Who: mo.ID, From: "192.0.2.7"}
		w.clock.advance(1)
		doing := func(what domain.ActType) domain.Act { a := from; a.What = what; return a }
		suspended, err := w.Suspend(ctx, ann.ID, doing(domain.ActSuspend))
		if err != nil || suspended.SuspendedAt.IsZero() {
			t.Errorf("suspended %+v, %v", suspended, err)
		}
		w.clock.advance(1e9)
		lifted, err := w.Lift(ctx, ann.ID, doing(domain.ActLift))
		if err != nil || !lifted.SuspendedAt.IsZero() {
			t.Errorf("lifted %+v, %v", lifted, err)
		}
		w.clock.advance(1e9)
		renamed, err := w.RenameBy(ctx, ann.ID, "Anna", "anna", doing(domain.ActRename))
		if err != nil || renamed.Name != "Anna" {
			t.Errorf("renamed %+v, %v", renamed, err)
		}
		before := w.dump(t)
		_, err = w.RenameBy(ctx, ann.ID, "Mo", "mo", doing(domain.ActRename))
		refused(t, err, domain.NameTaken)
		_, err = w.Suspend(ctx, "nobody", doing(domain.ActSuspend))
		refused(t, err, domain.NotFound)
		same(t, "refused", before, w.dump(t))
		want := []string{"|role_granted|" + mo.ID + "|player → moderator|", "mo|account_suspended|" + ann.ID + "||192.0.2.7",
			"mo|suspension_lifted|" + ann.ID + "||192.0.2.7", "mo|account_renamed|" + ann.ID + "|ann → Anna|192.0.2.7"}
		got := w.acts(t)
		slices.Sort(got[:2]) // both in the same millisecond
		slices.Sort(want[:2])
		if !slices.Equal(got, want) {
			t.Errorf("acts\n%v\nwant\n%v", got, want)
		}
		if list, err := w.WithRoles(ctx); err != nil || len(list) != 1 || list[0].ID != mo.ID {
			t.Errorf("with roles %+v, %v", list, err)
		}
		for _, statement := range []string{"UPDATE acts SET who = ''", "DELETE FROM acts"} {
			db := w.raw(t)
			if _, err := db.ExecContext(ctx, statement); err == nil || !strings.Contains(err.Error(), "only ever added to") {
				t.Errorf("%s: %v", statement, err)
			}
			must(t, db.Close())
		}
	})
}

func TestModeratorCallsOffARunningGame(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, mo, ps := t.Context(), w.person(t, "mo"), w.people(t, 2)
		game := w.game(t, ps...)
		w.decide(t, game, bid(3), ps[0])
		act := domain.Act{Who: mo.ID, What: domain.ActAbandon}
		must(t, w.CallOff(ctx, game, act))
		w.verify(t, game)
		v, err := w.View(ctx, game, ps[0].ID)
		must(t, err)
		if v.Status != domain.Abandoned || v.Deadline != nil || v.You.Sealed != nil || len(v.Moves) != 0 || len(v.WaitingFor) != 0 || v.ServerSeed != "" {
			t.Errorf("view %+v", v)
		}
		if turns, err := w.Turns(ctx, ps[1].ID); err != nil || len(turns) != 0 {
			t.Errorf("turns %+v, %v", turns, err)
		}
		if next, err := w.NextDeadline(ctx); err != nil || !next.IsZero() {
			t.Errorf("due at %v, %v", next, err)
		}
		if told := w.claim(t)[domain.GameAbandoned]; len(told) != 2 { // the host too
			t.Errorf("told %+v", told)
		}
		before := w.dump(t)
		refused(t, w.CallOff(ctx, game, act), domain.GameNotActive)
		refused(t, w.CallOff(ctx, "nosuch", act), domain.NotFound)
		same(t, "called off again", before, w.dump(t))
		if got := w.acts(t); len(got) != 1 || got[0] != "mo|game_abandoned|"+game+"||" {
			t.Errorf("acts %v", got)
		}
		_, err = w.Record(ctx, game, "")
		refused(t, err, domain.RecordNotOver)
	})
}

func TestKeysAreRotatedWhateverTheClockSays(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		first, err := w.RotateSigningKey(ctx)
		must(t, err)
		w.clock.advance(-1e12) // the clock of another machine
		second, err := w.RotateSigningKey(ctx)
		must(t, err)
		keys, err := w.SigningKeys(ctx)
		must(t, err)
		if len(keys) != 2 || keys[0].ID != second.ID || keys[1].ID != first.ID || len(keys[0].Seed) != 32 || slices.Equal(keys[0].Seed, keys[1].Seed) {
			t.Errorf("keys %+v", keys)
		}
		must(t, w.RemoveSigningKey(ctx, second.ID)) // signs: it stays
		must(t, w.RemoveSigningKey(ctx, first.ID))
		if keys, err = w.SigningKeys(ctx); err != nil || len(keys) != 1 || keys[0].ID != second.ID {
			t.Errorf("keys %+v, %v", keys, err)
		}
		if n := len(w.acts(t)); n != 2 {
			t.Error(errors.New("rotating is not written down"))
		}
	})
}
