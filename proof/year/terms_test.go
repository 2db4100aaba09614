package year

import (
	"time"

	"tender/domain"
)

const hour = 60 * 60 // in seconds, as terms count

// terms draws what a host chooses around the rules. Deadlines fall at a local time in a zone, if there is one.
func (w *world) terms(zone string) *domain.Terms {
	t := domain.DefaultTerms()
	t.AutoForced, t.Early = w.chance(80), w.chance(80)
	if zone != "" {
		t.Schedule = w.schedule(zone)
	}
	if w.chance(40) {
		t.Grace = pick(w, 10*60, hour, 6*hour, 24*hour)
	}
	if w.chance(40) {
		t.Bank = &domain.Bank{Start: pick(w, 0, hour, 12*hour), Increment: pick(w, 60, hour), Cap: pick(w, 12*hour, 48*hour)}
	}
	t.MissedLimit = pick(w, 0, 1, 2, 2, 2, 3)
	t.Missed = pick(w, domain.ToBot, domain.ToSubstitute, domain.Drop)
	t.MaxVacation = pick(w, 0, 3*24*hour, 21*24*hour, 21*24*hour, 60*24*hour)
	return &t
}

// schedule draws a time of day, also such as changes of clocks leave out or have twice, and weekdays.
func (w *world) schedule(zone string) domain.Schedule {
	s := domain.Schedule{
		Clock: pick(w, "20:00", "20:00", "07:15", "02:30", "01:30", "00:00", "23:59"),
		Zone:  zone,
		Min:   pick(w, 0, hour, 12*hour),
		Days:  pick(w, nil, nil, nil, []string{"mon", "tue", "wed", "thu", "fri"}, []string{"sun", "mon", "wed", "fri"}),
	}
	placed, err := s.Placed(time.LoadLocation, w.clock.now())
	w.must(err)
	return placed
}

// pick draws one of several.
func pick[T any](w *world, from ...T) T { return from[w.luck.IntN(len(from))] }

// late is how long a viewer may move after the deadline.
func late(v domain.View) time.Duration {
	if v.Terms == nil || v.You == nil {
		return 0
	}
	seconds := v.Terms.Grace
	if bank := v.Seats[v.You.Seat-1].Bank; bank != nil {
		seconds += *bank
	}
	return time.Duration(seconds) * time.Second
}

// limit is until when a seat can move that has not: the deadline, what its time bank held then and the grace. Bots need
// neither, nor does who has no choice.
func limit(t *domain.Table, seat int) time.Time {
	s := t.Seats[seat-1]
	if t.Terms == nil || t.Status != domain.Active || s.Account == "" || t.Terms.Grace == 0 && t.Terms.Bank == nil {
		return t.Deadline
	}
	if moves := t.View(s.Account, nil).Moves; len(moves) == 1 && !moves[0].Example {
		return t.Deadline
	}
	bank := s.Bank
	if o := t.Course.Overtime; o != nil {
		bank = o.Banks[seat-1]
	}
	return t.Deadline.Add(time.Duration(bank+t.Terms.Grace) * time.Second)
}
