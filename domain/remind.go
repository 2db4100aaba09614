package domain

import "time"

// How notices of one turn are spread, apart from half the time and a tenth of it.
const (
	lastWords = 10 * time.Minute // the last reminder comes at least so long before the deadline
	noticeGap = time.Minute      // a notice sooner than this after the one before would say nothing new
)

// reminders says when a wait of a given length that ends at a deadline is reminded of: when half of it is over, and when
// a tenth is left, but at least lastWords before the deadline. A time that is zero is left out: one that is not noticeGap
// after now, when the seat is told of its turn or its new deadline, and the last when it is not noticeGap after half the
// time. So a wait of up to 22 minutes less a moment has only the reminder at half of it, and one under two minutes has
// none.
func reminders(now, deadline time.Time, length time.Duration) (half, last time.Time) {
	half = deadline.Add(-length / 2)
	last = deadline.Add(-max(length/10, lastWords))
	if last.Sub(half) < noticeGap || last.Sub(now) < noticeGap {
		last = time.Time{}
	}
	if half.Sub(now) < noticeGap {
		half = time.Time{}
	}
	return half, last
}

// remind asks for reminders to everybody whose wait has begun in this decision and goes on after it. A seat whose bid is
// stored gets them too, since it may withdraw: whether one is owed is asked when its time comes.
func (d *decision) remind() {
	if d.Status != Active || !d.out.Moved {
		return
	}
	for i, s := range d.Seats {
		if s.Since > d.reminded {
			d.remindSeat(i + 1)
		}
	}
}

// remindSeat asks for reminders to one seat that is waited for.
func (d *decision) remindSeat(seat int) {
	now := d.at
	if d.paused() {
		now = d.Course.Pause.Until
	}
	half, last := reminders(now, d.Deadline, d.length())
	n := Notice{Type: Reminder, Seat: seat, Step: d.Seats[seat-1].Since, Event: d.Told, DueAt: half, Deadline: d.Deadline}
	if !half.IsZero() {
		d.out.Notices = append(d.out.Notices, n)
	}
	if n.Type, n.DueAt = LastReminder, last; !last.IsZero() {
		d.out.Notices = append(d.out.Notices, n)
	}
}

// choosing says whether a wanted seat has anything to choose: it has not when the one choice that it is offered is all
// there is.
func (t *Table) choosing(seat int) bool {
	_, _, choices := t.position.View(seat)
	return len(choices) != 1 || choices[0].Example
}
