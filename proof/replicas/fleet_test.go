package replicas

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"tender/proof"
)

// fleet is some servers on one database.
type fleet struct {
	tb   testing.TB
	args []string

	mu      sync.Mutex
	servers []*proof.Server
	slowest time.Duration // that one took to come up
}

func newFleet(tb testing.TB, n int, args ...string) *fleet {
	tb.Helper()
	f := &fleet{tb: tb, args: args}
	for range n {
		f.servers = append(f.servers, proof.Serve(tb, args...))
	}
	return f
}

// any is where one of the servers is, or was: it may have been killed.
func (f *fleet) any(chance *rand.Rand) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.servers[chance.IntN(len(f.servers))].URL
}

// kill kills a server and, after a while, starts another in its place.
func (f *fleet) kill(i int, pause time.Duration) error {
	f.mu.Lock()
	old := f.servers[i]
	f.mu.Unlock()
	old.Kill()
	<-time.After(pause)
	s, err := proof.TryServe(f.tb, f.args...)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.servers[i] = s
	f.slowest = max(f.slowest, s.Took)
	return nil
}

// logs is what the servers that are there now have logged.
func (f *fleet) logs() (all string) {
	for _, s := range f.servers {
		all += s.Log()
	}
	return all
}
