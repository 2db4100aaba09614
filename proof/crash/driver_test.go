package crash

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tender/domain/kinds"
	"tender/proof"
)

// driver plays: it has the players, the games that still lack some, and what there is to say of their requests.
type driver struct {
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

// enlist signs players up, each with a webhook.
func enlist(tb testing.TB, server *proof.Server, sink *proof.Sink, seed uint64, players, atOnce int) *driver {
	tb.Helper()
	d := &driver{journal: newJournal(tb), sealed: map[string]map[string]bool{}, atOnce: atOnce}
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

// mayOpen says whether somebody may open a game, and opened that it has been tried.
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

func (d *driver) unanswered() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unsure++
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
