package domain

import (
	"encoding/json"
	"slices"
)

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
			late := &d.Seats[seat-1]
			late.Missed++
			late.Late = &Late{Round: w.Round, Since: late.Since, Step: d.Step, Deadline: d.Deadline}
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
