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
}

// missed notes that a seat's wait was ended by its deadline.
func (d *decision) missed(seat int, w Wanted) {
	s := &d.Seats[seat-1]
	if d.Terms == nil || d.onlyMove(seat, w) == nil { // who had no choice has missed nothing
		s.Missed++
	}
	s.Late = &Late{Round: w.Round, Since: s.Since, Step: d.Step, Deadline: d.Deadline}
}

// expire ends a wait whose deadline has come. Stored moves count whether ready or not; for a seat that stored none, or
// has not made its open move, stands what the kind says, and the seat's missed turns go up.
func (d *decision) expire() {
	if d.Status != Active || d.Deadline.IsZero() || d.at.Before(d.Deadline) {
		d.out.Nothing = true
		return
	}
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
			d.missed(seat, w)
		}
	}
	d.tell("deadline_passed", told, nil)
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
