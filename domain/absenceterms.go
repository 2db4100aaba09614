package domain

// MissedSeat says what becomes of a seat whose player has missed too many turns, or has left.
type MissedSeat string

// What may become of it.
const (
	ToBot        MissedSeat = "bot"        // the kind's plain bot plays for it
	ToSubstitute MissedSeat = "substitute" // it is vacant, and whoever comes first may take it
	Drop         MissedSeat = "drop"       // what stands for the absent is played for it at once
)

// The bounds of the terms about absence, and what holds when a host says nothing.
const (
	MostMissedLimit = 20
	MostVacation    = 366 * 24 * 60 * 60 // seconds
	DefaultMissed   = 2
	DefaultVacation = 21 * 24 * 60 * 60 // seconds
)

// checkAbsence refuses terms about absence that cannot be.
func (t *Terms) checkAbsence() error {
	switch {
	case t.MissedLimit < 0 || t.MissedLimit > MostMissedLimit:
		return Refuse(InvalidTerms, "missed_limit is how many turns in a row may be missed: 1 to %d, or 0 for any number.", MostMissedLimit).At("/terms/missed_limit")
	case t.Missed != "" && t.Missed != ToBot && t.Missed != ToSubstitute && t.Missed != Drop:
		return Refuse(InvalidTerms, "missed is what becomes of a seat then: bot, substitute or drop.").At("/terms/missed")
	case t.MaxVacation < 0 || t.MaxVacation > MostVacation:
		return Refuse(InvalidTerms, "max_vacation is by how many seconds deadlines move out for one person's vacations: 0 to %d (366 days).", MostVacation).At("/terms/max_vacation")
	case t.MinReliability < 0 || t.MinReliability > 100:
		return Refuse(InvalidTerms, "min_reliability is the percentage of turns that who joins has taken in time: 0 to 100.").At("/terms/min_reliability")
	}
	return nil
}

// goes is what becomes of a seat that is given up.
func (t *Terms) goes() MissedSeat {
	if t.Missed == "" {
		return ToBot
	}
	return t.Missed
}
