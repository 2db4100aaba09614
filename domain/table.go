package domain

import (
	"encoding/json"
	"fmt"
	"time"
)

// Status says where a game is in its life: open → active → over, or abandoned.
type Status string

// The statuses there are.
const (
	Opened    Status = "open"
	Active    Status = "active"
	Over      Status = "over"
	Abandoned Status = "abandoned"
)

// Table is a game with everything around it that is the same for every kind: who sits where, what is waited for and
// until when, which sealed moves are in. It changes only through Decide; its fields are exported for reading.
type Table struct {
	ID         string
	Kind       *Kind
	Edition    string
	Options    json.RawMessage // all of them, as Kind.Options returned them
	Title      string
	Host       string // an account
	Size       int    // seats that the game is for
	Pace       Pace
	Terms      *Terms       // nil for a game that was opened before there were any
	Visibility Visibility   // see Seen
	Invited    []Invitation // those that are open, oldest first; each keeps a seat free
	ServerSeed string       // hex; secret until the game is over
	Revision   int          // of the kind's rules when the game was opened
	Series     *Series      // nil for a game by itself
	Status     Status
	Seats      []Seat
	Step       int       // counts what the rules have played, from 1 at the start; what a move names to say which turn it is for
	Deadline   time.Time // zero when nothing is waited for
	Course     Course    // how the present wait goes
	Idle       int       // deadlines in a row before which no person moved; -1 when one has moved since the last
	Extended   int       // seconds by which the host has moved the present deadline out, at most MaxExtended
	Told       int       // events so far; the last one has this number
	Lost       *lost     // to outages, in the present wait
	Voided     *voided   // the round that was last begun anew
	OpenedAt   time.Time
	StartedAt  time.Time
	EndedAt    time.Time
	Sealed     map[int]Sealed // by seat; only of the present wait

	position Position // nil while the game is open
	folding  folding  // what is noted while a log is folded
}

// Seat is a place in a game. Seats count from 1; seat n is Table.Seats[n-1].
type Seat struct {
	Account string  `json:"account"`       // who holds it; empty where no person does
	Bot     bool    `json:"bot,omitempty"` // it is held by the kind's plain bot
	Nonce   string  `json:"nonce,omitempty"`
	Bank    int     `json:"bank,omitempty"`   // seconds in its time bank, 0 to Bank.Cap
	Missed  int     `json:"missed,omitempty"` // turns that a deadline ended without a move from this seat
	Late    *Late   `json:"late,omitempty"`   // the last of them
	Orders  []Order `json:"orders,omitempty"` // standing orders, for its player alone
	Since   int     `json:"since,omitempty"`  // the step at which this seat's present wait began, 0 when it is not wanted

	Absence Absence `json:"absence,omitzero"`
}

// Late is a wait that its deadline ended without a move from a seat. A move that comes for it all the same is told so,
// whatever the game has come to meanwhile.
type Late struct {
	Round    int       `json:"round"`
	Since    int       `json:"since"` // the step at which the wait began
	Step     int       `json:"step"`  // the step at which it was ended
	Deadline time.Time `json:"deadline"`
	Excused  bool      `json:"excused,omitempty"` // it came in an outage and does not count
	Counted  bool      `json:"counted,omitempty"` // it was counted against its player's reliability
}

// Sealed is a secret move waiting for its reveal. It is kept apart from the state of the game, so that no view of the
// state can show it.
type Sealed struct {
	Seat    int
	Step    int // the table's step when it was stored
	Move    json.RawMessage
	Ready   bool
	Receipt string
	Nonce   string
	At      time.Time
}

// Outcome is what an input brought about, for the caller to store and tell.
type Outcome struct {
	Events   []Told
	Notices  []Notice
	Seat     int      // the actor's seat, 0 if it has none
	Receipt  *Receipt // of a Seal
	Answered []InvitationAnswer
	Turns    []TurnOf // that have ended, for the reliability of who had them
	Lost     []Lost   // seats in a running game whose players lost or left them
	// Moved says that the table itself has changed and is to be stored anew. When it is false, at most the sealed move
	// of Seat has: Table.Sealed has it, or has it no more.
	Moved bool
	// Unseen says that nobody but the actor can see that anything has changed: a sealed move was replaced by one that has
	// the same cover, or standing orders are others. These are kept in the table itself, so that Moved may be true.
	Unseen bool
	// Nothing says that the input changed nothing at all and does not belong in the log.
	Nothing bool
}

// SeatOf finds an account's seat; it is 0 when the account has none.
func (t *Table) SeatOf(account string) int {
	for i, s := range t.Seats {
		if s.Account == account && account != "" {
			return i + 1
		}
	}
	return 0
}

// seatFor is the seat that an input is about: its actor's, or the one for which the server makes a move.
func (t *Table) seatFor(in Input, by Actor) int {
	if by != Clock {
		return t.SeatOf(by.Account)
	}
	switch in := in.(type) {
	case Seal:
		return in.For
	case PlayMoves:
		return in.For
	}
	return 0
}

// playerName is the name of whoever holds a seat, empty where nobody does. names are those of people by account.
func (t *Table) playerName(seat int, names map[string]string) string {
	if s := t.Seats[seat-1]; !s.Bot {
		return names[s.Account]
	}
	return BotName(seat)
}

// Due is when the table wants to be told that time has passed, by an Expire; zero when nothing is waited for.
func (t *Table) Due() time.Time {
	if t.Status == Opened {
		return t.invitationDue()
	}
	if t.Held() != nil {
		return time.Time{} // Credit comes
	}
	if t.Course.Pause != nil {
		return t.Course.Pause.Until
	}
	if until := latest(t.lateSeats()); !until.IsZero() {
		return until
	}
	return t.Deadline
}

// Waiting says what the table waits for, and which of the wanted seats it waits for: those that have not moved, or
// have stored a move without being ready.
func (t *Table) Waiting() (Wanted, []int) {
	seats := []int{}
	if t.position == nil || t.Status != Active {
		phase := PhaseOver
		if t.Status == Opened {
			phase = ""
		}
		w := Wanted{Phase: phase}
		if t.position != nil {
			w.Round = t.position.Wanted().Round
		}
		return w, seats
	}
	w := t.position.Wanted()
	if t.Course.Overtime != nil {
		for _, late := range t.lateSeats() {
			seats = append(seats, late.Seat)
		}
		return w, seats
	}
	for _, seat := range w.Seats {
		if s, ok := t.Sealed[seat]; !ok || !s.Ready {
			seats = append(seats, seat)
		}
	}
	return w, seats
}

// tableVersion is the version of the encoding below.
const tableVersion = 1

type encodedTable struct {
	V          int             `json:"v"`
	ID         string          `json:"id"`
	Kind       string          `json:"kind"`
	Edition    string          `json:"edition"`
	Options    json.RawMessage `json:"options"`
	Title      string          `json:"title,omitempty"`
	Host       string          `json:"host"`
	Size       int             `json:"size"`
	Pace       Pace            `json:"pace"`
	Terms      *Terms          `json:"terms,omitempty"`
	Visibility Visibility      `json:"visibility,omitempty"`
	Invited    []Invitation    `json:"invited,omitempty"`
	ServerSeed string          `json:"server_seed"`
	Revision   int             `json:"revision,omitempty"`
	Series     *Series         `json:"series,omitempty"`
	Status     Status          `json:"status"`
	Seats      []Seat          `json:"seats"`
	Step       int             `json:"step"`
	Deadline   time.Time       `json:"deadline,omitzero"`
	Course     Course          `json:"course,omitzero"`
	Idle       int             `json:"idle,omitempty"`
	Extended   int             `json:"extended,omitempty"`
	Told       int             `json:"told"`
	Lost       *lost           `json:"lost,omitempty"`
	Voided     *voided         `json:"voided,omitempty"`
	OpenedAt   time.Time       `json:"opened_at,omitzero"`
	StartedAt  time.Time       `json:"started_at,omitzero"`
	EndedAt    time.Time       `json:"ended_at,omitzero"`
	Position   json.RawMessage `json:"position,omitempty"`
}

// Encode writes the table without its sealed moves, which are stored one by one.
func (t *Table) Encode() []byte {
	e := encodedTable{tableVersion, t.ID, t.Kind.Name, t.Edition, t.Options, t.Title, t.Host, t.Size, t.Pace, t.Terms, t.Visibility, t.Invited, t.ServerSeed,
		t.Revision, t.Series, t.Status, t.Seats, t.Step, t.Deadline.UTC(), t.Course, t.Idle, t.Extended, t.Told, t.Lost, t.Voided, t.OpenedAt.UTC(), t.StartedAt.UTC(), t.EndedAt.UTC(), nil}
	if t.position != nil {
		e.Position = t.position.Encode()
	}
	return encode(e)
}

// DecodeTable reads what Encode wrote and puts the sealed moves back. Sealed moves of an earlier step are left out.
func (ks Kinds) DecodeTable(raw []byte, sealed []Sealed) (*Table, error) {
	var e encodedTable
	if err := decodeOwn(raw, &e); err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	if e.V != tableVersion {
		return nil, fmt.Errorf("table %s: version %d, this program knows %d", e.ID, e.V, tableVersion)
	}
	kind, err := ks.At(e.Kind, e.Revision)
	if _, refused := AsRefusal(err); refused {
		return nil, fmt.Errorf("table %s: there is no kind %q here", e.ID, e.Kind) // a fault, not a refusal
	}
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", e.ID, err)
	}
	t := &Table{ID: e.ID, Kind: kind, Edition: e.Edition, Options: e.Options, Title: e.Title, Host: e.Host, Size: e.Size,
		Pace: e.Pace, Terms: e.Terms, Visibility: e.Visibility, Invited: e.Invited, ServerSeed: e.ServerSeed, Revision: e.Revision, Series: e.Series, Status: e.Status, Seats: e.Seats, Step: e.Step,
		Deadline: e.Deadline, Course: e.Course, Idle: e.Idle, Extended: e.Extended, Told: e.Told, Lost: e.Lost, Voided: e.Voided, OpenedAt: e.OpenedAt, StartedAt: e.StartedAt, EndedAt: e.EndedAt}
	if len(e.Position) > 0 {
		if t.position, err = kind.Decode(e.Position); err != nil {
			return nil, fmt.Errorf("table %s: %w", e.ID, err)
		}
	}
	for _, s := range sealed {
		if s.Step == t.Step {
			t.keep(s)
		}
	}
	return t, nil
}

func (t *Table) keep(s Sealed) {
	if t.Sealed == nil {
		t.Sealed = map[int]Sealed{}
	}
	t.Sealed[s.Seat] = s
}
