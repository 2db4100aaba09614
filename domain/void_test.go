package domain_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// logged is a game with its log.
type logged struct {
	*domain.Table
	kinds domain.Kinds
	log   []domain.Logged
}

func (l *logged) do(t *testing.T, in domain.Input, who string, at time.Time) domain.Outcome {
	t.Helper()
	out := must(t, l.Table, in, who, at)
	l.log = append(l.log, domain.Log(len(l.log)+1, in, by(who), at))
	return out
}

// written is a running game of ann and bob, with its log.
func written(t *testing.T, in domain.Open, kinds domain.Kinds) *logged {
	t.Helper()
	in.Seats = 2
	table, _, err := kinds.Open(in, by("ann"), noon)
	if err != nil {
		t.Fatal(err)
	}
	l := &logged{table, kinds, []domain.Logged{domain.Log(1, in, by("ann"), noon)}}
	l.do(t, domain.Join{}, "bob", noon)
	return l
}

// void is the input by which the present round begins anew.
func (l *logged) void(t *testing.T) domain.VoidRound {
	t.Helper()
	round, position, err := l.kinds.RoundStart(l.log)
	if err != nil {
		t.Fatal(err)
	}
	return domain.VoidRound{Round: round, Position: position}
}

func TestVoidedRoundGoesBackToItsStart(t *testing.T) {
	l := written(t, opening(), domain.Kinds{kindtest.Toy})
	play := func(at time.Time) {
		l.do(t, bid("3", true), "ann", at)
		l.do(t, bid("4", true), "bob", at)
	}
	play(noon)
	l.do(t, list(`{"type":"keep"}`), "bob", noon) // round 2
	start := string(encodedPosition(t, l.Table))
	l.do(t, bid("5", true), "ann", noon)
	l.do(t, bid("6", true), "bob", noon)
	step, told := l.Step, l.Told
	later := noon.Add(time.Hour)
	void := l.void(t)
	void.Why = "a mistake"
	refused(t, l.Table, void, "bob", later, domain.NotHost)
	other := void
	other.Round = 1
	refused(t, l.Table, other, "ann", later, domain.Stale)
	other = void
	other.Why = "two\nlines"
	refused(t, l.Table, other, "ann", later, domain.InvalidTitle)
	out := l.do(t, void, "ann", later)
	if string(encodedPosition(t, l.Table)) != start || l.Step != step+1 || l.Told != told+1 || !l.Deadline.Equal(later.Add(day)) {
		t.Fatalf("step %d, told %d, until %s, %s", l.Step, l.Told, l.Deadline, encodedPosition(t, l.Table))
	}
	line := kindtest.Toy.TellAll([]domain.EventView{out.Events[0].For(0)}, nil, time.UTC)
	if line != "The host let round 2 begin anew; sealed bids are void, and cards come in the\n  same order: a mistake\n" {
		t.Error(line)
	}
	if n := atOnce(out); len(n) != 2 || n[0].Type != domain.BidWanted || n[0].Step != l.Step {
		t.Errorf("%+v", n)
	}
	stale := bid("7", true)
	stale.Meant.Step = step
	refused(t, l.Table, stale, "ann", later, domain.Stale)
	l.do(t, bid("8", true), "ann", later)
	again := l.void(t)
	refused(t, l.Table, again, "ann", later, domain.CannotVoid)
	again.Moderator = true
	for range domain.MaxVoids - 1 {
		l.do(t, again, "mo", later)
	}
	refused(t, l.Table, again, "mo", later, domain.CannotVoid)
	if len(l.Sealed) != 0 {
		t.Error("a bid outlives its round")
	}
	for l.Status == domain.Active {
		later = later.Add(day)
		l.do(t, domain.Expire{}, "", later)
	}
	folded, err := l.kinds.Fold(l.log)
	if err != nil || string(folded.Encode()) != string(l.Encode()) {
		t.Fatalf("%v: the fold is another game", err)
	}
	record, err := l.kinds.Record(l.log, nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(record)
	if err != nil || strings.Contains(string(raw), `"number":5`) || strings.Contains(string(raw), `"number":8`) || !strings.Contains(string(raw), `"number":4`) {
		t.Errorf("%v: the record has what does not count: %s", err, raw)
	}
	if _, err := l.kinds.Replay(raw); err != nil {
		t.Error(err)
	}
}

// encodedPosition is the kind's state of a table.
func encodedPosition(t *testing.T, table *domain.Table) json.RawMessage {
	t.Helper()
	var e struct{ Position json.RawMessage }
	if err := json.Unmarshal(table.Encode(), &e); err != nil {
		t.Fatal(err)
	}
	return e.Position
}

func TestSeatOfWhoDoesNotMoveIsGivenAway(t *testing.T) {
	table := modern(t)
	refused(t, table, domain.Substitute{Seat: 2}, "cid", noon, domain.NotHost)
	refused(t, table, domain.Substitute{Seat: 2}, "ann", noon, domain.NotMissing)
	for _, seat := range []int{-1, 0, 4} {
		refused(t, table, domain.Substitute{Seat: seat, Moderator: true}, "mo", noon, domain.NotMissing)
	}
	must(t, table, bid("4", true), "ann", noon)
	must(t, table, bid("5", true), "cid", noon)
	must(t, table, domain.Expire{}, "", noon.Add(day))
	must(t, table, list(`{"type":"keep"}`), "cid", noon.Add(day))
	must(t, table, bid("6", true), "bob", noon.Add(day)) // too late: a bid is in, but the last turn was missed
	out := must(t, table, domain.Substitute{Seat: 2, Why: "away"}, "ann", noon.Add(day))
	if s := table.Seats[1]; !s.Bot || s.Account != "" || table.Sealed[2].Seat != 0 || table.SeatOf("bob") != 0 {
		t.Errorf("%+v, %v", s, table.Sealed)
	}
	if line := kindtest.Toy.TellAll([]domain.EventView{out.Events[0].For(0)}, nil, time.UTC); line != "Seat 2 was taken from its player by the host (away); a bot plays for it.\n" {
		t.Error(line)
	}
	must(t, table, domain.Substitute{Seat: 1, Moderator: true}, "mo", noon.Add(day))
	if table.Host != "cid" {
		t.Errorf("the host is %q", table.Host)
	}
	refused(t, table, domain.Substitute{Seat: 1, Moderator: true}, "mo", noon.Add(day), domain.NotMissing)
}

func TestHostCallsARunningGameOffOnlyWhenNobodyElseIsLeft(t *testing.T) {
	table := modern(t)
	refused(t, table, domain.Abandon{}, "ann", noon, domain.GameNotOpen)
	must(t, table, domain.Substitute{Seat: 2, Moderator: true}, "mo", noon)
	refused(t, table, domain.Abandon{}, "ann", noon, domain.GameNotOpen)
	must(t, table, domain.Substitute{Seat: 3, Moderator: true}, "mo", noon)
	refused(t, table, domain.Abandon{}, "bob", noon, domain.NotHost)
	must(t, table, domain.Abandon{}, "ann", noon)
	if table.Status != domain.Abandoned || !table.Deadline.IsZero() || table.Seats[0].Since != 0 {
		t.Errorf("%s, until %s", table.Status, table.Deadline)
	}
}
