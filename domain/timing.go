package domain

import (
	"slices"
	"time"
)

// How long a person must have left to move for a notice to be kept. What leaves less is sent at once: a turn that is
// missed is worse than a mail at night.
const (
	leftAfterQuiet  = time.Hour
	leftAfterDigest = 2 * time.Hour
)

// Ask is what a seat is asked for: the notice that says so, and until when. The zero Ask is nothing.
type Ask struct {
	Type  NoticeType
	Until time.Time // zero when there is no deadline
}

// Asks says what a seat has yet to do.
func (t *Table) Asks(seat int) Ask {
	w, _ := t.Waiting()
	if _, stored := t.Sealed[seat]; stored || !slices.Contains(w.Seats, seat) {
		return Ask{}
	}
	until := t.Deadline
	if t.Course.Overtime != nil {
		until = t.limit(seat)
	}
	if w.Sealed {
		return Ask{BidWanted, until}
	}
	return Ask{TurnStarted, until}
}

// Timing says when something is sent: at once, not before a time because of something, or, when that is Off, never.
type Timing struct {
	Why    Why       // WhyQuietHours, WhyDigest, WhyOff; empty for at once
	Before time.Time // not sent before, for the first two
}

// When says when somebody wants what goes over a channel now. ask is what the game wants of them at present. Preferences
// are to leave out nothing; zone is the one that they name. Nothing but preferences ever keeps a notice back.
func (p Preferences) When(what NoticeType, over Channel, ask Ask, now time.Time, zone *time.Location) Timing {
	mode := p.Events[what].over(over)
	if over == ByEmail && what == GameStarted && ask.Type != "" { // such a mail is the first call to move as well
		mode = eager(mode, p.Events[ask.Type].over(over))
	}
	if mode == Off {
		return Timing{Why: WhyOff}
	}
	if over != ByEmail {
		return Timing{}
	}
	if mode == InDigest {
		if at := nextHour(*p.DigestAt, now, zone); ask.leaves(leftAfterDigest, at) {
			return Timing{WhyDigest, at}
		}
	}
	if end := p.QuietHours.end(now, zone); end.After(now) && ask.leaves(leftAfterQuiet, end) {
		return Timing{WhyQuietHours, end}
	}
	return Timing{}
}

// eager is the sooner of two modes.
func eager(a, b Mode) Mode {
	for _, mode := range []Mode{AtOnce, InDigest} {
		if a == mode || b == mode {
			return mode
		}
	}
	return Off
}

// leaves says whether somebody who reads of it at a time has enough time left.
func (a Ask) leaves(enough time.Duration, at time.Time) bool {
	return a.Type == "" || a.Until.IsZero() || !a.Until.Before(at.Add(enough))
}

// nextHour is the first instant after now at which clocks in a zone show a whole hour. A day that was left out there has
// none.
func nextHour(hour int, now time.Time, zone *time.Location) time.Time {
	for day := DayOf(now, zone); ; day = day.Plus(1) {
		if _, at := day.At(DayTime(hour*60), zone); at.After(now) && DayOf(at, zone) == day {
			return at
		}
	}
}

// end is the end of the quiet hours that hold now; now itself when none do. What ends when others begin goes on.
func (q *QuietHours) end(now time.Time, zone *time.Location) time.Time {
	if q.From == q.To {
		return now
	}
	at := now
	for day := DayOf(now, zone).Plus(-1); day != DayOf(now, zone).Plus(3); day = day.Plus(1) {
		from, _ := day.At(q.From, zone)
		last := day
		if q.To < q.From {
			last = day.Plus(1)
		}
		if _, to := last.At(q.To, zone); !at.Before(from) && at.Before(to) {
			at = to
		}
	}
	return at
}
