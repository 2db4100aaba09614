package domain_test

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
)

const hour = time.Hour

func on(from, until time.Time) []domain.Vacation { return []domain.Vacation{{Start: from, End: until}} }

func TestDeadlineThatFallsInAVacationMovesToADayAfterIt(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	before, until := table.Deadline, noon.Add(5*day)
	must(t, table, bid("3", true), "bob", noon)
	out := must(t, table, domain.Away{Vacations: on(noon.Add(hour), until)}, "ann", noon)
	if table.Deadline != until.Add(day) || types(out)[0] != "deadline_moved" {
		t.Fatalf("until %s, %v", table.Deadline, types(out))
	}
	if why := string(out.Events[0].Data); !strings.Contains(why, "seat 1 is on vacation until Wed 6 Mar 2030, 12:00 UTC") {
		t.Fatal(why)
	}
	told := map[domain.NoticeType][]int{}
	for _, n := range out.Notices {
		told[n.Type] = append(told[n.Type], n.Seat)
	}
	if len(told[domain.DeadlineMoved]) != 2 || len(told[domain.LastReminder]) != 3 {
		t.Fatalf("bob has moved, ann and cid have not: %v", told)
	}
	if got := table.Seats[0].Absence.Spent; got != int((table.Deadline.Sub(before))/time.Second) {
		t.Fatal(got)
	}
	if again := must(t, table, domain.Away{Vacations: on(noon.Add(hour), until)}, "ann", noon); !again.Nothing {
		t.Fatalf("the same vacation twice: %+v", again)
	}
}

func TestWhoHasMovedDoesNotMoveTheDeadline(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	before := table.Deadline
	must(t, table, bid("3", false), "ann", noon)
	out := must(t, table, domain.Away{Vacations: on(noon, noon.Add(5*day))}, "ann", noon)
	if table.Deadline != before || len(out.Events) > 0 || len(table.Sealed) != 1 || !out.Moved {
		t.Fatalf("until %s, %+v", table.Deadline, out)
	}
}

func TestWaitThatBeginsInAVacationIsLongerFromItsBeginning(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	until := noon.Add(3 * day)
	must(t, table, bid("0", true), "ann", noon)
	must(t, table, domain.Away{Vacations: on(noon, until)}, "ann", noon)
	must(t, table, bid("0", true), "bob", noon)
	out := must(t, table, bid("0", true), "cid", noon)
	if table.Deadline != until.Add(day) {
		t.Fatal(table.Deadline)
	}
	told := types(out)
	if told[len(told)-1] != "deadline_moved" {
		t.Fatal(told)
	}
	for _, n := range out.Notices {
		if n.Type == domain.DeadlineMoved {
			t.Fatalf("the turn's own notice says when it ends: %+v", n)
		}
	}
}

func TestDeadlinesMoveByNoMoreThanMaxVacation(t *testing.T) {
	table := termed(t, func(terms *domain.Terms) { terms.MaxVacation, terms.MissedLimit = 36*60*60, 1 })
	before := table.Deadline
	must(t, table, domain.Away{Vacations: on(noon, noon.Add(20*day))}, "ann", noon)
	if table.Deadline != before.Add(36*hour) {
		t.Fatal(table.Deadline)
	}
	must(t, table, bid("0", true), "bob", noon)
	must(t, table, bid("0", true), "cid", noon)
	out := must(t, table, domain.Expire{}, "", table.Deadline)
	if table.Deadline != table.StartedAt.Add(24*hour+36*hour+24*hour) {
		t.Fatalf("nothing is left, and the next deadline is %s", table.Deadline)
	}
	if table.Seats[0].Held() != domain.HeldByBot {
		t.Fatal("the game allows no more, so that the turn was missed")
	}
	for _, turn := range out.Turns {
		if turn.Missed {
			t.Fatalf("%+v counts against somebody on vacation", turn)
		}
	}
}

func TestVacationOfAnotherGameTimeLeavesTheDeadline(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	before := table.Deadline
	must(t, table, domain.Away{Vacations: on(before.Add(time.Millisecond), before.Add(day))}, "ann", noon)
	if table.Deadline != before {
		t.Fatal(table.Deadline)
	}
	must(t, table, domain.Away{Vacations: on(noon, before)}, "ann", noon)
	if table.Deadline != before.Add(day) {
		t.Fatal(table.Deadline)
	}
	must(t, table, domain.Away{}, "ann", noon)
	if table.Deadline != before.Add(day) {
		t.Fatal("everybody was told of this deadline, and it has moved back")
	}
}

func TestVacationsComeWithWhoSitsDown(t *testing.T) {
	in, terms := opening(), domain.DefaultTerms()
	in.Terms = &terms
	until := noon.Add(4 * day)
	in.Who = &domain.Person{Vacations: on(noon, noon.Add(2*day))}
	table := open(t, in)
	must(t, table, domain.Join{Who: &domain.Person{Vacations: on(noon, until)}}, "bob", noon)
	must(t, table, domain.Join{}, "cid", noon)
	if table.Deadline != until.Add(day) {
		t.Fatal(table.Deadline)
	}
	out := must(t, table, domain.Leave{}, "bob", noon)
	if len(out.Lost) != 1 || len(table.Seats[1].Absence.Vacations) > 0 {
		t.Fatalf("%+v", table.Seats[1])
	}
}

func TestVacationTimeIsNoTimeInWhichNobodyMoves(t *testing.T) {
	table := termed(t, func(terms *domain.Terms) { terms.MaxVacation, terms.MissedLimit = 0, 0 })
	must(t, table, domain.Away{Vacations: on(noon, noon.Add(90*day))}, "ann", noon)
	for range 4 {
		miss(t, table)
	}
	if table.Status != domain.Active || table.Idle != 0 {
		t.Fatal(table.Status, table.Idle)
	}
}

func TestVacationsArePlannedWithinTheAllowance(t *testing.T) {
	now := time.Date(2030, 12, 20, 12, 0, 0, 0, time.UTC)
	at := func(days int) time.Time { return now.Add(time.Duration(days) * day) }
	taken := []domain.Vacation{{Start: at(-100), End: at(-70)}, {Start: at(-2), End: at(3)}}
	for name, c := range map[string]struct {
		plans   []domain.Vacation
		code    domain.Code
		pointer string
		after   int
	}{
		"nothing ends the present one": {nil, "", "", 2},
		"the present one goes on":      {on(at(-2), at(9)), "", "", 2},
		"over the end of the year":     {[]domain.Vacation{{Start: at(-2), End: at(3)}, {Start: at(10), End: at(45)}}, "", "", 3},
		"now":                          {on(time.Time{}, at(3)), "", "", 3},
		"in the past":                  {on(at(-1), at(3)), domain.InvalidVacation, "/vacations/0/start", 0},
		"one that is over":             {on(at(-100), at(-70)), domain.InvalidVacation, "/vacations/0/start", 0},
		"ends before it begins":        {on(at(5), at(4)), domain.InvalidVacation, "/vacations/0/end", 0},
		"no time at all":               {on(at(5), at(5)), domain.InvalidVacation, "/vacations/0/end", 0},
		"in two years":                 {on(at(500), at(501)), domain.InvalidVacation, "/vacations/0/end", 0},
		"overlapping":                  {[]domain.Vacation{{Start: at(5), End: at(9)}, {Start: at(8), End: at(10)}}, domain.InvalidVacation, "/vacations/1", 0},
		"too many": {[]domain.Vacation{{Start: at(1), End: at(2)}, {Start: at(3), End: at(4)}, {Start: at(5), End: at(6)}, {Start: at(7), End: at(8)},
			{Start: at(9), End: at(10)}, {Start: at(11), End: at(12)}}, domain.InvalidVacation, "/vacations", 0},
		"more than there is this year": {on(at(-2), at(11)), domain.VacationUsed, "/vacations", 0},
		"more than there is next year": {on(at(20), at(70)), domain.VacationUsed, "/vacations", 0},
	} {
		t.Run(name, func(t *testing.T) {
			after, err := domain.PlanVacations(taken, c.plans, 42*day, now)
			if r, ok := domain.AsRefusal(err); ok != (c.code != "") || ok && (r.Code != c.code || r.Pointer != c.pointer) {
				t.Fatalf("%v %+v", err, r)
			}
			if len(after) != c.after {
				t.Fatalf("%v", after)
			}
		})
	}
	ended, _ := domain.PlanVacations(taken, nil, 42*day, now)
	if ended[1].End != now || len(domain.Ahead(ended, now)) > 0 {
		t.Fatal(ended)
	}
	if years := domain.VacationsTaken(ended, now, now); years[0].Taken != 32*day {
		t.Fatalf("what was not used is not given back: %v", years)
	}
}

// A vacation is not made longer, nor anything else planned, for the sake of a deadline that has come. The clock may have said so or not.
func TestVacationThatIsChangedAfterTheDeadlineDoesNotMoveIt(t *testing.T) {
	for _, said := range []bool{true, false} {
		table := termed(t, func(terms *domain.Terms) { terms.Grace = 600 })
		deadline := table.Deadline
		table.Seats[0].Absence.Vacations = on(deadline.Add(-hour), deadline.Add(hour))
		if said {
			must(t, table, domain.Expire{}, "", deadline)
		}
		out := must(t, table, domain.Away{Vacations: on(deadline.Add(-hour), deadline.Add(9*day))}, "ann", deadline.Add(time.Second))
		if !table.Deadline.Equal(deadline) || len(out.Notices) > 0 || table.Seats[0].Absence.Spent != 0 || said != (table.Course.Overtime != nil) {
			t.Errorf("said %v: until %s, %v", said, table.Deadline, types(out))
		}
		must(t, table, domain.Expire{}, "", deadline.Add(10*time.Minute))
		must(t, table, domain.Expire{}, "", deadline.Add(10*time.Minute))
		if table.Step != 2 {
			t.Error("the wait goes on")
		}
	}
}

// A server that was down is told of a vacation late, but that was planned before it began.
func TestVacationOfWhichTheTableHearsLateMovesTheDeadlineAllTheSame(t *testing.T) {
	table := termed(t, func(terms *domain.Terms) { terms.Grace = 600 })
	deadline := table.Deadline
	must(t, table, domain.Away{Vacations: on(deadline.Add(-hour), deadline.Add(9*day))}, "ann", deadline.Add(hour))
	if !table.Deadline.Equal(deadline.Add(10 * day)) {
		t.Error(table.Deadline)
	}
}

func TestVacationPlannedInAPauseMovesTheDeadlineWhenTheGameGoesOn(t *testing.T) {
	for _, early := range []bool{true, false} {
		table := termed(t, goesTo(domain.ToBot))
		must(t, table, bid("3", true), "bob", noon)
		must(t, table, domain.PauseGame{For: 4 * 86400}, "cid", noon)
		must(t, table, domain.PauseGame{For: 4 * 86400}, "ann", noon)
		back := noon.Add(9 * day)
		if out := must(t, table, domain.Away{Vacations: on(noon.Add(hour), back)}, "cid", noon); len(out.Events) > 0 || table.Seats[2].Absence.Spent != 0 {
			t.Fatalf("%+v", out)
		}
		at := noon.Add(4 * day)
		var out domain.Outcome
		if early {
			at = noon.Add(day)
			out = must(t, table, domain.ResumeGame{}, "ann", at)
		} else {
			out = must(t, table, domain.Expire{}, "", at)
		}
		if !table.Deadline.Equal(back.Add(day)) || table.Seats[2].Absence.Spent != int(back.Sub(at)/time.Second) {
			t.Errorf("until %s, %d s", table.Deadline, table.Seats[2].Absence.Spent)
		}
		if why := string(out.Events[0].Data); len(out.Events) != 1 || !strings.Contains(why, ", and seat 3 is on vacation until Sun 10 Mar 2030, 12:00 UTC") {
			t.Error(types(out), why)
		}
		for _, n := range out.Notices {
			if n.DueAt.IsZero() && !table.Owes(n) {
				t.Errorf("not owed: %+v", n)
			}
		}
		if len(told(out, domain.GameResumed)) != 3 || len(later(out)) == 0 {
			t.Errorf("%+v", out.Notices)
		}
	}
}

// It moves out by no more than the game allows.
func TestExtensionIntoAVacationGoesOnToADayAfterIt(t *testing.T) {
	for _, c := range []struct {
		most    int // of vacation
		expects time.Time
	}{{domain.DefaultVacation, noon.Add(8 * day)}, {3600, noon.Add(2*day + hour)}, {0, noon.Add(2 * day)}} {
		table := termed(t, func(terms *domain.Terms) { terms.MaxVacation = c.most })
		must(t, table, domain.Away{Vacations: on(noon.Add(30*hour), noon.Add(7*day))}, "bob", noon)
		out := must(t, table, extend(table, 86400), "ann", noon)
		if !table.Deadline.Equal(c.expects) || table.Extended != 86400 || len(told(out, domain.DeadlineMoved)) != 3 || len(out.Events) != 1 {
			t.Errorf("until %s, extended by %d s, %v", table.Deadline, table.Extended, types(out))
		}
		if said := strings.Contains(string(out.Events[0].Data), "the host extended it, and seat 2 is on vacation"); said != (c.most > 0) {
			t.Error(string(out.Events[0].Data))
		}
	}
	table := termed(t, goesTo(domain.ToBot)) // who has moved needs no more time
	must(t, table, domain.Away{Vacations: on(noon.Add(30*hour), noon.Add(7*day))}, "bob", noon)
	must(t, table, bid("3", false), "bob", noon)
	must(t, table, extend(table, 86400), "ann", noon)
	if !table.Deadline.Equal(noon.Add(2 * day)) {
		t.Error(table.Deadline)
	}
}

func TestWithdrawnBidLeavesItsPlayerOnVacation(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	must(t, table, bid("3", false), "ann", noon)
	must(t, table, bid("3", false), "bob", noon)
	must(t, table, domain.Away{Vacations: on(noon, noon.Add(5*day))}, "ann", noon)
	if out := must(t, table, domain.Withdraw{}, "bob", noon); out.Moved || len(out.Events) > 0 {
		t.Fatalf("the table is stored anew for nothing: %+v", out)
	}
	out := must(t, table, domain.Withdraw{}, "ann", noon)
	if !out.Moved || !table.Deadline.Equal(noon.Add(6*day)) || len(told(out, domain.DeadlineMoved)) != 3 || len(table.Sealed) != 0 {
		t.Fatalf("until %s, %+v", table.Deadline, out)
	}
}

// The bids come before the clock has said that the game goes on.
func TestWhoMovesInAVacationRightAfterAPauseHasSpentNothingOfIt(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	must(t, table, domain.PauseGame{For: 3600}, "ann", noon)
	must(t, table, domain.Away{Vacations: on(noon, noon.Add(2*day))}, "bob", noon)
	at := noon.Add(hour)
	for _, who := range []string{"ann", "bob"} {
		must(t, table, bid("0", true), who, at)
	}
	if out := must(t, table, bid("0", true), "cid", at); table.Step != 2 || strings.Contains(string(out.Events[0].Data), "vacation") {
		t.Errorf("%s", out.Events[0].Data)
	}
}

func TestVacationsThatAreOverAtOnceDoNotBecomeEverMore(t *testing.T) {
	var all []domain.Vacation
	for now, n := noon, 0; n < 100; n++ {
		for _, plans := range [][]domain.Vacation{{{End: now.Add(day)}}, nil} {
			var err error
			if all, err = domain.PlanVacations(all, plans, 42*day, now); err != nil {
				t.Fatal(err)
			}
			now = now.Add(time.Minute)
		}
	}
	if len(all) > 1 {
		t.Errorf("%d are remembered", len(all))
	}
}
