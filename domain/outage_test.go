package domain_test

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

func outage(what domain.OutageWhat, from, to time.Duration) domain.Outage {
	return domain.Outage{What: what, From: noon.Add(from), To: noon.Add(to)}
}

func credit(what domain.OutageWhat, from, to time.Duration) domain.Credit {
	return domain.Credit{Outage: outage(what, from, to)}
}

// modern is running, with terms.
func modern(t *testing.T) *domain.Table {
	t.Helper()
	in := opening()
	terms := domain.DefaultTerms()
	in.Terms = &terms
	table := open(t, in)
	must(t, table, domain.Join{}, "bob", noon)
	must(t, table, domain.Join{}, "cid", noon)
	return table
}

func TestDeadlineThatRanOutInAnOutageOrWouldSoonAfterMovesByWhatWasLost(t *testing.T) {
	for name, c := range map[string]struct {
		from, to time.Duration // of the outage; the deadline is a day after noon
		moved    time.Duration
	}{
		"in it":                    {20 * time.Hour, 30 * time.Hour, 10 * time.Hour},
		"at its end":               {20 * time.Hour, 24 * time.Hour, 4 * time.Hour},
		"an hour after it":         {20 * time.Hour, 23 * time.Hour, 3 * time.Hour},
		"later":                    {20 * time.Hour, 23*time.Hour - time.Second, 0},
		"before it":                {24 * time.Hour, 30 * time.Hour, 0},
		"it began before the wait": {-5 * time.Hour, 23 * time.Hour, 23 * time.Hour},
	} {
		for _, table := range []*domain.Table{running(t), modern(t)} {
			must(t, table, bid("3", true), "bob", noon)
			out := must(t, table, credit(domain.ServerDown, c.from, c.to), "", noon.Add(c.to))
			if got := table.Deadline.Sub(noon.Add(day)); got != c.moved {
				t.Errorf("%s: moved by %s", name, got)
			}
			if out.Nothing != (c.moved == 0) || !out.Nothing && (len(out.Events) != 1 || len(atOnce(out)) != 2) {
				t.Errorf("%s: %+v", name, out)
			}
			if !table.Due().Equal(table.Deadline) || table.Sealed[2].Seat == 0 {
				t.Errorf("%s: due at %s, %v", name, table.Due(), table.Sealed)
			}
		}
	}
}

func TestLostTimeIsGivenBackOnce(t *testing.T) {
	table := modern(t)
	line := must(t, table, credit(domain.ServerDown, 20*time.Hour, 30*time.Hour), "", noon.Add(30*time.Hour)).Events[0]
	want := "The deadline of phase bid was moved out by 10 hours: the server was not\n  running from Sat 2 Mar 2030, 08:00 UTC to Sat 2 Mar 2030, 18:00 UTC.\n"
	if told := kindtest.Toy.TellAll([]domain.EventView{line.For(0)}, nil, time.UTC); told != want {
		t.Errorf("told: %s", told)
	}
	again := func(c domain.Credit, moved time.Duration) {
		t.Helper()
		before, now := table.Deadline, noon.Add(33*time.Hour)
		out := must(t, table, c, "", now)
		if got := table.Deadline.Sub(before); got != moved || out.Nothing != (moved == 0) {
			t.Errorf("moved by %s, %+v", got, out)
		}
	}
	again(credit(domain.ServerDown, 20*time.Hour, 30*time.Hour), 0)         // a job that was cut short
	again(credit(domain.MailDown, 22*time.Hour, 29*time.Hour), 0)           // at the same time
	again(credit(domain.MailDown, 28*time.Hour, 33*time.Hour), 3*time.Hour) // of which two were given
	again(credit(domain.MailDown, 28*time.Hour, 33*time.Hour), 0)
	// The next wait has lost nothing.
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, bid("3", true), who, noon.Add(33*time.Hour))
	}
	again(credit(domain.MailDown, 28*time.Hour, 33*time.Hour), 0)
	if _, err := table.Decide(credit(domain.ServerDown, 0, day), by("ann"), noon); err == nil {
		t.Error("a player gives time")
	}
}

func TestDeadlineIsHeldWhileNoMailCanBeSent(t *testing.T) {
	table := modern(t)
	hold := domain.Hold{Outage: domain.Outage{What: domain.MailDown, From: noon.Add(23 * time.Hour)}}
	if out := must(t, table, hold, "", noon.Add(day-time.Second)); !out.Nothing {
		t.Errorf("held before its time: %+v", out)
	}
	if out := must(t, table, hold, "", noon.Add(day)); out.Nothing || len(out.Events) > 0 || len(out.Notices) > 0 || !table.Due().IsZero() {
		t.Fatalf("%+v, due %s", out, table.Due())
	}
	stored, err := domain.Kinds{kindtest.Toy}.DecodeTable(table.Encode(), nil)
	if err != nil || stored.Held() == nil {
		t.Fatalf("%v: it is forgotten", err)
	}
	must(t, table, bid("4", false), "ann", noon.Add(25*time.Hour)) // moves are taken
	if out := must(t, table, domain.Expire{}, "", noon.Add(26*time.Hour)); !out.Nothing {
		t.Errorf("expired: %+v", out)
	}
	out := must(t, table, credit(domain.MailDown, 23*time.Hour, 26*time.Hour), "", noon.Add(26*time.Hour))
	if !table.Deadline.Equal(noon.Add(27*time.Hour)) || !table.Due().Equal(table.Deadline) || table.Held() != nil || len(out.Events) != 1 {
		t.Errorf("until %s, due %s: %+v", table.Deadline, table.Due(), out)
	}
	must(t, table, domain.Expire{}, "", noon.Add(27*time.Hour))
	if table.Seats[0].Missed != 0 || table.Seats[1].Missed != 1 {
		t.Errorf("%+v", table.Seats)
	}
	late := modern(t) // its deadline came before the outage and was decided late
	must(t, late, domain.Hold{Outage: domain.Outage{What: domain.MailDown, From: noon.Add(day)}}, "", noon.Add(25*time.Hour))
	if late.Seats[0].Missed != 1 {
		t.Error("a deadline before the outage is held")
	}
}

func TestMissInAnOutageDoesNotCount(t *testing.T) {
	table := modern(t)
	must(t, table, bid("4", true), "ann", noon)
	must(t, table, domain.Expire{}, "", noon.Add(day)) // nobody knew yet that no mail was sent
	if table.Seats[1].Missed != 1 || table.Seats[2].Missed != 1 {
		t.Fatalf("%+v", table.Seats)
	}
	c := credit(domain.MailDown, 23*time.Hour, 25*time.Hour)
	out := must(t, table, c, "", noon.Add(25*time.Hour))
	if table.Seats[1].Missed != 0 || table.Seats[2].Missed != 0 || len(out.Events) != 1 || out.Events[0].Type != "misses_excused" {
		t.Errorf("%+v, %+v", table.Seats, out.Events)
	}
	told := kindtest.Toy.TellAll([]domain.EventView{out.Events[0].For(0)}, domain.Names{2: "Ben", 3: "Cid"}, time.UTC)
	if !strings.HasPrefix(told, "The turn that Ben and Cid missed does not count: the server could send no mail\n") {
		t.Error(told)
	}
	if out := must(t, table, c, "", noon.Add(25*time.Hour)); !out.Nothing || table.Seats[1].Missed != 0 {
		t.Errorf("excused twice: %+v", table.Seats)
	}
}

func TestNothingIsLostWhileTheClockStands(t *testing.T) {
	table := modern(t)
	must(t, table, domain.PauseGame{For: 4 * 60 * 60}, "ann", noon.Add(23*time.Hour)) // until 27 h; the deadline is 28 h
	if text := table.Explain(domain.Known{Zone: time.UTC}).Text(); !strings.Contains(text, "paused until Sat 2 Mar 2030, 15:00 UTC") {
		t.Error(text)
	}
	must(t, table, credit(domain.ServerDown, 24*time.Hour, 30*time.Hour), "", noon.Add(30*time.Hour))
	if got := table.Deadline.Sub(noon); got != 31*time.Hour {
		t.Errorf("until %s: of six hours three were lost", got)
	}
	hold := domain.Hold{Outage: domain.Outage{What: domain.MailDown, From: noon.Add(24 * time.Hour)}}
	must(t, table, hold, "", noon.Add(30*time.Hour)) // a pause ends all the same
	if table.Held() != nil || !table.Due().Equal(table.Deadline) {
		t.Errorf("held %v, due %s", table.Held(), table.Due())
	}
}

func TestMissThatIsExcusedCountsAgainstNobodysReliability(t *testing.T) {
	table := modern(t)
	must(t, table, bid("4", true), "ann", noon)
	must(t, table, bid("4", true), "cid", noon)
	if out := must(t, table, domain.Expire{}, "", noon.Add(day)); table.Seats[1].Absence.Row != 1 || len(out.Turns) != 3 {
		t.Fatalf("%+v", out.Turns)
	}
	out := must(t, table, credit(domain.MailDown, 23*time.Hour, 25*time.Hour), "", noon.Add(25*time.Hour))
	want := domain.TurnOf{Account: "bob", Missed: true, Excused: noon.Add(day)}
	if table.Seats[1].Absence.Row != 0 || len(out.Turns) != 1 || out.Turns[0] != want {
		t.Errorf("%+v, %+v", table.Seats[1].Absence, out.Turns)
	}
}
