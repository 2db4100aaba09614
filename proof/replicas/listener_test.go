package replicas

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"tender/proof"
)

// listener hears a stream, on one server after the other.
type listener struct {
	path  string
	who   *proof.Player
	ids   []int        // of what it has heard; read when it has ended
	place atomic.Int64 // of the last
	moved int          // how often it went on elsewhere
	late  []time.Duration
}

// follow listens until nothing can follow or ctx ends. It goes to another server when the stream breaks, and of its own accord
// now and then.
func (l *life) follow(ctx context.Context, who *proof.Player, path string) {
	h := &listener{path: path, who: who}
	l.heard = append(l.heard, h)
	chance := rand.New(rand.NewPCG(l.chance.Uint64(), 0))
	l.follows.Go(func() {
		for ; ctx.Err() == nil; h.moved++ {
			p := *who
			p.BaseURL = l.fleet.any(chance)
			s, err := p.Listen(ctx, path, strconv.FormatInt(h.place.Load(), 10))
			if err != nil {
				proof.Pause(ctx, 30*time.Millisecond)
				continue
			}
			if s == nil {
				return
			}
			for range 1 + chance.IntN(40) {
				m, err := s.Next()
				if err != nil {
					break
				}
				if m.ID == "" {
					continue
				}
				id, err := strconv.Atoi(m.ID)
				if err != nil {
					l.Errorf("%s: %v", path, err)
				}
				var event struct{ At time.Time }
				if err := json.Unmarshal([]byte(m.Data), &event); err != nil {
					l.Errorf("%s: %v", path, err)
				}
				h.late = append(h.late, time.Since(event.At))
				h.ids = append(h.ids, id)
				h.place.Store(int64(id))
			}
			s.Close()
		}
	})
}

// whole says whether everything up to a place was heard once, in order.
func (h *listener) whole(last int) error {
	for i, id := range h.ids {
		if id != i+1 {
			return fmt.Errorf("%s: %d came where %d was next", h.path, id, i+1)
		}
	}
	if len(h.ids) != last {
		return fmt.Errorf("%s: %d of %d were heard", h.path, len(h.ids), last)
	}
	return nil
}

// gameOf gives the game that a stream is of; false for the stream of an account.
func gameOf(path string) (string, bool) {
	game, ok := strings.CutPrefix(path, "/v1/games/")
	return strings.TrimSuffix(game, "/events"), ok
}
