package domain_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// with begins a game of three with what a host says of its terms.
func with(t testing.TB, terms string) *domain.Table {
	t.Helper()
	in := opening()
	var err error
	if in.Terms, err = given(t, terms); err != nil {
		t.Fatal(err)
	}
	table, _, err := domain.Kinds{kindtest.Toy}.Open(in, by("ann"), noon)
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"bob", "cid"} {
		if _, err := table.Decide(domain.Join{}, by(who), noon); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

func types(out domain.Outcome) (all []string) {
	for _, e := range out.Events {
		all = append(all, e.Type)
	}
	return all
}

func lateSeats(table *domain.Table) (seats []int) {
	if o := table.View("", nil).Overtime; o != nil {
		for _, s := range o.Late {
			seats = append(seats, s.Seat)
		}
	}
	return seats
}

func banks(table *domain.Table) (all []int) {
	for _, s := range table.View("", nil).Seats {
		all = append(all, *s.Bank)
	}
	return all
}

func TestLateBidInTheGraceCountsAndIsNoMissedTurn(t *testing.T) {
	table := with(t, `{"grace":600}`)
	must(t, table, bid("3", true), "ann", noon)
	deadline := table.Deadline
	out := must(t, table, domain.Expire{}, "", deadline)
	if got := types(out); !reflect.DeepEqual(got, []string{"overtime_began"}) || len(out.Notices) != 0 || table.Step != 1 {
		t.Fatal(got, out.Notices)
	}
	if got := lateSeats(table); !reflect.DeepEqual(got, []int{2, 3}) || !reflect.DeepEqual(waiting(table), got) || !table.Due().Equal(deadline.Add(10*time.Minute)) {
		t.Fatal(got, waiting(table), table.Due())
	}
	if ask := table.Asks(2); !ask.Until.Equal(deadline.Add(10 * time.Minute)) {
		t.Errorf("asked until %s", ask.Until)
	}
	told := kindtest.Toy.TellAll([]domain.EventView{out.Events[0].For(0)}, domain.Names{2: "Bob", 3: "Cid"}, time.UTC)
	if got := strings.Join(strings.Fields(told), " "); got != "The deadline of phase bid passed; late and still waited for: Bob until Sat 2 Mar 2030, 12:10 UTC and Cid until Sat 2 Mar 2030, 12:10 UTC." {
		t.Error(got)
	}
	drawn := strings.Join(strings.Fields(kindtest.Toy.Text(table.View("bob", map[string]string{"bob": "Bob", "cid": "Cid"}), time.UTC)), " ")
	if !strings.Contains(drawn, "the deadline has passed; late: you until Sat 2 Mar 2030, 12:10 UTC, Cid until") {
		t.Error(drawn)
	}
	must(t, table, bid("4", true), "bob", deadline.Add(time.Minute))
	if got := lateSeats(table); !reflect.DeepEqual(got, []int{3}) {
		t.Fatal(got)
	}
	out = must(t, table, bid("5", false), "cid", deadline.Add(10*time.Minute-time.Millisecond))
	if got := types(out); table.Step != 2 || got[0] != "revealed" || table.View("", nil).Overtime != nil {
		t.Fatal(got)
	}
	for _, s := range table.Seats {
		if s.Missed != 0 || s.Late != nil {
			t.Errorf("%+v", s)
		}
	}
}

func TestWhoIsNotInByTheEndOfTheGraceHasMissedTheTurn(t *testing.T) {
	table := with(t, `{"grace":600}`)
	deadline := table.Deadline
	must(t, table, bid("3", true), "ann", noon)
	must(t, table, domain.Expire{}, "", deadline)
	must(t, table, bid("4", true), "bob", deadline.Add(time.Minute))
	end := deadline.Add(10 * time.Minute)
	if out := must(t, table, domain.Expire{}, "", end.Add(-time.Millisecond)); !out.Nothing {
		t.Fatal("the grace was cut short")
	}
	refused(t, table, bid("5", true), "cid", end, domain.DeadlinePassed)
	out := must(t, table, domain.Expire{}, "", end)
	if got := types(out); !reflect.DeepEqual(got[:2], []string{"deadline_passed", "revealed"}) || !strings.Contains(string(out.Events[0].Data), `"seats":[3]`) {
		t.Fatal(got, string(out.Events[0].Data))
	}
	if table.Seats[1].Missed != 0 || table.Seats[2].Missed != 1 {
		t.Errorf("%+v", table.Seats)
	}
}

func TestWhatIsStoredAtTheDeadlineStands(t *testing.T) {
	table := with(t, `{"grace":600}`)
	must(t, table, bid("3", false), "ann", noon)
	at := table.Deadline.Add(time.Second)
	must(t, table, domain.Expire{}, "", table.Deadline)
	if !table.View("", nil).Seats[0].Ready {
		t.Error("a bid that can be changed no more is not ready")
	}
	refused(t, table, bid("4", true), "ann", at, domain.DeadlinePassed)
	refused(t, table, domain.Withdraw{}, "ann", at, domain.DeadlinePassed)
	must(t, table, bid("4", false), "bob", at)
	refused(t, table, bid("5", true), "bob", at, domain.DeadlinePassed)
	refused(t, table, domain.Withdraw{}, "bob", at, domain.DeadlinePassed)
	must(t, table, bid("5", true), "cid", at)
	if table.Step != 2 {
		t.Error("nobody is late, and yet it waits for", waiting(table))
	}
}

// The bid comes before the clock has said anything.
func TestLateBidBeginsTheOvertimeItself(t *testing.T) {
	table := with(t, `{"grace":600,"bank":{"start":60,"cap":60}}`)
	at := table.Deadline.Add(5*time.Second + time.Millisecond)
	out := must(t, table, bid("3", true), "ann", at)
	if got := types(out); !reflect.DeepEqual(got, []string{"overtime_began"}) || !strings.Contains(string(out.Events[0].Data), `"late":[{"seat":1,`) {
		t.Fatal(got)
	}
	if !out.Moved || !reflect.DeepEqual(banks(table), []int{54, 60, 60}) || !reflect.DeepEqual(lateSeats(table), []int{2, 3}) {
		t.Error(banks(table), lateSeats(table))
	}
	if out := must(t, table, domain.Expire{}, "", at); !out.Nothing {
		t.Error(types(out))
	}
}

func TestBankIsUsedAfterThePhaseAndTheGraceAfterTheBank(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		late time.Duration
		bank int // of 100, afterwards
	}{{0, 100}, {1, 99}, {s, 99}, {s + 1, 98}, {99 * s, 1}, {100 * s, 0}, {100*s + 1, 0}, {160*s - 1, 0}} {
		table := with(t, `{"grace":60,"bank":{"start":100,"cap":100}}`)
		deadline := table.Deadline
		for _, who := range []string{"ann", "bob"} {
			must(t, table, bid("3", true), who, noon)
		}
		must(t, table, domain.Expire{}, "", deadline)
		late := c.late / s * s
		if c.late%s != 0 {
			late += time.Millisecond // what domain counts in
		}
		if c.late == 160*s-1 {
			late = 160*s - time.Millisecond
		}
		must(t, table, bid("3", true), "cid", deadline.Add(late))
		if got := banks(table); table.Step != 2 || got[2] != c.bank || got[0] != 100 {
			t.Errorf("%s late: %v", c.late, got)
		}
	}
	table := with(t, `{"grace":60,"bank":{"start":100,"cap":100}}`)
	refused(t, table, bid("3", true), "cid", table.Deadline.Add(160*s), domain.DeadlinePassed)
}

func TestMovesAddToABankUpToItsCap(t *testing.T) {
	table := with(t, `{"bank":{"start":50,"increment":20,"cap":60}}`)
	deadline := table.Deadline
	for _, who := range []string{"ann", "bob"} {
		must(t, table, bid("3", true), who, noon)
	}
	if got := banks(table); !reflect.DeepEqual(got, []int{50, 50, 50}) {
		t.Fatal("a stored bid has changed a bank: ", got)
	}
	must(t, table, domain.Expire{}, "", deadline)
	must(t, table, bid("2", true), "cid", deadline.Add(45*time.Second))
	if got := banks(table); !reflect.DeepEqual(got, []int{60, 60, 25}) {
		t.Fatal(got)
	}
	must(t, table, list(`{"type":"keep"}`), "bob", deadline.Add(time.Minute))
	must(t, table, list(`{"type":"keep"}`), "ann", deadline.Add(time.Minute))
	next := table.Deadline
	must(t, table, domain.Expire{}, "", next)
	if got := table.View("", nil).Overtime; !got.Until.Equal(next.Add(time.Minute)) || !got.Late[2].Until.Equal(next.Add(25*time.Second)) {
		t.Fatalf("%+v", got)
	}
	must(t, table, domain.Expire{}, "", next.Add(time.Minute))
	if got := banks(table); !reflect.DeepEqual(got, []int{0, 0, 0}) {
		t.Error("a turn that was missed leaves", got)
	}
}

func TestWaitEndsWhenNobodyIsLeftWhoMayMove(t *testing.T) {
	table := with(t, `{"bank":{"start":10,"cap":99}}`)
	table.Seats[1].Bank = 90
	table.Seats[2].Bank = 0
	deadline := table.Deadline
	out := must(t, table, domain.Expire{}, "", deadline)
	if !reflect.DeepEqual(lateSeats(table), []int{1, 2}) || !table.Due().Equal(deadline.Add(90*time.Second)) {
		t.Fatal(lateSeats(table), table.Due(), types(out))
	}
	refused(t, table, bid("3", true), "cid", deadline.Add(time.Second), domain.DeadlinePassed)
	refused(t, table, bid("3", true), "ann", deadline.Add(10*time.Second), domain.DeadlinePassed)
	out = must(t, table, bid("3", true), "bob", deadline.Add(20*time.Second))
	if table.Step != 2 || types(out)[0] != "deadline_passed" || !strings.Contains(string(out.Events[0].Data), `"seats":[1,3]`) {
		t.Error(types(out), string(out.Events[0].Data))
	}
}

// The end of the wait comes nearer when who had longest has moved.
func TestLateBidThatMovesTheEndOfTheWaitIsStoredWithIt(t *testing.T) {
	table := with(t, `{"bank":{"start":10,"cap":99}}`)
	table.Seats[1].Bank = 90
	deadline := table.Deadline
	must(t, table, domain.Expire{}, "", deadline)
	out := must(t, table, bid("3", true), "bob", deadline.Add(5*time.Second))
	if !out.Moved || !table.Due().Equal(deadline.Add(10*time.Second)) {
		t.Error(out.Moved, table.Due())
	}
}

func TestOpenTurnHasAnOvertimeToo(t *testing.T) {
	table := with(t, `{"grace":600,"bank":{"start":60,"cap":60}}`)
	for who, n := range map[string]string{"ann": "3", "bob": "9", "cid": "4"} {
		must(t, table, bid(n, true), who, noon)
	}
	deadline := table.Deadline
	must(t, table, domain.Expire{}, "", deadline)
	must(t, table, list(`{"type":"draw"}`), "bob", deadline.Add(10*time.Second))
	if got := banks(table); table.Step != 3 || got[1] != 50 || !reflect.DeepEqual(lateSeats(table), []int{2}) {
		t.Fatal(got, lateSeats(table))
	}
	if want := deadline.Add(660 * time.Second); !table.Due().Equal(want) {
		t.Errorf("what it has used shortens its time: until %s, want %s", table.Due(), want)
	}
	must(t, table, list(`{"type":"keep"}`), "bob", deadline.Add(11*time.Second))
	if got := banks(table); got[1] != 49 || table.View("", nil).Phase != "bid" || lateSeats(table) != nil || table.Seats[1].Missed != 0 {
		t.Error(got, table.Seats)
	}
	if want := deadline.Add(11 * time.Second).Add(day); !table.Deadline.Equal(want) {
		t.Error("the next deadline is", table.Deadline)
	}
}

func TestOvertimeOfASealedWaitDoesNotTellWhoHasNothingToChoose(t *testing.T) {
	one := []domain.Choice{{Move: []byte(`{"type":"bid"}`), Does: "pass"}}
	for _, c := range []struct {
		choices []domain.Choice
		step    int
	}{{one, 1}, {append(one, one...), 1}} {
		kind := domain.NewKind(*kindtest.Toy, offering{kindtest.ToyRules, c.choices})
		in := opening()
		in.Seats = 1
		var err error
		if in.Terms, err = given(t, `{"grace":600}`); err != nil {
			t.Fatal(err)
		}
		table, _, err := domain.Kinds{kind}.Open(in, by("ann"), noon)
		if err != nil {
			t.Fatal(err)
		}
		must(t, table, domain.Expire{}, "", table.Deadline)
		if table.Step != c.step {
			t.Errorf("with %d choices at step %d", len(c.choices), table.Step)
		}
	}
}

func TestBidsWaitForTheDeadlineWhereTheyAreNotToEndItEarly(t *testing.T) {
	table := with(t, `{"early":false}`)
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, bid("3", true), who, noon)
	}
	if table.Step != 1 || len(waiting(table)) != 0 {
		t.Fatal("step", table.Step)
	}
	must(t, table, domain.Withdraw{}, "bob", noon)
	must(t, table, bid("4", true), "bob", noon)
	must(t, table, domain.Expire{}, "", table.Deadline)
	if table.Step != 2 || table.Seats[0].Missed != 0 {
		t.Error("step", table.Step)
	}
	must(t, table, list(`{"type":"keep"}`), "bob", noon.Add(day)) // open moves end their wait as ever
	if table.View("", nil).Phase != "bid" {
		t.Error("an open wait goes on to its deadline")
	}
}

func TestMovedDeadlineLeavesNobodyLate(t *testing.T) {
	table := with(t, `{"grace":600}`)
	must(t, table, domain.Expire{}, "", table.Deadline)
	refused(t, table, extend(table, 0), "ann", table.Deadline.Add(time.Second), domain.DeadlinePassed)
	refused(t, table, domain.PauseGame{For: 3600}, "ann", table.Deadline.Add(time.Second), domain.DeadlinePassed)
}

func TestOpenWaitEndsWhenNobodyIsLeftWhoMayMove(t *testing.T) {
	table := with(t, `{"bank":{"start":60,"cap":60}}`)
	for who, n := range map[string]string{"ann": "3", "bob": "9", "cid": "9"} {
		must(t, table, bid(n, true), who, noon)
	}
	table.Seats[2].Bank = 0
	must(t, table, domain.Expire{}, "", table.Deadline)
	out := must(t, table, list(`{"type":"keep"}`), "bob", table.Deadline.Add(10*time.Second))
	if table.View("", nil).Phase != "bid" || table.Seats[1].Missed != 0 || table.Seats[2].Missed != 1 {
		t.Error(types(out), table.Seats)
	}
}

// A bid that was stored at the deadline cannot be replaced by way of leaving and coming back, whether the clock has said
// already that the deadline has come or not.
func TestSeatThatIsLeftAndTakenBackAfterTheDeadlineIsNotLate(t *testing.T) {
	for _, said := range []bool{true, false} {
		for _, goes := range []string{"bot", "substitute", "drop"} {
			for _, stored := range []bool{true, false} {
				table := with(t, `{"grace":600,"bank":{"start":60,"cap":60},"missed":"`+goes+`"}`)
				must(t, table, bid("2", true), "ann", noon)
				if stored {
					must(t, table, bid("3", true), "bob", noon)
				}
				deadline := table.Deadline
				at := deadline.Add(time.Second)
				if said {
					must(t, table, domain.Expire{}, "", deadline)
				}
				must(t, table, domain.Leave{}, "bob", at)
				pass(t, table, at)
				if goes == "substitute" {
					refused(t, table, domain.Join{Seat: 2}, "dan", at, domain.SeatNotVacant)
				}
				out := must(t, table, domain.Return{}, "bob", at)
				if len(out.Notices) != 0 {
					t.Errorf("asked for a move that it cannot make: %+v", out.Notices)
				}
				if got := lateSeats(table); !reflect.DeepEqual(got, []int{3}) {
					t.Errorf("%s, stored %v, said %v: late are %v", goes, stored, said, got)
				}
				refused(t, table, bid("9", true), "bob", at, domain.DeadlinePassed)
				if _, kept := table.Sealed[2]; kept != stored {
					t.Errorf("%s, said %v: the bid of seat 2 is stored: %v, and was: %v", goes, said, kept, stored)
				}
				must(t, table, bid("4", true), "cid", at)
				if table.Step != 2 {
					t.Errorf("at step %d it waits for %v", table.Step, waiting(table))
				}
			}
		}
	}
}

// A seat that nobody held at the deadline is not waited for after it.
func TestSeatTakenBackAfterADeadlineAtWhichItWasEmptyIsNotLate(t *testing.T) {
	for _, late := range []bool{true, false} {
		table := with(t, `{"grace":600,"missed":"substitute"}`)
		must(t, table, domain.Leave{}, "bob", noon)
		must(t, table, bid("2", true), "ann", noon)
		if !late {
			must(t, table, bid("2", true), "cid", noon)
		}
		at := table.Deadline.Add(time.Second)
		must(t, table, domain.Return{}, "bob", at)
		refused(t, table, bid("9", true), "bob", at, domain.DeadlinePassed)
		if got := lateSeats(table); late != reflect.DeepEqual(got, []int{3}) || !late && len(got) != 0 {
			t.Error(got)
		}
		if !late && !table.Due().Equal(table.Deadline) {
			t.Error("nobody is late, and yet the wait ends at", table.Due())
		}
	}
}
