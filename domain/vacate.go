package domain

import (
	"slices"
	"strings"
	"time"
)

// Held says who holds a seat.
type Held string

// Who may hold a seat.
const (
	HeldByPlayer Held = "player"
	HeldByBot    Held = "bot"
	SeatVacant   Held = "vacant"  // nobody, and a substitute may take it
	SeatDropped  Held = "dropped" // nobody, and what stands for the absent is played for it at once
)

// Held says who holds the seat.
func (s Seat) Held() Held {
	switch {
	case s.Bot:
		return HeldByBot
	case s.Account != "":
		return HeldByPlayer
	case s.Absence.Goes == ToSubstitute:
		return SeatVacant
	}
	return SeatDropped
}

// former is who may take a seat back that no person holds; empty for nobody.
func (s Seat) former() string {
	if s.Account != "" || len(s.Absence.Former) == 0 {
		return ""
	}
	return s.Absence.Former[len(s.Absence.Former)-1]
}

// LostBy is the seat that an account may take back; 0 when there is none.
func (t *Table) LostBy(account string) int {
	if t.Status != Active || account == "" {
		return 0
	}
	return 1 + slices.IndexFunc(t.Seats, func(s Seat) bool { return s.former() == account })
}

// Return takes one's own seat back while no other person holds it. The deadline stays as it is.
type Return struct {
	Who *Person `json:"who,omitempty"`
}

func (Return) inputType() string { return "return" }

func (in Return) decide(d *decision, by Actor) error {
	if d.out.Seat > 0 {
		return Refuse(AlreadySeated, "You have seat %d in this game; it is yours.", d.out.Seat)
	}
	if d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; a seat can be taken back only while it is running.", d.Status)
	}
	seat := d.LostBy(by.Account)
	if seat == 0 {
		return Refuse(NotSeated, "There is no seat in this game that you could take back: you had none, or somebody else has taken it since.")
	}
	d.takeOver(seat, by, in.Who, "former")
	return nil
}

// vacate takes a seat in a running game from who holds it: because they left, or for turns that they missed. It is the one
// way to do so. What they have stored for later is void, but not after the deadline; the seat goes as the terms say. The
// host's part goes to the next person.
func (d *decision) vacate(seat int, why string) { d.vacateFor(seat, why, "") }

// vacateFor is vacate with the reason that somebody gave.
func (d *decision) vacateFor(seat int, why, reason string) {
	s := &d.Seats[seat-1]
	account := s.Account
	if !d.passes(seat) {
		delete(d.Sealed, seat)
	}
	d.voidOrders(seat)
	d.Course.Votes = slices.DeleteFunc(slices.Clone(d.Course.Votes), func(v Vote) bool { return v.Seat == seat })
	former := slices.DeleteFunc(s.Absence.Former, func(a string) bool { return a == account })
	s.Account, s.Late = "", nil
	s.Absence = Absence{Goes: d.Terms.goes(), Former: append(former, account), Row: s.Absence.Row, Spent: s.Absence.Spent,
		Opened: s.Absence.Opened, Gone: why != "missed", Left: d.leftIn(seat, why)}
	s.Bot = s.Absence.Goes == ToBot
	if d.Host == account {
		d.Host = d.nextHost(seat)
	}
	d.out.Lost = append(d.out.Lost, Lost{Account: account, Seat: seat})
	d.tell("seat_lost", seatLost{Seat: seat, Why: why, Reason: reason, Goes: s.Absence.Goes, Host: d.SeatOf(d.Host)}, nil)
	switch {
	case s.Absence.Goes == ToSubstitute:
		d.tellOpened(seat)
	case d.Host == "" && !slices.ContainsFunc(d.Seats, func(s Seat) bool { return s.Held() == SeatVacant }):
		d.giveUp("no person held a seat any more") // bots do not play on alone
	}
	d.recount()
}

// leftIn is since when a wait has been for a seat whose player leaves in it, having a choice and no vacation; else 0.
func (d *decision) leftIn(seat int, why string) int {
	s := d.Seats[seat-1]
	if _, away := s.Absence.during(d.Deadline); why != "left" || s.Since == 0 || away || !d.choosing(seat) {
		return 0
	}
	return s.Since
}

// tellOpened asks for everybody to be told that a seat is open to a substitute, for each seat once in a step: who leaves and
// returns again and again is not to flood them. What tells one such notice from another is the event.
func (d *decision) tellOpened(seat int) {
	a := &d.Seats[seat-1].Absence
	if a.Opened == d.Step {
		return
	}
	a.Opened = d.Step
	for i := range d.Seats {
		d.out.Notices = append(d.out.Notices, Notice{Type: SeatOpened, Seat: i + 1, Step: d.Told, Event: d.Told})
	}
}

// nextHost is the next person after a seat; empty when no person holds one.
func (d *decision) nextHost(seat int) string {
	for i := range d.Seats {
		if s := d.Seats[(seat+i)%len(d.Seats)]; s.Account != "" {
			return s.Account
		}
	}
	return ""
}

// takeOver seats a person in a seat of a running game that no person holds. What was stored for it by who had it before is
// void: nobody plays on with what they have not seen. After the deadline it stands, and they play from the next wait on.
func (d *decision) takeOver(seat int, by Actor, who *Person, as string) {
	s := &d.Seats[seat-1]
	passed := d.passes(seat)
	if !passed {
		delete(d.Sealed, seat)
	} else if d.Course.Overtime == nil {
		d.beginOvertime() // in which nobody is late: the clock is about to end the wait
	}
	s.Account, s.Bot, s.Late = by.Account, false, nil
	had := s.Absence
	s.Absence = Absence{Former: had.Former}
	if as == "substitute" {
		s.Missed, d.Idle = 0, -1
	} else { // leaving and coming back gives nothing anew
		s.Absence.Row, s.Absence.Spent, s.Absence.Opened = had.Row, had.Spent, had.Opened
		if had.Left > 0 && had.Left != s.Since {
			d.ranAway(seat)
		}
	}
	d.sit(seat, who)
	d.out.Seat = seat
	if d.Host == "" {
		d.Host = by.Account
	}
	d.tell("seat_taken_over", seatTakenOver{Seat: seat, By: as, Host: d.SeatOf(d.Host)}, nil)
	if s.Since == 0 || passed {
		return
	}
	d.call(d.position.Wanted(), seat)
	d.remindSeat(seat)
}

// ranAway counts the turn as missed in which a player left who is back, now that it is over.
func (d *decision) ranAway(seat int) {
	s := &d.Seats[seat-1]
	s.Missed++
	s.Absence.Row++
	d.out.Turns = append(d.out.Turns, TurnOf{Account: s.Account, Missed: true})
}

// substitute gives a vacant seat to somebody who has not held one in this game: who has, knows what is not theirs to know.
func (d *decision) substitute(in Join, by Actor) error {
	seat := in.Seat
	if seat == 0 {
		seat = 1 + slices.IndexFunc(d.Seats, func(s Seat) bool { return s.Held() == SeatVacant })
	}
	if seat < 1 || seat > len(d.Seats) || d.Seats[seat-1].Held() != SeatVacant {
		return Refuse(SeatNotVacant, "Seat %d is not open to a substitute; the game shows under held which are vacant.", in.Seat).At("/seat")
	}
	if d.overdue() { // it would be a turn missed that they never had
		return Refuse(SeatNotVacant, "The deadline of the present wait has passed, and seat %d is open to a substitute again when the wait ends, by %s.",
			seat, laterOf(d.at, d.Due()).Format(time.RFC3339)).At("/seat")
	}
	for i, s := range d.Seats {
		if slices.Contains(s.Absence.Former, by.Account) {
			return Refuse(HeldBefore, "You held seat %d in this game before, and may have seen what others may not; you can only take that back, while no other person holds it.", i+1)
		}
	}
	if err := d.reliable(in.Who); err != nil {
		return err
	}
	d.takeOver(seat, by, in.Who, "substitute")
	return nil
}

// Vacant is how many seats of a running game are open to substitutes.
func (t *Table) Vacant() (n int) {
	for _, s := range t.Seats {
		if t.Status == Active && s.Held() == SeatVacant {
			n++
		}
	}
	return n
}

// notSeated says why somebody without a seat cannot move.
func (d *decision) notSeated() error {
	if seat := d.LostBy(d.by.Account); seat > 0 {
		return Refuse(NotSeated, "Seat %d is not yours any more; take it back, then move.", seat)
	}
	return Refuse(NotSeated, "You have no seat in this game.")
}

// notifyLost asks for the person to be told who was the last to hold a seat that no person holds.
func (d *decision) notifyLost(what NoticeType, seat int) {
	if account := d.Seats[seat-1].former(); account != "" && account != d.by.Account {
		d.out.Notices = append(d.out.Notices, Notice{Type: what, Seat: seat, Step: d.Step, Event: d.Told, To: account})
	}
}

// Lost is a seat that somebody has lost or left in a running game.
type Lost struct {
	Account string
	Seat    int
}

type (
	seatLost struct {
		Seat   int        `json:"seat"`
		Why    string     `json:"why"`              // "left" or "missed", or who took it: "host" or "moderator"
		Reason string     `json:"reason,omitempty"` // that they gave
		Goes   MissedSeat `json:"goes"`             // where to
		Host   int        `json:"host"`             // the host's seat from now on, 0 when no person holds one
	}
	seatTakenOver struct {
		Seat int    `json:"seat"`
		By   string `json:"by"`   // "substitute" or "former"
		Host int    `json:"host"` // likewise
	}
)

func (l seatLost) tell() string {
	why := "was given up by its player"
	if l.Why == "missed" {
		why = "was taken from its player, who had missed too many turns in a row"
	}
	if who := inTheName[l.Why]; who != "" {
		why = "was taken from its player by " + strings.ToLower(who)
		if l.Reason != "" {
			why += " (" + l.Reason + ")"
		}
	}
	return "Seat " + itoa(l.Seat) + " " + why + "; " + l.Goes.then() + "."
}

// then says what becomes of the seat.
func (m MissedSeat) then() string {
	return map[MissedSeat]string{ToBot: "a bot plays for it", ToSubstitute: "it is open to a substitute",
		Drop: "what stands for the absent is played for it"}[m]
}

func (o seatTakenOver) tell() string {
	if o.By == "substitute" {
		return "A substitute took seat " + itoa(o.Seat) + "."
	}
	return "Seat " + itoa(o.Seat) + " was taken back by its player."
}
