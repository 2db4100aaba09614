package domain

import "math/rand/v2"

// Rules is all that the author of a kind writes: what a rulebook says, as methods on an empty struct. O holds the
// options, S the state, M a move. All three are plain structs that encoding/json can write and read; M has a field
// Type with the JSON name "type".
//
// The methods are pure: no clock, no input or output, no chance but the seed in Setup and, for Sample, the given
// source. Only Step changes the state it is given. Seats count from 1.
type Rules[O, S, M any] interface {
	// Defaults gives every option of an edition its default value.
	Defaults(edition string) O

	// Allow says whether options may be used in an edition for a game of at most so many seats. The number of players
	// at the start may be smaller (down to the edition's MinSeats): what it allows must work for those too. A *Refusal
	// says which option is wrong, with a pointer to it ("/stall_rounds").
	Allow(edition string, seats int, options O) error

	// Start sets the game up. It is called with options that Allow has passed and cannot fail.
	Start(setup Setup[O]) S

	// Wanted says what the game waits for. No seats means that the game is over. It never names a seat that has exactly
	// one thing to do, unless leaving it out would reveal something.
	Wanted(s *S) Wanted

	// Check says whether a wanted seat may make this move now: total, and it explains itself with a *Refusal.
	Check(s *S, seat int, move M) error

	// Foresee says whether a move may stand behind others in a list that is taken whole or not at all. It is asked of the
	// state before the list and of a seat that may not know what the list will show it, such as the cards that it draws:
	// whether a list is taken must depend on nothing of the sort, or a seat could ask for what it may not know by sending
	// lists that are refused.
	Foresee(before *S, seat int, move M) error

	// Step plays. It is called only with moves that Check has passed: in a sealed wait one for each wanted seat, in
	// ascending order of seats; in an open wait exactly one. It cannot fail.
	Step(s *S, plays []Play[M]) []Event

	// Absent is the move that stands for a wanted seat that did not move in time. Check passes it. In an open wait,
	// playing it must end the seat's turn.
	Absent(s *S, seat int) M

	// Cover is all that others may learn of a sealed move before it is revealed, or nil for nothing at all. Two moves
	// with the same cover must be indistinguishable to everybody but their owner. If it is a fmt.Stringer, that is how it
	// is drawn.
	Cover(s *S, seat int, move M) any

	// View is what a viewer may see, as values ready to be written as JSON: the table, the same for everybody; what is
	// this seat's own (its hand); and what it can do now, empty when it is not wanted. own is nil for seat 0, a
	// spectator. All are built up field by field, never cut down from the state.
	View(s *S, seat int) (table, own any, choices []Choice)

	// Referee shows everything, in the form in which tender-record/1 writes a state of this kind, without waiting_for.
	Referee(s *S) any

	// Scores says how the game ended; it is asked only when the game is over.
	Scores(s *S) Result

	// Sample gives some move that Check passes for a wanted seat: for tests and the demo. It must reach every sort of
	// legal move with some probability, and finish games.
	Sample(s *S, seat int, r *rand.Rand) M

	// Bot gives a move that Check passes and that a fair player might choose for a wanted seat: it follows from what the
	// seat may see and from the given source, so the same in every world that Kind.Resample makes for the seat. It takes
	// at most some milliseconds, changes nothing, and in an open wait ends the seat's turn after some moves. Games of bots
	// alone, from their start, end.
	Bot(s *S, seat int, r *rand.Rand) M
}

// Setup is what a game starts from.
type Setup[O any] struct {
	Edition string
	Options O
	Seats   int      // how many players, within the edition's MinSeats and MaxSeats
	Seed    [32]byte // everything random follows from it, see package shuffle
}

// Wanted is what a game waits for.
type Wanted struct {
	Round  int
	Phase  string // one of the kind's Phases, or PhaseOver
	Turn   string // tells waits of one phase and round apart: a deadline runs from the moment Round, Phase or Turn changes
	Sealed bool   // moves are secret, collected and played all at once; otherwise each is played as it comes
	Seats  []int  // ascending; empty when the game is over
}

// PhaseOver is the phase of every game that is over.
const PhaseOver = "over"

// Play is a move made by a seat.
type Play[M any] struct {
	Seat int
	Move M
}

// Choice is a move that a seat can make now. In an open wait the choices are all there are, unless some are marked as
// examples; of bids, which are any part of a hand, a few examples stand for all.
type Choice struct {
	Move    any    `json:"move"`              // ready to be sent
	Does    string `json:"does"`              // what it does, in a few words: "swap with side I, get 24 41 53 58"
	Example bool   `json:"example,omitempty"` // there are more moves of this sort
}

// Event is something that happened in a game. Everybody is told of every event, so that their numbers have no gaps
// for anybody; what is told may differ: Own holds, by seat, what that seat is told in place of Data.
type Event struct {
	Type string      // a lower-case word with underscores, in the past tense
	Data any         // for everybody; an object when written as JSON
	Own  map[int]any // for single seats, in place of Data
}

// Result says how a game ended.
type Result struct {
	Scores  []any `json:"scores"`          // one per seat, in order: what the kind scores by
	Totals  []int `json:"totals"`          // one per seat, in order
	Winners []any `json:"winners"`         // seat numbers; a kind with a rival that is no seat may name it by a word
	Rounds  int   `json:"rounds"`          // played
	Dummy   *int  `json:"dummy,omitempty"` // the total of a rival that is no seat, whom Winners calls "dummy"
}
