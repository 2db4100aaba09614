package domain

// Terms are the rules around the rules that a host chooses when a game is opened and everybody can read before joining.
// What they mean does not depend on the kind. A game that was opened before there were any has none: it goes on as it began.
type Terms struct {
	AutoForced bool `json:"auto_forced"` // a seat that can make exactly one move makes it at once
}

// DefaultTerms are those of a game whose host says nothing.
func DefaultTerms() Terms { return Terms{AutoForced: true} }
