package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tender/domain/kinds"
	"tender/proof"
)

// driver plays: it has the players, the games that still lack some, and what there is to say of their requests.
type driver struct {
	tb      testing.TB
	journal *journal
	sealed  map[string]map[string]bool // by kind and phase
	url     atomic.Pointer[string]     // of the server that runs now
	moves   atomic.Int64               // that were acknowledged
	atOnce  int                        // games of each player
	people  []*person

	mu      sync.Mutex
	lobby   []*lobby
	faults  []string // answers that should not be
	busy    int      // answers 503
	unsure  int      // requests without an answer
	slowest time.Duration
	opening int  // games that are being opened
	closing bool // no more are
}

// lobby is a game that lacks players.
type lobby struct {
	game, kind string
	free       int
	in         map[*person]bool
}

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

// enlist signs players up, each with a webhook.
func enlist(tb testing.TB, server *proof.Server, sink *proof.Sink, seed uint64, players, atOnce int) *driver {
	tb.Helper()
	d := &driver{tb: tb, journal: newJournal(tb), sealed: map[string]map[string]bool{}, atOnce: atOnce}
	d.at(server.URL)
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: players}}
	tb.Cleanup(client.CloseIdleConnections)
	for i := range players {
		p, err := proof.SignUp(tb.Context(), server.URL, fmt.Sprintf("player%d", i), client)
		if err != nil {
			tb.Fatal(err)
		}
		hook := map[string]any{"url": fmt.Sprintf("%s/%d", sink.Hook, i)}
		if a, err := p.Call(tb.Context(), "POST", "/v1/me/webhooks", hook); err != nil || !a.OK() {
			tb.Fatalf("webhook: %v %s", err, a.Body)
		}
		d.people = append(d.people, &person{Player: p, d: d, games: map[string]game{}, luck: rand.New(rand.NewPCG(seed, uint64(i)))})
	}
	for _, kind := range kinds.All {
		sealed, err := d.people[0].SealedPhases(tb.Context(), kind.Name)
		if err != nil {
			tb.Fatal(err)
		}
		d.sealed[kind.Name] = sealed
	}
	return d
}

// at says where the server is now.
func (d *driver) at(url string) { d.url.Store(&url) }

// run lets everybody play until ctx ends, or until the driver is closing and all games are over.
func (d *driver) run(ctx context.Context) (wait func()) {
	var playing sync.WaitGroup
	for _, p := range d.people {
		playing.Go(func() { p.play(ctx) })
	}
	return playing.Wait
}

// close lets nobody begin another game.
func (d *driver) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closing = true
}

// isClosed says whether there is no game any more that lacks players.
func (d *driver) isClosed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closing && d.opening == 0 && len(d.lobby) == 0
}

func (p *person) play(ctx context.Context) {
	for ctx.Err() == nil {
		p.another(ctx)
		moved, waits := false, false
		for id, g := range p.games {
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

func (d *driver) mayOpen() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing {
		return false
	}
	d.opening++
	return true
}

func (d *driver) opened() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.opening--
}

func (d *driver) offer(l *lobby) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lobby = append(d.lobby, l)
}

// take gives a player a seat in a game that lacks some.
func (d *driver) take(p *person) *lobby {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, l := range d.lobby {
		if l.in[p] {
			continue
		}
		l.in[p] = true
		if l.free--; l.free == 0 {
			d.lobby = append(d.lobby[:i], d.lobby[i+1:]...)
		}
		return l
	}
	return nil
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
			ended.End = acknowledged
			if asked.Step > 0 {
				p.d.moves.Add(1)
			}
			var said struct {
				ID      string // of what was made
				Receipt *struct{ ID string }
			}
			if err := a.Read(&said); err != nil {
				p.d.fault("an answer cannot be read: %v", err)
			}
			if asked.What == "open" {
				ended.Game = said.ID
			}
			if said.Receipt != nil {
				ended.Receipt = said.Receipt.ID
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
		p.d.mu.Lock()
		p.d.unsure++
		p.d.mu.Unlock()
	}
	if a.Status >= 500 {
		p.d.answered5xx(m, a)
	}
	if a.Status == 0 || a.Status >= 500 {
		pause(ctx, time.Duration(20+p.luck.IntN(40))*time.Millisecond)
	}
	return a
}

// answered5xx takes an answer that is a fault unless it says that the server is not ready now and when to come back.
func (d *driver) answered5xx(m proof.Move, a proof.Answer) {
	var problem struct{ Code string }
	clear := a.Status == http.StatusServiceUnavailable && a.Read(&problem) == nil && problem.Code == "not_ready" && a.Header.Get("Retry-After") != ""
	if !clear {
		d.fault("%s %s: %d %s", m.Method, m.Path, a.Status, a.Body)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.busy++
}

// unready is how often somebody was told that the server is not ready.
func (d *driver) unready() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.busy
}

func (d *driver) took(t time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.slowest = max(d.slowest, t)
}

func (d *driver) fault(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.faults = append(d.faults, fmt.Sprintf(format, args...))
}
