package domain

import (
	"encoding/json"
	"time"
)

// Decide takes an input from an actor at a time. Either it returns a *Refusal and nothing has changed, or the table has
// changed as the Outcome says. Times must not run backwards from one call to the next.
func (t *Table) Decide(in Input, by Actor, at time.Time) (Outcome, error) {
	at = at.UTC().Truncate(time.Millisecond)
	d := decision{Table: t, at: at, by: by, out: Outcome{Seat: t.seatFor(in, by)}, reminded: t.Step}
	before := t.shown(d.out.Seat)
	if err := in.decide(&d, by); err != nil {
		return Outcome{}, err
	}
	d.remind()
	d.out.Unseen = (before != "" || d.ordered) && !d.out.Moved && before == t.shown(d.out.Seat)
	d.out.Moved = d.out.Moved || d.ordered
	return d.out, nil
}

// decision is one call of Decide under way.
type decision struct {
	*Table
	at       time.Time
	by       Actor
	out      Outcome
	ended    time.Time // the deadline that ended a wait in this decision, zero when none did
	excused  bool      // a deadline has passed for somebody who is on vacation
	ordered  bool      // the actor's standing orders are others now; that alone nobody else can see
	reminded int       // waits that began at this step or before have their reminders already
}

// tell adds an event with the next number. own may be nil.
func (d *decision) tell(kind string, data any, own map[int]any) {
	d.Told++
	told := Told{Number: d.Told, At: d.at, Type: kind, Data: encode(data)}
	for seat, v := range own {
		if told.Own == nil {
			told.Own = map[int]json.RawMessage{}
		}
		told.Own[seat] = encode(v)
	}
	d.out.Events = append(d.out.Events, told)
	d.out.Moved = true
}

// notify asks for the person in a seat to be told.
func (d *decision) notify(what NoticeType, seat int) {
	d.out.Notices = append(d.out.Notices, Notice{Type: what, Seat: seat, Step: d.Step, Event: d.Told})
}

func (d *decision) notifyAll(what NoticeType) {
	for i := range d.Seats {
		d.notify(what, i+1)
	}
}
