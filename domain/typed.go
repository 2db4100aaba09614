package domain

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	strict "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// typed is the one place where JSON meets a kind's own types.
type typed[O, S, M any] struct {
	rules   Rules[O, S, M]
	version int
}

// invariant may be implemented by a kind's *S: a decoded state that breaks it is not played on.
type invariant interface{ Valid() error }

func (t typed[O, S, M]) options(edition string, seats int, raw json.RawMessage) (json.RawMessage, error) {
	o := t.rules.Defaults(edition)
	if len(raw) > 0 {
		if err := DecodeStrict(InvalidOption, raw, &o); err != nil {
			return nil, err
		}
	}
	if err := t.rules.Allow(edition, seats, o); err != nil {
		return nil, err
	}
	return encode(o), nil
}

func (t typed[O, S, M]) start(edition string, options json.RawMessage, seats int, seed [32]byte) (Position, error) {
	o := t.rules.Defaults(edition)
	if len(options) > 0 {
		if err := DecodeStrict(InvalidOption, options, &o); err != nil {
			return nil, err
		}
	}
	return &position[O, S, M]{t, t.rules.Start(Setup[O]{Edition: edition, Options: o, Seats: seats, Seed: seed})}, nil
}

func (t typed[O, S, M]) decode(version int, raw json.RawMessage) (Position, error) {
	if version != t.version {
		return nil, fmt.Errorf("state has version %d, newest known is %d", version, t.version)
	}
	p := &position[O, S, M]{typed: t}
	if err := strict.Unmarshal(raw, &p.state, strict.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if inv, ok := any(&p.state).(invariant); ok {
		if err := inv.Valid(); err != nil {
			return nil, fmt.Errorf("state: %v", err)
		}
	}
	return p, nil
}

type position[O, S, M any] struct {
	typed[O, S, M]
	state S
}

func (p *position[O, S, M]) Wanted() Wanted { return p.rules.Wanted(&p.state) }

func (p *position[O, S, M]) Check(seat int, raw json.RawMessage) (json.RawMessage, error) {
	var m M
	if err := DecodeStrict(MalformedMove, raw, &m); err != nil {
		return nil, err
	}
	if err := p.rules.Check(&p.state, seat, m); err != nil {
		return nil, err
	}
	return encode(m), nil
}

func (p *position[O, S, M]) Foresee(seat int, raw json.RawMessage) error {
	var m M
	if DecodeStrict(MalformedMove, raw, &m) != nil {
		return nil
	}
	return p.rules.Foresee(&p.state, seat, m)
}

func (p *position[O, S, M]) Step(plays []Play[json.RawMessage]) []Event {
	own := make([]Play[M], len(plays))
	for i, play := range plays {
		own[i] = Play[M]{Seat: play.Seat, Move: p.move(play.Move)}
	}
	return p.rules.Step(&p.state, own)
}

func (p *position[O, S, M]) Absent(seat int) json.RawMessage {
	return encode(p.rules.Absent(&p.state, seat))
}

func (p *position[O, S, M]) Cover(seat int, move json.RawMessage) any {
	return p.rules.Cover(&p.state, seat, p.move(move))
}

func (p *position[O, S, M]) View(seat int) (table, own any, choices []Choice) {
	return p.rules.View(&p.state, seat)
}
func (p *position[O, S, M]) Referee() any   { return p.rules.Referee(&p.state) }
func (p *position[O, S, M]) Scores() Result { return p.rules.Scores(&p.state) }

func (p *position[O, S, M]) Sample(seat int, r *rand.Rand) json.RawMessage {
	return encode(p.rules.Sample(&p.state, seat, r))
}

func (p *position[O, S, M]) Bot(seat int, r *rand.Rand) json.RawMessage {
	return encode(p.rules.Bot(&p.state, seat, r))
}

func (p *position[O, S, M]) orders() Orderly[S, M] {
	orders, _ := any(p.rules).(Orderly[S, M])
	return orders
}

func (p *position[O, S, M]) Orderly() bool { return p.orders() != nil }

func (p *position[O, S, M]) CheckOrder(seat int, o Order) (Order, error) {
	var m M
	err := DecodeStrict(MalformedOrder, o.Move, &m)
	if r, ok := AsRefusal(err); ok {
		return o, r.At("/move" + r.Pointer)
	}
	if m, o.If, err = p.orders().CheckOrder(&p.state, seat, m, o.If); err != nil {
		return o, err
	}
	o.Move = encode(m)
	return o, nil
}

func (p *position[O, S, M]) Follow(seat int, o Order) (json.RawMessage, string, bool) {
	orders := p.orders()
	if orders == nil {
		return nil, "Standing orders are not taken any more.", false
	}
	move, says, ok := orders.Follow(&p.state, seat, p.move(o.Move), o.If)
	if !ok {
		return nil, says, false
	}
	return encode(move), says, true
}

func (p *position[O, S, M]) Encode() json.RawMessage {
	return encode(envelope{V: p.version, State: encode(p.state)})
}

// move decodes a move that Check has passed before.
func (p *position[O, S, M]) move(raw json.RawMessage) M {
	var m M
	if err := json.Unmarshal(raw, &m); err != nil {
		panic("a checked move does not decode") // the error would quote the move
	}
	return m
}

// encode writes a plain struct as JSON; a struct that cannot be written is a mistake in the program.
func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("%T cannot be written as JSON: %v", v, err))
	}
	return raw
}

// decodeOwn reads what encode wrote. It takes a third of the time of encoding/json, which looks at each text twice.
func decodeOwn(raw []byte, v any) error {
	return strict.Unmarshal(raw, v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
