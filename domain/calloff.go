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

// alone says whether only bots play with the host, so that nobody else's game ends when the host ends it.
func (d *decision) alone() bool {
	for _, s := range d.Seats {
		if s.Account != "" && s.Account != d.Host {
			return false
		}
	}
	return true
}
