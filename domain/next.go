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
	ByBot    ByRule = "bot"    // the seat is held by a bot
	ByOrder  ByRule = "order"  // a standing order of the seat's applies
	ByForced ByRule = "forced" // it is the one move that there is
	ByAbsent ByRule = "absent" // nobody holds the seat, and nobody is waited for
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
		if move, auto := t.automatic(seat, w, r); move != nil {
			auto.For = seat
			if w.Sealed {
				return Seal{Automatic: auto, Move: move, Ready: true}
			}
			return PlayMoves{Automatic: auto, Moves: []json.RawMessage{move}}
		}
	}
	return nil
}

// automatic is the move that a seat that is waited for makes without its player, nil when its player is to choose.
func (t *Table) automatic(seat int, w Wanted, r *rand.Rand) (json.RawMessage, Automatic) {
	if t.Seats[seat-1].Bot {
		return t.position.Bot(seat, r), Automatic{Why: ByBot}
	}
	if t.Seats[seat-1].Held() == SeatDropped {
		return t.position.Absent(seat), Automatic{Why: ByAbsent}
	}
	if w.Sealed {
		return nil, Automatic{} // a bid is its player's alone, and a forced one could show what its seat holds
	}
	if now := t.orderNow(seat); now != nil && now.Index > 0 {
		return now.Move, Automatic{Why: ByOrder, Order: now.Index}
	}
	if t.autoForced() {
		return t.onlyMove(seat, w), Automatic{Why: ByForced}
	}
	return nil, Automatic{}
}

// autoForced says whether the table makes forced moves by itself.
func (t *Table) autoForced() bool { return t.Terms != nil && t.Terms.AutoForced }

// onlyMove is the one move that a seat can make in a wait where everybody can see that it is the only one; nil when there
// is a choice, or when it is not for everybody to know that there is none.
func (t *Table) onlyMove(seat int, w Wanted) json.RawMessage {
	p := t.Kind.Phase(w.Phase)
	if p == nil || w.Sealed || !p.Evident {
		return nil
	}
	if _, _, choices := t.position.View(seat); len(choices) == 1 && !choices[0].Example {
		return encode(choices[0].Move)
	}
	return nil
}

// Then adds what followed from an outcome in the same breath. The seat and the receipt stay those of what came first.
func (o *Outcome) Then(next Outcome) {
	o.Events = append(o.Events, next.Events...)
	o.Notices = append(o.Notices, next.Notices...)
	o.Turns = append(o.Turns, next.Turns...)
	o.Lost = append(o.Lost, next.Lost...)
	o.Answered = append(o.Answered, next.Answered...)
	o.Moved = o.Moved || next.Moved
	o.Unseen = o.Unseen && next.Unseen
}

// Settled leaves out of an outcome the requests to move that what followed has made void already.
func (t *Table) Settled(o Outcome) Outcome {
	o.Notices = slices.DeleteFunc(o.Notices, func(n Notice) bool { return !t.Owes(n) })
	return o
}
