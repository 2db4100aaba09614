package domain

import (
	"slices"
	"time"
)

// OutageWhat is what did not work in an outage.
type OutageWhat string

// The outages that a server notices.
const (
	ServerDown OutageWhat = "server" // no server was running, or none reached the database
	MailDown   OutageWhat = "mail"   // no mail could be sent at all
)

// Outage is a time in which nobody could be expected to move.
type Outage struct {
	What OutageWhat `json:"what"`
	From time.Time  `json:"from"`
	To   time.Time  `json:"to,omitzero"` // zero while it goes on
}

// AfterOutage is for how long after an outage its deadlines are moved too: who comes back needs a moment.
const AfterOutage = time.Hour

// MaxHeld is how long an outage of the mail service can hold deadlines.
const MaxHeld = 3 * 24 * time.Hour

// Hold keeps a deadline that runs out in an outage from ending its wait: moves are taken until the outage is over, when
// Credit moves it. A deadline that came before the outage is not held; it ends its wait as Expire does. Only the clock gives
// it. It tells nothing: the line in the log is Credit's.
type Hold struct{ Outage }

// Credit gives back what an outage has taken: a deadline that ran out in it, or would within AfterOutage of its end, moves
// by what its wait lost, and misses in it do not count. What a wait has been given for one outage it is not given for another at
// the same time, nor when it is told of the same one again. Only the clock gives it.
type Credit struct{ Outage }

// lost is what outages have done to the present wait.
type lost struct {
	Held     *Outage  `json:"held,omitempty"`     // whose end the deadline waits for
	Credited []period `json:"credited,omitempty"` // what the deadline was moved by; no two of them overlap
}

// period is a time from one moment to another.
type period struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// maxPeriods bounds what a table remembers of the outages in one wait.
const maxPeriods = 16

func (Hold) inputType() string   { return "hold" }
func (Credit) inputType() string { return "credit" }

func (in Hold) decide(d *decision, by Actor) error {
	if by != Clock {
		return Refuse(NotHost, "Only the clock holds deadlines.")
	}
	switch {
	case d.Course.Pause != nil || !d.Deadline.After(in.From):
		d.expire()
	case d.Status != Active || d.Deadline.IsZero() || d.at.Before(d.Deadline) || d.Held() != nil:
		d.out.Nothing = true
	default:
		d.losses().Held = &in.Outage
		d.Course.Overtime = nil // nobody is late
		d.out.Moved = true
	}
	return nil
}

func (in Credit) decide(d *decision, by Actor) error {
	if by != Clock {
		return Refuse(NotHost, "Only the clock gives lost time back.")
	}
	if d.Status != Active {
		d.out.Nothing = true
		return nil
	}
	held := d.Held()
	if held != nil && held.What == in.What {
		d.Lost.Held, d.out.Moved = nil, true
	}
	excused := d.excuse(in.Outage)
	if took := d.takes(in.Outage); took > 0 {
		d.moveDeadlineTelling(deadlineMoved{Deadline: d.Deadline.Add(took), Why: in.why(), Excused: excused})
	} else if len(excused) > 0 {
		d.tell("misses_excused", missesExcused{Seats: excused, Why: in.why()}, nil)
	}
	d.out.Nothing = !d.out.Moved
	return nil
}

// why says what happened, as the end of a sentence.
func (o Outage) why() string {
	between := " from " + o.From.UTC().Format(TimeLayout) + " to " + o.To.UTC().Format(TimeLayout)
	if o.What == MailDown {
		return "the server could send no mail" + between
	}
	return "the server was not running" + between
}

// Held is the outage whose end the present deadline waits for, nil when it holds.
func (t *Table) Held() *Outage {
	if t.Lost == nil || t.Status != Active {
		return nil
	}
	return t.Lost.Held
}

// overdue says whether the present deadline has come and holds.
func (d *decision) overdue() bool { return !d.at.Before(d.Deadline) && d.Held() == nil }

// losses is what outages have done to the present wait, for changing it.
func (d *decision) losses() *lost {
	if d.Lost == nil {
		d.Lost = &lost{}
	}
	return d.Lost
}

// takes notes an outage if it moves the present deadline, and says by how much.
func (d *decision) takes(o Outage) time.Duration {
	if d.Deadline.IsZero() || !d.Deadline.After(o.From) || d.Deadline.After(o.To.Add(AfterOutage)) {
		return 0
	}
	whole := period{o.From, o.To}
	if began := d.began(); began.After(whole.From) {
		whole.From = began
	}
	parts := []period{whole}
	if p := d.Course.Pause; p != nil { // nothing was lost while the clock stood
		parts = without(parts, period{p.Since, p.Until})
	}
	if d.Lost != nil {
		for _, had := range d.Lost.Credited {
			parts = without(parts, had)
		}
	}
	took := time.Duration(0)
	for _, p := range parts {
		took += p.To.Sub(p.From)
		d.losses().Credited = append(d.losses().Credited, p)
	}
	if d.Lost != nil && len(d.Lost.Credited) > maxPeriods {
		d.Lost.Credited = slices.Delete(d.Lost.Credited, 0, len(d.Lost.Credited)-maxPeriods)
	}
	return took
}

// without is what is left of periods outside of another.
func without(periods []period, other period) (left []period) {
	for _, p := range periods {
		if before := (period{p.From, earlierOf(p.To, other.From)}); before.To.After(before.From) {
			left = append(left, before)
		}
		if after := (period{laterOf(p.From, other.To), p.To}); after.To.After(after.From) {
			left = append(left, after)
		}
	}
	return left
}

func earlierOf(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// began is when the present wait did. A game that was opened before that was noted says it by its deadline.
func (t *Table) began() time.Time {
	if !t.Course.Began.IsZero() || t.Deadline.IsZero() || t.position == nil {
		return t.Course.Began
	}
	began := t.Deadline.Add(-t.length())
	if t.Lost != nil {
		for _, p := range t.Lost.Credited {
			began = began.Add(p.From.Sub(p.To))
		}
	}
	return began
}

// excuse takes the last miss of every seat back whose deadline came in an outage, and says whose those are. It is done
// once: what was excused is no longer late.
func (d *decision) excuse(o Outage) (seats []int) {
	for i := range d.Seats {
		s := &d.Seats[i]
		if s.Late == nil || s.Late.Excused || !s.Late.Deadline.After(o.From) || s.Late.Deadline.After(o.To) {
			continue
		}
		s.Late.Excused = true
		s.Missed--
		s.Absence.Row = max(0, s.Absence.Row-1)
		if s.Late.Counted && s.Account != "" {
			d.out.Turns = append(d.out.Turns, TurnOf{Account: s.Account, Missed: true, Excused: s.Late.Deadline})
		}
		seats = append(seats, i+1)
	}
	if len(seats) > 0 && d.Idle > 0 {
		d.Idle--
	}
	return seats
}

// MailOutageAfter is for how long no mail could be sent at all before that is an outage.
const MailOutageAfter = 5 * time.Minute

// MailHealth is what a server knows of the mail service. Times are zero for what has not happened since it started.
type MailHealth struct {
	Failing time.Time // since when no mail could be sent; zero while it works, or nobody knows
	Back    time.Time // the first mail that was sent after that, the last time that it was so
	Sent    time.Time // the last mail that was sent
}
