package crash

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"time"

	"tender/domain/kinds"
	"tender/proof"
)

// person is a player. Only its own goroutine uses it.
type person struct {
	*proof.Player
	d     *driver
	games map[string]game
	luck  *rand.Rand
}

// game is one that a person plays in. An endless one has a player who never moves.
type game struct {
	kind    string
	endless bool
}

func (p *person) play(ctx context.Context) {
	for ctx.Err() == nil {
		p.another(ctx)
		moved, waits := false, false
		for _, id := range slices.Sorted(maps.Keys(p.games)) {
			g := p.games[id]
			m, over := p.turn(ctx, id, g.kind)
			moved = moved || m
			if over {
				delete(p.games, id)
			} else if !g.endless {
				waits = true
			}
		}
		if p.d.isClosed() && !waits {
			return
		}
		if !moved {
			pause(ctx, time.Duration(5+p.luck.IntN(20))*time.Millisecond)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// turn looks at a game and moves if it is wanted.
func (p *person) turn(ctx context.Context, game, kind string) (moved, over bool) {
	var v proof.View
	if a := p.ask(ctx, proof.Move{Method: "GET", Path: "/v1/games/" + game}); !a.OK() || a.Read(&v) != nil {
		return false, false
	}
	move, wanted := proof.Choose(game, v, p.d.sealed[kind], p.luck)
	if !wanted {
		return false, v.Status != "active" && v.Status != "open"
	}
	asked := line{What: "play", Account: p.ID, Game: game, Step: v.Step}
	said := move.Body["move"]
	if move.Sealed {
		asked.What, said = "seal", move.Body["bid"]
	}
	asked.Move, _ = said.(json.RawMessage)
	p.does(ctx, asked, move, p.luck.IntN(2) == 0)
	return true, false
}

// another joins a game that lacks players, or opens one if it plays few.
func (p *person) another(ctx context.Context) {
	if l := p.d.take(p); l != nil {
		m := proof.Move{Method: "POST", Path: "/v1/games/" + l.game + "/seats", Body: map[string]any{}, Key: p.key()}
		if p.does(ctx, line{What: "join", Account: p.ID, Game: l.game}, m, true).OK() {
			p.games[l.game] = game{kind: l.kind}
		}
		return
	}
	plays := 0
	for _, g := range p.games {
		if !g.endless {
			plays++
		}
	}
	if plays >= p.d.atOnce || !p.d.mayOpen() {
		return
	}
	defer p.d.opened()
	kind, seats := kinds.All[p.luck.IntN(len(kinds.All))].Name, 2+p.luck.IntN(2)
	m := proof.Move{Method: "POST", Path: "/v1/games", Body: map[string]any{"kind": kind, "seats": seats}, Key: p.key()}
	var opened struct{ ID string }
	if a := p.does(ctx, line{What: "open", Account: p.ID}, m, true); a.OK() && a.Read(&opened) == nil {
		p.games[opened.ID] = game{kind: kind}
		p.d.offer(&lobby{game: opened.ID, kind: kind, free: seats - 1, in: map[*person]bool{p: true}})
	}
}

func (p *person) key() string {
	return strconv.FormatUint(p.luck.Uint64(), 36) + strconv.FormatUint(p.luck.Uint64(), 36)
}

// does makes a request that changes something, with its lines in the journal. When its outcome stays unknown it is sent
// again, the same in every byte, if it is to be known; else it is left open.
func (p *person) does(ctx context.Context, asked line, m proof.Move, insist bool) proof.Answer {
	asked = p.d.journal.asks(asked)
	for tries := 1; ; tries++ {
		a := p.ask(ctx, m)
		ended := line{N: asked.N, Tries: tries}
		again := false
		switch {
		case a.OK():
			if err := ended.acknowledge(asked.What, a); err != nil {
				p.d.fault("an answer cannot be read: %v", err)
			}
		case a.Status >= 400 && a.Status < 500:
			if tries == 1 { // later, it may have been carried out before
				ended.End = refused
			}
		default:
			again = insist && ctx.Err() == nil
		}
		if !again {
			p.d.journal.ends(ended)
			if a.OK() && asked.Step > 0 {
				p.d.moves.Add(1)
			}
			return a
		}
	}
}

// ask makes a request and says what is wrong with its answer. When there is none, or none that helps, it waits a moment.
func (p *person) ask(ctx context.Context, m proof.Move) proof.Answer {
	p.BaseURL = *p.d.url.Load()
	var body any
	if m.Body != nil {
		body = m.Body
	}
	var header []string
	if m.Key != "" {
		header = []string{"Idempotency-Key", m.Key}
	}
	began := time.Now()
	a, err := p.Call(ctx, m.Method, m.Path, body, header...)
	p.d.took(time.Since(began))
	if err != nil {
		a.Status = 0 // it broke off
	}
	if a.Status == 0 && ctx.Err() == nil {
		p.d.unanswered()
	}
	switch {
	case a.Status >= 500:
		p.d.answered5xx(m, a)
	case a.Status >= 400 && a.Status != http.StatusConflict: // the game may have gone on, but nothing else is to be refused
		p.d.fault("%s %s: %d %s", m.Method, m.Path, a.Status, a.Body)
	}
	if a.Status == 0 || a.Status >= 500 {
		pause(ctx, time.Duration(20+p.luck.IntN(40))*time.Millisecond)
	}
	return a
}
