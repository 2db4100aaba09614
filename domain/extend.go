package domain

import "time"

// MaxExtended is by how many seconds the host can move the deadline of one wait out, all extensions together.
const MaxExtended = 7 * 24 * 60 * 60

// extend moves the present deadline out on the host's word.
func (d *decision) extend(in Extend, by Actor) error {
	if err := d.host(by); err != nil {
		return err
	}
	if d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; only one that is running has a deadline to move.", d.Status)
	}
	if !in.Deadline.Equal(d.Deadline) {
		return Refuse(DeadlineChanged, "The deadline is %s now, not the one that you want moved; look at the game and name that if it is still too soon.",
			d.Deadline.Format(time.RFC3339Nano)).At("/deadline")
	}
	if !d.at.Before(d.Deadline) {
		return passed(d.Deadline)
	}
	seconds, err := d.extension(in.By)
	if err != nil {
		return err
	}
	d.Extended += seconds
	d.moveDeadline(d.Deadline.Add(time.Duration(seconds)*time.Second), "the host extended it")
	return nil
}

// extension is by how many seconds the deadline moves when so many are asked for; 0 asks for what there is.
func (d *decision) extension(asked int) (int, error) {
	phase := d.position.Wanted().Phase
	length, left := d.Pace[phase], MaxExtended-d.Extended
	if asked == 0 {
		asked = min(length, left)
	}
	switch {
	case left < MinPace:
		return 0, Refuse(CannotExtend, "This deadline has been moved out by %s, and more is not possible; it stays.",
			span(time.Duration(d.Extended)*time.Second))
	case asked < MinPace || asked > min(length, left):
		return 0, Refuse(ExtensionOutOfRange, "This deadline can be moved out by %d to %d seconds: at most the length of a phase %s at once, and 7 days in all.",
			MinPace, min(length, left), phase).At("/by")
	}
	return asked, nil
}
