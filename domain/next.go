package domain

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
)

// ByRule says what makes a move that no person makes at the time.
type ByRule string

// The rules by which the server moves for a seat.
const (
	ByBot ByRule = "bot" // the seat is held by a bot
)

// Next is what the table brings about by itself at this moment, as an input of Clock's, for the caller to decide and log
// like any other, and then to ask again; nil when somebody or the clock is waited for. A Seal that it gives is not yet
// blind. r is for bots.
func (t *Table) Next(r *rand.Rand) Input {
	w, waiting := t.Waiting()
	if t.Course.Pause != nil {
		return nil
	}
	for _, seat := range waiting {
		if move, why := t.automatic(seat, r); move != nil {
			auto := Automatic{For: seat, Why: why}
			if w.Sealed {
				return Seal{Automatic: auto, Move: move, Ready: true}
			}
			return PlayMoves{Automatic: auto, Moves: []json.RawMessage{move}}
		}
	}
	return nil
}

// automatic is the move that a seat that is waited for makes without its player, nil when its player is to choose.
func (t *Table) automatic(seat int, r *rand.Rand) (json.RawMessage, ByRule) {
	if t.Seats[seat-1].Bot {
		return t.position.Bot(seat, r), ByBot
	}
	return nil, ""
}

// Then adds what followed from an outcome in the same breath. The seat and the receipt stay those of what came first.
func (o *Outcome) Then(next Outcome) {
	o.Events = append(o.Events, next.Events...)
	o.Notices = append(o.Notices, next.Notices...)
	o.Moved = o.Moved || next.Moved
	o.Unseen = o.Unseen && next.Unseen
}

// Settled leaves out of an outcome the requests to move that what followed has made void already.
func (t *Table) Settled(o Outcome) Outcome {
	o.Notices = slices.DeleteFunc(o.Notices, func(n Notice) bool { return !t.Owes(n) })
	return o
}
