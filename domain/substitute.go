package domain

// Substitute takes a seat from a player who does not move; it goes as the terms say. The host may when the player has missed the last turn; a
// moderator, whom the caller knows to be one, at any time.
type Substitute struct {
	Seat      int    `json:"seat"`
	Moderator bool   `json:"moderator,omitempty"`
	Why       string `json:"why,omitempty"` // in the actor's words, for everybody to read
}

func (Substitute) inputType() string { return "substitute" }

func (in Substitute) decide(d *decision, by Actor) error {
	if !in.Moderator {
		if err := d.host(by); err != nil {
			return err
		}
	}
	if d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; a seat can be given to somebody else while it is running.", d.Status)
	}
	if err := checkReason(in.Why); err != nil {
		return err
	}
	if in.Seat < 1 || in.Seat > len(d.Seats) || d.Seats[in.Seat-1].Account == "" {
		return Refuse(NotMissing, "No player holds seat %d; look at the game again.", in.Seat).At("/seat")
	}
	if seat := d.Seats[in.Seat-1]; !in.Moderator && (seat.Late == nil || seat.Late.Excused) {
		return Refuse(NotMissing, "Whoever holds seat %d has not missed the last turn; a host can give away only the seat of somebody who does not move. Ask a moderator.",
			in.Seat).At("/seat")
	}
	d.vacateFor(in.Seat, role(in.Moderator), in.Why)
	if d.Status == Active {
		d.notifyLost(SeatLost, in.Seat)
	}
	return nil
}
