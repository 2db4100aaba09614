package domain

import (
	"fmt"
	"slices"
	"time"
)

// Away says when the actor is on vacation, from now on: in place of what the table knew before. The store gives it to all
// open and running games of a person whose vacations have changed.
type Away struct {
	Vacations []Vacation `json:"vacations"` // that have not ended, in order
}

func (Away) inputType() string { return "away" }

func (in Away) decide(d *decision, _ Actor) error {
	if d.out.Seat == 0 || d.Terms == nil || d.Status != Opened && d.Status != Active {
		d.out.Nothing = true
		return nil
	}
	a := &d.Seats[d.out.Seat-1].Absence
	if slices.EqualFunc(a.Vacations, in.Vacations, Vacation.equal) {
		d.out.Nothing = true
		return nil
	}
	_, known := a.during(d.Deadline)
	a.Vacations, d.out.Moved = in.Vacations, true
	if d.Status == Active && (d.at.Before(d.Deadline) || d.Course.Overtime == nil && !known) {
		// None begins before it is planned: one that is news here and holds the deadline was planned in time, and the
		// server was too late to tell.
		d.clearOfVacations()
	}
	return nil
}

// clearOfVacations moves the present deadline out for seats that have not moved and whose players are on vacation when it
// falls. Where the clock stands, that is done when it goes on.
func (d *decision) clearOfVacations() {
	if d.Course.Pause != nil || d.Course.Overtime != nil {
		return
	}
	if to, why := d.awayUntil(d.Deadline, d.unmoved()); to.After(d.Deadline) {
		d.moveDeadline(to, why)
	}
}

// unmoved are the seats that the game waits for and that have stored no move.
func (d *decision) unmoved() []int {
	_, waiting := d.Waiting()
	return slices.DeleteFunc(waiting, func(seat int) bool {
		_, stored := d.Sealed[seat]
		return stored
	})
}

// backAfter is how long after a vacation a deadline falls that fell in it.
const backAfter = 24 * time.Hour

// afterVacations moves the deadline of a wait that begins out for seats whose players are away.
func (d *decision) afterVacations(deadline time.Time, seats []int) time.Time {
	to, why := d.awayUntil(deadline, seats)
	if to.After(deadline) {
		d.tell("deadline_moved", deadlineMoved{Phase: d.position.Wanted().Phase, Before: deadline, Deadline: to, Why: why}, nil)
	}
	return to
}

// awayUntil is where a deadline moves out to for seats whose players are on vacation when it falls, and why: a day after
// the vacation, or as far as the terms let it move for that seat.
func (d *decision) awayUntil(deadline time.Time, seats []int) (to time.Time, why string) {
	if d.Terms == nil {
		return deadline, ""
	}
	for moved := true; moved; {
		moved = false
		for _, seat := range seats {
			a := &d.Seats[seat-1].Absence
			v, away := a.during(deadline)
			left := time.Duration(d.Terms.MaxVacation-a.Spent) * time.Second
			if !away || left <= 0 {
				continue
			}
			to := d.onGrid(v.End.Add(backAfter))
			if latest := deadline.Add(left); to.After(latest) {
				to = d.lastOnGrid(deadline, latest)
			}
			if !to.After(deadline) {
				continue
			}
			a.Spent += int((to.Sub(deadline) + time.Second - 1) / time.Second)
			deadline, moved = to, true
			why = fmt.Sprintf("seat %d is on vacation until %s", seat, v.End.UTC().Format(TimeLayout))
		}
	}
	return deadline, why
}

// lastOnGrid is the last time after one and not after another at which a deadline of this game may fall; the first of the
// two when there is none.
func (t *Table) lastOnGrid(after, latest time.Time) time.Time {
	if t.onGrid(latest).Equal(latest) {
		return latest
	}
	for {
		next := t.onGrid(after.Add(time.Minute))
		if next.After(latest) {
			return after
		}
		after = next
	}
}

// during is the vacation in which a time falls.
func (a Absence) during(at time.Time) (Vacation, bool) {
	for _, v := range a.Vacations {
		if !at.Before(v.Start) && !at.After(v.End) {
			return v, true
		}
	}
	return Vacation{}, false
}
