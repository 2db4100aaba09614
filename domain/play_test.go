package domain_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// picking is a game in which all three may keep or drop, in any order.
func picking(t *testing.T) *domain.Table {
	t.Helper()
	table := running(t)
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, bid("3", true), who, noon)
	}
	return table
}

func list(moves ...string) domain.PlayMoves {
	var in domain.PlayMoves
	for _, m := range moves {
		in.Moves = append(in.Moves, json.RawMessage(m))
	}
	return in
}

func TestOpenMovesInAnyOrderDoNotMakeEachOtherStale(t *testing.T) {
	table := picking(t)
	meant := domain.Meant{Step: table.Step}
	deadline := table.Deadline
	for _, who := range []string{"cid", "ann", "bob"} {
		in := list(`{"type":"keep"}`)
		in.Meant = meant
		must(t, table, in, who, noon.Add(time.Hour))
		if who != "bob" && table.Deadline != deadline {
			t.Fatal("the deadline of the others moved")
		}
	}
}

func TestMoveThatIsSentTwiceIsTakenOnce(t *testing.T) {
	table := picking(t)
	in := list(`{"type":"draw"}`) // does not end the turn, so that the seat is wanted again at once
	in.Meant = domain.Meant{Step: table.Step}
	must(t, table, in, "bob", noon)
	refused(t, table, in, "bob", noon, domain.Stale)
}

func TestTurnThatGoesOnKeepsItsDeadlineAndAsksOnce(t *testing.T) {
	table := picking(t)
	deadline := table.Deadline
	out := must(t, table, list(`{"type":"draw"}`), "bob", noon.Add(time.Hour))
	if table.Deadline != deadline || len(atOnce(out)) != 0 {
		t.Fatalf("%s %+v", table.Deadline, out.Notices)
	}
}

func TestListOfMovesIsTakenWholeOrNotAtAll(t *testing.T) {
	table := picking(t)
	refused(t, table, list(`{"type":"draw"}`, `{"type":"leap"}`), "bob", noon, domain.MalformedMove)
	refused(t, table, list(`{"type":"draw"}`, `{"type":"keep"}`, `{"type":"keep"}`), "bob", noon, domain.NotWanted)
	refused(t, table, list(), "bob", noon, domain.MalformedMove)
	refused(t, table, list(strings.Split(strings.Repeat(`{"type":"draw"}|`, domain.MaxMoves)+`{"type":"keep"}`, "|")...), "bob", noon, domain.MalformedMove)
	must(t, table, list(`{"type":"draw"}`, `{"type":"draw"}`, `{"type":"keep"}`), "bob", noon)
	if !reflect.DeepEqual(waiting(table), []int{1, 3}) {
		t.Fatal(waiting(table))
	}
}

func TestEventTellsItsOwnSeatMore(t *testing.T) {
	table := picking(t)
	e := must(t, table, list(`{"type":"draw"}`), "bob", noon).Events[0]
	if !strings.Contains(string(e.For(2).Data), "points") {
		t.Fatalf("%s", e.For(2).Data)
	}
	for _, seat := range []int{0, 1, 3} {
		if strings.Contains(string(e.For(seat).Data), "points") {
			t.Fatalf("seat %d is told %s", seat, e.For(seat).Data)
		}
	}
}

func TestDeadlineOfAnOpenWaitPlaysForAllWhoAreMissing(t *testing.T) {
	table := picking(t)
	must(t, table, list(`{"type":"keep"}`), "bob", noon)
	must(t, table, domain.Expire{}, "", table.Deadline)
	if w, _ := table.Waiting(); w.Round != 2 || w.Phase != "bid" {
		t.Fatalf("%+v", w)
	}
	missed := []int{table.Seats[0].Missed, table.Seats[1].Missed, table.Seats[2].Missed}
	if !reflect.DeepEqual(missed, []int{1, 0, 1}) {
		t.Fatal(missed)
	}
}

func TestNoticeIsOwedUntilTheSeatHasMoved(t *testing.T) {
	table := running(t)
	ask := domain.Notice{Type: domain.BidWanted, Seat: 2, Step: 1}
	if !table.Owes(ask) {
		t.Fatal("a bid is wanted")
	}
	must(t, table, bid("3", false), "bob", noon)
	if table.Owes(ask) {
		t.Fatal("a stored bid will not miss: nobody needs to be told")
	}
	must(t, table, domain.Expire{}, "", table.Deadline)
	turn := domain.Notice{Type: domain.TurnStarted, Seat: 2, Step: 2}
	if table.Owes(ask) || !table.Owes(turn) {
		t.Fatal("step 2 asks seat 2 to keep or drop")
	}
	must(t, table, kindtest.PlayOne(`{"type":"keep"}`), "bob", noon)
	if table.Owes(turn) || table.Owes(domain.Notice{Type: domain.BidWanted, Seat: 9, Step: 3}) {
		t.Fatal("owed after the move")
	}
}

func TestNumbersOfEventsHaveNoGaps(t *testing.T) {
	table := picking(t)
	next := table.Told + 1
	for _, in := range []domain.PlayMoves{list(`{"type":"draw"}`), list(`{"type":"draw"}`, `{"type":"keep"}`)} {
		for _, e := range must(t, table, in, "bob", noon).Events {
			if e.Number != next {
				t.Fatalf("event %d after %d", e.Number, next-1)
			}
			next++
		}
	}
}

func TestEveryInputSurvivesTheLog(t *testing.T) {
	for _, in := range []domain.Input{opening(), domain.Join{Nonce: "x"}, domain.Leave{}, domain.Start{}, domain.Abandon{}, bid("3", true),
		domain.Withdraw{Meant: domain.Meant{Step: 2}}, list(`{"type":"keep"}`), domain.Expire{},
		domain.Extend{Deadline: noon, By: 60}} {
		got, err := domain.Log(1, in, by("ann"), noon).Read()
		if err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%#v came back as %#v, %v", in, got, err)
		}
	}
	if _, err := (domain.Logged{Type: "dance"}).Read(); err == nil {
		t.Error("an unknown input was read")
	}
}
