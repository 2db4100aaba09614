package domain

// Terms are the rules around the rules that a host chooses when a game is opened and everybody can read before joining.
// What they mean does not depend on the kind. A game that was opened before there were any has none: it goes on as it began.
type Terms struct {
	AutoForced bool `json:"auto_forced"` // a seat that can make exactly one move makes it at once

	Schedule
	Early bool  `json:"early"`          // a sealed wait ends as soon as all bids are in and ready; else at its deadline only
	Grace int   `json:"grace"`          // seconds after the deadline, and after what is in the bank, in which a late move counts; 0 to MaxGrace
	Bank  *Bank `json:"bank,omitempty"` // each seat's own time after the deadline; nil for none

	MissedLimit    int        `json:"missed_limit"`    // so many turns missed in a row cost the seat; 0 for never
	Missed         MissedSeat `json:"missed"`          // what becomes of the seat then, or when its player leaves
	MaxVacation    int        `json:"max_vacation"`    // seconds by which deadlines move out at most for the vacations of one person
	MinReliability int        `json:"min_reliability"` // percent that who joins must have, 0 for none
}

// DefaultTerms are those of a game whose host says nothing.
func DefaultTerms() Terms {
	return Terms{AutoForced: true, Early: true, MissedLimit: DefaultMissed, Missed: ToBot, MaxVacation: DefaultVacation}
}

// checkTerms refuses terms that say what there is not, and puts the others in order. nil is let through.
func (t *Terms) check() (*Terms, error) {
	if t == nil {
		return nil, nil
	}
	checked := *t
	for _, part := range []func() error{checked.checkSchedule, checked.checkOvertime, checked.checkAbsence} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return &checked, nil
}

// Shown are the terms as a view has them: without what the server notes for itself.
func (t *Terms) Shown() *Terms {
	if t == nil {
		return nil
	}
	shown := *t
	shown.Changes = nil
	return &shown
}
