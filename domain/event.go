package domain

import (
	"encoding/json"
	"time"
)

// Told is an event as it is stored and told. Everybody is told of every number from 1 without a gap; only what is told
// may differ.
type Told struct {
	Number int
	At     time.Time
	Type   string
	Data   json.RawMessage         // for everybody
	Own    map[int]json.RawMessage // for single seats, in place of Data
}

// EventView is an event as one viewer is told of it.
type EventView struct {
	Number int             `json:"number"`
	At     time.Time       `json:"at"`
	Type   string          `json:"type"`
	Data   json.RawMessage `json:"data"`
}

// For is what a seat is told; seat 0 is a spectator.
func (e Told) For(seat int) EventView {
	data := e.Data
	if own, ok := e.Own[seat]; ok && seat > 0 {
		data = own
	}
	return EventView{Number: e.Number, At: e.At, Type: e.Type, Data: data}
}

// What the events of a table say. Events of a kind are described with the kind.
type (
	opened struct {
		Seats int `json:"seats"`
	}
	seatTaken struct {
		Seat int `json:"seat"`
	}
	seatLeft struct {
		Seat int `json:"seat"`
		Host int `json:"host"` // the host's seat from now on
	}
	started struct {
		Seats      int    `json:"seats"`
		Commitment string `json:"commitment"`
	}
	revealed struct {
		Round int           `json:"round"`
		Bids  []revealedBid `json:"bids"`
	}
	revealedBid struct {
		Seat       int             `json:"seat"`
		Bid        json.RawMessage `json:"bid"`
		Missed     bool            `json:"missed,omitempty"` // the deadline came first: this stands for a bid
		Receipt    string          `json:"receipt,omitempty"`
		Nonce      string          `json:"nonce,omitempty"`
		Commitment string          `json:"commitment,omitempty"`
		Preimage   string          `json:"preimage,omitempty"` // its SHA-256 in hex is the commitment
	}
	deadlinePassed struct {
		Phase string `json:"phase"`
		Seats []int  `json:"seats"` // that had not moved; empty when all who were waited for had stored a move
		Did   string `json:"did"`   // what stands for them
	}
	deadlineMoved struct {
		Phase    string    `json:"phase"`
		Before   time.Time `json:"before"`
		Deadline time.Time `json:"deadline"` // from now on
		Why      string    `json:"why"`
		Excused  []int     `json:"excused,omitempty"` // seats whose last miss does not count
	}
	missesExcused struct {
		Seats []int  `json:"seats"`
		Why   string `json:"why"`
	}
	roundVoided struct {
		Round int    `json:"round"`
		By    string `json:"by"` // host or moderator
		Why   string `json:"why,omitempty"`
	}
	overtimeBegan struct {
		Phase string     `json:"phase"`
		Late  []LateSeat `json:"late"`
		Until time.Time  `json:"until"` // the last of theirs
	}
	gamePaused struct {
		Until    time.Time `json:"until"`
		Deadline time.Time `json:"deadline"` // if it goes on then
		Why      string    `json:"why"`
	}
	gameResumed struct {
		Deadline time.Time `json:"deadline"`
		Why      string    `json:"why"`
	}
	voteCast struct {
		For     VoteFor `json:"for"`
		Seat    int     `json:"seat"`
		Seconds int     `json:"seconds,omitempty"`
		Votes   int     `json:"votes"`  // so far
		Needed  int     `json:"needed"` // so many do it
	}
	voteWithdrawn struct {
		For  VoteFor `json:"for"`
		Seat int     `json:"seat"`
	}
	gameOver struct {
		Result     Result `json:"result"`
		ServerSeed string `json:"server_seed"`
	}
	gameAbandoned struct {
		Why string `json:"why"`
	}
)
