package domain

// Hurry is the vote of somebody seated to end the present wait now. When all persons seated have cast it, the wait ends as if
// its deadline had come, and nobody has missed it.
type Hurry struct {
	Meant Meant `json:"meant"`
}

func (Hurry) inputType() string { return "hurry" }

func (in Hurry) decide(d *decision, by Actor) error {
	if d.out.Seat == 0 {
		return Refuse(NotSeated, "You have no seat in this game.")
	}
	if d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; only one that is running can be hurried.", d.Status)
	}
	w := d.position.Wanted()
	if err := d.staleWait(in.Meant, w); err != nil {
		return err
	}
	if err := d.standing(); err != nil {
		return err
	}
	return d.vote(VoteHurry, 0, by, func(int, string) { d.hurry() })
}

func (d *decision) hurry() {
	d.goOn()
	d.endWait("hurried")
}

// staleWait refuses what names another wait than the present one.
func (d *decision) staleWait(meant Meant, w Wanted) error {
	if meant.Step != 0 && meant.Step != d.Step || meant.Round != 0 && meant.Round != w.Round {
		return Refuse(Stale, "This was meant for another step; the game is at step %d (round %d, phase %s). Look at it again.", d.Step, w.Round, w.Phase).At("/step")
	}
	return nil
}
