package domain

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"tender/domain/shuffle"
)

// RecordFormat names the format of Record.
const RecordFormat = "tender-record/1"

// Record is a game as others can replay and check it: the moves that took effect, and everything that chance gave.
type Record struct {
	Format     string          `json:"format"`
	Kind       string          `json:"kind"`
	Revision   int             `json:"revision,omitempty"` // of the kind's rules; left out of the first
	Edition    string          `json:"edition"`
	Options    json.RawMessage `json:"options"`
	Players    int             `json:"players"`
	Game       string          `json:"game,omitempty"`
	Names      []string        `json:"names,omitempty"`
	Seed       string          `json:"seed"` // hex; made of the server seed and the nonces
	Commitment string          `json:"commitment,omitempty"`
	ServerSeed string          `json:"server_seed,omitempty"`
	Nonces     []string        `json:"nonces,omitempty"`
	Start      json.RawMessage `json:"start,omitempty"` // the referee's view before the first step
	Steps      []RecordStep    `json:"steps"`
	Result     json.RawMessage `json:"result,omitempty"`

	// Drawn is what the seed gives, for readers who do not want to draw it themselves: members of the same object,
	// named by the kind.
	Drawn map[string]json.RawMessage `json:"-"`

	round, began int // the round of the last step, and the steps before it
}

// MarshalJSON writes the record with what was drawn among its members.
func (r Record) MarshalJSON() ([]byte, error) {
	type plain Record
	raw := encode(plain(r))
	if len(r.Drawn) == 0 {
		return raw, nil
	}
	drawn := encode(r.Drawn)
	return append(append(raw[:len(raw)-1:len(raw)-1], ','), drawn[1:]...), nil
}

// RecordStep is one move of a record. In recordings made for tests State may be what the referee sees after it, and
// Illegal says that the move is refused.
type RecordStep struct {
	Seat    int             `json:"seat"`
	Move    json.RawMessage `json:"move"`
	At      *time.Time      `json:"at,omitempty"`
	State   json.RawMessage `json:"state,omitempty"`
	Illegal bool            `json:"illegal,omitempty"`
}

// folding is what is noted while a log is folded; nil fields note nothing.
type folding struct {
	record *Record
	starts *roundStart
}

// add notes plays, and the position before them.
func (r *Record) add(at time.Time, before Wanted, plays []Play[json.RawMessage]) {
	if r == nil {
		return
	}
	if before.Round != r.round {
		r.round, r.began = before.Round, len(r.Steps)
	}
	for _, p := range plays {
		r.Steps = append(r.Steps, RecordStep{Seat: p.Seat, Move: p.Move, At: moment(at)})
	}
}

// void leaves out the steps of the present round, which begins anew: what did not count is not replayed.
func (r *Record) void(round int) {
	if r != nil && r.round == round {
		r.Steps = r.Steps[:r.began]
	}
}

// Fold plays a log from its first input and gives the table that it leads to.
func (ks Kinds) Fold(log []Logged) (*Table, error) { return ks.fold(log, folding{}) }

func (ks Kinds) fold(log []Logged, noting folding) (*Table, error) {
	var t *Table
	for i, entry := range log {
		if entry.Number != i+1 {
			return nil, fmt.Errorf("the log has no entry %d", i+1)
		}
		in, err := entry.Read()
		if err != nil {
			return nil, err
		}
		if t == nil {
			open, ok := in.(Open)
			if !ok {
				return nil, fmt.Errorf("the log begins with %q", entry.Type)
			}
			if t, _, err = ks.Open(open, entry.By, entry.At); err == nil {
				t.folding = noting
				noting.starts.note(t.position)
			}
		} else {
			_, err = t.Decide(in, entry.By, entry.At)
		}
		if err != nil {
			return nil, fmt.Errorf("log entry %d (%s): %w", entry.Number, entry.Type, err)
		}
	}
	if t == nil {
		return nil, fmt.Errorf("the log is empty")
	}
	return t, nil
}

// Record makes the record of a finished game from its log. names gives the players' names by account.
func (ks Kinds) Record(log []Logged, names map[string]string) (*Record, error) {
	r := &Record{Format: RecordFormat, Steps: []RecordStep{}}
	t, err := ks.fold(log, folding{record: r})
	if err != nil {
		return nil, err
	}
	if t.Status != Over {
		return nil, Refuse(RecordNotOver, "The record is published when the game is over; this one is %s.", t.Status)
	}
	r.Kind, r.Revision, r.Edition, r.Options, r.Players, r.Game = t.Kind.Name, later(t.Revision), t.Edition, t.Options, len(t.Seats), t.ID
	r.Commitment, r.ServerSeed = t.Commitment(), t.ServerSeed
	for i, s := range t.Seats {
		r.Names = append(r.Names, t.playerName(i+1, names))
		r.Nonces = append(r.Nonces, s.Nonce)
	}
	seed := shuffle.Seed(t.serverSeed(), r.Nonces)
	r.Seed = hex.EncodeToString(seed[:])
	r.Result = encode(t.position.Scores())
	r.Drawn = t.Kind.drawn(t.Edition, t.Options, len(t.Seats), seed)
	return r, nil
}

// replay plays the moves of a record.
type replay struct {
	position Position
	drawn    map[string]json.RawMessage
	sealed   map[int]json.RawMessage
}

// Replayed says how a record was replayed.
type Replayed struct {
	Steps int // in the record
	Idle  int // of these, recorded without effect: checked to be legal, but not played (see replay.idle)
}

// Replay plays a record through the rules and compares every state, refusal and result that it holds. An error names
// the step and the first difference.
func (ks Kinds) Replay(raw []byte) (done Replayed, err error) {
	var r Record
	if err := json.Unmarshal(raw, &r); err != nil {
		return done, fmt.Errorf("not a record: %w", err)
	}
	if r.Format != RecordFormat {
		return done, fmt.Errorf("format is %q, not %q", r.Format, RecordFormat)
	}
	p, err := ks.replayStart(r)
	if err != nil {
		return done, err
	}
	if err := p.compareDrawn(raw); err != nil {
		return done, err
	}
	if err := p.compare("start", r.Start); err != nil {
		return done, err
	}
	for _, s := range r.Steps {
		done.Steps++
		if p.idle(s) {
			done.Idle++
			continue
		}
		if err := p.step(s); err != nil {
			return done, fmt.Errorf("step %d%w", done.Steps, err)
		}
	}
	if len(r.Result) == 0 {
		return done, nil
	}
	if len(p.position.Wanted().Seats) > 0 {
		return done, fmt.Errorf("result: the game is not over after the last step")
	}
	return done, difference("result", r.Result, encode(p.position.Scores()))
}

// step plays one step of a record and compares what comes of it.
func (p *replay) step(s RecordStep) error {
	err := p.move(s.Seat, s.Move)
	if s.Illegal && err == nil {
		return fmt.Errorf(": seat %d plays %s, which should have been refused", s.Seat, s.Move)
	}
	if !s.Illegal && err != nil {
		return fmt.Errorf(": seat %d plays %s: %w", s.Seat, s.Move, err)
	}
	return p.compare("", s.State)
}

// idle says that a step was recorded without effect: an open move that is what stands for an absent seat, made by a seat
// that is waited for, after which the recorded state is the one before. Some recorders let a seat decline and then think
// again. Such a step is legal, but playing it would end a turn that the record goes on with.
func (p *replay) idle(s RecordStep) bool {
	w := p.position.Wanted()
	if w.Sealed || s.Illegal || len(s.State) == 0 || !slices.Contains(w.Seats, s.Seat) {
		return false
	}
	move, err := p.position.Check(s.Seat, s.Move)
	return err == nil && string(move) == string(p.position.Absent(s.Seat)) && p.compare("", s.State) == nil
}

func (ks Kinds) replayStart(r Record) (*replay, error) {
	kind, err := ks.At(r.Kind, r.Revision)
	if err != nil {
		return nil, err
	}
	edition, err := kind.Edition(r.Edition)
	if err != nil {
		return nil, err
	}
	if r.Players < edition.MinSeats || r.Players > edition.MaxSeats {
		return nil, fmt.Errorf("%d players, the edition is for %d to %d", r.Players, edition.MinSeats, edition.MaxSeats)
	}
	// The game may have been opened for more players than came, with options that are right only for those.
	options, err := kind.Options(edition.Name, edition.MaxSeats, r.Options)
	if err != nil {
		return nil, err
	}
	seed, err := decode32(r.Seed)
	if err != nil {
		return nil, fmt.Errorf("seed: %w", err)
	}
	if r.ServerSeed != "" {
		server, err := decode32(r.ServerSeed)
		if err != nil {
			return nil, fmt.Errorf("server_seed: %w", err)
		}
		if r.Commitment != "" && shuffle.Commitment(server) != r.Commitment {
			return nil, fmt.Errorf("the commitment is not to this server_seed")
		}
		if len(r.Nonces) != r.Players || shuffle.Seed(server, r.Nonces) != seed {
			return nil, fmt.Errorf("the seed does not follow from server_seed and nonces")
		}
	}
	position, err := kind.Start(edition.Name, options, r.Players, seed)
	return &replay{position, kind.drawn(edition.Name, options, r.Players, seed), map[int]json.RawMessage{}}, err
}

// compareDrawn holds what a record says that chance gave against what the seed gives.
func (p *replay) compareDrawn(record []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(record, &members); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(p.drawn)) {
		if want, ok := members[name]; ok {
			if err := difference(name, want, p.drawn[name]); err != nil {
				return err
			}
		}
	}
	return nil
}

func decode32(s string) (seed [32]byte, err error) {
	b, err := hex.DecodeString(s)
	if err == nil && len(b) != len(seed) {
		err = fmt.Errorf("%d bytes, not %d", len(b), len(seed))
	}
	copy(seed[:], b)
	return seed, err
}

func (p *replay) move(seat int, raw json.RawMessage) error {
	w := p.position.Wanted()
	if !slices.Contains(w.Seats, seat) {
		return Refuse(NotWanted, "the game waits for %s", seatList(w.Seats))
	}
	move, err := p.position.Check(seat, raw)
	if err != nil {
		return err
	}
	if !w.Sealed {
		p.position.Step([]Play[json.RawMessage]{{Seat: seat, Move: move}})
		return nil
	}
	p.sealed[seat] = move
	if len(p.sealed) < len(w.Seats) {
		return nil
	}
	plays := make([]Play[json.RawMessage], len(w.Seats))
	for i, s := range w.Seats {
		plays[i] = Play[json.RawMessage]{Seat: s, Move: p.sealed[s]}
	}
	clear(p.sealed)
	p.position.Step(plays)
	return nil
}

// compare holds a recorded state, if there is one, against what the referee sees now.
func (p *replay) compare(where string, want json.RawMessage) error {
	if len(want) == 0 {
		return nil
	}
	waiting := []int{}
	for _, seat := range p.position.Wanted().Seats {
		if _, in := p.sealed[seat]; !in {
			waiting = append(waiting, seat)
		}
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal(encode(p.position.Referee()), &got); err != nil {
		return err
	}
	got["waiting_for"] = encode(waiting)
	return difference(where, want, encode(got))
}
