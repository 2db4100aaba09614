package domain

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Kind is a game one can play, as the rest of the system sees it: data to describe it, and rules with their types
// erased. Make one with NewKind. Fields that are functions may be nil where a kind has nothing to add.
type Kind struct {
	Name     string     // in URLs and records: lower case, words joined by "-"
	Title    string     // as on the box
	About    string     // a paragraph for the kinds page: designer, aim, what was decided or reconstructed here
	Editions []Edition  // at least one, the first is the default
	Phases   []Phase    // what a game of this kind can wait for, without PhaseOver
	Moves    []MoveForm // what can be sent
	Codes    []Code     // refusals of this kind's own, for the contract
	Revision int        // counts changes of the rules, from 1; a game notes the one it began with and goes on under it
	Earlier  []*Kind    // as it was at earlier revisions, for games that began under them; their own Earlier is not read
	Version  int        // of the encoded state; Upgrades[v] turns an encoded state of version v into one of v+1
	Upgrades map[int]func(json.RawMessage) (json.RawMessage, error)
	Cards    any // the components as data for the kinds page

	// Draw writes the kind's part of a view as text of at most 78 columns, for terminals and mails. It sees only what
	// the viewer sees.
	Draw func(Drawing) string

	// Scene describes the kind's part of a view as groups of cards, for pictures. It sees only what the viewer sees, and
	// leaves the viewer's own sealed move out. It is empty for a view that it cannot read.
	Scene func(Drawing) []Group

	// Tell says in one or a few plain sentences, in the past tense, what an event of the kind's own told; each line is
	// wrapped by TellAll. It is empty for what is not worth saying, and for an event that is not the kind's.
	Tell func(e EventView, names Names) string

	// Drawn is what the seed gives at the start, by the names under which records show it.
	Drawn func(edition string, options json.RawMessage, seats int, seed [32]byte) map[string]any

	// Resample deals anew all that a viewer cannot know of an encoded position: whatever it changes, the viewer must see
	// the same. It is a kind's own definition of hidden information, for tests of secrecy and for bots that imagine.
	// Viewer 0 is a spectator. A position that does not decode is a mistake of the caller's and panics.
	Resample func(position json.RawMessage, viewer int, r *rand.Rand) json.RawMessage

	// Commands are the lines of text by which one can move, for help, in the order of the phases.
	Commands []CommandForm

	// Read reads a line against what a seat sees and gives the move that it says, and the move in words; Command fills in
	// the rest. Without a move and an error the line begins with no word of the kind's. It refuses with BadCommand whatever
	// it would have to guess, and reads all that Write writes.
	Read func(line CommandLine, d Drawing) (Command, error)

	// Write writes a move of a seat that sees this as the shortest line that Read reads back as the same move.
	Write func(move json.RawMessage, d Drawing) string

	// Orders are the sorts of standing orders; none where the rules are not Orderly.
	Orders []OrderForm

	// ReadOrder reads a standing order, but for its round, from a line, as Read does; it says what it cannot read with
	// BadCommand. WriteOrder writes one as a short line that ReadOrder reads back as the same.
	ReadOrder  func(text string, d Drawing) (Order, error)
	WriteOrder func(o Order, d Drawing) string

	engine engine
}

func (k *Kind) drawn(edition string, options json.RawMessage, seats int, seed [32]byte) map[string]json.RawMessage {
	if k.Drawn == nil {
		return nil
	}
	drawn := map[string]json.RawMessage{}
	for name, v := range k.Drawn(edition, options, seats, seed) {
		drawn[name] = encode(v)
	}
	return drawn
}

// Edition is a version of a kind's rules that one can choose.
type Edition struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	MinSeats int      `json:"min_seats"`
	MaxSeats int      `json:"max_seats"`
	About    string   `json:"about"`
	Options  []Option `json:"options"`
}

// Option describes one option of an edition. The default and the limits are shown to people; Rules.Defaults and
// Rules.Allow decide, and a test for every kind holds the two together.
type Option struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // "boolean", "integer", "string", "object" or "array" (of strings)
	Default any      `json:"default"`
	Min     *int     `json:"min,omitempty"`    // for an integer, or each member of an object of integers
	Max     *int     `json:"max,omitempty"`    // likewise; for an array its greatest length
	Values  []string `json:"values,omitempty"` // for a string, or the members of an array: what may stand there
	About   string   `json:"about"`
}

// Phase describes what a game can wait for.
type Phase struct {
	Name   string `json:"name"`
	Sealed bool   `json:"sealed"`
	Asks   string `json:"asks"`   // what a person is asked, in a few words: "your bid is wanted"
	Absent string `json:"absent"` // what stands for a seat that does not move in time: "a pass"

	// Evident says of an open phase that whether a seat has a choice follows from what everybody sees. Then a seat that has
	// none need not be waited for: that it moves at once tells nobody anything. A test of every kind holds it to that.
	Evident bool `json:"-"`
}

// MoveForm describes one sort of move: for people, by an example and a sentence.
type MoveForm struct {
	Type    string `json:"type"`
	Phase   string `json:"phase"`   // in which it can be made
	Example any    `json:"example"` // a move ready to be sent, with made-up cards
	About   string `json:"about"`
}

// Drawing is a view on its way to becoming text: what View returned, written as JSON, and what the drawing needs
// from the table around it.
type Drawing struct {
	Edition string
	Seat    int             // the viewer's, 0 for a spectator
	Names   map[int]string  // the players' names by seat
	Table   json.RawMessage // as View returned it
	Own     json.RawMessage // as View returned it, null for a spectator
	Choices []Choice        // as View returned them
	Sealed  json.RawMessage // the viewer's own sealed move, null when there is none
	Over    bool
	Result  json.RawMessage // null unless over
}

// Position is a running or finished game of some kind: its state with the types erased. Moves go in and out as JSON.
type Position interface {
	Wanted() Wanted
	// Check decodes a move strictly, then asks the rules. It returns the move as understood: the same with its members
	// in the kind's order and nothing left out that matters.
	Check(seat int, move json.RawMessage) (json.RawMessage, error)
	// Foresee is Rules.Foresee; a move that cannot be decoded is left to Check.
	Foresee(seat int, move json.RawMessage) error
	Step(plays []Play[json.RawMessage]) []Event
	Absent(seat int) json.RawMessage
	Cover(seat int, move json.RawMessage) any
	View(seat int) (table, own any, choices []Choice)
	Referee() any
	Scores() Result
	Sample(seat int, r *rand.Rand) json.RawMessage
	Bot(seat int, r *rand.Rand) json.RawMessage
	// Orderly says whether standing orders can be given. CheckOrder decodes one strictly and asks the rules; Follow is
	// Rules' own, of an order that CheckOrder has passed.
	Orderly() bool
	CheckOrder(seat int, o Order) (Order, error)
	Follow(seat int, o Order) (move json.RawMessage, says string, ok bool)
	// Encode writes the state with its version; Kind.Decode reads it back.
	Encode() json.RawMessage
}

type engine interface {
	options(edition string, seats int, raw json.RawMessage) (json.RawMessage, error)
	start(edition string, options json.RawMessage, seats int, seed [32]byte) (Position, error)
	decode(version int, raw json.RawMessage) (Position, error)
}

// NewKind joins rules to what describes them.
func NewKind[O, S, M any](about Kind, rules Rules[O, S, M]) *Kind {
	about.engine = typed[O, S, M]{rules, about.Version}
	return &about
}

// Edition finds an edition by name; "" is the default one.
func (k *Kind) Edition(name string) (*Edition, error) {
	if name == "" {
		return &k.Editions[0], nil
	}
	for i := range k.Editions {
		if k.Editions[i].Name == name {
			return &k.Editions[i], nil
		}
	}
	return nil, Refuse(UnknownEdition, "%s has no edition %q; choose from %s.", k.Title, name, strings.Join(k.editionNames(), ", ")).At("/edition")
}

func (k *Kind) editionNames() (names []string) {
	for _, e := range k.Editions {
		names = append(names, e.Name)
	}
	return names
}

// Phase finds a phase by name; it is nil for PhaseOver.
func (k *Kind) Phase(name string) *Phase {
	for i := range k.Phases {
		if k.Phases[i].Name == name {
			return &k.Phases[i]
		}
	}
	return nil
}

// Options reads the options that a host gave, strictly, over the defaults, and gives all of them back as JSON. raw
// may be empty.
func (k *Kind) Options(edition string, seats int, raw json.RawMessage) (json.RawMessage, error) {
	return k.engine.options(edition, seats, raw)
}

// Start sets up a position from options that Options returned.
func (k *Kind) Start(edition string, options json.RawMessage, seats int, seed [32]byte) (Position, error) {
	return k.engine.start(edition, options, seats, seed)
}

// envelope is how a state is stored.
type envelope struct {
	V     int             `json:"v"`
	State json.RawMessage `json:"state"`
}

// Decode reads what Position.Encode wrote, in this version or an older one.
func (k *Kind) Decode(raw json.RawMessage) (Position, error) {
	var e envelope
	if err := decodeOwn(raw, &e); err != nil {
		return nil, fmt.Errorf("state of %s: %w", k.Name, err)
	}
	for e.V < k.Version {
		up, ok := k.Upgrades[e.V]
		if !ok {
			return nil, fmt.Errorf("state of %s: nothing upgrades version %d", k.Name, e.V)
		}
		next, err := up(e.State)
		if err != nil {
			return nil, fmt.Errorf("state of %s: upgrade of version %d: %w", k.Name, e.V, err)
		}
		e.V, e.State = e.V+1, next
	}
	return k.engine.decode(e.V, e.State)
}

// Kinds is what a server can play.
type Kinds []*Kind

// Find returns the kind of that name.
func (ks Kinds) Find(name string) (*Kind, error) {
	var names []string
	for _, k := range ks {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return nil, Refuse(UnknownKind, "There is no kind %q here; choose from %s.", name, strings.Join(names, ", ")).At("/kind")
}
