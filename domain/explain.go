package domain

import (
	"fmt"
	"slices"
	"time"
)

// Explanation says why a game does not move: who is waited for, since when and until when, what happens then, and what is on
// its way to whom. It is made for one viewer, of what that viewer may know.
type Explanation struct {
	Game     string          `json:"game"`
	Status   Status          `json:"status"`
	Round    int             `json:"round"`
	Phase    string          `json:"phase"` // empty while the game is open
	Step     int             `json:"step"`
	Waiting  []Waited        `json:"waiting"` // the seats that are waited for
	Since    *time.Time      `json:"since"`
	Deadline *time.Time      `json:"deadline"`
	Until    *time.Time      `json:"until"`               // when the wait ends: later than the deadline while somebody may be late
	Paused   *time.Time      `json:"paused"`              // until when the clock stands, null when it goes
	Then     string          `json:"then"`                // what happens at the deadline, empty when there is none
	Outage   *Outage         `json:"outage"`              // that goes on
	Held     bool            `json:"held"`                // the deadline has come and waits for the end of the outage
	Notices  []PendingNotice `json:"notices"`             // of this game, on their way to the viewer
	Due      []Upcoming      `json:"due"`                 // what comes next by itself, soonest first
	OrderNow *OrderNow       `json:"order_now,omitempty"` // what the viewer's standing orders do; left out without any
	Says     []string        `json:"says"`                // all of it in sentences
}

// Waited is a seat that is waited for.
type Waited struct {
	Seat   int    `json:"seat"`
	Player string `json:"player"`
	You    bool   `json:"you,omitempty"`
	Asks   string `json:"asks"`   // what its player is asked
	Stored bool   `json:"stored"` // a sealed move is in, but not marked ready
	Missed int    `json:"missed_turns"`
	// Told says whether a notice of this turn has reached the player's mail service or webhook; it is left out for viewers
	// who neither sit at the table nor moderate.
	Told *bool `json:"told,omitempty"`
}

// PendingNotice is a notice on its way to the viewer.
type PendingNotice struct {
	Type    NoticeType `json:"type"`
	Channel Channel    `json:"channel"`
	DueAt   time.Time  `json:"due_at"` // when it is tried next
	Why     Why        `json:"why"`    // what keeps it, empty for nothing
	Says    string     `json:"explained"`
}

// Upcoming is what comes by itself.
type Upcoming struct {
	What string    `json:"what"` // deadline, resume, or the type of a notice to the viewer
	At   time.Time `json:"at"`
}

// Known is what an explanation is made of beside the table.
type Known struct {
	Account string            // the viewer's, empty for somebody signed out
	Insider bool              // the viewer moderates; who sits at the table is one anyway
	Names   map[string]string // by account
	Told    map[int]bool      // seats that were told of their present turn
	Sent    bool              // there are notices at all: Told counts
	Pending []DeliveryLog     // the viewer's, of this game
	Outage  *Outage           // that goes on, or nil
	Zone    *time.Location    // of times in sentences
}

// Explain says why the game does not move.
func (t *Table) Explain(k Known) Explanation {
	w, seats := t.Waiting()
	e := Explanation{Game: t.ID, Status: t.Status, Round: w.Round, Phase: w.Phase, Step: t.Step, Waiting: []Waited{},
		Deadline: moment(t.Deadline), Outage: k.Outage, Held: t.Held() != nil, Notices: []PendingNotice{}, Due: []Upcoming{}, Says: []string{}}
	if t.Status == Active {
		e.Since, e.Then = moment(t.began()), t.atDeadline(w)
		if !e.Held && !t.Deadline.IsZero() {
			e.Until = moment(laterOf(t.Deadline, t.Due()))
			e.Due = append(e.Due, Upcoming{"deadline", *e.Until})
		}
		if p := t.Course.Pause; p != nil {
			e.Paused, e.Until = moment(p.Until), moment(t.Deadline)
			e.Due = append(e.Due, Upcoming{"resume", p.Until})
		}
	}
	for _, seat := range seats {
		e.Waiting = append(e.Waiting, t.waited(seat, w, k))
	}
	e.pending(t, k)
	if seat := t.SeatOf(k.Account); seat > 0 {
		e.OrderNow = t.orderNow(seat)
	}
	e.Says = t.say(e, k)
	return e
}

// waited describes a seat that is waited for.
func (t *Table) waited(seat int, w Wanted, k Known) Waited {
	s := t.Seats[seat-1]
	_, stored := t.Sealed[seat]
	one := Waited{Seat: seat, Player: t.playerName(seat, k.Names), You: s.Account != "" && s.Account == k.Account, Stored: stored, Missed: s.Missed}
	if p := t.Kind.Phase(w.Phase); p != nil {
		one.Asks = p.Asks
	}
	if told := k.Told[seat]; k.Sent && s.Account != "" && (k.Insider || t.SeatOf(k.Account) > 0) {
		one.Told = &told
	}
	return one
}

// pending adds what is on its way to the viewer and still owed.
func (e *Explanation) pending(t *Table, k Known) {
	for _, l := range k.Pending {
		if l.Status != Pending || !t.Owes(l.Notice) {
			continue
		}
		e.Notices = append(e.Notices, PendingNotice{l.Notice.Type, l.Channel, l.DueAt, l.Why, l.Explain(k.Zone)})
		if l.Attempts == 0 && l.WantedAt.After(l.CreatedAt) && !slices.ContainsFunc(e.Due, func(u Upcoming) bool { return u.What == string(l.Notice.Type) }) {
			e.Due = append(e.Due, Upcoming{string(l.Notice.Type), l.WantedAt})
		}
	}
	slices.SortStableFunc(e.Due, func(a, b Upcoming) int { return a.At.Compare(b.At) })
}

// atDeadline is what a deadline brings about.
func (t *Table) atDeadline(w Wanted) string {
	absent := "what the rules say"
	if p := t.Kind.Phase(w.Phase); p != nil {
		absent = p.Absent
	}
	said := "For whoever has not moved " + absent + " stands for the move, and the turn counts as missed."
	if w.Sealed {
		said = "Bids that are stored count, marked ready or not; for everybody else " + absent + " stands for the bid, and the turn counts as missed."
	}
	if t.Terms != nil && t.Terms.MissedLimit > 0 {
		said += " Who misses " + itoa(t.Terms.MissedLimit) + " in a row loses the seat: " + t.Terms.goes().then() + "."
	}
	return said
}

// say puts an explanation into sentences, for a person who wants to know why the game does not move.
func (t *Table) say(e Explanation, k Known) (says []string) {
	at := func(when time.Time) string { return when.In(k.Zone).Format(TimeLayout) }
	switch t.Status {
	case Opened:
		return []string{fmt.Sprintf("The game has been open since %s, with %d of %d seats taken. It starts when the last is, or when the host starts it.",
			at(t.OpenedAt), len(t.Seats), t.Size)}
	case Over:
		return []string{"The game ended on " + at(t.EndedAt) + "; it waits for nobody."}
	case Abandoned:
		return []string{"The game was abandoned on " + at(t.EndedAt) + "; it waits for nobody."}
	case Active:
	}
	for _, w := range e.Waiting {
		says = append(says, w.says(fmt.Sprintf("round %d, phase %s", e.Round, e.Phase)))
	}
	if e.Paused != nil {
		says = append(says, "The game is paused until "+at(*e.Paused)+"; nobody can move before that, unless it is resumed.")
	}
	if e.Since != nil && e.Paused == nil { // a pause moves the beginning of the wait on
		says = append(says, "It has waited since "+at(*e.Since)+".")
	}
	if e.Held {
		says = append(says, "The deadline was "+at(t.Deadline)+", but no mail could be sent since "+at(t.Held().From)+
			": it does not count before that is over, when it moves by what was lost. Moves are taken.")
	} else if e.Deadline != nil {
		says = append(says, e.until(at), "Then: "+e.Then)
		if e.Outage != nil {
			says = append(says, "No mail could be sent since "+at(e.Outage.From)+": a deadline that comes before that is over does not count, and moves by what was lost.")
		}
	}
	if o := e.OrderNow; o != nil && o.Index > 0 {
		says = append(says, fmt.Sprintf("If your turn comes as the game stands, your standing order %d is carried out: %s.", o.Index, o.Does))
	} else if o != nil {
		says = append(says, "None of your standing orders applies as the game stands: you will be asked.")
	}
	for _, n := range e.Notices {
		says = append(says, fmt.Sprintf("Your notice %s by %s: %s", n.Type, n.Channel, n.Says))
	}
	return says
}

// until says when the wait ends.
func (e Explanation) until(at func(time.Time) string) string {
	if e.Until.After(*e.Deadline) {
		return "The deadline was " + at(*e.Deadline) + "; whoever is late may move until " + at(*e.Until) + " at the latest."
	}
	return "The deadline is " + at(*e.Deadline) + "."
}

// says is a sentence or two about a seat that is waited for.
func (w Waited) says(when string) string {
	text := fmt.Sprintf("The game waits for %s in seat %d (%s).", w.Player, w.Seat, when)
	switch {
	case w.You:
		text = fmt.Sprintf("The game waits for you, in seat %d (%s): %s.", w.Seat, when, w.Asks)
	case w.Player == "":
		text = fmt.Sprintf("The game waits for seat %d, which nobody holds (%s).", w.Seat, when)
	}
	if w.Stored {
		text += " A bid is stored, but not marked ready: it counts at the deadline."
	}
	if w.Told != nil && !w.You {
		text += map[bool]string{true: " A notice has been delivered.", false: " No notice of this turn has been delivered yet."}[*w.Told]
	}
	return text
}

// Text is an explanation for people at a terminal, in lines of at most TextWidth columns.
func (e Explanation) Text() string {
	text := ""
	for _, line := range e.Says {
		text += Wrap(line)
	}
	return text
}
