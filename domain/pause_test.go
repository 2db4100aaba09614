package domain_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// told are the seats that get a notice of a type at once.
func told(out domain.Outcome, what domain.NoticeType) (seats []int) {
	for _, n := range atOnce(out) {
		if n.Type == what {
			seats = append(seats, n.Seat)
		}
	}
	return seats
}

func TestPausedGameGoesOnByItselfWithTheTimeThatWasLeft(t *testing.T) {
	table := with(t, `{"clock":"20:00","zone":"UTC"}`)
	left := table.Deadline.Sub(noon.Add(time.Hour))
	must(t, table, bid("3", false), "bob", noon)
	out := must(t, table, domain.PauseGame{For: 3 * 86400}, "ann", noon.Add(time.Hour))
	until, paused := noon.Add(time.Hour).Add(3*day), out
	if !table.Due().Equal(until) || !table.Deadline.Equal(until.Add(left)) || !reflect.DeepEqual(told(out, domain.GamePaused), []int{1, 2, 3}) {
		t.Fatal(table.Due(), table.Deadline, out.Notices)
	}
	if line := kindtest.Toy.TellAll([]domain.EventView{out.Events[0].For(0)}, nil, time.UTC); line != "The game was paused until Mon 4 Mar 2030, 13:00 UTC: the host paused it.\n" {
		t.Error(line)
	}
	drawn := kindtest.Toy.Text(table.View("ann", nil), time.UTC)
	if !strings.Contains(drawn, "paused until Mon 4 Mar 2030, 13:00 UTC\n") {
		t.Error(drawn)
	}
	at := until.Add(-time.Millisecond)
	for _, in := range []domain.Input{bid("3", true), domain.Withdraw{}, domain.Hurry{}} {
		before := string(table.Encode())
		_, err := table.Decide(in, by("bob"), at)
		if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.StandsStill || !strings.Contains(r.Text, "2030-03-04T13:00:00Z") || string(table.Encode()) != before {
			t.Errorf("%T: %v", in, err)
		}
	}
	if out := must(t, table, domain.Expire{}, "", at); !out.Nothing {
		t.Fatal("it goes on too early")
	}
	out = must(t, table, domain.Expire{}, "", until.Add(2*time.Second))
	if !reflect.DeepEqual(types(out), []string{"game_resumed"}) || !reflect.DeepEqual(told(out, domain.GameResumed), []int{1, 2, 3}) || len(later(out)) != 0 {
		t.Fatal(types(out), out.Notices)
	}
	for _, n := range paused.Notices {
		if n.Type == domain.GamePaused && table.Owes(n) {
			t.Errorf("told of the pause when it is over: %+v", n)
		}
	}
	if !table.Deadline.Equal(until.Add(left)) || !table.Due().Equal(table.Deadline) || len(table.Sealed) != 1 || table.View("", nil).Paused != nil {
		t.Error(table.Deadline, table.Due(), table.Sealed)
	}
	must(t, table, bid("3", true), "ann", until.Add(3*time.Second))
}

func TestPauseIsEndedBeforeItsTimeAndGivesNoTime(t *testing.T) {
	table := with(t, `{}`)
	deadline := table.Deadline
	paused := must(t, table, domain.PauseGame{For: 86400}, "ann", noon.Add(time.Hour))
	out := must(t, table, domain.ResumeGame{}, "ann", noon.Add(5*time.Hour))
	if want := deadline.Add(4 * time.Hour); !table.Deadline.Equal(want) || !reflect.DeepEqual(told(out, domain.GameResumed), []int{1, 2, 3}) {
		t.Fatal(table.Deadline, out.Notices)
	}
	for _, n := range paused.Notices {
		if table.Owes(n) {
			t.Errorf("what was said of the pause is still owed: %+v", n)
		}
	}
	for _, n := range later(out) {
		if !table.Owes(n) || !n.DueAt.After(noon.Add(5*time.Hour)) {
			t.Errorf("%+v", n)
		}
	}
	if at := remindedAt(out, 1); len(at) != 2 || !at[domain.Reminder].Equal(table.Deadline.Add(-12*time.Hour)) {
		t.Error(at)
	}
}

func TestNobodyIsRemindedInAPause(t *testing.T) {
	table := running(t)
	out := must(t, table, domain.PauseGame{For: 86400}, "ann", table.Deadline.Add(-time.Hour)) // half the time and a tenth are over in it
	if len(later(out)) != 0 {
		t.Errorf("%+v", later(out))
	}
	table = running(t)
	out = must(t, table, domain.PauseGame{For: 86400}, "ann", noon.Add(time.Hour))
	until := noon.Add(time.Hour).Add(day)
	for _, n := range later(out) {
		if n.DueAt.Before(until) || !table.Owes(n) {
			t.Errorf("%+v", n)
		}
	}
	if len(later(out)) != 6 {
		t.Errorf("%+v", later(out))
	}
}

func TestPauseIsPressedAgainAndActsOnce(t *testing.T) {
	table := running(t)
	must(t, table, domain.PauseGame{For: 3600}, "ann", noon)
	deadline := table.Deadline
	for range 5 {
		if out := must(t, table, domain.PauseGame{For: 7200}, "ann", noon.Add(time.Second)); !out.Nothing {
			t.Fatal(types(out))
		}
	}
	if !table.Deadline.Equal(deadline) {
		t.Fatal(table.Deadline)
	}
	must(t, table, domain.ResumeGame{}, "ann", noon.Add(time.Minute))
	if out := must(t, table, domain.ResumeGame{}, "ann", noon.Add(time.Minute)); !out.Nothing {
		t.Fatal(types(out))
	}
}

func TestPauseIsBoundedAtOnceAndInAll(t *testing.T) {
	table := running(t)
	for _, seconds := range []int{-1, 0, 59, domain.MaxPause + 1, 1e12} {
		refused(t, table, domain.PauseGame{For: seconds}, "ann", noon, domain.PauseOutOfRange)
	}
	at := noon
	for range 2 {
		must(t, table, domain.PauseGame{For: domain.MaxPause}, "ann", at)
		at = at.Add(14 * day)
		must(t, table, domain.Expire{}, "", at)
	}
	refused(t, table, domain.PauseGame{For: 2*86400 + 1}, "ann", at, domain.PauseOutOfRange)
	must(t, table, domain.PauseGame{For: 2 * 86400}, "ann", at)
	at = at.Add(2 * day) // nobody has said yet that it is over
	refused(t, table, domain.PauseGame{For: 60}, "ann", at, domain.CannotPause)
	must(t, table, domain.Expire{}, "", at)
	refused(t, table, domain.PauseGame{For: 60}, "ann", at, domain.CannotPause)
	if want := noon.Add(31 * day); !table.Deadline.Equal(want) {
		t.Errorf("until %s, want %s", table.Deadline, want)
	}
}

// The clock of the server may say late that a pause is over: a move that comes before is taken, and the wait ends as ever.
func TestMoveAfterAPauseDoesNotWaitForTheClock(t *testing.T) {
	table := running(t)
	must(t, table, domain.PauseGame{For: 3600}, "ann", noon)
	at := noon.Add(time.Hour)
	for _, who := range []string{"ann", "bob"} {
		must(t, table, bid("3", true), who, at)
	}
	out := must(t, table, bid("4", true), "cid", at)
	if !slices.Contains(types(out), "game_resumed") || table.Step != 2 || !table.Deadline.Equal(at.Add(day)) || !table.Due().Equal(table.Deadline) {
		t.Error(types(out), table.Deadline, table.Due())
	}
	for _, n := range later(out) {
		if n.Deadline != table.Deadline {
			t.Errorf("%+v", n)
		}
	}
}

func TestTableDoesNothingByItselfWhileItIsPaused(t *testing.T) {
	table, r := running(t), rand.New(rand.NewPCG(1, 1))
	table.Seats[1].Account, table.Seats[1].Bot = "", true
	if table.Next(r) == nil {
		t.Fatal("the bot does not move")
	}
	must(t, table, domain.PauseGame{For: 3600}, "ann", noon)
	if next := table.Next(r); next != nil {
		t.Errorf("%+v", next)
	}
}

func TestGameThatEndsInAPauseWaitsForNothing(t *testing.T) {
	table := running(t)
	must(t, table, domain.PauseGame{For: 3600}, "ann", noon)
	must(t, table, domain.Abandon{Moderator: true}, "mo", noon)
	if !table.Due().IsZero() || table.View("", nil).Paused != nil {
		t.Error(table.Due())
	}
}

// Everybody gets mail of a pause and of its end.
func TestGameIsNotPausedAndResumedWithoutEnd(t *testing.T) {
	table, at, pauses := running(t), noon, 0
	for ; pauses < 100; pauses++ {
		at = at.Add(time.Minute)
		if _, err := table.Decide(domain.PauseGame{For: 60}, by("ann"), at); err != nil {
			break
		}
		must(t, table, domain.ResumeGame{}, "ann", at.Add(time.Second))
	}
	if pauses != 20 {
		t.Errorf("%d pauses", pauses)
	}
	refused(t, table, domain.PauseGame{For: 60}, "ann", at, domain.CannotPause)
}
