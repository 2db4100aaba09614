package domain

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Schedule says at which times deadlines may fall. The zero value is at any: then a wait takes as long as its pace says.
type Schedule struct {
	Clock string   `json:"clock,omitempty"` // the time of day at which deadlines fall, as "20:00"
	Zone  string   `json:"zone,omitempty"`  // where clocks show it: an IANA name
	Days  []string `json:"days,omitempty"`  // the weekdays on which they may, as "mon"; empty for all
	Min   int      `json:"min,omitempty"`   // seconds that a wait which begins by an early end takes at least, MinPace to MaxPace; 0 for the pace of its phase

	Changes []ClockChange `json:"changes,omitempty"` // of clocks in the zone: see ClockChanges
}

// weekdays are how the days of a week are written, as time.Weekday counts them.
var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// Placed finds the zone by its name and notes how its clocks change from now on. load is as LoadZone's.
func (s Schedule) Placed(load func(string) (*time.Location, error), now time.Time) (Schedule, error) {
	s.Changes = nil
	if s.Zone == "" {
		return s, nil
	}
	zone, err := LoadZone(s.Zone, load)
	if r, ok := AsRefusal(err); ok {
		return s, r.At("/terms/zone")
	}
	if err != nil {
		return s, err
	}
	s.Changes = ClockChanges(zone, now)
	return s, nil
}

func (s *Schedule) checkSchedule() error {
	if s.Clock == "" {
		return s.checkWithoutClock()
	}
	if _, err := ParseDayTime(s.Clock); err != nil {
		return Refuse(InvalidTerms, "Give the time at which deadlines fall as 20:00, from 00:00 to 23:59.").At("/terms/clock")
	}
	if !isZoneName(s.Zone) || len(s.Changes) == 0 {
		return Refuse(UnknownZone, "A time of day needs the zone in which clocks show it; give one of IANA's names, such as Europe/Berlin, in its own spelling.").At("/terms/zone")
	}
	if _, err := zoneOf(s.Changes); err != nil {
		return Refuse(UnknownZone, "The zone cannot be used: its clocks change in no order.").At("/terms/zone")
	}
	if s.Min != 0 && (s.Min < MinPace || s.Min > MaxPace) {
		return Refuse(InvalidTerms, "What a wait takes at least after an early end must be between %d seconds (1 minute) and %d seconds (30 days).",
			MinPace, MaxPace).At("/terms/min")
	}
	return s.sortDays()
}

// checkWithoutClock refuses what means nothing where deadlines may fall at any time.
func (s *Schedule) checkWithoutClock() error {
	for _, part := range []struct {
		given bool
		at    string
	}{{s.Zone != "", "/terms/zone"}, {len(s.Days) > 0, "/terms/days"}, {s.Min != 0, "/terms/min"}} {
		if part.given {
			return Refuse(InvalidTerms, "This says nothing without a time of day at which deadlines fall; give clock as well.").At(part.at)
		}
	}
	return nil
}

// sortDays refuses what is no weekday, or is named twice, and puts the others into the order of a week; all of them are none.
func (s *Schedule) sortDays() error {
	week := append(weekdays[1:len(weekdays):len(weekdays)], weekdays[0])
	for i, day := range s.Days {
		if !slices.Contains(week, day) || slices.Contains(s.Days[:i], day) {
			return Refuse(InvalidTerms, "Name each weekday once: %s.", strings.Join(week, ", ")).At("/terms/days/" + itoa(i))
		}
	}
	if len(s.Days) == 0 || len(s.Days) == len(week) {
		s.Days = nil
		return nil
	}
	s.Days = slices.DeleteFunc(week, func(day string) bool { return !slices.Contains(s.Days, day) })
	return nil
}

// grid is where the deadlines of a table fall: its zone, and the time of day there. ok is false when they may fall at any time.
func (t *Table) grid() (zone *time.Location, clock DayTime, ok bool) {
	if t.Terms == nil || t.Terms.Clock == "" {
		return nil, 0, false
	}
	zone, err := zoneOf(t.Terms.Changes)
	if err == nil {
		clock, err = ParseDayTime(t.Terms.Clock)
	}
	if err != nil {
		panic(fmt.Sprintf("terms that were checked cannot be used: %v", err))
	}
	return zone, clock, true
}

// onGrid is the first time at or after the given one at which a deadline of this game may fall. A time of day that a change
// of clocks skips falls on the first instant after it, one that comes twice on the second; a day that was left out has none.
func (t *Table) onGrid(at time.Time) time.Time {
	zone, clock, ok := t.grid()
	if !ok {
		return at
	}
	for day := DayOf(at, zone).Plus(-1); ; day = day.Plus(1) {
		_, falls := day.At(clock, zone)
		if !falls.Before(at) && DayOf(falls, zone) == day && t.Terms.onDay(falls.In(zone).Weekday()) {
			return falls
		}
	}
}

func (s Schedule) onDay(day time.Weekday) bool {
	return len(s.Days) == 0 || slices.Contains(s.Days, weekdays[day])
}

// after is the time so many seconds after another. Where deadlines fall at a time of day, whole days are counted by the
// calendar of the zone: a day has 23 or 25 hours when clocks change, and what is daily stays so, also after a day whose
// clocks skipped that time.
func (t *Table) after(at time.Time, seconds int) time.Time {
	const day = 24 * 60 * 60
	zone, clock, ok := t.grid()
	rest := time.Duration(seconds%day) * time.Second
	if !ok || seconds < day {
		return at.Add(time.Duration(seconds) * time.Second)
	}
	local := at.In(zone)
	minute := DayTime(local.Hour()*60 + local.Minute())
	within := time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
	if _, falls := DayOf(at, zone).At(clock, zone); falls.Equal(at) {
		minute, within = clock, 0
	}
	_, later := DayOf(at, zone).Plus(seconds/day).At(minute, zone)
	return later.Add(within + rest)
}
