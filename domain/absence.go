package domain

import (
	"encoding/json"
	"slices"
	"time"
)

// acted notes that a seat's move in the present wait counts, and when it was made. A sealed move is noted when
// it is revealed.
func (d *decision) acted(seat int, at time.Time) {
	d.Seats[seat-1].Late = nil
	d.increment(seat)
}

// missed notes that a seat's wait was ended by its deadline.
func (d *decision) missed(seat int, w Wanted) {
	s := &d.Seats[seat-1]
	if d.Terms == nil || d.onlyMove(seat, w) == nil { // who had no choice has missed nothing
		s.Missed++
	}
	s.Late = &Late{Round: w.Round, Since: s.Since, Step: d.Step, Deadline: d.Deadline}
}

// expire does what time brings: a pause is over, a deadline has come, or what comes after it.
func (d *decision) expire() {
	switch due := d.Due(); {
	case d.Status != Active || due.IsZero() || d.at.Before(due):
		d.out.Nothing = true
	case d.Course.Pause != nil:
		d.goOn()
	case d.Course.Overtime == nil && d.overtime():
		// the wait goes on for who is late
	default:
		d.endWait("deadline_passed")
	}
}

// endWait ends the present wait, telling of it as an event of the given type. Stored moves count whether ready or not; for a
// seat that stored none, or has not made its open move, stands what the kind says. If it was the deadline, and not that all
// wanted to go on, the seat's missed turns go up.
func (d *decision) endWait(event string) {
	w := d.position.Wanted()
	told := deadlinePassed{Phase: w.Phase, Seats: []int{}}
	if p := d.Kind.Phase(w.Phase); p != nil {
		told.Did = p.Absent
	}
	missed := map[int]json.RawMessage{}
	for _, seat := range w.Seats {
		if _, stored := d.Sealed[seat]; !stored {
			missed[seat] = d.position.Absent(seat)
			told.Seats = append(told.Seats, seat)
			if event == "deadline_passed" {
				d.spend(seat)
				d.missed(seat, w)
			}
		}
	}
	if event == "deadline_passed" {
		d.ended = d.Deadline
	}
	if event == "hurried" || d.Course.Overtime == nil || len(told.Seats) > 0 {
		d.tell(event, told, nil)
	}
	if w.Sealed {
		d.reveal(w, missed)
		return
	}
	for _, seat := range told.Seats {
		now := d.position.Wanted()
		if now.Round != w.Round || now.Phase != w.Phase || now.Turn != w.Turn || !slices.Contains(now.Seats, seat) {
			continue // what stood for another seat has ended this wait too
		}
		d.step([]Play[json.RawMessage]{{Seat: seat, Move: d.position.Absent(seat)}})
	}
}
