package domain

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Input is anything that can happen to a table. HTTP requests, due deadlines, mail and bots are turned into one and
// given to Decide: there is no other way to change a game. The log is the list of inputs that were taken.
type Input interface {
	inputType() string
	// decide is called by Decide only. It either changes nothing and gives the reason, or carries the input out.
	decide(d *decision, by Actor) error
}

// Open makes the table; it is the first input of every log. Its actor becomes the host and sits down in seat 1.
type Open struct {
	ID         string          `json:"id"`
	Kind       string          `json:"kind"`
	Revision   int             `json:"revision,omitempty"` // of its rules; 0 is the first
	Edition    string          `json:"edition"`
	Options    json.RawMessage `json:"options,omitempty"`
	Title      string          `json:"title"`
	Seats      int             `json:"seats"` // how many the game is for; it starts when all are taken
	Pace       Pace            `json:"pace"`  // by phase
	Terms      *Terms          `json:"terms,omitempty"`
	Who        *Person         `json:"who,omitempty"`        // the host
	Visibility Visibility      `json:"visibility,omitempty"` // empty for Public
	Bots       int             `json:"bots,omitempty"`       // that sit down behind the host at once
	ServerSeed string          `json:"server_seed"`          // 32 random bytes in hex
	Series     *Series         `json:"series,omitempty"`     // nil for a game by itself
	Invited    []Invitation    `json:"invited,omitempty"`    // who is invited at once
	Players    []Seating       `json:"players,omitempty"`    // everybody, by seat, when all sit down at once; the host need not be among them
	Nonce      string          `json:"nonce,omitempty"`      // the host's part of the seed
}

// Join takes the next seat of an open game, or a vacant one of a running game.
type Join struct {
	Nonce      string  `json:"nonce,omitempty"`      // the player's part of the seed, at most MaxNonce bytes
	Invitation string  `json:"invitation,omitempty"` // the id of one that the player has, if it does not name the account
	Seat       int     `json:"seat,omitempty"`       // which of the vacant seats of a running game; 0 for the first
	Who        *Person `json:"who,omitempty"`
}

// Leave gives a seat back. In an open game the seats after it move up; in a running one it goes as the terms say about seats
// whose players miss their turns. When the host leaves, the player in the next seat becomes host; when nobody is left
// the game is abandoned.
type Leave struct{}

// Start begins the game before it is full. Only the host may.
type Start struct{}

// Abandon calls a game off: an open one its host may, also a running one in which only bots play besides; a moderator, whom the caller knows to be one, also a running one.
type Abandon struct {
	Moderator bool `json:"moderator,omitempty"`
}

// Seal stores a sealed move, in place of the one stored before.
type Seal struct {
	Automatic
	Move    json.RawMessage `json:"move"`
	Ready   bool            `json:"ready"`   // the game may go on; otherwise it waits for the deadline or for readiness
	Meant   Meant           `json:"meant"`   // which turn it is for
	Receipt string          `json:"receipt"` // its id, unguessable
	Nonce   string          `json:"nonce"`   // 16 random bytes in hex, which hide the move in its commitment
	// Orders are given with the move: standing orders in the place of all that the seat has. Nil leaves those as they are.
	Orders []json.RawMessage `json:"orders,omitzero"`
}

// Withdraw takes a sealed move back.
type Withdraw struct {
	Meant Meant `json:"meant"`
}

// PlayMoves makes open moves, one after the other: all of them or, if one is refused, none.
type PlayMoves struct {
	Automatic
	Moves []json.RawMessage `json:"moves"`
	Meant Meant             `json:"meant"`
}

// Extend moves the present deadline out. The host and moderators may; of the others, where a game has terms, more than half of the persons
// seated. It names the deadline that it is to move, so that one that is
// sent again, or pressed again before the first has been answered, does nothing more.
type Extend struct {
	Deadline  time.Time `json:"deadline"`            // as the host sees it
	Moderator bool      `json:"moderator,omitempty"` // the actor is one, as the caller knows
	Why       string    `json:"why,omitempty"`       // in the actor's words, for everybody to read
	By        int       `json:"by,omitempty"`        // seconds, from MinPace, or a tenth of what the wait was extended by, to the pace of the phase; 0 for that, or for what is left of MaxExtended
}

// Expire says that time has passed. It does nothing before the deadline.
type Expire struct{}

// Automatic says of a move that the server makes it for a seat, in the name of Clock: see Table.Next.
type Automatic struct {
	For int    `json:"for,omitempty"` // the seat; 0 for a move that its own player makes
	Why ByRule `json:"why,omitempty"` // what makes the move
	// Order is which of the seat's standing orders makes the move, from 1, for ByOrder.
	Order int `json:"order,omitempty"`
}

// Meant says which turn a move is for. Zero fields say nothing. A move meant for another turn is refused as Stale, never
// taken for the present one.
type Meant struct {
	Step  int `json:"step,omitempty"`
	Round int `json:"round,omitempty"`
}

// Blind fills in what must be random: the receipt's id and the nonce, from a source of random bytes.
func (s Seal) Blind(random io.Reader) (Seal, error) {
	var b [32]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return s, fmt.Errorf("random bytes: %w", err)
	}
	s.Receipt, s.Nonce = hex.EncodeToString(b[:12]), hex.EncodeToString(b[16:])
	return s, nil
}

func (Open) inputType() string      { return "open" }
func (Join) inputType() string      { return "join" }
func (Leave) inputType() string     { return "leave" }
func (Start) inputType() string     { return "start" }
func (Abandon) inputType() string   { return "abandon" }
func (Seal) inputType() string      { return "seal" }
func (Withdraw) inputType() string  { return "withdraw" }
func (PlayMoves) inputType() string { return "play" }
func (Extend) inputType() string    { return "extend" }
func (Expire) inputType() string    { return "expire" }

// inputs reads what the log has under the name of an input.
var inputs = map[string]func(Logged) (Input, error){
	Open{}.inputType():      read[Open],
	Join{}.inputType():      read[Join],
	Leave{}.inputType():     read[Leave],
	Start{}.inputType():     read[Start],
	Abandon{}.inputType():   read[Abandon],
	Seal{}.inputType():      read[Seal],
	Withdraw{}.inputType():  read[Withdraw],
	PlayMoves{}.inputType(): read[PlayMoves],
	Extend{}.inputType():    read[Extend],
	Expire{}.inputType():    read[Expire],
	AddBot{}.inputType():    read[AddBot],
	RemoveBot{}.inputType(): read[RemoveBot],
	Invite{}.inputType():    read[Invite],
	Uninvite{}.inputType():  read[Uninvite],
	Decline{}.inputType():   read[Decline],

	PauseGame{}.inputType():    read[PauseGame],
	ResumeGame{}.inputType():   read[ResumeGame],
	Hurry{}.inputType():        read[Hurry],
	WithdrawVote{}.inputType(): read[WithdrawVote],
	GiveOrders{}.inputType():   read[GiveOrders],
	Away{}.inputType():         read[Away],
	Return{}.inputType():       read[Return],

	VoidRound{}.inputType():  read[VoidRound],
	Substitute{}.inputType(): read[Substitute],
	Hold{}.inputType():       read[Hold],
	Credit{}.inputType():     read[Credit],
}

func (Open) decide(*decision, Actor) error {
	return Refuse(GameNotOpen, "This game has been opened already.")
}
func (in Join) decide(d *decision, by Actor) error     { return d.join(in, by) }
func (Leave) decide(d *decision, by Actor) error       { return d.leave(by) }
func (Start) decide(d *decision, by Actor) error       { return d.start(by) }
func (in Abandon) decide(d *decision, by Actor) error  { return d.abandon(in, by) }
func (in Seal) decide(d *decision, _ Actor) error      { return d.seal(in) }
func (in Withdraw) decide(d *decision, _ Actor) error  { return d.withdraw(in) }
func (in PlayMoves) decide(d *decision, _ Actor) error { return d.play(in) }
func (in Extend) decide(d *decision, by Actor) error   { return d.extend(in, by) }
func (Expire) decide(d *decision, _ Actor) error {
	if d.Status == Opened {
		d.expireInvitations()
		return nil
	}
	d.expire()
	return nil
}

// Actor is who an input comes from: an account, or, when Account is empty, the clock.
type Actor struct{ Account string }

// Clock is the actor of inputs that time brings about.
var Clock = Actor{}

// Logged is an input as it stands in a game's log. It is the most secret thing that is stored: it holds replaced bids.
type Logged struct {
	Number int // from 1, without gaps
	At     time.Time
	By     Actor
	Type   string
	Input  json.RawMessage
}

// Log writes an input down.
func Log(number int, in Input, by Actor, at time.Time) Logged {
	return Logged{Number: number, At: at, By: by, Type: in.inputType(), Input: encode(in)}
}

// InputType is the name that the log has for inputs such as this.
func InputType(in Input) string { return in.inputType() }

// Read gives back the input that was logged.
func (l Logged) Read() (Input, error) {
	reader, ok := inputs[l.Type]
	if !ok {
		return nil, fmt.Errorf("log entry %d: unknown input %q", l.Number, l.Type)
	}
	return reader(l)
}

func read[I Input](l Logged) (Input, error) {
	var in I
	if err := json.Unmarshal(l.Input, &in); err != nil {
		return nil, fmt.Errorf("log entry %d: %w", l.Number, err)
	}
	return in, nil
}
