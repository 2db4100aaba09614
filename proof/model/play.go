package model

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"

	"tender/proof"
)

// House is where games are played: a server's API, and people who play and watch.
type House struct {
	chance  *Chance
	people  []caller // six who play
	watcher caller
}

// Count says how much was played and compared.
type Count struct{ Games, Moves, Refused, Views int }

// Add joins two counts.
func (c *Count) Add(d Count) {
	c.Games, c.Moves, c.Refused, c.Views = c.Games+d.Games, c.Moves+d.Moves, c.Refused+d.Refused, c.Views+d.Views
}

// NewHouse signs everybody up. chance is where the server has its random bytes from.
func NewHouse(ctx context.Context, base string, client *http.Client, chance *Chance) (*House, error) {
	var people []caller
	for i := range 7 {
		p, err := proof.SignUp(ctx, base, fmt.Sprintf("player%d", i+1), client)
		if err != nil {
			return nil, err
		}
		people = append(people, p)
	}
	return &House{chance, people[:6], people[6]}, nil
}

// match is one game, at the server's and in the model.
type match struct {
	*House
	ctx    context.Context
	r      *rand.Rand
	id     string
	seats  int
	game   Game
	step   int
	sealed map[int]Move
	ready  map[int]bool
	count  Count
	secret []byte
	played int
	right  map[string]part // what has been compared
}

// Play plays one game of a kind, edition, options and players that the seed chooses. The error tells the first difference.
func (h *House) Play(ctx context.Context, kind string, seed uint64) (Count, error) {
	m := &match{House: h, ctx: ctx, r: rand.New(rand.NewPCG(seed, 1)), step: 1, sealed: map[int]Move{}, ready: map[int]bool{}, right: map[string]part{}}
	options, err := m.open(kind)
	if err == nil {
		err = m.lookAll()
	}
	for err == nil {
		if _, phase, _, _ := m.game.State(); phase == "over" {
			err = m.compareRecord()
			break
		}
		if m.step > 20000 {
			err = fmt.Errorf("the game does not end")
			break
		}
		err = m.something()
	}
	if err != nil {
		return m.count, fmt.Errorf("%s of %d players with %s, seed %d, step %d: %w", kind, m.seats, options, seed, m.step, err)
	}
	m.count.Games++
	return m.count, nil
}

// terms leave every move to the players: the model knows the rules, and nothing that the server does around them.
var terms = object{"auto_forced": false, "missed_limit": 0}

// open opens a game, fills it and sets the model up.
func (m *match) open(kind string) (string, error) {
	setup := m.setup(kind)
	options, _ := json.Marshal(setup.options)
	about := fmt.Sprintf("%s %s", setup.edition, options)
	nonces := make([]string, setup.seats)
	m.seats = setup.seats
	for i := range nonces {
		nonces[i] = []string{"", "a phrase", "née", "0123456789"}[m.r.IntN(4)]
	}
	var opened struct{ ID string }
	if err := m.must(0, "POST", "/v1/games", object{"kind": kind, "edition": setup.edition, "seats": setup.seats,
		"options": setup.options, "nonce": nonces[0], "terms": terms}, &opened); err != nil {
		return about, err
	}
	m.id = opened.ID
	for i := 1; i < setup.seats; i++ {
		if err := m.must(i, "POST", "/v1/games/"+m.id+"/seats", object{"nonce": nonces[i]}, nil); err != nil {
			return about, err
		}
	}
	var v struct{ Status, Commitment string }
	if err := m.get(m.watcher, "", &v); err != nil {
		return about, err
	}
	var err error
	if m.secret, err = m.chance.secret(v.Commitment); err != nil {
		return about, err
	}
	if v.Status == "open" { // nobody can join a game for one
		if err := m.must(0, "POST", "/v1/games/"+m.id+"/start", object{}, nil); err != nil {
			return about, err
		}
	}
	m.game = setup.begin(gameSeed(m.secret, nonces))
	return about, nil
}

// must is a request of one of the people that has to be carried out.
func (m *match) must(person int, method, path string, body, into any) error {
	a, err := m.people[person].Call(m.ctx, method, path, body)
	if err == nil && !a.OK() {
		err = fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	if err != nil || into == nil {
		return err
	}
	return a.Read(into)
}

func (m *match) get(p caller, path string, into any) error {
	a, err := p.Call(m.ctx, "GET", "/v1/games/"+m.id+path, nil)
	if err != nil {
		return err
	}
	if !a.OK() {
		return fmt.Errorf("GET %s: %d %s", path, a.Status, a.Body)
	}
	return a.Read(into)
}

// waiting are the wanted seats without a bid that is ready.
func (m *match) waiting() []int {
	_, _, _, wanted := m.game.State()
	waiting := []int{}
	for _, seat := range wanted {
		if !m.ready[seat] {
			waiting = append(waiting, seat)
		}
	}
	return waiting
}

// something makes one thing happen: mostly somebody who is waited for moves.
func (m *match) something() error {
	_, _, sealed, wanted := m.game.State()
	waiting := m.waiting()
	seat := waiting[m.r.IntN(len(waiting))]
	if m.r.IntN(20) == 0 {
		seat = 1 + m.r.IntN(m.seats)
	}
	if _, stored := m.sealed[seat]; stored && m.r.IntN(4) == 0 {
		return m.withdraw(seat)
	}
	move := m.game.Think(wanted[0], m.r)
	if slices.Contains(wanted, seat) {
		move = m.game.Think(seat, m.r)
	}
	return m.send(seat, move, sealed)
}

func (m *match) withdraw(seat int) error {
	a, err := m.people[seat-1].Call(m.ctx, "DELETE", "/v1/games/"+m.id+"/bid", nil)
	if err != nil || !a.OK() {
		return fmt.Errorf("seat %d cannot withdraw its bid: %d %s, %v", seat, a.Status, a.Body, err)
	}
	delete(m.sealed, seat)
	delete(m.ready, seat)
	return m.lookAll()
}

// send sends a move and holds the answer against what the model says of it.
func (m *match) send(seat int, move Move, sealed bool) error {
	_, phase, _, wanted := m.game.State()
	refuses := "not wanted"
	if slices.Contains(wanted, seat) {
		refuses = m.game.Refuses(seat, move)
	}
	ready := m.r.IntN(8) > 0
	method, path, body := "POST", "/moves", object{"move": move.sent(), "step": m.step}
	if sealed {
		method, path, body = "PUT", "/bid", object{"bid": move.sent(), "step": m.step, "ready": ready}
	}
	a, err := m.people[seat-1].Call(m.ctx, method, "/v1/games/"+m.id+path, body)
	if err != nil {
		return err
	}
	said, _ := json.Marshal(move.sent())
	if a.OK() != (refuses == "") || a.Status >= 500 {
		return fmt.Errorf("seat %d plays %s: the server answers %d %s, the model says %q", seat, said, a.Status, a.Body, refuses)
	}
	m.count.Moves++
	if refuses != "" {
		m.count.Refused++
		if m.r.IntN(4) > 0 {
			return nil
		}
		return m.look(seat, nil) // nothing has changed
	}
	var answer struct{ View json.RawMessage }
	if err := a.Read(&answer); err != nil {
		return err
	}
	m.take(seat, move, sealed, ready)
	if err := m.look(seat, answer.View); err != nil {
		return fmt.Errorf("after seat %d played %s: %w", seat, said, err)
	}
	if _, now, _, _ := m.game.State(); now == phase && m.r.IntN(6) > 0 {
		return m.look(m.r.IntN(m.seats+1), nil) // what others are shown has changed little
	}
	if err := m.lookAll(); err != nil {
		return fmt.Errorf("after seat %d played %s: %w", seat, said, err)
	}
	return nil
}

// take makes the move in the model.
func (m *match) take(seat int, move Move, sealed, ready bool) {
	if !sealed {
		m.game.Play(map[int]Move{seat: move})
		m.step++
		m.played++
		return
	}
	m.sealed[seat], m.ready[seat] = move, ready
	if len(m.waiting()) == 0 {
		m.game.Play(m.sealed)
		m.step++
		m.played += len(m.sealed)
		m.sealed, m.ready = map[int]Move{}, map[int]bool{}
	}
}
