package persistence_test

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"

	"tender/domain"
)

func TestRequestsGivenUpHalfWayLeaveNothingHalfDone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		games := make([]string, 8)
		for i := range games {
			games[i] = w.game(t, ps...)
		}
		acknowledged := make([]string, len(games)) // the nonce of the last bid of seat 1 that was
		var players sync.WaitGroup
		for i, game := range games {
			players.Go(func() {
				for n := range 60 {
					ctx, cancel := context.WithCancel(t.Context())
					players.Go(func() {
						for range n * 40 {
							runtime.Gosched()
						}
						cancel()
					})
					out, err := w.Decide(ctx, game, bid(n%10), by(ps[0]))
					if err == nil {
						acknowledged[i] = out.Receipt.Nonce
					} else if _, ok := domain.AsRefusal(err); ok {
						t.Error(err)
					}
				}
			})
		}
		players.Wait()
		for i, game := range games {
			w.verify(t, game)
			log, err := w.Log(t.Context(), game)
			must(t, err)
			known := acknowledged[i] == ""
			for _, l := range log {
				known = known || strings.Contains(string(l.Input), acknowledged[i])
			}
			if !known {
				t.Errorf("game %s: a bid that was acknowledged is not in the log", game)
			}
			w.decide(t, game, bid(1), ps[0])
			w.decide(t, game, bid(2), ps[1])
			w.verify(t, game)
		}
	})
}
