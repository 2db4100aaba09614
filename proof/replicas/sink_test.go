package replicas

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// sink takes webhooks on loopback and remembers what came under each id.
type sink struct {
	URL string

	mu     sync.Mutex
	bodies map[string][]string
}

// newSink listens until the test ends.
func newSink(tb testing.TB) *sink {
	tb.Helper()
	s := &sink{bodies: map[string][]string{}}
	server := httptest.NewServer(s)
	tb.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

func (s *sink) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the sender was killed in the middle of it
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := r.Header.Get("Webhook-Id")
	s.bodies[id] = append(s.bodies[id], string(body))
}

// came gives the bodies that came under each id.
func (s *sink) came() map[string][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	came := make(map[string][]string, len(s.bodies))
	for id, bodies := range s.bodies {
		came[id] = append([]string(nil), bodies...)
	}
	return came
}
