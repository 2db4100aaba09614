package replicas

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tender/proof"
)

// patience is how long a request is repeated before it counts as lost.
const patience = 90 * time.Second

// world is a fleet and those who play on it.
type world struct {
	*testing.T
	fleet  *fleet
	ledger ledger
	sink   *proof.Sink
	seed   uint64
	client *http.Client
	lives  []*life
	sealed map[string]map[string]bool // phases, by kind

	broken  atomic.Int64 // requests that got no answer
	refused atomic.Int64 // with 503
	again   atomic.Int64 // requests that were carried out once and sent twice
	games   atomic.Int64
	mu      sync.Mutex
	told    []time.Time   // when moves were acknowledged
	slowest time.Duration // from the first time that a request was sent until it was answered
}

// life is some people who play with one another, one game after the other, each of them listening to all of it.
type life struct {
	*world
	n       int
	chance  *rand.Rand
	players []*proof.Player
	heard   []*listener
	follows sync.WaitGroup
}

var kindsPlayed = []string{"money", "mow-money"}

// newWorld makes n lives.
func newWorld(t *testing.T, seed uint64, f *fleet, sink *proof.Sink, n int) *world {
	t.Helper()
	w := &world{T: t, fleet: f, sink: sink, seed: seed, sealed: map[string]map[string]bool{},
		client: &http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 4 * n}}}
	t.Cleanup(w.client.CloseIdleConnections)
	for i := range n {
		l := &life{world: w, n: i, chance: rand.New(rand.NewPCG(seed, uint64(i)))}
		for j := range 3 {
			p, err := proof.SignUp(t.Context(), f.any(l.chance), fmt.Sprintf("p%d-%d", i, j), w.client)
			if err != nil {
				t.Fatal(err)
			}
			l.players = append(l.players, p)
			if a, err := p.Call(t.Context(), "POST", "/v1/me/webhooks", map[string]any{"url": fmt.Sprintf("%s/%s", sink.Hook, p.Name)}); err != nil || !a.OK() {
				t.Fatalf("a webhook: %d %s, %v", a.Status, a.Body, err)
			}
		}
		w.lives = append(w.lives, l)
	}
	for _, kind := range kindsPlayed {
		var err error
		if w.sealed[kind], err = w.lives[0].players[0].SealedPhases(t.Context(), kind); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// ask sends a request to any of the servers until one of them answers it. Whatever fails meanwhile must fail in the
// way that is promised.
func (w *world) ask(ctx context.Context, chance *rand.Rand, who *proof.Player, method, path string, body any, header ...string) (proof.Answer, error) {
	return w.insist(ctx, chance, who, func() {}, method, path, body, header...)
}

// insist is ask; lost is called for each request of which nobody knows whether it was carried out.
func (w *world) insist(ctx context.Context, chance *rand.Rand, who *proof.Player, lost func(), method, path string, body any, header ...string) (proof.Answer, error) {
	for began := time.Now(); ; {
		p := *who
		p.BaseURL = w.fleet.any(chance)
		a, err := p.Call(ctx, method, path, body, header...)
		switch {
		case err != nil:
			w.broken.Add(1)
			lost()
		case a.Status == http.StatusServiceUnavailable:
			w.refused.Add(1)
			lost()
			var problem struct{ Code, Detail string }
			if err := a.Read(&problem); err != nil || problem.Code != "not_ready" || a.Header.Get("Retry-After") == "" {
				return a, fmt.Errorf("a refusal that is not clear: %v %s", a.Header, a.Body)
			}
		case a.Status >= http.StatusInternalServerError:
			return a, fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
		default:
			w.mu.Lock()
			w.slowest = max(w.slowest, time.Since(began))
			w.mu.Unlock()
			return a, nil
		}
		if time.Since(began) > patience || ctx.Err() != nil {
			return a, fmt.Errorf("%s %s: no answer for %v; the last: %d %s, %v", method, path, patience, a.Status, a.Body, err)
		}
		proof.Pause(ctx, time.Duration(20+chance.IntN(60))*time.Millisecond)
	}
}

// want is ask for what cannot be refused, such as a request with a key.
func (w *world) want(ctx context.Context, chance *rand.Rand, who *proof.Player, method, path string, body, into any, header ...string) error {
	a, err := w.ask(ctx, chance, who, method, path, body, header...)
	if err == nil && !a.OK() {
		err = fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	if err == nil && into != nil {
		err = a.Read(into)
	}
	return err
}

// live plays games, which are listened to until listening ends, until enough says so, be it in the middle of one. In the
// first life nobody stays away, so that somebody always moves: otherwise nothing is acknowledged while all wait for deadlines.
func (l *life) live(ctx, listening context.Context, absences bool, enough func() bool) error {
	for !enough() {
		kind := kindsPlayed[l.chance.IntN(len(kindsPlayed))]
		absent := -1
		body := map[string]any{"kind": kind, "seats": len(l.players)}
		if absences && l.n > 0 && l.chance.IntN(3) == 0 {
			absent = l.chance.IntN(len(l.players))
			pace := map[string]int{}
			for phase := range l.sealed[kind] {
				pace[phase] = 60
			}
			body["pace"] = pace
		}
		var opened struct{ ID string }
		if err := l.want(ctx, l.chance, l.players[0], "POST", "/v1/games", body, &opened, "Idempotency-Key", key(l.chance)); err != nil {
			return err
		}
		l.follow(listening, l.players[0], "/v1/games/"+opened.ID+"/events")
		for _, p := range l.players[1:] {
			if err := l.want(ctx, l.chance, p, "POST", "/v1/games/"+opened.ID+"/seats", map[string]any{}, nil, "Idempotency-Key", key(l.chance)); err != nil {
				return err
			}
		}
		over, err := l.play(ctx, opened.ID, kind, absent, l.chance.IntN(20), enough)
		if err != nil {
			return err
		}
		if over {
			l.games.Add(1)
		}
	}
	return nil
}

func key(chance *rand.Rand) string {
	return fmt.Sprintf("%016x%016x", chance.Uint64(), chance.Uint64())
}

// play plays a game to its end, or until it is enough. All whom it waits for move at the same time. Whoever is absent lets one deadline pass, in the
// first step from a given one on in which they are wanted.
func (l *life) play(ctx context.Context, game, kind string, absent, from int, enough func() bool) (bool, error) {
	missing := 0 // the step in which absent is absent
	for !enough() {
		errs, over, moved := make([]error, len(l.players)), make([]bool, len(l.players)), make([]bool, len(l.players))
		var all sync.WaitGroup
		for i, p := range l.players {
			chance := rand.New(rand.NewPCG(l.chance.Uint64(), 0))
			all.Go(func() {
				var v proof.View
				if errs[i] = l.want(ctx, chance, p, "GET", "/v1/games/"+game, nil, &v); errs[i] != nil {
					return
				}
				over[i] = v.Status == "over"
				move, wanted := proof.Choose(game, v, l.sealed[kind], chance)
				if !wanted {
					return
				}
				if i == absent && v.Step >= from && (missing == 0 || missing == v.Step) {
					missing = v.Step
					return
				}
				moved[i], errs[i] = l.move(ctx, chance, game, p, move)
			})
		}
		all.Wait()
		idle := true
		for i := range l.players {
			if errs[i] != nil {
				return false, errs[i]
			}
			if over[i] {
				return true, nil
			}
			idle = idle && !moved[i]
		}
		if idle && missing > 0 {
			proof.Pause(ctx, 200*time.Millisecond)
		}
	}
	return false, nil
}

// move makes a move and says whether it was made. Now and then one with a key is sent a second time, to any server, afterwards
// or at the same time: then it is answered in the same words. A bid has no key: each that got no answer may be in the log.
func (l *life) move(ctx context.Context, chance *rand.Rand, game string, p *proof.Player, m proof.Move) (bool, error) {
	lost := func() { l.ledger.unknown(game, p, m) }
	if !m.Sealed {
		lost = func() {}
	}
	send := func(chance *rand.Rand) (proof.Answer, error) {
		return l.insist(ctx, chance, p, lost, m.Method, m.Path, m.Body, "Idempotency-Key", m.Key)
	}
	var second sync.WaitGroup
	var other proof.Answer
	var otherErr error
	twice := 2
	if !m.Sealed {
		twice = chance.IntN(10)
	}
	if twice == 0 {
		its := rand.New(rand.NewPCG(chance.Uint64(), 0))
		second.Go(func() { other, otherErr = send(its) })
	}
	a, err := send(chance)
	second.Wait()
	if twice == 1 {
		other, otherErr = send(chance)
	}
	if err != nil || otherErr != nil {
		l.ledger.unknown(game, p, m)
		return false, errors.Join(err, otherErr)
	}
	if twice <= 1 {
		l.again.Add(1)
		if other.Status != a.Status || !bytes.Equal(other.Body, a.Body) {
			return false, fmt.Errorf("one request had two answers: %d %s\nand %d %s", a.Status, a.Body, other.Status, other.Body)
		}
	}
	if !a.OK() {
		var problem struct{ Code string }
		if _ = json.Unmarshal(a.Body, &problem); slices.Contains(overtaken, problem.Code) {
			return false, nil
		}
		return false, fmt.Errorf("%s %v: %d %s", m.Path, m.Body, a.Status, a.Body)
	}
	l.mu.Lock()
	l.told = append(l.told, time.Now())
	l.mu.Unlock()
	return true, l.ledger.acknowledged(game, p, m, a)
}

// overtaken are the refusals of a move that came after the deadline, or after the same move, whose answer was lost.
var overtaken = []string{"deadline_passed", "stale", "wrong_phase", "not_wanted", "game_not_active"}
