package domain

import (
	"slices"
	"time"
)

// moveDeadline lets the present wait end at another time. It is the one way to do so. Everybody is told, with the reason
// as the end of a sentence; who has not moved yet gets a notice, and reminders for the new deadline take the place of
// those for the one before, which is void from now on.
func (d *decision) moveDeadline(to time.Time, why string) {
	d.moveDeadlineTelling(deadlineMoved{Deadline: to, Why: why})
}

// moveDeadlineTelling is moveDeadline with all that is to be told; it adds the phase and the deadline before.
func (d *decision) moveDeadlineTelling(told deadlineMoved) {
	to := told.Deadline
	told.Phase, told.Before = d.position.Wanted().Phase, d.Deadline
	d.tell("deadline_moved", told, nil)
	d.Deadline, d.reminded = to, 0
	d.Course.Overtime = nil // nobody is late any more
	d.Course.Votes = slices.DeleteFunc(slices.Clone(d.Course.Votes), func(v Vote) bool { return v.For == VoteExtend })
	for i, s := range d.Seats {
		n := Notice{Type: DeadlineMoved, Seat: i + 1, Step: s.Since, Event: d.Told, Deadline: to}
		if s.Since > 0 && d.Owes(n) {
			d.out.Notices = append(d.out.Notices, n)
		}
	}
}

// DeadlineBefore is the deadline in whose place a present one has come, as far back as events tell of it; zero when they
// do not.
func DeadlineBefore(events []EventView, deadline time.Time) time.Time {
	before := deadline
	for _, e := range slices.Backward(events) {
		if e.Type != "deadline_moved" {
			continue
		}
		if m := said[deadlineMoved](e); m.Deadline.Equal(before) {
			before = m.Before
		}
	}
	if before.Equal(deadline) {
		return time.Time{}
	}
	return before
}

// units are what durations are told in.
var units = []struct {
	name    string
	seconds int
}{{"day", 24 * 60 * 60}, {"hour", 60 * 60}, {"minute", 60}, {"second", 1}}

// span writes a duration as people say it, to the second: "1 day", "2 hours and 30 minutes".
func span(d time.Duration) string {
	var parts []string
	rest := int(d / time.Second)
	for _, u := range units {
		n := rest / u.seconds
		rest %= u.seconds
		switch {
		case n == 1:
			parts = append(parts, "1 "+u.name)
		case n > 1:
			parts = append(parts, itoa(n)+" "+u.name+"s")
		}
	}
	if len(parts) == 0 {
		return "a moment"
	}
	return Together(parts)
}
