package domain

import "time"

// Backlog is what should have been done by now: how many rows of a sort there are, and since when the oldest has been due;
// the zero time when there is none.
type Backlog struct {
	Of     string // "games", "deliveries" or "letters"
	Rows   int
	Oldest time.Time
}
