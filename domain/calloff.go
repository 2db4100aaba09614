package domain

// callOff lets a moderator end a game that is open or running. Nobody wins; sealed moves are forgotten unread, and
// everybody is told.
func (d *decision) callOff() error {
	if d.Status != Opened && d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; only one that is open or running can be called off.", d.Status)
	}
	for i := range d.Seats {
		d.Seats[i].Since = 0
	}
	d.Sealed = nil
	d.Status, d.EndedAt = Abandoned, d.at
	d.stop()
	d.tell("game_abandoned", gameAbandoned{Why: "a moderator called it off"}, nil)
	d.notifyAll(GameAbandoned)
	return nil
}
