package domain

import "time"

// MaxExtended is by how many seconds the deadline of one wait can be moved out, all extensions together.
const MaxExtended = 7 * 24 * 60 * 60

// extend moves the present deadline out on the host's or a moderator's word, or that of enough others.
func (d *decision) extend(in Extend, by Actor) error {
	if err := d.mayExtend(in, by); err != nil {
		return err
	}
	if err := checkReason(in.Why); err != nil {
		return err
	}
	if !in.Deadline.Equal(d.Deadline) {
		return Refuse(DeadlineChanged, "The deadline is %s now, not the one that you want moved; look at the game and name that if it is still too soon.",
			d.Deadline.Format(time.RFC3339Nano)).At("/deadline")
	}
	if d.overdue() {
		return passed(d.Deadline)
	}
	seconds, err := d.extension(in.By)
	if err != nil {
		return err
	}
	if d.extended(seconds).After(d.farthest()) {
		return Refuse(CannotExtend, "The next time at which a deadline of this game may fall is more than 7 days after the one that it had at first; it stays.")
	}
	extend := func(seconds int, why string) {
		if in.Why != "" {
			why += " (" + in.Why + ")"
		}
		d.moveOut(seconds, why)
	}
	if !in.Moderator {
		return d.vote(VoteExtend, seconds, by, extend)
	}
	extend(seconds, "a moderator extended it")
	return nil
}

// moveOut moves the present deadline out by so many seconds, and further where it would fall in a vacation.
func (d *decision) moveOut(seconds int, why string) {
	to := d.extended(seconds)
	d.Extended += int((to.Sub(d.Deadline) + time.Second - 1) / time.Second)
	to, away := d.awayUntil(to, d.unmoved())
	if away != "" {
		why += ", and " + away
	}
	d.moveDeadline(to, why)
}

// extended is the present deadline moved out by so many seconds, and on to a time at which one may fall.
func (t *Table) extended(seconds int) time.Time { return t.onGrid(t.after(t.Deadline, seconds)) }

// farthest is how far the present deadline can be moved out.
func (t *Table) farthest() time.Time {
	return t.after(t.Deadline.Add(-time.Duration(t.Extended)*time.Second), MaxExtended)
}

// leastPart is the part of what a wait was extended by already that it must be extended by at least. Everybody gets a notice
// of each extension: without it a host could send thousands, a minute's extension each.
const leastPart = 10

// extension is by how many seconds the deadline moves when so many are asked for; 0 asks for what there is. Where deadlines
// fall at a time of day it may then move on to the next.
func (d *decision) extension(asked int) (int, error) {
	phase := d.position.Wanted().Phase
	left := int(d.farthest().Sub(d.Deadline) / time.Second)
	least, most := max(MinPace, min(d.Extended/leastPart, left)), min(d.Pace[phase], left)
	if asked == 0 {
		asked = most
	}
	switch {
	case most < least:
		return 0, Refuse(CannotExtend, "This deadline has been moved out by %s, and more is not possible; it stays.",
			span(time.Duration(d.Extended)*time.Second))
	case asked < least || asked > most:
		return 0, Refuse(ExtensionOutOfRange, "This deadline can be moved out by %d to %d seconds: at most the length of a phase %s at once and 7 days in all, and at least a tenth of what it has been moved out by so far.",
			least, most, phase).At("/by")
	}
	return asked, nil
}

func (d *decision) mayExtend(in Extend, by Actor) error {
	if in.Moderator && d.Status == Active {
		return nil
	}
	return d.mayVote(by)
}
