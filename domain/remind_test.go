package domain_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// atOnce are the notices that are to be sent at once, later the others.
func atOnce(out domain.Outcome) (now []domain.Notice) {
	return slices.DeleteFunc(slices.Clone(out.Notices), func(n domain.Notice) bool { return !n.DueAt.IsZero() })
}

func later(out domain.Outcome) (reminders []domain.Notice) {
	return slices.DeleteFunc(slices.Clone(out.Notices), func(n domain.Notice) bool { return n.DueAt.IsZero() })
}

// remindedAt says, for a seat, at which times it is reminded, by type.
func remindedAt(out domain.Outcome, seat int) map[domain.NoticeType]time.Time {
	at := map[domain.NoticeType]time.Time{}
	for _, n := range later(out) {
		if n.Seat == seat {
			at[n.Type] = n.DueAt
		}
	}
	return at
}

// startAt begins a game of one at noon whose bids may take so many seconds.
func startAt(t *testing.T, seconds int) (*domain.Table, domain.Outcome) {
	t.Helper()
	in := opening()
	in.Seats, in.Pace = 1, domain.Pace{"bid": seconds, "pickup": seconds}
	table, out, err := domain.Kinds{kindtest.Toy}.Open(in, by("ann"), noon)
	if err != nil {
		t.Fatal(err)
	}
	return table, out
}

func TestRemindersComeAtHalfTheTimeAndATenthBeforeItsEnd(t *testing.T) {
	const no = time.Duration(0)
	for seconds, want := range map[int][2]time.Duration{ // after the beginning
		domain.MaxPace: {15 * 24 * time.Hour, 27 * 24 * time.Hour},
		86401:          {43200*time.Second + 500*time.Millisecond, 77760*time.Second + 900*time.Millisecond},
		24 * 60 * 60:   {12 * time.Hour, 21*time.Hour + 36*time.Minute},
		100 * 60:       {50 * time.Minute, 90 * time.Minute},
		99 * 60:        {49*time.Minute + 30*time.Second, 89 * time.Minute},
		22 * 60:        {11 * time.Minute, 12 * time.Minute},
		22*60 - 1:      {10*time.Minute + 59*time.Second + 500*time.Millisecond, no},
		20 * 60:        {10 * time.Minute, no},
		11 * 60:        {5*time.Minute + 30*time.Second, no},
		121:            {60*time.Second + 500*time.Millisecond, no},
		120:            {time.Minute, no},
		119:            {no, no},
		domain.MinPace: {no, no},
	} {
		table, out := startAt(t, seconds)
		at := remindedAt(out, 1)
		for i, what := range []domain.NoticeType{domain.Reminder, domain.LastReminder} {
			wanted := time.Time{}
			if want[i] != no {
				wanted = noon.Add(want[i])
			}
			if !at[what].Equal(wanted) {
				t.Errorf("%d s: %s at %v, want %v", seconds, what, at[what], wanted)
			}
		}
		for _, n := range later(out) {
			if n.Step != 1 || n.Deadline != table.Deadline || n.Event != table.Told {
				t.Errorf("%d s: %+v", seconds, n)
			}
		}
	}
}

// Whatever the pace, in whole seconds, nothing is sent in the past, within a minute of another notice of the turn, in
// the wrong order, or at the deadline.
func TestRemindersNeverCrowd(t *testing.T) {
	for seconds := domain.MinPace; seconds < 3*60*60; seconds += 7 {
		_, out := startAt(t, seconds)
		before := noon
		for _, n := range later(out) {
			if n.DueAt.Sub(before) < time.Minute || n.Deadline.Sub(n.DueAt) < time.Minute {
				t.Fatalf("%d s: %s at %s, until %s", seconds, n.Type, n.DueAt, n.Deadline)
			}
			before = n.DueAt
		}
	}
}

func TestEverybodyWantedIsRemindedInTheFirstWaitToo(t *testing.T) {
	table := open(t, opening())
	must(t, table, domain.Join{}, "bob", noon)
	out := must(t, table, domain.Join{}, "cid", noon)
	for seat := 1; seat <= 3; seat++ {
		if len(remindedAt(out, seat)) != 2 {
			t.Errorf("seat %d: %v", seat, remindedAt(out, seat))
		}
	}
}

func TestBidBringsNoReminders(t *testing.T) {
	table := running(t)
	if out := must(t, table, bid("3", true), "bob", noon); len(out.Notices) != 0 {
		t.Fatalf("%+v", out.Notices)
	}
}

func TestSeatThatMovesOnInOneWaitIsRemindedOfItsNewStep(t *testing.T) {
	table := picking(t)
	old := domain.Notice{Type: domain.LastReminder, Seat: 2, Step: 2, Deadline: table.Deadline}
	if !table.Owes(old) {
		t.Fatal("the first move has not been made")
	}
	out := must(t, table, list(`{"type":"draw"}`, `{"type":"draw"}`), "bob", noon.Add(13*time.Hour))
	if table.Owes(old) {
		t.Error("reminded of a move that was made")
	}
	got := later(out)
	if len(got) != 1 { // half the time is over; of the step in between nobody needs to hear
		t.Fatalf("%+v", got)
	}
	want := domain.Notice{Type: domain.LastReminder, Seat: 2, Step: table.Step, Event: table.Told, DueAt: noon.Add(21*time.Hour + 36*time.Minute), Deadline: table.Deadline}
	if got[0] != want || !table.Owes(got[0]) {
		t.Errorf("%+v, want %+v", got[0], want)
	}
}

func TestNobodyIsRemindedWhoseMoveIsIn(t *testing.T) {
	for _, ready := range []bool{true, false} {
		table := running(t)
		reminder := domain.Notice{Type: domain.Reminder, Seat: 2, Step: 1, Deadline: table.Deadline}
		if !table.Owes(reminder) {
			t.Fatal("a bid is wanted")
		}
		must(t, table, bid("3", ready), "bob", noon)
		if table.Owes(reminder) {
			t.Errorf("reminded of a bid that is stored, ready %v", ready)
		}
		must(t, table, domain.Withdraw{}, "bob", noon)
		if !table.Owes(reminder) {
			t.Error("the bid has been withdrawn: it is wanted again")
		}
		must(t, table, domain.Expire{}, "", table.Deadline)
		if table.Owes(reminder) {
			t.Error("reminded of a turn that is over")
		}
	}
}

// offering is the toy, but what its seats are offered is given.
type offering struct {
	domain.Rules[kindtest.ToyOptions, kindtest.ToyState, kindtest.ToyMove]
	choices []domain.Choice
}

func (o offering) View(*kindtest.ToyState, int) (table, own any, choices []domain.Choice) {
	return struct{}{}, struct{}{}, o.choices
}

func TestNobodyIsRemindedWhoHasNothingToChoose(t *testing.T) {
	one := domain.Choice{Move: json.RawMessage(`{"type":"bid"}`), Does: "pass"}
	example := one
	example.Example = true
	for name, c := range map[string]struct {
		choices []domain.Choice
		owed    bool
	}{"one choice": {[]domain.Choice{one}, false}, "one example of many": {[]domain.Choice{example}, true},
		"two": {[]domain.Choice{one, one}, true}, "not told": {nil, true}} {
		kind := domain.NewKind(*kindtest.Toy, offering{kindtest.ToyRules, c.choices})
		g := kindtest.New(t, kind, "plain", "", 2, 1)
		for _, what := range []domain.NoticeType{domain.Reminder, domain.LastReminder} {
			if n := (domain.Notice{Type: what, Seat: 1, Step: 1, Deadline: g.Table.Deadline}); g.Table.Owes(n) != c.owed {
				t.Errorf("%s: %s owed: %v", name, what, !c.owed)
			}
		}
		if !g.Table.Owes(domain.Notice{Type: domain.BidWanted, Seat: 1, Step: 1}) {
			t.Errorf("%s: the turn itself is told", name)
		}
	}
}

func TestNothingIsRemindedOfWhenTheGameEnds(t *testing.T) {
	table := running(t)
	for _, round := range []string{"1", "2", "3"} {
		for _, who := range []string{"ann", "bob", "cid"} {
			must(t, table, bid(round, true), who, noon)
		}
		for _, who := range []string{"ann", "bob", "cid"} {
			if out := must(t, table, list(`{"type":"keep"}`), who, noon); table.Status == domain.Over && len(later(out)) > 0 {
				t.Errorf("%+v", later(out))
			}
		}
	}
	if table.Status != domain.Over {
		t.Fatal("not over:", table.Status)
	}
}
