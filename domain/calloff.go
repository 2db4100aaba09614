package domain

import "time"

// callOff lets a moderator end a game that is open or running. Nobody wins; sealed moves are forgotten unread, and
// everybody is told.
func (d *decision) callOff() error {
	if d.Status != Opened && d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; only one that is open or running can be called off.", d.Status)
	}
	d.stop("a moderator called it off")
	return nil
}

// stop ends a game in which nobody may play on, and tells everybody.
func (d *decision) stop(why string) {
	for i := range d.Seats {
		d.Seats[i].Since = 0
	}
	d.Sealed = nil
	d.Status, d.EndedAt, d.Deadline, d.Extended = Abandoned, d.at, time.Time{}, 0
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
