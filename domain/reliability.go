package domain

import (
	"math"
	"time"
)

// ReliabilityHalfLife is how long it takes until a turn, taken or missed, counts half in its player's reliability.
const ReliabilityHalfLife = 90 * 24 * time.Hour

// Reliability is how dependably somebody takes their turns. Only misses count that could have been avoided.
type Reliability struct {
	Percent int `json:"percent"` // of turns taken in time, 0 to 100, rounded down; 100 for who has had none yet
	Turns   int `json:"turns"`   // how many that is of: each counts half after ReliabilityHalfLife
}

// TurnOf is a turn of a person's that has come to its end.
type TurnOf struct {
	Account string
	Missed  bool      // its deadline ended it, and that could have been avoided
	Excused time.Time // if not zero: it was missed then, but counts no more
}

// Person is what the server knows of somebody who sits down, as it is then.
type Person struct {
	Vacations   []Vacation   `json:"vacations,omitempty"`
	Reliability *Reliability `json:"reliability,omitempty"`
}

// weighedFrom is when a turn weighs 1. What is weighed in sums only grows, so that sums need not be read to be added to.
var weighedFrom = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// TurnWeight is what a turn at a time weighs in the sums of which ReliabilityOf is made: twice as much as one
// ReliabilityHalfLife earlier. A sum does not come to the end of numbers for two hundred years.
func TurnWeight(at time.Time) float64 {
	return math.Exp2(float64(at.Sub(weighedFrom)) / float64(ReliabilityHalfLife))
}

// ReliabilityOf reads sums of weights, of all turns and of those missed, at a time.
func ReliabilityOf(turns, missed float64, now time.Time) Reliability {
	faded := int(math.Round(turns / TurnWeight(now)))
	if turns <= 0 {
		return Reliability{Percent: 100}
	}
	percent := int(math.Floor(100*(turns-missed)/turns + 1e-9))
	return Reliability{Percent: min(max(percent, 0), 100), Turns: faded}
}

// reliable refuses who is not as reliable as the terms ask.
func (d *decision) reliable(who *Person) error {
	if d.Terms == nil || who == nil || who.Reliability == nil || who.Reliability.Percent >= d.Terms.MinReliability {
		return nil
	}
	return Refuse(NotReliable, "This game asks for a reliability of %d percent and yours is %d (of %d turns); it rises with every turn that you take in time, and misses fade.",
		d.Terms.MinReliability, who.Reliability.Percent, who.Reliability.Turns)
}

// sit notes what is known of who has taken a seat.
func (t *Table) sit(seat int, who *Person) {
	if t.Terms == nil || who == nil || seat == 0 {
		return
	}
	t.Seats[seat-1].Absence.Vacations, t.Seats[seat-1].Absence.Shown = who.Vacations, who.Reliability
}
