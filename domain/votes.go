package domain

import "slices"

// VoteFor says what a vote is for.
type VoteFor string

// What can be voted for.
const (
	VoteExtend VoteFor = "extend"
	VotePause  VoteFor = "pause"
	VoteResume VoteFor = "resume"
	VoteHurry  VoteFor = "hurry"
)

// Vote is the wish of somebody seated that something be done. It is forgotten when the wait is over.
type Vote struct {
	For     VoteFor `json:"for"`
	Seat    int     `json:"seat"`
	Seconds int     `json:"seconds,omitempty"` // of an extension or a pause
}

// VoteView is what everybody sees of the votes for something.
type VoteView struct {
	For    VoteFor `json:"for"`
	Seats  []int   `json:"seats"`  // that want it
	Needed int     `json:"needed"` // so many do it
}

// WithdrawVote takes a vote back. Without one it does nothing.
type WithdrawVote struct {
	For VoteFor `json:"for"`
}

func (WithdrawVote) inputType() string { return "withdraw_vote" }

func (in WithdrawVote) decide(d *decision, by Actor) error {
	if d.out.Seat == 0 {
		return Refuse(NotSeated, "You have no seat in this game.")
	}
	n := len(d.Course.Votes)
	d.Course.Votes = slices.DeleteFunc(slices.Clone(d.Course.Votes), func(v Vote) bool { return v.For == in.For && v.Seat == d.out.Seat })
	if len(d.Course.Votes) == n {
		d.out.Nothing = true
		return nil
	}
	d.tell("vote_withdrawn", voteWithdrawn{For: in.For, Seat: d.out.Seat}, nil)
	return nil
}

// mayVote lets the host pass, and persons who are seated where the terms give them a vote.
func (d *decision) mayVote(by Actor) error {
	if d.Status != Active {
		if err := d.host(by); err != nil && d.Terms == nil {
			return err
		}
		return Refuse(GameNotActive, "This game is %s; only one that is running has a deadline to move.", d.Status)
	}
	if d.Terms == nil {
		return d.host(by)
	}
	if d.out.Seat == 0 {
		return Refuse(NotSeated, "You have no seat in this game.")
	}
	return nil
}

// maxCast is how many votes one seat can cast in a wait: each is told to everybody.
const maxCast = 12

// vote does something at once on the host's word; another's is counted, and it is done when enough want it, as much as all of
// those do. The same vote again does nothing, and one of too many is refused.
func (d *decision) vote(what VoteFor, seconds int, by Actor, do func(seconds int, why string)) error {
	if d.host(by) == nil && what != VoteHurry {
		do(seconds, "the host "+what.did())
		return nil
	}
	cast := Vote{For: what, Seat: d.out.Seat, Seconds: seconds}
	if slices.Contains(d.Course.Votes, cast) {
		d.out.Nothing = true
		return nil
	}
	count := make([]int, len(d.Seats))
	copy(count, d.Course.Cast)
	if count[cast.Seat-1] >= maxCast {
		return Refuse(what.stays(), "You have voted %d times while the game waits for the present moves; vote again when it waits for others.", maxCast)
	}
	count[cast.Seat-1]++
	d.Course.Cast = count
	d.Course.Votes = slices.DeleteFunc(slices.Clone(d.Course.Votes), func(v Vote) bool { return v.For == what && v.Seat == cast.Seat })
	d.Course.Votes = append(d.Course.Votes, cast)
	d.tell("vote_cast", voteCast{For: what, Seat: cast.Seat, Seconds: seconds, Votes: len(d.votesFor(what)), Needed: d.needed(what)}, nil)
	d.carry(what, do)
	return nil
}

// carry does what enough have voted for, as much as all of those want it.
func (d *decision) carry(what VoteFor, do func(seconds int, why string)) {
	votes := d.votesFor(what)
	if len(votes) == 0 || len(votes) < d.needed(what) {
		return
	}
	seconds := votes[0].Seconds
	for _, v := range votes {
		seconds = min(seconds, v.Seconds)
	}
	why := "more than half of the players " + what.did()
	if what == VoteHurry {
		why = "all players " + what.did()
	}
	do(seconds, why)
}

// recount does what the votes of those who are left suffice for when somebody has left.
func (d *decision) recount() {
	if d.Status == Active && d.paused() {
		d.carry(VoteResume, func(_ int, why string) { d.resume(why) })
	}
	if d.Status == Active && !d.paused() {
		d.carry(VoteHurry, func(int, string) { d.hurry() })
	}
	if d.Status != Active || d.paused() || d.overdue() {
		return
	}
	d.carry(VoteExtend, d.moveOut)
	d.carry(VotePause, func(seconds int, why string) { d.stand(min(seconds, MaxPaused-d.stoodStill()), why) })
}

// did says in the past tense what those did who did it.
func (f VoteFor) did() string {
	return map[VoteFor]string{VoteExtend: "extended it", VotePause: "paused it", VoteResume: "resumed it", VoteHurry: "wanted to go on"}[f]
}

// stays says how it is when no more votes for something are taken: the deadline is where it is, or the game goes on, or is paused.
func (f VoteFor) stays() Code {
	return map[VoteFor]Code{VoteExtend: CannotExtend, VotePause: CannotPause, VoteResume: StandsStill, VoteHurry: CannotExtend}[f]
}

// votesFor are the votes for something of seats that persons hold.
func (t *Table) votesFor(what VoteFor) (votes []Vote) {
	for _, v := range t.Course.Votes {
		if v.For == what && v.Seat <= len(t.Seats) && t.Seats[v.Seat-1].Account != "" {
			votes = append(votes, v)
		}
	}
	return votes
}

// needed is how many votes do something: of all persons to hurry, of more than half of them for the rest.
func (t *Table) needed(what VoteFor) int {
	persons := 0
	for _, s := range t.Seats {
		if s.Account != "" {
			persons++
		}
	}
	if what == VoteHurry {
		return persons
	}
	return persons/2 + 1
}

// votes are what everybody sees of the votes that there are, in the order in which the first of each came.
func (t *Table) votes() []VoteView {
	views := []VoteView{}
	for _, what := range []VoteFor{VoteExtend, VotePause, VoteResume, VoteHurry} {
		view := VoteView{For: what, Needed: t.needed(what)}
		for _, v := range t.votesFor(what) {
			view.Seats = append(view.Seats, v.Seat)
		}
		if len(view.Seats) > 0 {
			slices.Sort(view.Seats)
			views = append(views, view)
		}
	}
	return views
}
