package domain

import "time"

// MaxExtended is by how many seconds the host can move the deadline of one wait out, all extensions together.
const MaxExtended = 7 * 24 * 60 * 60

// extend moves the present deadline out on the host's or a moderator's word.
func (d *decision) extend(in Extend, by Actor) error {
	if !in.Moderator {
		if err := d.host(by); err != nil {
			return err
		}
	}
	if err := checkReason(in.Why); err != nil {
		return err
	}
	if d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; only one that is running has a deadline to move.", d.Status)
	}
	if !in.Deadline.Equal(d.Deadline) {
		return Refuse(DeadlineChanged, "The deadline is %s now, not the one that you want moved; look at the game and name that if it is still too soon.",
			d.Deadline.Format(time.RFC3339Nano)).At("/deadline")
	}
	if d.late() {
		return passed(d.Deadline)
	}
	seconds, err := d.extension(in.By)
	if err != nil {
		return err
	}
	d.Extended += seconds
	why := "the host extended it"
	if in.Moderator {
		why = "a moderator extended it"
	}
	if in.Why != "" {
		why += " (" + in.Why + ")"
	}
	d.moveDeadline(d.Deadline.Add(time.Duration(seconds)*time.Second), why)
	return nil
}

// leastPart is the part of what a wait was extended by already that it must be extended by at least. Everybody gets a notice
// of each extension: without it a host could send thousands, a minute's extension each.
const leastPart = 10

// extension is by how many seconds the deadline moves when so many are asked for; 0 asks for what there is.
func (d *decision) extension(asked int) (int, error) {
	phase := d.position.Wanted().Phase
	left := MaxExtended - d.Extended
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
