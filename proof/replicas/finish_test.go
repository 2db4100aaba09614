package replicas

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tender/proof"
)

// run lets everybody live until enough says so, and checks what is left when all is quiet. database is where it is then.
// meanwhile is called beside it; when it returns, it is enough.
func (w *world) run(database func() string, absences bool, meanwhile func(ctx context.Context) error) {
	w.Helper()
	ctx, cancel := context.WithCancel(w.Context())
	defer cancel()
	listening, hangUp := context.WithCancel(w.Context())
	defer hangUp()
	var all sync.WaitGroup
	errs := make([]error, len(w.lives))
	over := make(chan struct{})
	enough := func() bool {
		select {
		case <-over:
			return true
		default:
			return ctx.Err() != nil
		}
	}
	for i, l := range w.lives {
		for _, p := range l.players {
			l.follow(listening, p, "/v1/me/events")
		}
		all.Go(func() {
			if errs[i] = l.live(ctx, listening, absences, enough); errs[i] != nil {
				cancel()
			}
		})
	}
	err := meanwhile(ctx)
	if err != nil {
		cancel()
	}
	close(over)
	all.Wait()
	if err := errors.Join(append(errs, err)...); err != nil {
		w.Fatalf("%v\n%s", err, w.fleet.logs())
	}
	w.finish(listening, hangUp)
	w.settle(database())
	findings := check(w.T, database(), &w.ledger, w.sink)
	acknowledged, unknown := w.ledger.count()
	w.Logf("%d moves acknowledged, %d unknown, %d of them sent twice with one key; %d requests without an answer, %d with 503; the longest that one was repeated until it was answered: %v",
		acknowledged, unknown, w.again.Load(), w.broken.Load(), w.refused.Load(), w.slowest.Round(time.Millisecond))
	w.Log(findings)
}

// finish lets the streams come to their ends, and checks that they were whole.
func (w *world) finish(ctx context.Context, hangUp context.CancelFunc) {
	w.Helper()
	last := map[*listener]int{}
	for _, l := range w.lives {
		for _, h := range l.heard {
			n, err := l.last(ctx, h)
			if err != nil {
				w.Fatal(err)
			}
			last[h] = n
			proof.Soon(patience, func() bool { return h.place.Load() >= int64(n) })
		}
	}
	hangUp()
	moved := 0
	var late []time.Duration
	for _, l := range w.lives {
		l.follows.Wait()
		for _, h := range l.heard {
			if err := h.whole(last[h]); err != nil {
				w.Error(err)
			}
			late, moved = append(late, h.late...), moved+h.moved
		}
	}
	w.Logf("%d streams heard %d events, each once and in order, and went on elsewhere %d times; an event was heard after %s",
		len(last), len(late), moved, spread(late))
}

// last asks for the number of the last message of a stream.
func (l *life) last(ctx context.Context, h *listener) (n int, err error) {
	var view proof.View
	if game, ok := gameOf(h.path); ok {
		err = l.want(ctx, l.chance, h.who, "GET", "/v1/games/"+game, nil, &view)
		return view.LastEvent, err
	}
	for more := true; more && err == nil; {
		var page struct {
			Events []struct{}
			Next   int
		}
		err = l.want(ctx, l.chance, h.who, "GET", fmt.Sprintf("/v1/me/events?limit=200&after=%d", n), nil, &page)
		n, more = page.Next, len(page.Events) > 0
	}
	return n, err
}

// endLeases ends the leases of a minute and lets the servers look.
const endLeases = "UPDATE deliveries SET due_at = wanted_at WHERE status = 'pending' AND due_at > wanted_at; NOTIFY tender_moved"

// settle waits until every notice that was wanted by now is sent or dropped. What a killed server was at is tried again
// when its lease of a minute is over; a short run does not wait so long.
func (w *world) settle(database string) {
	w.Helper()
	conn, err := connect(w.Context(), database)
	if err != nil {
		w.Fatal(err)
	}
	defer conn.Close(w.Context())
	nudge := time.Now().Add(2 * time.Second)
	for began, left := time.Now(), 1; left > 0; proof.Pause(w.Context(), 50*time.Millisecond) {
		if !*long && time.Now().After(nudge) {
			nudge = time.Now().Add(2 * time.Second)
			if _, err := conn.Exec(w.Context(), endLeases); err != nil {
				w.Fatal(err)
			}
		}
		if time.Since(began) > 2*time.Minute {
			w.Fatalf("%d notices are still on their way", left)
		}
		err := conn.QueryRow(w.Context(), "SELECT count(*) FROM deliveries WHERE status = 'pending' AND wanted_at <= $1", time.Now().UnixMilli()).Scan(&left)
		if err != nil {
			w.Fatal(err)
		}
	}
}
