package domain

import "time"

// The bounds of what is given after a deadline, in seconds.
const (
	MaxGrace = 7 * 24 * 60 * 60
	MaxBank  = 30 * 24 * 60 * 60
)

// Bank is time of each seat's own, in seconds, that it uses after deadlines: what it has at the start, what each move of
// its own adds, and the most that it holds.
type Bank struct {
	Start     int `json:"start"`     // 0 to Cap
	Increment int `json:"increment"` // 0 to Cap
	Cap       int `json:"cap"`       // 1 to MaxBank
}

func (t *Terms) checkOvertime() error {
	if t.Grace < 0 || t.Grace > MaxGrace {
		return Refuse(InvalidTerms, "The grace after a deadline must be between 0 and %d seconds (7 days).", MaxGrace).At("/terms/grace")
	}
	b := t.Bank
	switch {
	case b == nil:
	case b.Cap < 1 || b.Cap > MaxBank:
		return Refuse(InvalidTerms, "A time bank holds at most so many seconds, between 1 and %d (30 days).", MaxBank).At("/terms/bank/cap")
	case b.Start < 0 || b.Start > b.Cap:
		return Refuse(InvalidTerms, "A time bank starts with 0 seconds up to its cap.").At("/terms/bank/start")
	case b.Increment < 0 || b.Increment > b.Cap:
		return Refuse(InvalidTerms, "A move adds 0 seconds to a time bank, up to its cap.").At("/terms/bank/increment")
	case b.Start == 0 && b.Increment == 0:
		return Refuse(InvalidTerms, "A time bank that starts with nothing and gets nothing is none; give it a start or an increment.").At("/terms/bank/start")
	}
	return nil
}

// bank is the time bank of the game, nil for none.
func (t *Table) bank() *Bank {
	if t.Terms == nil {
		return nil
	}
	return t.Terms.Bank
}

// grace is how long after the deadline, and after what was in its bank, a late move counts.
func (t *Table) grace() time.Duration {
	if t.Terms == nil {
		return 0
	}
	return time.Duration(t.Terms.Grace) * time.Second
}

// fillBanks gives each seat what it starts with.
func (d *decision) fillBanks() {
	if b := d.bank(); b != nil {
		for i := range d.Seats {
			d.Seats[i].Bank = b.Start
		}
	}
}

// bankView is what everybody sees of a seat's bank.
func (t *Table) bankView(s Seat) *int {
	b := t.bank()
	if b == nil {
		return nil
	}
	left := s.Bank
	if t.Status == Opened {
		left = b.Start
	}
	return &left
}

// increment adds to a seat's bank what a move of its own does.
func (d *decision) increment(seat int) {
	if b := d.bank(); b != nil {
		s := &d.Seats[seat-1]
		s.Bank = min(b.Cap, s.Bank+b.Increment)
	}
}
