package domain_test

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

var noon = time.Date(2030, 3, 1, 12, 0, 0, 0, time.UTC)

func by(account string) domain.Actor { return domain.Actor{Account: account} }

// opening is a valid Open for three; tests change what they are about.
func opening() domain.Open {
	return domain.Open{ID: "g", Kind: "toy", Edition: "plain", Seats: 3, ServerSeed: strings.Repeat("11", 32)}
}

func open(t *testing.T, in domain.Open) *domain.Table {
	t.Helper()
	table, _, err := domain.Kinds{kindtest.Toy}.Open(in, by("ann"), noon)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func must(t *testing.T, table *domain.Table, in domain.Input, who string, at time.Time) domain.Outcome {
	t.Helper()
	out, err := table.Decide(in, by(who), at)
	if err != nil {
		t.Fatalf("%T by %q: %v", in, who, err)
	}
	return out
}

func refused(t *testing.T, table *domain.Table, in domain.Input, who string, at time.Time, code domain.Code) {
	t.Helper()
	before := string(table.Encode())
	_, err := table.Decide(in, by(who), at)
	r, ok := domain.AsRefusal(err)
	if !ok || r.Code != code {
		t.Fatalf("%T by %q: want refusal %s, got %v (%+v)", in, who, code, err, r)
	}
	if string(table.Encode()) != before {
		t.Fatalf("%T by %q was refused but changed the table", in, who)
	}
}

func TestGameThatCannotBePlayedIsNotOpened(t *testing.T) {
	cases := map[string]struct {
		change func(*domain.Open)
		code   domain.Code
		at     string
	}{
		"unknown kind":       {func(o *domain.Open) { o.Kind = "chess" }, domain.UnknownKind, "/kind"},
		"unknown edition":    {func(o *domain.Open) { o.Edition = "1999" }, domain.UnknownEdition, "/edition"},
		"no seats":           {func(o *domain.Open) { o.Seats = 0 }, domain.SeatsOutOfRange, "/seats"},
		"too many seats":     {func(o *domain.Open) { o.Seats = 7 }, domain.SeatsOutOfRange, "/seats"},
		"unknown option":     {func(o *domain.Open) { o.Options = []byte(`{"colour":1}`) }, domain.InvalidOption, "/options/colour"},
		"option in capital":  {func(o *domain.Open) { o.Options = []byte(`{"Rounds":1}`) }, domain.InvalidOption, "/options/Rounds"},
		"option twice":       {func(o *domain.Open) { o.Options = []byte(`{"rounds":1,"rounds":2}`) }, domain.InvalidOption, "/options/rounds"},
		"option too large":   {func(o *domain.Open) { o.Options = []byte(`{"rounds":99}`) }, domain.InvalidOption, "/options/rounds"},
		"pace of 59 s":       {func(o *domain.Open) { o.Pace = domain.Pace{"bid": 59} }, domain.PaceOutOfRange, "/pace/bid"},
		"pace over 30 days":  {func(o *domain.Open) { o.Pace = domain.Pace{"bid": 30*86400 + 1} }, domain.PaceOutOfRange, "/pace/bid"},
		"pace of no phase":   {func(o *domain.Open) { o.Pace = domain.Pace{"over": 60} }, domain.PaceOutOfRange, "/pace/over"},
		"title of two lines": {func(o *domain.Open) { o.Title = "a\r\nBcc: x" }, domain.InvalidTitle, "/title"},
		"title of blanks":    {func(o *domain.Open) { o.Title = "   " }, domain.InvalidTitle, "/title"},
		"title of a filler":  {func(o *domain.Open) { o.Title = "\u3164" }, domain.InvalidTitle, "/title"},
		"title of an accent": {func(o *domain.Open) { o.Title = "\u0301" }, domain.InvalidTitle, "/title"},
		"null option":        {func(o *domain.Open) { o.Options = []byte(`{"rounds":null}`) }, domain.InvalidOption, "/options/rounds"},
		"title too long":     {func(o *domain.Open) { o.Title = strings.Repeat("é", 61) }, domain.InvalidTitle, "/title"},
		"nonce too long":     {func(o *domain.Open) { o.Nonce = strings.Repeat("n", 65) }, domain.NonceTooLong, "/nonce"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := opening()
			c.change(&in)
			_, _, err := domain.Kinds{kindtest.Toy}.Open(in, by("ann"), noon)
			r, ok := domain.AsRefusal(err)
			if !ok || r.Code != c.code || r.Pointer != c.at {
				t.Fatalf("want %s at %s, got %+v", c.code, c.at, err)
			}
		})
	}
}

func TestPaceBoundsAreOneMinuteAndThirtyDays(t *testing.T) {
	in := opening()
	in.Pace = domain.Pace{"bid": 60, "pickup": 30 * 86400}
	table := open(t, in)
	if table.Pace["bid"] != 60 || table.Pace["pickup"] != 2592000 {
		t.Fatal(table.Pace)
	}
}

func TestGameStartsWhenFull(t *testing.T) {
	table := open(t, opening())
	must(t, table, domain.Join{}, "bob", noon)
	if table.Status != domain.Opened {
		t.Fatal("started too early")
	}
	out := must(t, table, domain.Join{}, "cid", noon)
	if table.Status != domain.Active || table.Step != 1 || table.Deadline != noon.Add(24*time.Hour) {
		t.Fatalf("%s step %d until %s", table.Status, table.Step, table.Deadline)
	}
	if now := atOnce(out); len(now) != 6 { // the start and the first bid, for each of three
		t.Fatalf("notices: %+v", now)
	}
	refused(t, table, domain.Join{}, "dan", noon, domain.GameFull)
}

func TestHostStartsBeforeItIsFull(t *testing.T) {
	table := open(t, opening())
	must(t, table, domain.Join{}, "bob", noon)
	refused(t, table, domain.Start{}, "bob", noon, domain.NotHost)
	refused(t, table, domain.Start{}, "", noon, domain.NotHost)
	must(t, table, domain.Start{}, "ann", noon)
	if table.Status != domain.Active || len(table.Seats) != 2 {
		t.Fatal(table.Status)
	}
	refused(t, table, domain.Start{}, "ann", noon, domain.GameNotOpen)
	refused(t, table, domain.Join{}, "cid", noon, domain.GameNotOpen)
}

func TestOneAccountHasOneSeat(t *testing.T) {
	table := open(t, opening())
	refused(t, table, domain.Join{}, "ann", noon, domain.AlreadySeated)
}

func TestWhenTheHostLeavesTheNextSeatIsHost(t *testing.T) {
	table := open(t, opening())
	must(t, table, domain.Join{Nonce: "b"}, "bob", noon)
	must(t, table, domain.Leave{}, "ann", noon)
	if table.Host != "bob" || table.SeatOf("bob") != 1 || table.Seats[0].Nonce != "b" {
		t.Fatalf("%+v", table)
	}
	refused(t, table, domain.Leave{}, "ann", noon, domain.NotSeated)
	must(t, table, domain.Leave{}, "bob", noon)
	if table.Status != domain.Abandoned {
		t.Fatal(table.Status)
	}
	refused(t, table, domain.Join{}, "cid", noon, domain.GameNotOpen)
}

func TestOnlyTheHostCallsAnOpenGameOff(t *testing.T) {
	table := open(t, opening())
	must(t, table, domain.Join{}, "bob", noon)
	refused(t, table, domain.Abandon{}, "bob", noon, domain.NotHost)
	out := must(t, table, domain.Abandon{}, "ann", noon)
	if table.Status != domain.Abandoned || len(out.Notices) != 1 || out.Notices[0].Seat != 2 {
		t.Fatalf("%s %+v", table.Status, out.Notices)
	}
}

func TestSeatsOfARunningGameAreNotGivenBack(t *testing.T) {
	table := running(t)
	refused(t, table, domain.Leave{}, "bob", noon, domain.GameNotOpen)
	refused(t, table, domain.Abandon{}, "ann", noon, domain.GameNotOpen)
}

// running is a game of three: ann, bob, cid.
func running(t *testing.T) *domain.Table {
	t.Helper()
	table := open(t, opening())
	must(t, table, domain.Join{}, "bob", noon)
	must(t, table, domain.Join{}, "cid", noon)
	return table
}
