package domain_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"tender/domain"
)

func in(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func clockOf(t testing.TB, s string) domain.DayTime {
	t.Helper()
	c, err := domain.ParseDayTime(s)
	if err != nil || c.String() != s {
		t.Fatalf("%s is read as %v, %v", s, c, err)
	}
	return c
}

func utc(t testing.TB, s string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02T15:04", s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// What time.Date makes of such times differs: 01:30 EST, 02:45, 23:00 of the day before.
func TestATimeThatClocksSkipIsTheFirstInstantAfterTheGap(t *testing.T) {
	for _, c := range []struct{ zone, clock, first, last string }{
		{"America/New_York", "20:00", "2026-03-09T00:00", "2026-03-09T00:00"},
		{"America/New_York", "02:30", "2026-03-08T07:00", "2026-03-08T07:00"},
		{"America/New_York", "02:00", "2026-03-08T07:00", "2026-03-08T07:00"},
		{"America/New_York", "03:00", "2026-03-08T07:00", "2026-03-08T07:00"},
		{"America/New_York", "01:59", "2026-03-08T06:59", "2026-03-08T06:59"},
		{"Europe/Berlin", "02:30", "2026-03-29T01:00", "2026-03-29T01:00"},
		{"Europe/Berlin", "02:30", "2026-10-25T00:30", "2026-10-25T01:30"},
		{"Europe/Berlin", "03:00", "2026-10-25T02:00", "2026-10-25T02:00"},
		{"America/New_York", "01:30", "2026-11-01T05:30", "2026-11-01T06:30"},
		{"Australia/Lord_Howe", "02:15", "2026-10-03T15:30", "2026-10-03T15:30"},
		{"Australia/Lord_Howe", "01:45", "2026-04-04T14:45", "2026-04-04T15:15"},
		{"America/Sao_Paulo", "00:00", "2018-11-04T03:00", "2018-11-04T03:00"},
		{"Pacific/Apia", "08:00", "2011-12-30T10:00", "2011-12-30T10:00"}, // 30 December was left out there
		{"UTC", "08:00", "2026-03-01T08:00", "2026-03-01T08:00"},
		{"Etc/GMT+5", "08:00", "2026-03-01T13:00", "2026-03-01T13:00"},
	} {
		day := domain.DayOf(utc(t, c.first), in(t, c.zone))
		if c.zone == "Pacific/Apia" {
			day = domain.Day{Year: 2011, Month: 12, Date: 30}
		}
		first, last := day.At(clockOf(t, c.clock), in(t, c.zone))
		if !first.Equal(utc(t, c.first)) || !last.Equal(utc(t, c.last)) {
			t.Errorf("%s on %v in %s: from %v to %v", c.clock, day, c.zone, first, last)
		}
	}
}

func TestDaysAreCountedByTheCalendar(t *testing.T) {
	if got := (domain.Day{Year: 2026, Month: 1, Date: 31}).Plus(1); got != (domain.Day{Year: 2026, Month: 2, Date: 1}) {
		t.Errorf("after 31 January: %v", got)
	}
	if got := (domain.Day{Year: 2026, Month: 1, Date: 1}).Plus(-1); got != (domain.Day{Year: 2025, Month: 12, Date: 31}) {
		t.Errorf("before 1 January: %v", got)
	}
}

func TestWhatIsNoTimeOfDay(t *testing.T) {
	for _, s := range []string{"", "7:30", "24:00", "07:60", "07:30:00", "-1:00", "07.30", " 07:30"} {
		if c, err := domain.ParseDayTime(s); err == nil {
			t.Errorf("%q is read as %v", s, c)
		}
	}
}
