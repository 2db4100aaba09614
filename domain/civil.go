package domain

import (
	"fmt"
	"time"
)

// DayTime is a time of day, in minutes after midnight.
type DayTime int

// ParseDayTime reads "07:30".
func ParseDayTime(s string) (DayTime, error) {
	t, err := time.Parse("15:04", s)
	if err != nil || len(s) != len("15:04") {
		return 0, fmt.Errorf("%q is no time of day", s)
	}
	return DayTime(t.Hour()*60 + t.Minute()), nil
}

func (c DayTime) String() string { return fmt.Sprintf("%02d:%02d", c/60, c%60) }

// Day is a date of the calendar, of no zone.
type Day struct {
	Year  int
	Month time.Month
	Date  int
}

// DayOf is the date on which an instant falls in a zone.
func DayOf(at time.Time, zone *time.Location) Day {
	y, m, d := at.In(zone).Date()
	return Day{y, m, d}
}

// Plus is the date so many days later.
func (d Day) Plus(days int) Day {
	return DayOf(time.Date(d.Year, d.Month, d.Date+days, 0, 0, 0, 0, time.UTC), time.UTC)
}

// At gives the first and the last instant at which clocks in a zone show a time on a day. They differ when clocks are put
// back over it. When clocks are put forward over it, both are the first instant after that: nothing comes earlier than
// was said. (time.Date may give the one or the other, or an instant before the gap.)
func (d Day) At(c DayTime, zone *time.Location) (first, last time.Time) {
	shown := time.Date(d.Year, d.Month, d.Date, int(c)/60, int(c)%60, 0, 0, time.UTC) // what clocks show, as if in UTC
	near := time.Date(d.Year, d.Month, d.Date, int(c)/60, int(c)%60, 0, 0, zone)
	begins, ends := near.ZoneBounds()
	for _, try := range []time.Time{begins.Add(-1), near, ends} {
		_, offset := try.In(zone).Zone()
		at := shown.Add(-time.Duration(offset) * time.Second)
		if !shows(at, zone).Equal(shown) {
			continue
		}
		if first.IsZero() || at.Before(first) {
			first = at
		}
		if last.IsZero() || at.After(last) {
			last = at
		}
	}
	for _, change := range []time.Time{begins, ends} {
		if first.IsZero() && shown.Before(shows(change, zone)) && shown.After(shows(change.Add(-1), zone)) {
			first, last = change, change
		}
	}
	return first.UTC(), last.UTC()
}

// shows is what clocks in a zone show, as if it were in UTC.
func shows(at time.Time, zone *time.Location) time.Time {
	_, offset := at.In(zone).Zone()
	return at.UTC().Add(time.Duration(offset) * time.Second)
}
