package domain

import (
	"encoding/json"
	"slices"
	"time"
)

// Absence is what is known of a seat whose player does not always come. Its zero value is that of who always does.
type Absence struct {
	Row       int          `json:"row,omitempty"`       // turns missed in a row
	Goes      MissedSeat   `json:"goes,omitempty"`      // what has become of the seat, while no person holds it who once did
	Former    []string     `json:"former,omitempty"`    // the accounts that held it before, the last one last
	Vacations []Vacation   `json:"vacations,omitempty"` // of who holds it, in order
	Left      int          `json:"left,omitempty"`      // the step since when a wait had been for it in which its last player left; 0 for none
	Gone      bool         `json:"gone,omitempty"`      // its last player left, or the seat was taken from them by somebody
	Opened    int          `json:"opened,omitempty"`    // the step in which people were told last that it is open
	Spent     int          `json:"spent,omitempty"`     // seconds by which deadlines have moved out for these, at most Terms.MaxVacation
	Shown     *Reliability `json:"shown,omitempty"`     // of who holds it, as it was when they sat down
}

// idleDeadlines are after how many deadlines in a row a game is abandoned in which no person moves.
const idleDeadlines = 3

// acted notes that a seat's move in the present wait counts, and when it was made. A sealed move is noted when
// it is revealed.
func (d *decision) acted(seat int, at time.Time) {
	s := &d.Seats[seat-1]
	s.Late = nil
	d.increment(seat)
	if d.Terms != nil && d.byPerson(seat) {
		s.Absence.Row = 0
		d.Idle = -1
	}
}

// byPerson says whether what a seat does in this decision is its player's doing and not the server's.
func (d *decision) byPerson(seat int) bool {
	return d.Seats[seat-1].Account != "" && (d.by != Clock || d.out.Seat != seat)
}

// tookTurn counts a turn that a person has taken.
func (d *decision) tookTurn(seat int) {
	if d.byPerson(seat) {
		d.out.Turns = append(d.out.Turns, TurnOf{Account: d.Seats[seat-1].Account})
	}
}

// missed notes that a seat's wait was ended by its deadline. It counts against its player's reliability only where it
// could have been avoided: not in a vacation that has used up what the game allows.
func (d *decision) missed(seat int, w Wanted) {
	s := &d.Seats[seat-1]
	if d.Terms == nil || d.onlyMove(seat, w) == nil { // who had no choice has missed nothing
		s.Missed++
	}
	s.Late = &Late{Round: w.Round, Since: s.Since, Step: d.Step, Deadline: d.Deadline}
	if s.Account == "" || !d.choosing(seat) {
		return
	}
	if _, away := s.Absence.during(d.Deadline); away {
		d.excused = true
	} else {
		d.out.Turns = append(d.out.Turns, TurnOf{Account: s.Account, Missed: true})
		s.Late.Counted = d.Terms != nil
	}
	if d.Terms != nil {
		s.Absence.Row++
	}
}

// afterDeadline gives seats away whose players have missed as many turns in a row as the terms allow, and the game up when
// nobody plays on.
func (d *decision) afterDeadline(missed []int) {
	if d.Terms == nil || d.Status != Active {
		return
	}
	if !d.excused {
		d.Idle++
	}
	for _, seat := range missed {
		s := d.Seats[seat-1]
		if d.Status == Active && s.Account != "" && d.Terms.MissedLimit > 0 && s.Absence.Row >= d.Terms.MissedLimit {
			d.vacate(seat, "missed")
			if d.Status == Active {
				d.notifyLost(SeatLost, seat)
			}
		}
	}
	if d.Status == Active && d.Idle >= idleDeadlines && d.nobodyComes() {
		d.giveUp("nobody had moved for three deadlines")
	}
}

// nobodyComes says whether every person who holds a seat has missed the last turn. Who has not been asked lately may well
// be there.
func (d *decision) nobodyComes() bool {
	return !slices.ContainsFunc(d.Seats, func(s Seat) bool { return s.Account != "" && s.Absence.Row == 0 })
}

// giveUp abandons a running game and tells everybody, also who was the last person to hold a seat.
func (d *decision) giveUp(why string) {
	for i := range d.Seats {
		d.Seats[i].Since = 0
	}
	d.Sealed = nil
	d.voidInvitations()
	d.Status, d.EndedAt = Abandoned, d.at
	d.stop()
	d.tell("game_abandoned", gameAbandoned{Why: why}, nil)
	d.notifyAll(GameAbandoned)
	for i, s := range d.Seats {
		if s.Account == "" {
			d.notifyLost(GameAbandoned, i+1)
		}
	}
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
	missed, absent := map[int]json.RawMessage{}, []int{}
	for _, seat := range w.Seats {
		if _, stored := d.Sealed[seat]; !stored {
			missed[seat] = d.position.Absent(seat)
			absent = append(absent, seat)
			if d.Course.Overtime == nil || d.onlyMove(seat, w) == nil { // who could choose no more may have moved a moment ago
				told.Seats = append(told.Seats, seat)
			}
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
	} else {
		d.standIn(w, absent)
	}
	if event == "deadline_passed" {
		d.afterDeadline(told.Seats)
	}
}

// standIn plays what stands for seats that have not made their open moves.
func (d *decision) standIn(w Wanted, seats []int) {
	for _, seat := range seats {
		now := d.position.Wanted()
		if now.Round != w.Round || now.Phase != w.Phase || now.Turn != w.Turn || !slices.Contains(now.Seats, seat) {
			continue // what stood for another seat has ended this wait too
		}
		d.step([]Play[json.RawMessage]{{Seat: seat, Move: d.position.Absent(seat)}})
	}
}
