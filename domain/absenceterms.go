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
	if t == nil || t.Missed == "" {
		return ToBot
	}
	return t.Missed
}

// absenceText says in words what the terms about absence have that is not as it is where a host says nothing.
func (t *Terms) absenceText() (parts []string) {
	if t.MissedLimit != DefaultMissed || t.goes() != ToBot {
		goes := map[MissedSeat]string{ToBot: "goes to a bot", ToSubstitute: "is open to a substitute", Drop: "is dropped"}[t.goes()]
		if t.MissedLimit == 0 {
			parts = append(parts, "a seat that is left "+goes)
		} else {
			parts = append(parts, "a seat that is left, or misses "+itoa(t.MissedLimit)+" in a row, "+goes)
		}
	}
	if t.MaxVacation == 0 {
		parts = append(parts, "vacations do not move deadlines")
	} else if t.MaxVacation != DefaultVacation {
		parts = append(parts, "vacations move deadlines by "+seconds(t.MaxVacation)+" at most")
	}
	if t.MinReliability > 0 {
		parts = append(parts, "who joins has a reliability of "+itoa(t.MinReliability)+" % at least")
	}
	return parts
}
