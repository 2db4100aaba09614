package crash

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tender/proof"
)

// The flags of a run. The defaults are for one that lasts seconds.
var (
	rounds = flag.Int("rounds", 2, "how often a server, or Postgres, is killed, and half as often a disk is filled")
	seed   = flag.Uint64("seed", 0, "of the players and of the moments; 0 for a new one")
	games  = flag.Int("games", 3, "how many games each of the players plays at once")
	long   = flag.Bool("long", false, "play all games to their end, and wait for the ends of leases instead of moving them")
)

const (
	players = 4
	behind  = 12              // games whose first deadline comes during the first part of a run
	over    = 4 * time.Second // how long that part is
	last    = 1 * time.Second // how long a short run is played on in the end
	longest = 3 * time.Minute // how long a long one is, and how long what is due may take
)

// run is one experiment.
type run struct {
	*testing.T
	database string
	sink     *proof.Sink
	luck     *rand.Rand
	seed     uint64
	driver   *driver
	begun    map[string]bool // by beginBehind
	kills    int
	playing  func() // waits until nobody plays any more
	stop     context.CancelFunc
	server   *proof.Server
	books    books
}

// prepare makes players and games in a database.
func prepare(t *testing.T, database string) *run {
	r := &run{T: t, database: database, sink: proof.NewSink(t), seed: *seed}
	for r.seed == 0 {
		r.seed = rand.Uint64()
	}
	t.Logf("seed %d", r.seed)
	r.luck = rand.New(rand.NewPCG(r.seed, 0))
	r.serve()
	r.driver = enlist(t, r.server, r.sink, r.seed, players, *games)
	if err := r.server.Stop(); err != nil {
		t.Fatal(err)
	}
	r.begun = beginBehind(t, database, r.driver, behind, over)
	r.books = openBooks(t, database)
	return r
}

// arguments are those of every server of a run.
func (r *run) arguments() []string {
	return []string{"--database", r.database, "--smtp", r.sink.SMTP, "--webhook-allow", "127.0.0.0/8", "--log-level", "warn"}
}

func (r *run) serve() {
	r.Helper()
	r.server = proof.Serve(r, r.arguments()...)
	if r.driver != nil {
		r.driver.at(r.server.URL)
	}
}

// aWhile waits until some more moves were acknowledged, however fast the machine is, and a moment longer. Where that takes
// long it goes on without.
func (r *run) aWhile() {
	until := r.driver.moves.Load() + r.luck.Int64N(40)
	proof.Soon(2*time.Second, func() bool { return r.driver.moves.Load() >= until })
	proof.Pause(r.Context(), r.between(0, 20*time.Millisecond))
}

// between is a time by chance.
func (r *run) between(least, most time.Duration) time.Duration {
	return least + time.Duration(r.luck.Int64N(int64(most-least)))
}

// kill ends the server at once.
func (r *run) kill() {
	r.Helper()
	r.server.Kill()
	r.kills++
	if log := r.server.Log(); strings.Contains(log, "panic") {
		r.Errorf("the server has panicked:\n%s", log)
	}
}

// play serves and lets everybody play.
func (r *run) play() {
	r.Helper()
	r.serve()
	var ctx context.Context
	ctx, r.stop = context.WithCancel(r.Context())
	r.playing = r.driver.run(ctx)
}

// finish lets everybody play on and the server run until nothing is due, and checks.
func (r *run) finish() {
	r.Helper()
	enough := longest
	if !*long {
		enough = last
		r.kill()
		r.books.endLeases()
		r.serve()
	}
	r.driver.close()
	timer := time.AfterFunc(enough, r.stop)
	r.playing()
	timer.Stop()
	stopped := r.settle()
	if err := r.server.Stop(); err != nil { // which lets it write down what has been sent
		r.Errorf("the server stopped with %v", err)
	}
	f := check(r.books, r.database, r.driver.journal, r.begun, r.sink, stopped)
	for _, fault := range r.driver.faults[:min(10, len(r.driver.faults))] {
		r.Error(fault)
	}
	if f.acknowledged == 0 || f.deadlines == 0 || f.delivered == 0 {
		r.Error("nothing was played, no deadline came or nothing was told: this shows nothing")
	}
	r.Logf("killed %d times; %d games, %d over; %d moves acknowledged, %d requests without a known outcome, %d without an answer, %d answered 503, the slowest after %s; "+
		"%d rounds revealed, %d deadlines; %d notices arrived, %d again, %d overtaken; seed %d",
		r.kills, f.games, f.over, f.acknowledged, f.open, r.driver.unsure, r.driver.busy, r.driver.slowest.Round(time.Millisecond), f.phases, f.deadlines, f.delivered, f.doubly, f.dropped, r.seed)
}

// settle waits until nothing is due, and says at what time nothing was.
func (r *run) settle() time.Time {
	r.Helper()
	for limit := time.Now().Add(longest); ; proof.Pause(r.Context(), 50*time.Millisecond) {
		now := time.Now()
		due := left(r.books, now)
		if len(due) == 0 {
			return now
		}
		if now.After(limit) {
			r.Fatalf("due and not done: %v\n%s", due, r.server.Log())
		}
	}
}

func TestNothingIsLostWhenTheServerIsKilled(t *testing.T) {
	t.Parallel() // these tests wait more than they work
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		killServer(t, "sqlite:"+filepath.Join(t.TempDir(), "tender.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		killServer(t, proof.Postgres(t).URL())
	})
}

func killServer(t *testing.T, database string) {
	r := prepare(t, database)
	r.play()
	for range *rounds {
		r.aWhile()
		r.kill()
		if r.luck.IntN(4) == 0 {
			r.killWhileStarting()
		}
		r.serve()
	}
	r.finish()
}

// killWhileStarting kills a server that need not have got as far as serving.
func (r *run) killWhileStarting() {
	ctx, cancel := context.WithTimeout(context.Background(), r.between(time.Millisecond, 100*time.Millisecond))
	defer cancel()
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--data", r.TempDir(), "--limits", "off", "--verify-mail", "off"}, r.arguments()...)
	_ = exec.CommandContext(ctx, proof.Program(r), args...).Run() // killed when the time is over
	r.kills++
}

func TestNothingIsLostWhenPostgresIsKilled(t *testing.T) {
	t.Parallel()
	postgres := proof.Postgres(t)
	r := prepare(t, postgres.URL())
	r.play()
	var slowest time.Duration
	for range *rounds {
		r.aWhile()
		postgres.Kill()
		r.kills++
		proof.Pause(t.Context(), r.between(10*time.Millisecond, 400*time.Millisecond))
		postgres.Start()
		slowest = max(slowest, r.untilReady())
	}
	r.finish()
	if r.driver.busy == 0 {
		t.Error("nobody was answered 503: this shows nothing")
	}
	t.Logf("ready again at most %s after Postgres was", slowest.Round(time.Millisecond))
}

// untilReady waits until the server says that it can serve, and says how long.
func (r *run) untilReady() time.Duration {
	r.Helper()
	began := time.Now()
	p := proof.Player{BaseURL: r.server.URL}
	for {
		a, err := p.Call(r.Context(), "GET", "/readyz", nil)
		if err == nil && a.OK() {
			return time.Since(began)
		}
		select {
		case <-r.server.Gone():
			r.Fatalf("the server is gone\n%s", r.server.Log())
		case <-time.After(5 * time.Millisecond):
		}
		if time.Since(began) > time.Minute {
			r.Fatal(fmt.Errorf("not ready for a minute: %v %s\n%s", err, a.Body, r.server.Log()))
		}
	}
}
