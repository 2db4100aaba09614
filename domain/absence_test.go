package domain_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kinds"
	"tender/domain/kindtest"
)

// termed is a game of ann, bob and cid that has just started, under terms.
func termed(t *testing.T, change func(*domain.Terms)) *domain.Table {
	t.Helper()
	terms := domain.DefaultTerms()
	terms.AutoForced = false
	change(&terms)
	in := opening()
	in.Terms, in.Options = &terms, json.RawMessage(`{"rounds":5}`)
	table := open(t, in)
	must(t, table, domain.Join{}, "bob", noon)
	must(t, table, domain.Join{}, "cid", noon)
	return table
}

func goesTo(to domain.MissedSeat) func(*domain.Terms) {
	return func(terms *domain.Terms) { terms.Missed = to }
}

// pass lets a table do what it does by itself, as the store does.
func pass(t *testing.T, table *domain.Table, at time.Time) (moves int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for in := table.Next(r); in != nil; in = table.Next(r) {
		must(t, table, in, "", at)
		moves++
	}
	return moves
}

// miss ends the present wait, in which only the given players bid 0 first.
func miss(t *testing.T, table *domain.Table, present ...string) domain.Outcome {
	t.Helper()
	for _, who := range present {
		must(t, table, bid("0", false), who, table.Deadline.Add(-time.Minute))
	}
	at := table.Deadline
	out := must(t, table, domain.Expire{}, "", at)
	pass(t, table, at)
	return out
}

func TestSeatIsGivenToABotAfterTwoMissesInARow(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	miss(t, table, "ann", "bob")
	if table.Seats[2].Held() != domain.HeldByPlayer || table.Seats[2].Absence.Row != 1 {
		t.Fatalf("after one miss: %+v", table.Seats[2])
	}
	out := must(t, table, bid("0", true), "ann", table.Deadline.Add(-time.Hour))
	must(t, table, bid("0", true), "bob", table.Deadline.Add(-time.Hour))
	if len(out.Lost) > 0 {
		t.Fatal(out.Lost)
	}
	out = must(t, table, domain.Expire{}, "", table.Deadline)
	if table.Seats[2].Held() != domain.HeldByBot || table.Seats[2].Account != "" || !reflect.DeepEqual(out.Lost, []domain.Lost{{Account: "cid", Seat: 3}}) {
		t.Fatalf("%+v %v", table.Seats[2], out.Lost)
	}
	if got := types(out); got[len(got)-1] != "seat_lost" {
		t.Fatal(got)
	}
	var told *domain.Notice
	for _, n := range out.Notices {
		if n.Type == domain.SeatLost {
			told = &n
		}
	}
	if told == nil || told.To != "cid" || told.Seat != 3 {
		t.Fatalf("who lost the seat is not told: %+v", out.Notices)
	}
	if pass(t, table, table.StartedAt) != 1 || !reflect.DeepEqual(waiting(table), []int{1, 2}) {
		t.Fatalf("the bot has not bid: waiting for %v", waiting(table))
	}
	refused(t, table, bid("4", true), "cid", table.Deadline.Add(-time.Hour), domain.NotSeated)
}

func TestMoveOfOnesOwnEndsTheMissesInARow(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	for range 2 {
		miss(t, table, "ann", "bob")
		miss(t, table, "ann", "bob", "cid")
	}
	if s := table.Seats[2]; s.Account != "cid" || s.Missed != 2 || s.Absence.Row != 0 {
		t.Fatalf("%+v", s)
	}
}

func TestLimitOfZeroNeverCostsTheSeat(t *testing.T) {
	table := termed(t, func(terms *domain.Terms) { terms.MissedLimit = 0 })
	for range 4 {
		miss(t, table, "ann", "bob")
	}
	if table.Seats[2].Account != "cid" || table.Seats[2].Absence.Row != 4 {
		t.Fatalf("%+v", table.Seats[2])
	}
}

func TestGameWithoutTermsKeepsItsSeatsAsBefore(t *testing.T) {
	table := running(t)
	for range 2 {
		miss(t, table, "ann")
	}
	if strings.Contains(string(table.Encode()), "absence") || table.Status != domain.Active {
		t.Fatal(string(table.Encode()))
	}
	refused(t, table, domain.Leave{}, "bob", table.Deadline.Add(-time.Hour), domain.GameNotOpen)
}

func TestNobodyWaitsForADroppedSeat(t *testing.T) {
	table := termed(t, goesTo(domain.Drop))
	must(t, table, domain.Leave{}, "cid", noon)
	if table.Seats[2].Held() != domain.SeatDropped {
		t.Fatalf("%+v", table.Seats[2])
	}
	pass(t, table, noon)
	must(t, table, bid("3", true), "ann", noon)
	must(t, table, bid("1", true), "bob", noon)
	if table.Step != 2 {
		t.Fatal("the game waits for a dropped seat")
	}
	keep := domain.PlayMoves{Moves: []json.RawMessage{json.RawMessage(`{"type":"keep"}`)}}
	must(t, table, keep, "ann", noon)
	if pass(t, table, noon) != 1 {
		t.Fatal("what stands for the absent was not bid in the next round")
	}
}

func TestLeavingVoidsTheBidAndMakesTheNextPersonHost(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	must(t, table, bid("7", true), "ann", noon)
	out := must(t, table, domain.Leave{}, "ann", noon)
	if _, stored := table.Sealed[1]; stored || table.Host != "bob" || !out.Moved {
		t.Fatalf("%v, host %s", table.Sealed, table.Host)
	}
	v := table.View("ann", nil)
	if v.You != nil || v.Own != nil || len(v.Moves) > 0 || v.Lost != 1 || v.Seats[0].Held != domain.SeatVacant || v.Host != 2 {
		t.Fatalf("%+v", v)
	}
	refused(t, table, domain.Leave{}, "ann", noon, domain.NotSeated)
	opened := 0
	for _, n := range out.Notices {
		if n.Type == domain.SeatOpened {
			opened++
		}
	}
	if opened != 3 { // one is for the seat that nobody holds, and goes nowhere
		t.Fatalf("%+v", out.Notices)
	}
}

func TestSubstituteSeesTheSeatButNotTheBidStoredBefore(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	must(t, table, bid("7", true), "ann", noon)
	must(t, table, domain.Leave{}, "ann", noon)
	deadline := table.Deadline
	refused(t, table, domain.Join{Seat: 2}, "dan", noon, domain.SeatNotVacant)
	refused(t, table, domain.Join{Seat: 9}, "dan", noon, domain.SeatNotVacant)
	refused(t, table, domain.Join{}, "bob", noon, domain.AlreadySeated)
	out := must(t, table, domain.Join{Seat: 1}, "dan", noon.Add(time.Hour))
	v := table.View("dan", nil)
	if v.You == nil || v.You.Seat != 1 || v.You.Sealed != nil || v.Own == nil || table.Deadline != deadline {
		t.Fatalf("%+v", v)
	}
	if text := string(table.Encode()); strings.Contains(text, `"r7"`) {
		t.Fatal(text)
	}
	var called []domain.NoticeType
	for _, n := range out.Notices {
		if n.Seat == 1 {
			called = append(called, n.Type)
		}
	}
	if !reflect.DeepEqual(called, []domain.NoticeType{domain.BidWanted, domain.Reminder, domain.LastReminder}) {
		t.Fatal(called)
	}
	refused(t, table, domain.Return{}, "ann", noon, domain.NotSeated)
	refused(t, table, bid("7", true), "ann", noon, domain.NotSeated)
}

func TestWhoHasHeldASeatIsNoSubstituteInAnother(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	must(t, table, domain.Leave{}, "ann", noon)
	must(t, table, domain.Join{}, "dan", noon)
	must(t, table, domain.Leave{}, "bob", noon)
	refused(t, table, domain.Join{}, "ann", noon, domain.HeldBefore)
	must(t, table, domain.Leave{}, "dan", noon)
	refused(t, table, domain.Join{Seat: 1}, "ann", noon, domain.HeldBefore)
	refused(t, table, domain.Return{}, "ann", noon, domain.NotSeated) // dan had it last
	must(t, table, domain.Return{}, "dan", noon)
}

func TestSeatIsTakenBackWithoutNewTime(t *testing.T) {
	for _, to := range []domain.MissedSeat{domain.ToBot, domain.ToSubstitute, domain.Drop} {
		table := termed(t, goesTo(to))
		must(t, table, bid("5", true), "cid", noon)
		must(t, table, domain.Leave{}, "cid", noon)
		pass(t, table, noon)
		deadline := table.Deadline
		must(t, table, domain.Return{}, "cid", noon.Add(time.Hour))
		if s := table.Seats[2]; s.Account != "cid" || s.Bot || table.Deadline != deadline || len(table.Sealed) != 0 {
			t.Fatalf("%s: %+v, until %s, %v", to, s, table.Deadline, table.Sealed)
		}
		must(t, table, bid("4", true), "cid", noon.Add(time.Hour))
		refused(t, table, domain.Return{}, "cid", noon.Add(time.Hour), domain.AlreadySeated)
		refused(t, table, domain.Return{}, "dan", noon.Add(time.Hour), domain.NotSeated)
	}
}

func TestGameInWhichNobodyMovesForThreeDeadlinesIsAbandoned(t *testing.T) {
	table := termed(t, func(terms *domain.Terms) { terms.MissedLimit = 0 })
	miss(t, table, "ann")
	miss(t, table)
	miss(t, table)
	if table.Status != domain.Active {
		t.Fatal("abandoned too early")
	}
	out := miss(t, table)
	if table.Status != domain.Abandoned {
		t.Fatal(table.Status)
	}
	told := map[int]bool{}
	for _, n := range out.Notices {
		if n.Type == domain.GameAbandoned {
			told[n.Seat] = true
		}
	}
	if len(told) != 3 {
		t.Fatalf("%+v", out.Notices)
	}
}

func TestGameGoesOnForWhoHasNotBeenAskedWhileOthersWereAbsent(t *testing.T) {
	terms := domain.DefaultTerms()
	terms.MissedLimit, terms.AutoForced = 0, false
	in := domain.Open{ID: "g", Kind: "money", Seats: 5, Terms: &terms, ServerSeed: strings.Repeat("11", 32)}
	table, _, err := kinds.All.Open(in, by("p1"), noon)
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"p2", "p3", "p4", "p5"} {
		must(t, table, domain.Join{}, who, noon)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for seat := range 5 {
		must(t, table, domain.Seal{Move: table.Sample(seat+1, r), Ready: true, Receipt: "r", Nonce: strings.Repeat("ab", 16)}, "p"+string(rune('1'+seat)), noon)
	}
	for n := 1; n <= 4; n++ {
		w, seats := table.Waiting()
		if w.Phase != "swap" || len(seats) != 1 {
			t.Fatalf("deadline %d: %+v", n, w)
		}
		must(t, table, domain.Expire{}, "", table.Deadline)
		if table.Status != domain.Active {
			t.Fatalf("after %d deadlines the game is %s, and one player has always been there", n, table.Status)
		}
	}
}

func TestBotsDoNotPlayOnAlone(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	must(t, table, domain.Leave{}, "ann", noon)
	must(t, table, domain.Leave{}, "bob", noon)
	if table.Status != domain.Active || table.Host != "cid" {
		t.Fatal(table.Status, table.Host)
	}
	out := must(t, table, domain.Leave{}, "cid", noon)
	if table.Status != domain.Abandoned {
		t.Fatal(table.Status)
	}
	var told []string
	for _, n := range out.Notices {
		if n.Type == domain.GameAbandoned && n.To != "" {
			told = append(told, n.To)
		}
	}
	if !reflect.DeepEqual(told, []string{"ann", "bob"}) { // cid knows
		t.Fatal(told)
	}
	refused(t, table, domain.Return{}, "ann", noon, domain.GameNotActive)
}

func TestVacantSeatsWaitForSubstitutesUntilNobodyHasMovedForThreeDeadlines(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	for _, who := range []string{"ann", "bob", "cid"} {
		must(t, table, domain.Leave{}, who, noon)
	}
	if table.Status != domain.Active || table.Host != "" {
		t.Fatal(table.Status, table.Host)
	}
	must(t, table, domain.Join{}, "dan", noon)
	if table.Host != "dan" {
		t.Fatal(table.Host)
	}
	must(t, table, domain.Leave{}, "dan", noon)
	miss(t, table) // dan was there before this one
	miss(t, table)
	miss(t, table)
	if table.Status != domain.Active {
		t.Fatal(table.Status)
	}
	miss(t, table)
	if table.Status != domain.Abandoned {
		t.Fatal(table.Status)
	}
}

func TestTermsAboutAbsenceThatCannotBeAreRefused(t *testing.T) {
	for pointer, change := range map[string]func(*domain.Terms){
		"/terms/missed_limit":    func(terms *domain.Terms) { terms.MissedLimit = -1 },
		"/terms/missed":          func(terms *domain.Terms) { terms.Missed = "shoot" },
		"/terms/max_vacation":    func(terms *domain.Terms) { terms.MaxVacation = 1_000_000_000_000 },
		"/terms/min_reliability": func(terms *domain.Terms) { terms.MinReliability = 101 },
	} {
		in, terms := opening(), domain.DefaultTerms()
		change(&terms)
		in.Terms = &terms
		_, _, err := domain.Kinds{kindtest.Toy}.Open(in, by("ann"), noon)
		if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.InvalidTerms || r.Pointer != pointer {
			t.Errorf("%s: %v", pointer, err)
		}
	}
}

func TestComingAndGoingOfPlayersIsToldInWords(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	var events []domain.EventView
	for _, out := range []domain.Outcome{must(t, table, domain.Leave{}, "ann", noon), must(t, table, domain.Join{}, "dan", noon),
		must(t, table, domain.Leave{}, "dan", noon), must(t, table, domain.Return{}, "dan", noon)} {
		for _, e := range out.Events {
			events = append(events, e.For(0))
		}
	}
	want := "Seat 1 was given up by its player; it is open to a substitute.\nA substitute took seat 1.\n" +
		"Seat 1 was given up by its player; it is open to a substitute.\nSeat 1 was taken back by its player.\n"
	if got := kindtest.Toy.TellAll(events, nil, time.UTC); got != want {
		t.Errorf("told:\n%s", got)
	}
}

func TestWhoLeavesLateOrWhileTheGameIsPausedIsReplacedAllTheSame(t *testing.T) {
	table := termed(t, goesTo(domain.ToBot))
	late := table.Deadline.Add(time.Second) // the server has not come to it yet
	must(t, table, domain.Leave{}, "cid", late)
	if pass(t, table, late) != 1 {
		t.Fatal("the bot is late")
	}
	table = termed(t, goesTo(domain.ToBot))
	must(t, table, domain.PauseGame{For: 3600}, "ann", noon)
	must(t, table, domain.Leave{}, "cid", noon.Add(time.Minute))
	if pass(t, table, noon.Add(time.Minute)) != 0 {
		t.Fatal("the bot moves in a game that is paused")
	}
	must(t, table, domain.Expire{}, "", noon.Add(time.Hour))
	if pass(t, table, noon.Add(time.Hour)) != 1 {
		t.Fatal("the bot does not move when the game goes on")
	}
}

func TestVoteOfWhoLeavesGoesWithThem(t *testing.T) {
	table := termed(t, goesTo(domain.ToSubstitute))
	must(t, table, domain.Hurry{}, "cid", noon)
	must(t, table, domain.Leave{}, "cid", noon)
	if len(table.Course.Votes) > 0 {
		t.Fatal(table.Course.Votes)
	}
}

func TestVacationEndsOnTheGamesGridWithinMaxVacation(t *testing.T) {
	at := func(max int) time.Time {
		terms := domain.DefaultTerms()
		terms.MaxVacation = max
		terms.Schedule = scheduled(t, "20:00", "Europe/Berlin", noon).Schedule
		in := opening()
		in.Terms, in.Seats, in.Options = &terms, 2, json.RawMessage(`{"rounds":5}`)
		table := open(t, in)
		must(t, table, domain.Join{}, "bob", noon)
		must(t, table, domain.Away{Vacations: on(noon, noon.Add(3*day))}, "bob", noon)
		return table.Deadline
	}
	berlin := in(t, "Europe/Berlin")
	if got, want := at(domain.DefaultVacation), time.Date(2030, 3, 5, 20, 0, 0, 0, berlin); !got.Equal(want) {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := at(40*60*60), time.Date(2030, 3, 3, 20, 0, 0, 0, berlin); !got.Equal(want) { // of 40 hours only 24 fit
		t.Errorf("%s, want %s", got, want)
	}
}
