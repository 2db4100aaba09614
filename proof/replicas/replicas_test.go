package replicas

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tender/proof"
)

var (
	kills = flag.Int("kills", 2, "how often servers are killed; with -long, of two of them as often as of three")
	lives = flag.Int("lives", 2, "how many groups of people play at the same time")
	long  = flag.Bool("long", false, "wait for deadlines of a minute and for leases instead of shortening them")
	seed  = flag.Uint64("seed", 0, "of all that happens by chance; 0 draws one")
)

func connect(ctx context.Context, database string) (*pgx.Conn, error) {
	return pgx.Connect(ctx, database)
}

func drawn(t *testing.T) uint64 {
	s := *seed
	for s == 0 {
		s = rand.Uint64N(1 << 32)
	}
	t.Logf("-seed %d", s)
	return s
}

// Two and three servers on one Postgres are killed again and again, one or all of them, while moves are sent to any of them.
// Every acknowledged move is in the log once, every phase was resolved once, every notice arrived, and whoever listens hears
// everything once, on one server after the other.
func TestReplicasLoseNothingWhoeverIsKilled(t *testing.T) {
	numbers := []int{3}
	if *long {
		numbers = []int{2, 3}
	}
	for _, n := range numbers {
		t.Run(fmt.Sprintf("%d servers", n), func(t *testing.T) {
			s := drawn(t)
			postgres := proof.Postgres(t)
			sink := proof.NewSink(t)
			f := newFleet(t, n, "--database", postgres.URL(), "--webhook-allow", "127.0.0.0/8", "--log-level", "error")
			w := newWorld(t, s, f, sink, *lives)
			chance := rand.New(rand.NewPCG(s, 1<<40))
			killed := 0
			began := time.Now()
			during := time.Duration(0)
			w.run(postgres.URL, *long, func(ctx context.Context) error {
				for killed < *kills && ctx.Err() == nil {
					proof.Pause(ctx, time.Duration(chance.ExpFloat64()*float64(400*time.Millisecond)))
					first, number := chance.IntN(n), 1
					if chance.IntN(5) == 0 {
						number = n
					}
					pause := time.Duration(chance.IntN(500)) * time.Millisecond
					errs := make(chan error, number)
					for i := range number {
						go func() { errs <- f.kill((first+i)%n, pause) }()
					}
					for range number {
						if err := <-errs; err != nil {
							return err
						}
						killed++
					}
				}
				during = time.Since(began)
				return nil
			})
			t.Logf("%d servers: %d kills within %v, %d games to their end; slowest to come up %v",
				n, killed, during.Round(time.Second), w.games.Load(), f.slowest.Round(time.Millisecond))
		})
	}
}
