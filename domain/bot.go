package domain

// BotName is what a bot in a seat is called.
func BotName(seat int) string { return "bot " + itoa(seat) }

// AddBot seats the kind's plain bot in the next seat of an open game. Only the host may.
type AddBot struct{}

// RemoveBot sends a bot away from an open game; the seats after it move up. Only the host may.
type RemoveBot struct {
	Seat int `json:"seat"`
}

func (AddBot) inputType() string    { return "add_bot" }
func (RemoveBot) inputType() string { return "remove_bot" }

func (AddBot) decide(d *decision, by Actor) error {
	if err := d.hostOfOpen(by); err != nil {
		return err
	}
	if d.Free() == 0 {
		return d.full("for a bot")
	}
	d.seatBot()
	if len(d.Seats) == d.Size {
		d.begin()
	}
	return nil
}

func (d *decision) seatBot() {
	d.Seats = append(d.Seats, Seat{Bot: true})
	d.tell("bot_seated", seatTaken{Seat: len(d.Seats)}, nil)
}

func (in RemoveBot) decide(d *decision, by Actor) error {
	if err := d.hostOfOpen(by); err != nil {
		return err
	}
	if in.Seat < 1 || in.Seat > len(d.Seats) || !d.Seats[in.Seat-1].Bot {
		return Refuse(NoBot, "There is no bot in seat %d; look at the game and name the seat of one.", in.Seat)
	}
	d.remove(in.Seat)
	d.tell("bot_left", seatLeft{Seat: in.Seat, Host: d.SeatOf(d.Host)}, nil)
	return nil
}

// remove takes a seat away from an open game.
func (d *decision) remove(seat int) {
	d.Seats = append(d.Seats[:seat-1:seat-1], d.Seats[seat:]...)
}

// checkBots refuses more bots than there are seats beside the host's.
func checkBots(in Open) error {
	if in.Bots < 0 || in.Bots >= in.Seats && in.Bots > 0 {
		return Refuse(SeatsOutOfRange, "Beside yours the game has %d seats; ask for at most as many bots.", in.Seats-1).At("/bots")
	}
	return nil
}

// hostAfter is who becomes host when the player leaves who was in a seat: the next person behind it, or "" when only bots
// are left.
func (d *decision) hostAfter(seat int) string {
	for i := range d.Seats {
		if s := d.Seats[(seat-1+i)%len(d.Seats)]; !s.Bot {
			return s.Account
		}
	}
	return ""
}
