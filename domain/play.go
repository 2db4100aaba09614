package domain

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// MaxMoves is the greatest number of open moves that can be sent as one list.
const MaxMoves = 50

func (d *decision) play(in PlayMoves) error {
	w, err := d.wanted(in.Meant)
	if err != nil {
		return err
	}
	if w.Sealed {
		return Refuse(WrongPhase, "Phase %s takes sealed bids; seal yours.", w.Phase)
	}
	if len(in.Moves) == 0 || len(in.Moves) > MaxMoves {
		return Refuse(MalformedMove, "Send between 1 and %d moves.", MaxMoves)
	}
	if err := d.try(in.Moves); err != nil {
		return err
	}
	for i, raw := range in.Moves {
		move, err := d.position.Check(d.out.Seat, raw)
		if err != nil {
			return err // only the first move can be refused here, before anything has changed
		}
		if i == 0 {
			d.begunLate(d.out.Seat)
			d.acted(d.out.Seat, d.at)
		}
		before := len(d.out.Events)
		if in.Why == ByOrder {
			d.useOrder(d.out.Seat, in.Order)
		}
		d.step([]Play[json.RawMessage]{{Seat: d.out.Seat, Move: move}})
		if in.Why == ByOrder {
			d.tellOwner(before, d.out.Seat)
		}
	}
	d.movedLate()
	if now := d.position.Wanted(); now.Phase != w.Phase || now.Round != w.Round || now.Turn != w.Turn || !slices.Contains(now.Seats, d.out.Seat) {
		d.tookTurn(d.out.Seat)
	}
	return nil
}

// try plays a list of moves on a copy, so that all of them are taken or none.
func (d *decision) try(moves []json.RawMessage) error {
	if len(moves) < 2 {
		return nil
	}
	trial, err := d.Kind.Decode(d.position.Encode())
	if err != nil {
		return err
	}
	for i, raw := range moves {
		pointer := "/moves/" + itoa(i)
		if w := trial.Wanted(); i > 0 && (w.Sealed || !slices.Contains(w.Seats, d.out.Seat)) {
			return Refuse(NotWanted, "Move %d of the list comes after the end of your turn; nothing was played.", i+1).At(pointer)
		}
		var move json.RawMessage
		if i > 0 {
			err = d.position.Foresee(d.out.Seat, raw)
		}
		if err == nil {
			move, err = trial.Check(d.out.Seat, raw)
		}
		if r, ok := AsRefusal(err); ok {
			return Refuse(r.Code, "Move %d of the list: %s Nothing was played.", i+1, r.Text).At(pointer + r.Pointer)
		} else if err != nil {
			return err
		}
		trial.Step([]Play[json.RawMessage]{{Seat: d.out.Seat, Move: move}})
	}
	return nil
}

// step lets the rules play and finds out what is waited for next.
func (d *decision) step(plays []Play[json.RawMessage]) {
	d.goOn()
	before := d.position.Wanted()
	d.folding.record.add(d.at, before, plays)
	for _, e := range d.position.Step(plays) {
		d.tell(e.Type, e.Data, e.Own)
	}
	d.folding.starts.note(d.position)
	d.Step++
	d.passOrders()
	played := 0
	if !before.Sealed {
		played = plays[0].Seat
	}
	d.await(before, played)
}

// await notes who is waited for from now on and until when, and asks for them to be told. played is the seat that has
// just made an open move, 0 if none has: its next wait is a new one, while that of others may go on.
func (d *decision) await(before Wanted, played int) {
	d.out.Moved = true
	after := d.position.Wanted()
	if len(after.Seats) == 0 {
		d.finish()
		return
	}
	same := before.Phase == after.Phase && before.Round == after.Round && before.Turn == after.Turn && !after.Sealed
	if !same {
		d.Deadline, d.Extended, d.Lost = d.due(after), 0, nil
	}
	for i := range d.Seats {
		s, seat := &d.Seats[i], i+1
		switch {
		case !slices.Contains(after.Seats, seat):
			s.Since = 0
		case same && s.Since > 0 && seat != played:
			// its wait goes on
		case same && s.Since > 0:
			s.Since = d.Step
		default:
			s.Since = d.Step
			d.call(after, seat)
		}
	}
}

// call asks for the person in a seat to be told that a move is wanted since Seat.Since.
func (d *decision) call(w Wanted, seat int) {
	n := Notice{Type: TurnStarted, Seat: seat, Step: d.Seats[seat-1].Since, Event: d.Told}
	if w.Sealed {
		n.Type = BidWanted
	}
	n.AtStart = slices.ContainsFunc(d.out.Notices, func(o Notice) bool { return o.Type == GameStarted && o.Seat == seat })
	d.out.Notices = append(d.out.Notices, n)
}

func (d *decision) finish() {
	for i := range d.Seats {
		d.Seats[i].Since = 0
	}
	d.Status, d.EndedAt = Over, d.at
	d.stop()
	d.tell("game_over", gameOver{Result: d.position.Scores(), ServerSeed: d.ServerSeed}, nil)
	d.notifyAll(GameOver)
}

func itoa(n int) string { return strconv.Itoa(n) }

// seatList writes seats as people say them: "seat 2", "seats 1 and 3", "seats 1, 2 and 3".
func seatList(seats []int) string {
	words := make([]string, len(seats))
	for i, s := range seats {
		words[i] = itoa(s)
	}
	switch n := len(words); n {
	case 0:
		return "nobody"
	case 1:
		return "seat " + words[0]
	default:
		return "seats " + strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}
