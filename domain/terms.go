package domain

// Terms are the rules around the rules that a host chooses when a game is opened and everybody can read before joining.
// What they mean does not depend on the kind. A game that was opened before there were any has none: it goes on as it began.
type Terms struct {
	AutoForced bool `json:"auto_forced"` // a seat that can make exactly one move makes it at once

	MissedLimit    int        `json:"missed_limit"`    // so many turns missed in a row cost the seat; 0 for never
	Missed         MissedSeat `json:"missed"`          // what becomes of the seat then, or when its player leaves
	MaxVacation    int        `json:"max_vacation"`    // seconds by which deadlines move out at most for the vacations of one person
	MinReliability int        `json:"min_reliability"` // percent that who joins must have, 0 for none
}

// DefaultTerms are those of a game whose host says nothing.
func DefaultTerms() Terms {
	return Terms{AutoForced: true, MissedLimit: DefaultMissed, Missed: ToBot, MaxVacation: DefaultVacation}
}
