package domain

import (
	"encoding/json"
	"fmt"
)

// MaxVoids is how often one round can be voided, by whomever.
const MaxVoids = 3

// VoidRound lets the present round begin anew. The host may void a round once; a moderator, whom the caller knows to be one,
// up to MaxVoids times. What chance gave stays as it was: what was drawn will be drawn again.
type VoidRound struct {
	Round     int             `json:"round"`              // the present one, as the actor sees it
	Position  json.RawMessage `json:"position,omitempty"` // how the round began: Kinds.RoundStart of the log, filled in by the caller
	Moderator bool            `json:"moderator,omitempty"`
	Why       string          `json:"why,omitempty"` // in the actor's words, for everybody to read
}

func (VoidRound) inputType() string { return "void_round" }

// voided is a round that was begun anew.
type voided struct {
	Round int `json:"round"`
	Times int `json:"times"`
}

func (in VoidRound) decide(d *decision, by Actor) error {
	if err := d.voidable(in, by); err != nil {
		return err
	}
	position, err := d.Kind.Decode(in.Position)
	if err != nil {
		return fmt.Errorf("the start of round %d: %w", in.Round, err)
	}
	if w := position.Wanted(); w.Round != in.Round || len(w.Seats) == 0 {
		return fmt.Errorf("round %d cannot begin anew with round %d", in.Round, w.Round)
	}
	if d.Voided == nil || d.Voided.Round != in.Round {
		d.Voided = &voided{Round: in.Round}
	}
	d.Voided.Times++
	d.folding.record.void(in.Round)
	d.position, d.Sealed = position, nil
	for i := range d.Seats {
		d.Seats[i].Late = nil // what comes for a turn of before is stale
	}
	d.Step++
	d.tell("round_voided", roundVoided{Round: in.Round, By: role(in.Moderator), Why: in.Why}, nil)
	d.await(Wanted{}, 0)
	return nil
}

// MayVoid says whether an actor could void a round now, before anybody looks up how it began.
func (t *Table) MayVoid(in VoidRound, by Actor) error {
	return (&decision{Table: t}).voidable(in, by)
}

func (d *decision) voidable(in VoidRound, by Actor) error {
	if !in.Moderator {
		if err := d.host(by); err != nil {
			return err
		}
	}
	if d.Status != Active {
		return Refuse(GameNotActive, "This game is %s; only a round of one that is running can be voided.", d.Status)
	}
	if d.Course.Pause != nil {
		return Refuse(StandsStill, "The game is paused; let it go on first.")
	}
	if err := checkReason(in.Why); err != nil {
		return err
	}
	if round := d.position.Wanted().Round; in.Round != round {
		return Refuse(Stale, "It is round %d now; only the present round can be voided. Look at the game again.", round).At("/round")
	}
	times, most := 0, 1
	if d.Voided != nil && d.Voided.Round == in.Round {
		times = d.Voided.Times
	}
	if in.Moderator {
		most = MaxVoids
	}
	switch {
	case times >= MaxVoids:
		return Refuse(CannotVoid, "Round %d has begun anew %d times, which is as often as a round can.", in.Round, times)
	case times >= most:
		return Refuse(CannotVoid, "Round %d has been voided once; a second time only a moderator can.", in.Round)
	}
	return nil
}

// role is in whose name somebody did something to a game, for everybody to read.
func role(moderator bool) string {
	if moderator {
		return "moderator"
	}
	return "host"
}

// inTheName begins a sentence about what a host or a moderator did.
var inTheName = map[string]string{"host": "The host", "moderator": "A moderator"}

// reason ends a sentence with what somebody gave as a reason.
func reason(why string) string {
	if why == "" {
		return "."
	}
	return ": " + why
}

func (v roundVoided) tell() string {
	return fmt.Sprintf("%s let round %d begin anew; sealed bids are void, and cards come in the same order%s", inTheName[v.By], v.Round, reason(v.Why))
}

// checkReason lets through what checkTitle does: it stands in mails and drawings.
func checkReason(why string) error {
	if err := checkTitle(why); err != nil {
		return Refuse(InvalidTitle, "A reason is one line of at most %d visible characters.", MaxTitle).At("/why")
	}
	return nil
}

// roundStart is how the present round of a log that is folded began.
type roundStart struct {
	round    int
	position json.RawMessage
}

// note keeps a position if a round begins with it.
func (r *roundStart) note(p Position) {
	if r == nil || p == nil {
		return
	}
	if w := p.Wanted(); w.Round != r.round && len(w.Seats) > 0 {
		r.round, r.position = w.Round, p.Encode()
	}
}

// RoundStart is how the present round of a game began, by its log: the round and the position, encoded.
func (ks Kinds) RoundStart(log []Logged) (round int, position json.RawMessage, err error) {
	start := &roundStart{}
	if _, err := ks.fold(log, folding{starts: start}); err != nil {
		return 0, nil, err
	}
	return start.round, start.position, nil
}
