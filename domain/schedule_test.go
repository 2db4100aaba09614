package domain_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// weekday is how a schedule writes the day on which an instant falls in a zone.
func weekday(at time.Time, zone *time.Location) string {
	return strings.ToLower(at.In(zone).Weekday().String()[:3])
}

// scheduled are terms whose deadlines fall at a time of day in a zone, known since a time.
func scheduled(t testing.TB, clock, zone string, since time.Time, days ...string) *domain.Terms {
	t.Helper()
	terms := domain.DefaultTerms()
	terms.Schedule = domain.Schedule{Clock: clock, Zone: zone, Days: days}
	var err error
	if terms.Schedule, err = terms.Placed(time.LoadLocation, since); err != nil {
		t.Fatal(err)
	}
	return &terms
}

// alone begins a game of one.
func alone(t testing.TB, terms *domain.Terms, seconds int, at time.Time) *domain.Table {
	t.Helper()
	in := opening()
	in.Seats, in.Terms, in.Pace = 1, terms, domain.Pace{"bid": seconds, "pickup": seconds}
	table, _, err := domain.Kinds{kindtest.Toy}.Open(in, by("ann"), at)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestDeadlinesFallAtTheirTimeOfDayWhateverClocksDo(t *testing.T) {
	const day, hour = 86400, 3600
	for _, c := range []struct {
		zone, clock string
		days        []string
		pace        int
		begins, at  string // in UTC
	}{
		{"America/New_York", "20:00", nil, day, "2026-03-07T01:00", "2026-03-08T01:00"}, // from 20:00 to 20:00
		{"America/New_York", "20:00", nil, day, "2026-03-08T01:00", "2026-03-09T00:00"}, // 23 hours
		{"America/New_York", "20:00", nil, day, "2026-11-01T00:00", "2026-11-02T01:00"}, // 25 hours
		{"America/New_York", "20:00", nil, day, "2026-03-07T01:01", "2026-03-09T00:00"}, // a minute past 20:00: the day after next
		{"America/New_York", "20:00", nil, 6 * hour, "2026-06-01T17:59", "2026-06-02T00:00"},
		{"America/New_York", "20:00", nil, 6 * hour, "2026-06-01T18:00", "2026-06-02T00:00"},
		{"America/New_York", "20:00", nil, 6 * hour, "2026-06-01T18:01", "2026-06-03T00:00"},
		{"America/New_York", "02:30", nil, day, "2026-03-07T07:30", "2026-03-08T07:00"}, // there is no 02:30: it is 03:00
		{"America/New_York", "02:30", nil, day, "2026-03-08T07:00", "2026-03-09T06:30"}, // 03:00 stands for 02:30, and a day later that is there
		{"Europe/Berlin", "02:30", nil, day, "2030-03-31T01:00", "2030-04-01T00:30"},
		{"Europe/Berlin", "02:30", nil, 2 * day, "2030-03-31T01:00", "2030-04-02T00:30"},
		{"Europe/Berlin", "02:30", nil, day + hour, "2030-03-31T01:00", "2030-04-02T00:30"},
		{"Europe/Berlin", "02:30", nil, day, "2030-03-31T01:01", "2030-04-02T00:30"},
		{"America/New_York", "01:30", nil, day, "2026-10-31T05:30", "2026-11-01T06:30"}, // the second 01:30
		{"Australia/Lord_Howe", "02:15", nil, day, "2026-10-02T15:45", "2026-10-03T15:30"},
		{"Australia/Lord_Howe", "01:45", nil, day, "2026-04-03T14:45", "2026-04-04T15:15"},
		{"America/Sao_Paulo", "00:00", nil, day, "2018-11-03T03:00", "2018-11-04T03:00"}, // midnight was 01:00
		{"Pacific/Apia", "20:00", nil, day, "2011-12-30T06:00", "2011-12-31T06:00"},      // 29 December, and the 31st came next
		{"Pacific/Apia", "20:00", []string{"fri"}, day, "2011-12-29T06:00", "2012-01-06T06:00"},
		{"Europe/Berlin", "20:00", nil, day, "2026-03-28T19:00", "2026-03-29T18:00"},
		{"Europe/Berlin", "20:00", nil, day, "2026-10-24T18:00", "2026-10-25T19:00"},
		{"Europe/Berlin", "02:30", nil, day, "2026-03-28T01:30", "2026-03-29T01:00"},
		{"Europe/Berlin", "02:30", nil, day, "2026-10-24T00:30", "2026-10-25T01:30"},
		{"Europe/Berlin", "02:30", nil, 1 * hour, "2026-10-25T00:00", "2026-10-25T01:30"},
		{"Europe/Berlin", "20:00", []string{"mon", "tue", "wed", "thu", "fri"}, day, "2026-05-08T18:00", "2026-05-11T18:00"},
		{"Europe/Berlin", "20:00", []string{"sun"}, 60, "2026-05-08T18:00", "2026-05-10T18:00"},
		{"Europe/Berlin", "00:00", []string{"mon"}, 60, "2026-05-10T21:00", "2026-05-10T22:00"}, // Monday has begun there
		{"UTC", "20:00", nil, 30 * day, "2026-05-08T20:00", "2026-06-07T20:00"},
	} {
		begins := utc(t, c.begins)
		table := alone(t, scheduled(t, c.clock, c.zone, begins.AddDate(0, 0, -1), c.days...), c.pace, begins)
		if !table.Deadline.Equal(utc(t, c.at)) {
			t.Errorf("%s %s %v, %d s from %s: %s, want %s", c.zone, c.clock, c.days, c.pace, c.begins, table.Deadline, c.at)
		}
	}
}

// Whatever the time, the pace and the days: a deadline is not earlier than the pace says, on a day that it may be on, at its
// time of day or where clocks skipped that, and it is the first such.
func TestDeadlineIsTheFirstThatIsAllowed(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	week := []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu", "UTC"} {
		zone := in(t, name)
		for range 300 {
			begins := time.Date(2011+r.IntN(15), 1, 1, 0, r.IntN(365*24*60), r.IntN(60), 0, time.UTC)
			days := slices.DeleteFunc(slices.Clone(week), func(string) bool { return r.IntN(3) == 0 })
			clock := domain.DayTime(r.IntN(24 * 60))
			pace := 60 + r.IntN(10*86400)
			table := alone(t, scheduled(t, clock.String(), name, begins, days...), pace, begins)
			least := begins.In(zone).AddDate(0, 0, pace/86400).Add(time.Duration(pace%86400) * time.Second)
			said := fmt.Sprintf("%s %s %v, %d s from %s: %s", name, clock, days, pace, begins, table.Deadline.In(zone))
			if table.Deadline.Before(least.Add(-time.Hour)) { // how AddDate takes a skipped time is not for here
				t.Errorf("too early: %s", said)
			}
			if len(days) > 0 && !slices.Contains(days, weekday(table.Deadline, zone)) {
				t.Errorf("on another day: %s", said)
			}
			_, falls := domain.DayOf(table.Deadline, zone).At(clock, zone)
			if !falls.Equal(table.Deadline) {
				t.Errorf("at another time: %s", said)
			}
			for day := domain.DayOf(least, zone).Plus(1); day != domain.DayOf(table.Deadline, zone); day = day.Plus(1) {
				if _, falls := day.At(clock, zone); falls.After(table.Deadline) {
					break
				} else if domain.DayOf(falls, zone) == day && (len(days) == 0 || slices.Contains(days, weekday(falls, zone))) {
					t.Fatalf("not the first, which is %s: %s", falls, said)
				}
			}
		}
	}
}

func TestDailyGameStaysDailyForAYear(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe"} {
		zone, in := in(t, name), opening()
		in.Seats, in.Options = 1, []byte(`{"rounds":5}`)
		for month := 1; month <= 12; month++ {
			begins := time.Date(2026, time.Month(month), 25, 11, 0, 0, 0, time.UTC)
			in.Terms = scheduled(t, "20:00", name, begins)
			table, _, err := domain.Kinds{kindtest.Toy}.Open(in, by("ann"), begins)
			if err != nil {
				t.Fatal(err)
			}
			for table.Status == domain.Active {
				before := table.Deadline
				must(t, table, domain.Expire{}, "", before.Add(3*time.Second)) // a busy server
				if table.Status != domain.Active {                             // nobody has played
					break
				}
				if want := domain.DayOf(before, zone).Plus(1); domain.DayOf(table.Deadline, zone) != want || table.Deadline.In(zone).Format("15:04:05") != "20:00:00" {
					t.Fatalf("after %s comes %s", before.In(zone), table.Deadline.In(zone))
				}
			}
		}
	}
}

func TestEarlyEndGivesTheNextWaitItsMinimumAndNoNight(t *testing.T) {
	for _, c := range []struct {
		min     int
		at      time.Duration // after noon, of the bid
		expects string
	}{
		{0, 8 * time.Hour, "2030-03-02T20:00"},
		{0, 8*time.Hour + time.Second, "2030-03-03T20:00"}, // a day from then
		{7 * 3600, time.Hour, "2030-03-01T20:00"},
		{7 * 3600, time.Hour + time.Second, "2030-03-02T20:00"}, // seven hours less a second are too few
		{60, 7*time.Hour + 59*time.Minute, "2030-03-01T20:00"},
		{2 * 86400, time.Hour, "2030-03-03T20:00"},
	} {
		terms := scheduled(t, "20:00", "UTC", noon)
		terms.Min = c.min
		table := alone(t, terms, 86400, noon)
		if !table.Deadline.Equal(utc(t, "2030-03-02T20:00")) {
			t.Fatal("the first wait begins by no early end: ", table.Deadline)
		}
		must(t, table, bid("3", true), "ann", noon.Add(c.at))
		if !table.Deadline.Equal(utc(t, c.expects)) {
			t.Errorf("%+v: until %s", c, table.Deadline)
		}
	}
}

func TestTimeCountsFromADeadlineThatWasPassedUnlessTooMuchOfItIsLost(t *testing.T) {
	for late, want := range map[time.Duration]string{0: "2030-03-03T20:00", 2 * time.Hour: "2030-03-03T20:00", 3 * time.Hour: "2030-03-04T20:00"} {
		table := alone(t, scheduled(t, "20:00", "UTC", noon), 86400, noon)
		must(t, table, domain.Expire{}, "", table.Deadline.Add(late))
		if !table.Deadline.Equal(utc(t, want)) {
			t.Errorf("%s late: until %s", late, table.Deadline)
		}
	}
}

// A move that takes no time of its own, such as a bot's, must not make a day of what a deadline began.
func TestMoveInTheSameInstantKeepsTheTimeOfTheWaitBefore(t *testing.T) {
	table := alone(t, scheduled(t, "20:00", "UTC", noon), 86400, noon)
	must(t, table, bid("3", true), "ann", noon.Add(time.Hour))
	now := table.Deadline.Add(2 * time.Second)
	must(t, table, domain.Expire{}, "", now) // of the pickup
	must(t, table, bid("4", true), "ann", now)
	must(t, table, list(`{"type":"keep"}`), "ann", now)
	if want := now.Add(-2 * time.Second).Add(24 * time.Hour); !table.Deadline.Equal(want) {
		t.Errorf("until %s, want %s", table.Deadline, want)
	}
}

func TestExtensionStaysOnTheGrid(t *testing.T) {
	table := alone(t, scheduled(t, "20:00", "America/New_York", noon, "mon", "fri"), 86400, noon)
	zone := in(t, "America/New_York")
	first := table.Deadline // Monday 4 March
	must(t, table, extend(table, 60), "ann", noon)
	if got := table.Deadline.In(zone).Format("Mon 2 Jan 15:04"); got != "Fri 8 Mar 20:00" {
		t.Fatal(got)
	}
	must(t, table, extend(table, 0), "ann", noon)
	if got := table.Deadline.In(zone).Format("Mon 2 Jan 15:04"); got != "Mon 11 Mar 20:00" || table.Deadline.Sub(first) != 7*day-time.Hour {
		t.Fatal(got, table.Deadline.Sub(first)) // seven days of the calendar, in one of which clocks were put forward
	}
	refused(t, table, extend(table, 0), "ann", noon, domain.CannotExtend)
}

// After a pause a deadline may be at another time of day, and the next but one that is allowed more than a week away.
func TestExtensionPastAWeekIsRefusedThoughLessWasAskedFor(t *testing.T) {
	table := alone(t, scheduled(t, "20:00", "UTC", noon, "mon"), 86400, noon)
	must(t, table, domain.PauseGame{For: 7*86400 - 5*3600}, "ann", noon)
	must(t, table, domain.ResumeGame{}, "ann", table.Due())
	before := table.Deadline // a Monday, 15:00
	at := before.Add(-time.Hour)
	must(t, table, extend(table, 3600), "ann", at)
	if !table.Deadline.Equal(before.Add(5 * time.Hour)) {
		t.Fatal(table.Deadline)
	}
	refused(t, table, extend(table, 3600), "ann", at, domain.CannotExtend)
}

// What a zone does is in the log, so that the game is the same when countries have changed their minds since.
func TestDeadlinesFollowFromTheLogAlone(t *testing.T) {
	terms := scheduled(t, "20:00", "Europe/Berlin", noon)
	terms.Changes = []domain.ClockChange{{noon.Unix(), 3600}, {noon.Unix() + 3600, 3 * 3600}} // as no country has it
	table := alone(t, terms, 86400, noon)
	if !table.Deadline.Equal(utc(t, "2030-03-02T17:00")) {
		t.Errorf("until %s", table.Deadline)
	}
	again, err := domain.Kinds{kindtest.Toy}.DecodeTable(table.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	must(t, again, domain.Expire{}, "", again.Deadline)
	if !again.Deadline.Equal(utc(t, "2030-03-03T17:00")) {
		t.Errorf("until %s", again.Deadline)
	}
	if v := table.View("", nil); v.Terms.Changes != nil || v.Terms.Zone != "Europe/Berlin" || table.Terms.Changes == nil {
		t.Errorf("%+v", v.Terms)
	}
}

func TestNotedChangesOfClocksAreThoseOfTheZone(t *testing.T) {
	since := time.Date(2011, 6, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca", "Etc/GMT+5", "UTC"} {
		zone := in(t, name)
		changes := domain.ClockChanges(zone, since)
		if len(changes) > 64 || changes[0][0] != since.Unix() {
			t.Errorf("%s: %v", name, changes)
		}
		for at := since; at.Before(since.AddDate(10, 0, 0)); at = at.Add(7 * time.Hour) {
			_, want := at.In(zone).Zone()
			n := slices.IndexFunc(changes, func(c domain.ClockChange) bool { return c[0] > at.Unix() })
			if n < 0 {
				n = len(changes)
			}
			if got := changes[n-1][1]; got != int64(want) {
				t.Fatalf("%s at %s: %d s ahead, want %d", name, at, got, want)
			}
		}
	}
}

// On the last day of a leap year package time gives an end of the present time that is not after it.
func TestClockChangesAreNotedWhereverTheServersClockStands(t *testing.T) {
	names := []string{"Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/Santiago", "America/Godthab", "Australia/Sydney",
		"Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Africa/Casablanca", "Asia/Kathmandu", "Asia/Jerusalem", "UTC"}
	for year := 2026; year <= 2042; year++ {
		for _, since := range []time.Time{time.Date(year, 6, 1, 12, 0, 0, 0, time.UTC), time.Date(year, 12, 31, 0, 0, 0, 0, time.UTC), time.Date(year, 12, 31, 23, 59, 59, 0, time.UTC)} {
			for _, name := range names {
				zone := in(t, name)
				changes := domain.ClockChanges(zone, since)
				for at := since; at.Before(since.AddDate(10, 0, 0)); at = at.Add(31 * 7 * time.Hour) {
					_, want := at.In(zone).Zone()
					n := slices.IndexFunc(changes, func(c domain.ClockChange) bool { return c[0] > at.Unix() })
					if n < 0 {
						n = len(changes)
					}
					if got := changes[n-1][1]; got != int64(want) {
						t.Fatalf("%s from %s, at %s: %d s ahead, want %d", name, since, at, got, want)
					}
				}
			}
		}
	}
}

func TestExtensionByADayFromATimeThatClocksSkippedIsADay(t *testing.T) {
	begins := utc(t, "2030-03-30T01:30")
	table := alone(t, scheduled(t, "02:30", "Europe/Berlin", begins), 86400, begins)
	if !table.Deadline.Equal(utc(t, "2030-03-31T01:00")) {
		t.Fatal(table.Deadline)
	}
	must(t, table, extend(table, 86400), "ann", begins)
	if !table.Deadline.Equal(utc(t, "2030-04-01T00:30")) {
		t.Error(table.Deadline)
	}
}
