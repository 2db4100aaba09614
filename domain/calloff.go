package domain

// callOff lets a moderator end a game that is open or running. Nobody wins; sealed moves are forgotten unread, and
// everybody is told.
func (d *decision) callOff() error {
	if d.Status != Opened && d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; only one that is open or running can be called off.", d.Status)
	}
	d.giveUp("a moderator called it off")
	return nil
}
