package domain_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"tender/domain"
)

func TestLeavingAndComingBackGivesNoVacationAnew(t *testing.T) {
	table := termed(t, func(terms *domain.Terms) { terms.MaxVacation = 36 * 60 * 60 })
	away := on(noon, noon.Add(90*day))
	must(t, table, domain.Away{Vacations: away}, "ann", noon)
	miss(t, table)
	if table.Seats[0].Absence.Row != 1 || table.Seats[0].Absence.Spent != 36*60*60 {
		t.Fatalf("%+v", table.Seats[0])
	}
	before := table.Deadline
	must(t, table, domain.Leave{}, "ann", before.Add(-hour))
	must(t, table, domain.Return{Who: &domain.Person{Vacations: away}}, "ann", before.Add(-hour))
	must(t, table, domain.Away{}, "ann", before.Add(-hour))
	must(t, table, domain.Away{Vacations: away}, "ann", before.Add(-hour))
	if a := table.Seats[0].Absence; !table.Deadline.Equal(before) || a.Spent != 36*60*60 || a.Row != 1 || table.Idle != 0 {
		t.Fatalf("until %s, %+v, idle %d", table.Deadline, a, table.Idle)
	}
}

func TestSubstituteHasAVacationOfTheirOwn(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	must(t, table, domain.Away{Vacations: on(noon, noon.Add(5*day))}, "ann", noon)
	must(t, table, domain.Leave{}, "ann", noon)
	must(t, table, domain.Join{}, "dan", noon)
	if a := table.Seats[0].Absence; a.Spent != 0 || a.Row != 0 {
		t.Fatalf("%+v", a)
	}
}

func TestComingBackAloneDoesNotKeepAGameAlive(t *testing.T) {
	table := termed(t, func(terms *domain.Terms) { terms.MissedLimit = 0 })
	for n := 0; table.Status == domain.Active; n++ {
		if n > 4 {
			t.Fatal("nobody has moved, and the game goes on")
		}
		must(t, table, domain.Leave{}, "ann", table.Deadline.Add(-hour))
		pass(t, table, table.Deadline.Add(-hour))
		must(t, table, domain.Return{}, "ann", table.Deadline.Add(-hour))
		miss(t, table)
	}
}

func TestTurnFromWhichOneRanAwayIsMissedByWhoIsBack(t *testing.T) {
	for name, c := range map[string]struct {
		after  func(*testing.T, *domain.Table) // between leaving and coming back
		missed int
	}{
		"in the same wait": {func(*testing.T, *domain.Table) {}, 0},
		"after it":         {func(t *testing.T, table *domain.Table) { miss(t, table, "ann", "bob") }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			table := termed(t, goesTo(domain.ToBot))
			left := must(t, table, domain.Leave{}, "cid", table.Deadline.Add(-time.Second))
			pass(t, table, table.Deadline.Add(-time.Second))
			if len(left.Turns) > 0 {
				t.Fatalf("leaving counts: %+v", left.Turns)
			}
			c.after(t, table)
			back := must(t, table, domain.Return{}, "cid", table.Deadline.Add(-time.Hour))
			if s := table.Seats[2]; len(back.Turns) != c.missed || s.Absence.Row != c.missed || s.Missed != c.missed {
				t.Fatalf("%+v, %+v", s, back.Turns)
			}
		})
	}
}

func TestEverySeatThatOpensIsToldOfOnceInAStep(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	steps := map[int]bool{}
	leave := func(who string, opened int) {
		t.Helper()
		n := 0
		for _, notice := range must(t, table, domain.Leave{}, who, noon).Notices {
			if notice.Type == domain.SeatOpened && notice.Seat == 3 {
				n++
				if steps[notice.Step] {
					t.Errorf("%+v is taken for the one before", notice)
				}
				steps[notice.Step] = true
			}
		}
		if n != opened {
			t.Errorf("%s left, and %d notices tell of it", who, n)
		}
	}
	leave("ann", 1)
	leave("bob", 1)
	must(t, table, domain.Return{}, "bob", noon)
	leave("bob", 0)
}

func TestWhoHadASeatIsNoSpectatorUntilTheEnd(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	must(t, table, domain.Leave{}, "ann", noon)
	check := func(who string, code domain.Code) {
		t.Helper()
		for _, err := range []error{table.View(who, nil).MayHear(domain.AmongSpectators), table.View(who, nil).MaySpeak(domain.AmongSpectators)} {
			if r, is := domain.AsRefusal(err); is != (code != "") || is && r.Code != code {
				t.Errorf("%s: %v", who, err)
			}
		}
	}
	check("ann", domain.SpectatorsOnly)
	must(t, table, domain.Join{}, "dan", noon)
	check("ann", domain.SpectatorsOnly)
	check("eve", "")
	if err := table.View("ann", nil).MaySpeak(domain.AtTable); err == nil {
		t.Error("who has no seat speaks at the table")
	}
	for table.Status == domain.Active {
		miss(t, table)
	}
	check("ann", "")
}

func TestNextGameOfASeriesSeatsAgainWhoMissedTurnsAndNotWhoLeft(t *testing.T) {
	in, terms := opening(), domain.DefaultTerms()
	terms.AutoForced, terms.MissedLimit = false, 1
	in.Terms, in.Series = &terms, &domain.Series{ID: "s", Number: 1, Of: 3}
	table := open(t, in)
	must(t, table, domain.Join{}, "bob", noon)
	must(t, table, domain.Join{}, "cid", noon)
	must(t, table, domain.Leave{}, "bob", noon)
	pass(t, table, noon)
	miss(t, table, "ann")
	for r := rand.New(rand.NewPCG(1, 2)); table.Status == domain.Active; pass(t, table, noon) {
		w, _ := table.Waiting()
		if w.Sealed {
			must(t, table, bid("0", true), "ann", noon)
		} else {
			must(t, table, domain.PlayMoves{Moves: []json.RawMessage{table.Sample(1, r)}}, "ann", noon)
		}
	}
	next, host, ok := table.Following()
	if !ok || host.Account != "ann" || table.Seats[2].Account != "" {
		t.Fatalf("%s, %+v", table.Status, table.Seats)
	}
	if p := next.Players; p[2].Account != "ann" || p[0].Account != "" || p[1].Account != "cid" {
		t.Errorf("%+v", p)
	}
}
