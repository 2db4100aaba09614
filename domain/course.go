package domain

import "time"

// Course is how the present wait goes, beside its deadline, and what is counted over all waits for that.
type Course struct {
	Began time.Time `json:"began,omitzero"` // less what it has stood still for since
	From  time.Time `json:"from,omitzero"`  // from when its time counts: the deadline that ended the one before, or when it began
	Early bool      `json:"early,omitempty"`

	Overtime *Overtime `json:"overtime,omitempty"`
	Pause    *Pause    `json:"pause,omitempty"`
	Votes    []Vote    `json:"votes,omitempty"`
	Cast     []int     `json:"cast,omitempty"`   // by seat: votes cast in this wait, at most maxCast
	Paused   int       `json:"paused,omitempty"` // seconds that count as paused, the present pause left out; see leastPaused
}

// slack is the part of a wait by which it may be shorter than its pace because it counts from the deadline before.
const slack = 10

// due says when a wait that begins now ends. Where deadlines fall at a time of day, the time of a wait that follows upon a
// deadline counts from that, though a late move or a busy server let it begin somewhat later: else each would be a day late.
func (d *decision) due(w Wanted) time.Time {
	began, seconds := d.begins(), d.Pace[w.Phase]
	if _, _, grid := d.grid(); grid && began.Early && d.Terms.Min > 0 {
		seconds = d.Terms.Min
	}
	if d.at.Sub(began.From) > time.Duration(seconds)*time.Second/slack {
		began.From = d.at
	}
	deadline := d.onGrid(d.after(began.From, seconds))
	if d.Course = began; d.Terms == nil {
		d.Course = Course{Paused: began.Paused}
	}
	return d.afterVacations(deadline, w.Seats)
}

// begins is the course of a wait that begins now: nothing is left of the one before.
func (d *decision) begins() Course {
	c := Course{Began: d.at, From: d.at, Paused: d.Course.Paused}
	_, _, grid := d.grid()
	switch {
	case !grid:
	case !d.ended.IsZero():
		c.From = d.ended
	case d.Course.Began.IsZero():
		// the first of the game
	case d.Course.Began.Equal(d.at): // the one before took no time: somebody moved of themselves
		c.From, c.Early = d.Course.From, d.Course.Early
	default:
		c.Early = true
	}
	return c
}

// length is how long the present wait takes in all, as things stand.
func (t *Table) length() time.Duration {
	if t.Course.Began.IsZero() {
		return time.Duration(t.Pace[t.position.Wanted().Phase]+t.Extended) * time.Second
	}
	return t.Deadline.Sub(t.Course.Began)
}

// stop leaves nothing to wait for.
func (d *decision) stop() { d.Deadline, d.Extended, d.Course = time.Time{}, 0, Course{} }
