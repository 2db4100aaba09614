package model

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"tender/domain"
	"tender/proof"
)

// caller is somebody who sends requests.
type caller interface {
	Call(ctx context.Context, method, path string, body any, header ...string) (proof.Answer, error)
}

// desk answers the requests of a game with the domain itself, without the API and a store around it: a hundred times as
// many games can be played at it. It holds one game at a time.
type desk struct {
	kinds  domain.Kinds
	chance io.Reader
	now    time.Time
	table  *domain.Table
	log    []domain.Logged
}

// NewDesk is NewHouse without a server.
func NewDesk(kinds domain.Kinds, seed uint64) *House {
	chance := NewChance(seed)
	d := &desk{kinds: kinds, chance: chance, now: time.Date(2030, 3, 1, 12, 0, 0, 0, time.UTC)}
	h := &House{chance: chance, watcher: sitter{d, ""}}
	for i := range 6 {
		h.people = append(h.people, sitter{d, fmt.Sprintf("player%d", i+1)})
	}
	return h
}

// sitter is somebody at a desk.
type sitter struct {
	desk *desk
	name string
}

// Call does what the API would do.
func (s sitter) Call(_ context.Context, method, path string, body any, _ ...string) (proof.Answer, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return proof.Answer{}, err
	}
	answer, err := s.desk.answer(domain.Actor{Account: s.name}, method, path[strings.LastIndex(path, "/"):], raw)
	if r, ok := domain.AsRefusal(err); ok {
		return proof.Answer{Status: http.StatusUnprocessableEntity, Body: []byte(r.Text)}, nil
	} else if err != nil {
		return proof.Answer{}, err
	}
	out, err := json.Marshal(answer)
	return proof.Answer{Status: http.StatusOK, Body: out}, err
}

// request is the body of any request.
type request struct {
	Kind, Edition, Nonce string
	Options, Bid, Move   json.RawMessage
	Seats, Step          int
	Ready                bool
}

func (d *desk) answer(by domain.Actor, method, end string, raw []byte) (any, error) {
	var r request
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, err
	}
	meant := domain.Meant{Step: r.Step}
	switch method + " " + end {
	case "POST /games":
		return d.open(r, by)
	case "POST /seats":
		return d.decide(domain.Join{Nonce: r.Nonce}, by)
	case "POST /start":
		return d.decide(domain.Start{}, by)
	case "PUT /bid":
		seal, err := domain.Seal{Move: r.Bid, Ready: r.Ready, Meant: meant}.Blind(d.chance)
		if err != nil {
			return nil, err
		}
		return d.decide(seal, by)
	case "DELETE /bid":
		return d.decide(domain.Withdraw{}, by)
	case "POST /moves":
		return d.decide(domain.PlayMoves{Moves: []json.RawMessage{r.Move}, Meant: meant}, by)
	case "GET /record":
		return d.kinds.Record(d.log, nil)
	}
	return d.table.View(by.Account, nil), nil
}

func (d *desk) open(r request, by domain.Actor) (any, error) {
	var seed [32]byte
	if _, err := io.ReadFull(d.chance, seed[:]); err != nil {
		return nil, err
	}
	in := domain.Open{ID: "g", Kind: r.Kind, Edition: r.Edition, Options: r.Options, Seats: r.Seats, Nonce: r.Nonce, ServerSeed: hex.EncodeToString(seed[:])}
	t, _, err := d.kinds.Open(in, by, d.now)
	if err != nil {
		return nil, err
	}
	d.table, d.log = t, []domain.Logged{domain.Log(1, in, by, d.now)}
	return object{"id": t.ID}, nil
}

// decide hands an input to the game and logs it.
func (d *desk) decide(in domain.Input, by domain.Actor) (any, error) {
	out, err := d.table.Decide(in, by, d.now)
	if err != nil {
		return nil, err
	}
	if !out.Nothing {
		d.log = append(d.log, domain.Log(len(d.log)+1, in, by, d.now))
	}
	return object{"view": d.table.View(by.Account, nil)}, nil
}
