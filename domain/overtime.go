package domain

import (
	"slices"
	"time"
)

// Overtime is the time after the deadline of a wait in which seats that have not moved may do so still: each as long as its
// bank held when the deadline came, and the grace. What was stored by the deadline stands.
type Overtime struct {
	Late  []int `json:"late"`  // the seats that may be late: whoever held them at the deadline does so still, and had stored nothing
	Banks []int `json:"banks"` // by seat, in seconds
	Used  []int `json:"used"`  // of them in this overtime
}

// LateSeat is a seat that may move after the deadline, and until when.
type LateSeat struct {
	Seat  int       `json:"seat"`
	Until time.Time `json:"until"`
}

// limit is when a seat that has not moved cannot any more: the deadline, or what comes after it.
func (t *Table) limit(seat int) time.Time {
	s := t.Seats[seat-1]
	_, stored := t.Sealed[seat]
	if stored || s.Account == "" || !t.autoForced() && t.onlyMove(seat, t.position.Wanted()) != nil {
		return t.Deadline // a forced move that the table makes by itself it makes at once, and nobody waits for it
	}
	bank := s.Bank
	if o := t.Course.Overtime; o != nil {
		if !slices.Contains(o.Late, seat) {
			return t.Deadline
		}
		bank = o.Banks[seat-1]
	}
	return t.Deadline.Add(time.Duration(bank)*time.Second + t.grace())
}

// late are the seats that have not moved and may do so after a time, which is the deadline or later.
func (t *Table) late(after time.Time) (seats []LateSeat) {
	if t.Terms == nil {
		return nil // nothing comes after the deadline
	}
	for _, seat := range t.position.Wanted().Seats {
		if until := t.limit(seat); until.After(after) {
			seats = append(seats, LateSeat{seat, until})
		}
	}
	return seats
}

// lateSeats are those of an overtime that goes on which have not moved, whether they still may or not.
func (t *Table) lateSeats() []LateSeat {
	if t.Course.Overtime == nil {
		return nil
	}
	return t.late(t.Deadline)
}

// latest is the last of the times until which seats may move.
func latest(seats []LateSeat) (until time.Time) {
	for _, s := range seats {
		if s.Until.After(until) {
			until = s.Until
		}
	}
	return until
}

// OvertimeView is what everybody sees of an overtime.
type OvertimeView struct {
	Late  []LateSeat `json:"late"`
	Until time.Time  `json:"until"` // when the wait ends at the latest
}

func (t *Table) overtimeView() *OvertimeView {
	late := t.lateSeats()
	if len(late) == 0 {
		return nil
	}
	return &OvertimeView{late, latest(late)}
}

// overtime lets the wait go on after its deadline for seats that have not moved, and is false where there are none. Bids that
// are stored are as good as ready from then on.
func (d *decision) overtime() bool {
	late := d.late(d.at)
	if d.Course.Overtime != nil || len(late) == 0 {
		return d.Course.Overtime != nil
	}
	told := overtimeBegan{Phase: d.position.Wanted().Phase, Late: late, Until: latest(late)}
	d.beginOvertime()
	d.tell("overtime_began", told, nil)
	return true
}

// beginOvertime notes how things stand at the deadline.
func (d *decision) beginOvertime() {
	o := &Overtime{Banks: make([]int, len(d.Seats)), Used: make([]int, len(d.Seats))}
	for i, s := range d.Seats {
		o.Banks[i] = s.Bank
		if _, stored := d.Sealed[i+1]; !stored && s.Account != "" {
			o.Late = append(o.Late, i+1)
		}
	}
	for seat, s := range d.Sealed {
		s.Ready = true
		d.Sealed[seat] = s
	}
	d.Course.Overtime = o
	d.Course.Votes = slices.DeleteFunc(d.Course.Votes, func(v Vote) bool { return v.For != VoteHurry })
}

// passes readies a wait whose deadline has come for a seat that goes to somebody else, or to nobody: it can be late no more,
// and what was stored for it stands. It is false before the deadline.
func (d *decision) passes(seat int) bool {
	if !d.overdue() {
		return false
	}
	if d.overtime() {
		o := *d.Course.Overtime
		o.Late = slices.DeleteFunc(slices.Clone(o.Late), func(late int) bool { return late == seat })
		d.Course.Overtime = &o
	}
	return true
}

// begunLate lets a move be made that comes after the deadline, and takes what it is late by off its seat's bank.
func (d *decision) begunLate(seat int) {
	if d.overdue() && d.overtime() {
		d.spend(seat)
	}
}

// spend takes off a seat's bank what it has been late by now, whole seconds begun. The bank is used up before the grace.
func (d *decision) spend(seat int) {
	o, s := d.Course.Overtime, &d.Seats[seat-1]
	if o == nil || d.bank() == nil {
		return
	}
	late := int((d.at.Sub(d.Deadline) + time.Second - 1) / time.Second)
	more := min(o.Banks[seat-1], late) - o.Used[seat-1]
	o.Used[seat-1] += more
	s.Bank = max(0, s.Bank-more)
}

// movedLate closes an overtime in which nobody is left who may move.
func (d *decision) movedLate() {
	if d.Course.Overtime == nil || d.Status != Active {
		return
	}
	d.out.Moved = true // the limit of the wait may be another
	if len(d.late(d.at)) == 0 {
		d.endWait("deadline_passed")
	}
}
