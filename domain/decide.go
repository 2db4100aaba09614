package domain

import (
	"encoding/json"
	"fmt"
	"time"
)

// Decide takes an input from an actor at a time. Either it returns a *Refusal and nothing has changed, or the table has
// changed as the Outcome says. Times must not run backwards from one call to the next.
func (t *Table) Decide(in Input, by Actor, at time.Time) (Outcome, error) {
	at = at.UTC().Truncate(time.Millisecond)
	d := decision{Table: t, at: at, out: Outcome{Seat: t.SeatOf(by.Account)}, reminded: t.Step}
	before := t.shown(d.out.Seat)
	var err error
	switch in := in.(type) {
	case Open:
		err = Refuse(GameNotOpen, "This game has been opened already.")
	case Join:
		err = d.join(in, by)
	case Leave:
		err = d.leave(by)
	case Start:
		err = d.start(by)
	case Abandon:
		err = d.abandon(in, by)
	case Seal:
		err = d.seal(in)
	case Withdraw:
		err = d.withdraw(in)
	case PlayMoves:
		err = d.play(in)
	case Extend:
		err = d.extend(in, by)
	case Expire:
		d.expire()
	default:
		err = fmt.Errorf("domain: unknown input %T", in)
	}
	if err != nil {
		return Outcome{}, err
	}
	d.remind()
	d.out.Unseen = before != "" && !d.out.Moved && before == t.shown(d.out.Seat)
	return d.out, nil
}

// decision is one call of Decide under way.
type decision struct {
	*Table
	at       time.Time
	out      Outcome
	reminded int // waits that began at this step or before have their reminders already
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
