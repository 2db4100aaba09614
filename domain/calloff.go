package domain

// callOff lets a moderator end a game that is open or running. Nobody wins; sealed moves are forgotten unread, and
// everybody is told.
func (d *decision) callOff() error {
	if d.Status != Opened && d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; only one that is open or running can be called off.", d.Status)
	}
	d.breakOff("a moderator called it off")
	return nil
}

// breakOff ends a game in which nobody may play on, and tells everybody.
func (d *decision) breakOff(why string) {
	for i := range d.Seats {
		d.Seats[i].Since = 0
	}
	d.Sealed = nil
	d.Status, d.EndedAt = Abandoned, d.at
	d.stop()
	d.tell("game_abandoned", gameAbandoned{Why: why}, nil)
	d.notifyAll(GameAbandoned)
}

// alone says whether only bots play with the host, so that nobody else's game ends when the host ends it.
func (d *decision) alone() bool {
	for _, s := range d.Seats {
		if s.Account != "" && s.Account != d.Host {
			return false
		}
	}
	return true
}
