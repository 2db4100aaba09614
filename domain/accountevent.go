package domain

// AccountEvent is an event of one of an account's games. It has a place in the account's own order: what is committed later
// has a greater one, whatever game it is of.
type AccountEvent struct {
	Place int64 // from 1, without gaps
	Game  string
	EventView
}
