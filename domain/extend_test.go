package domain_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

const day = 24 * time.Hour

func extend(table *domain.Table, seconds int) domain.Extend {
	return domain.Extend{Deadline: table.Deadline, By: seconds}
}

func TestExtendedDeadlineIsToldToEverybodyAndAnewToWhoHasNotMoved(t *testing.T) {
	table := running(t)
	before := table.Deadline
	must(t, table, bid("3", false), "bob", noon)
	out := must(t, table, extend(table, 6*60*60), "ann", noon.Add(23*time.Hour))
	if want := before.Add(6 * time.Hour); !table.Deadline.Equal(want) {
		t.Fatalf("until %s, want %s", table.Deadline, want)
	}
	if len(out.Events) != 1 || out.Events[0].Type != "deadline_moved" || len(out.Events[0].Own) > 0 {
		t.Fatalf("%+v", out.Events)
	}
	line := kindtest.Toy.TellAll([]domain.EventView{out.Events[0].For(0)}, nil, time.UTC)
	if line != "The deadline of phase bid was moved out by 6 hours: the host extended it.\n" {
		t.Errorf("told: %s", line)
	}
	var seats []int
	for _, n := range atOnce(out) {
		seats = append(seats, n.Seat)
		if n.Type != domain.DeadlineMoved || n.Step != 1 || n.Deadline != table.Deadline || n.Event != table.Told {
			t.Errorf("%+v", n)
		}
	}
	if !reflect.DeepEqual(seats, []int{1, 3}) {
		t.Errorf("told to seats %v", seats)
	}
	// Half of the 30 hours is over, and a tenth of them is three. Who has a bid stored may take it back.
	for seat := 1; seat <= 3; seat++ {
		if at := remindedAt(out, seat); len(at) != 1 || !at[domain.LastReminder].Equal(table.Deadline.Add(-3*time.Hour)) {
			t.Errorf("seat %d is reminded at %v", seat, at)
		}
	}
}

func TestWhatWasSaidOfTheOldDeadlineIsVoid(t *testing.T) {
	table := running(t)
	reminder := domain.Notice{Type: domain.Reminder, Seat: 2, Step: 1, Deadline: table.Deadline}
	first := must(t, table, extend(table, 0), "ann", noon)
	if table.Owes(reminder) {
		t.Error("a reminder of the old deadline is sent")
	}
	moved := atOnce(first)[1]
	if moved.Seat != 2 || !table.Owes(moved) {
		t.Fatalf("%+v", moved)
	}
	second := must(t, table, extend(table, 0), "ann", noon)
	if table.Owes(moved) {
		t.Error("of two moves the first is told as well")
	}
	if n := atOnce(second)[1]; !table.Owes(n) {
		t.Errorf("%+v", n)
	}
	must(t, table, bid("3", true), "bob", noon)
	if table.Owes(atOnce(second)[1]) {
		t.Error("told of the deadline after the move")
	}
}

func TestExtendPressedSixTimesActsOnce(t *testing.T) {
	table := running(t)
	press := extend(table, 0)
	must(t, table, press, "ann", noon)
	for range 5 {
		refused(t, table, press, "ann", noon.Add(time.Second), domain.DeadlineChanged)
	}
	if !table.Deadline.Equal(noon.Add(2 * day)) {
		t.Fatal(table.Deadline)
	}
}

func TestExtensionIsOnePhaseAtMostAndSevenDaysInAll(t *testing.T) {
	table := running(t)
	for _, seconds := range []int{-60, 1, 59, 86401, 7 * 86400} {
		refused(t, table, extend(table, seconds), "ann", noon, domain.ExtensionOutOfRange)
	}
	must(t, table, extend(table, 86400-61), "ann", noon)
	for range 6 {
		must(t, table, extend(table, 0), "ann", noon)
	}
	refused(t, table, extend(table, 62), "ann", noon, domain.ExtensionOutOfRange)
	out := must(t, table, extend(table, 0), "ann", noon)
	if !table.Deadline.Equal(noon.Add(8*day)) || !strings.Contains(string(out.Events[0].Data), `"before":"2030-03-09T11:58:59Z"`) {
		t.Fatalf("until %s: %s", table.Deadline, out.Events[0].Data)
	}
	refused(t, table, extend(table, 0), "ann", noon, domain.CannotExtend)
	refused(t, table, extend(table, 60), "ann", noon, domain.CannotExtend)
}

func TestNextWaitCanBeExtendedAnew(t *testing.T) {
	table := running(t)
	for range 7 {
		must(t, table, extend(table, 0), "ann", noon)
	}
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, bid("3", true), who, noon)
	}
	must(t, table, extend(table, 0), "ann", noon)
	must(t, table, list(`{"type":"draw"}`), "ann", noon) // the same wait goes on
	if table.Extended != 86400 || !table.Deadline.Equal(noon.Add(2*day)) {
		t.Fatalf("extended by %d s, until %s", table.Extended, table.Deadline)
	}
}

func TestOnlyTheHostExtendsAndOnlyWhatIsRunning(t *testing.T) {
	waiting := open(t, opening())
	refused(t, waiting, extend(waiting, 0), "ann", noon, domain.GameNotActive)
	table := running(t)
	refused(t, table, extend(table, 0), "bob", noon, domain.NotHost)
	refused(t, table, extend(table, 0), "", noon, domain.NotHost)
	refused(t, table, domain.Extend{}, "ann", noon, domain.DeadlineChanged)
	refused(t, table, extend(table, 0), "ann", table.Deadline, domain.DeadlinePassed)
	must(t, table, domain.Abandon{Moderator: true}, "mo", noon)
	refused(t, table, domain.Extend{}, "ann", noon, domain.GameNotActive)
}

func TestMinuteOfPaceIsExtendedWithoutCrowding(t *testing.T) {
	table, _ := startAt(t, domain.MinPace)
	out := must(t, table, extend(table, 0), "ann", noon.Add(59*time.Second))
	if len(atOnce(out)) != 1 || len(later(out)) != 0 || !table.Deadline.Equal(noon.Add(2*time.Minute)) {
		t.Fatalf("until %s: %+v", table.Deadline, out.Notices)
	}
	must(t, table, domain.Expire{}, "", noon.Add(61*time.Second))
	if table.Step != 1 {
		t.Fatal("ended at the old deadline")
	}
	must(t, table, domain.Expire{}, "", table.Deadline)
	if table.Extended != 0 {
		t.Fatal("what was extended counts in the next wait")
	}
}

// Each extension is a notice to everybody who has not moved.
func TestHostCannotSendNoticesWithoutEndByExtending(t *testing.T) {
	for pace, most := range map[int]int{domain.MinPace: 11, 3600: 60, 86400: 90} {
		table, _ := startAt(t, pace)
		extended := 0
		for ; extended <= most; extended++ {
			least, left := max(domain.MinPace, table.Extended/10), domain.MaxExtended-table.Extended
			if least <= min(pace, left) {
				refused(t, table, extend(table, least-1), "ann", noon, domain.ExtensionOutOfRange)
			}
			if _, err := table.Decide(extend(table, min(least, pace, left)), domain.Actor{Account: "ann"}, noon); err != nil {
				break
			}
		}
		refused(t, table, extend(table, 0), "ann", noon, domain.CannotExtend)
		if extended > most {
			t.Errorf("with a pace of %d s the deadline was moved %d times", pace, extended)
		}
	}
}

// A game that was stored before deadlines could be moved has nothing that says by how much.
func TestTableStoredBeforeExtensionsGoesOn(t *testing.T) {
	table := running(t)
	if strings.Contains(string(table.Encode()), "extended") {
		t.Fatal("a table that was never extended is stored differently from before")
	}
	must(t, table, extend(table, 0), "ann", noon)
	again, err := domain.Kinds{kindtest.Toy}.DecodeTable(table.Encode(), nil)
	if err != nil || again.Extended != 86400 {
		t.Fatalf("%+v, %v", again, err)
	}
}

func TestDeadlineBeforeIsTheOneThatWasLastTold(t *testing.T) {
	table := running(t)
	first := table.Deadline
	var events []domain.EventView
	for range 2 {
		events = append(events, must(t, table, extend(table, 0), "ann", noon).Events[0].For(2))
	}
	for name, c := range map[string]struct {
		events   []domain.EventView
		deadline time.Time
		want     time.Time
	}{"both are news": {events, table.Deadline, first}, "one is news": {events[1:], table.Deadline, first.Add(day)},
		"of another wait": {events, first.Add(9 * day), time.Time{}}, "nothing is news": {nil, first, time.Time{}}} {
		if got := domain.DeadlineBefore(c.events, c.deadline); !got.Equal(c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
