package persistence

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tender/domain"
)

// errNotAtOnce says that sealAtOnce has changed nothing and that decide is to do what it did not.
var errNotAtOnce = errors.New("not to be sealed at once")

// Bids that come at the same time are stored together: one transaction, and with it one flush of the disk and two round
// trips, does for all that have come while those before were stored. Nobody waits for a transaction to fill. When the
// database is slow or gone, or more come than it takes, bids go the way of every other move, on connections of their own.
const (
	sealLanes    = 2                // transactions at the same time, of each replica
	sealsAtOnce  = 64               // bids in one
	sealsWaiting = 1024             // bids that may wait
	sealPatience = time.Second      // how long one waits to be held
	holdPatience = 2 * time.Second  // for a connection, and for the games
	sealTime     = 10 * time.Second // for the disk
)

// sealing are the bids that wait to be stored.
type sealing struct {
	mu     sync.Mutex
	queue  []*toSeal
	under  map[string]bool // games with a bid under way
	busy   int             // lanes
	closed bool
}

// toSeal is a bid, and what has become of it when done is closed.
type toSeal struct {
	game  string
	in    domain.Seal
	by    domain.Actor
	shown bool // with the names of those who sit at the table
	gone  atomic.Bool
	done  chan struct{}

	before waited
	logged inputRow
	sealed sealedRow

	table *domain.Table
	names map[string]string // by account, if shown
	out   domain.Outcome
	err   error
}

// sealAtOnce is decide for what happens most often: a bid is stored, and the game waits on. What is anything else, a bid
// that is the last or cannot be taken, or one in a game that is just being changed, is left to decide, and so is
// everything odd.
func (s *Store) sealAtOnce(ctx context.Context, game string, in domain.Seal, by domain.Actor, shown bool) (b *toSeal, err error) {
	ctx, end := s.span(ctx, game, in)
	defer func() {
		if err != errNotAtOnce {
			end(err)
			return
		}
		end(nil)
	}()
	b = &toSeal{game: game, in: in, by: by, shown: shown, done: make(chan struct{})}
	if !s.queueSeal(b) {
		return nil, errNotAtOnce
	}
	long := time.NewTimer(sealPatience)
	defer long.Stop()
	for {
		select {
		case <-b.done:
			return b, b.err
		case <-long.C:
			if s.sealing.leave(b) {
				return nil, errNotAtOnce
			}
		case <-ctx.Done():
			s.sealing.leave(b)
			return nil, ctx.Err()
		}
	}
}

// queueSeal lets a bid be stored with the next ones, unless there are too many.
func (s *Store) queueSeal(b *toSeal) bool {
	q := &s.sealing
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.queue) >= sealsWaiting {
		return false
	}
	q.queue = append(q.queue, b)
	if q.busy < sealLanes {
		q.busy++
		s.running.Go(s.sealQueued)
	}
	return true
}

// leave takes a bid back, and says whether it was waiting. One that is under way is dropped if its game is not held yet:
// what its player does next must not come before it.
func (q *sealing) leave(b *toSeal) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.queue, b)
	if i < 0 {
		b.gone.Store(true)
		return false
	}
	q.queue = slices.Delete(q.queue, i, i+1)
	return true
}

// close lets nothing be queued any more, and leaves what waits to decide.
func (q *sealing) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for _, b := range q.queue {
		b.err = errNotAtOnce
		close(b.done)
	}
	q.queue = nil
}

// sealQueued stores bids until there are none.
func (s *Store) sealQueued() {
	for {
		bids := s.sealing.take()
		if len(bids) == 0 {
			return
		}
		s.sealTogether(bids)
		s.sealing.landed(bids)
	}
}

// take gives the bids that have waited for longest, one of each game that has none under way; none when the lane has come
// to its end.
func (q *sealing) take() (bids []*toSeal) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = slices.DeleteFunc(q.queue, func(b *toSeal) bool {
		if len(bids) == sealsAtOnce || q.under[b.game] {
			return false
		}
		if q.under == nil {
			q.under = map[string]bool{}
		}
		q.under[b.game] = true
		bids = append(bids, b)
		return true
	})
	if len(bids) == 0 {
		q.busy--
	}
	return bids
}

// landed says that no bids of these are under way any more.
func (q *sealing) landed(bids []*toSeal) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, b := range bids {
		delete(q.under, b.game)
	}
}

// sealTogether stores bids, each in a game of its own, in one transaction. Those that it cannot store are left to decide.
func (s *Store) sealTogether(bids []*toSeal) {
	var fault error
	defer func() {
		for _, b := range bids {
			if fault != nil && b.err == nil {
				b.err = fault
			}
			close(b.done)
		}
	}()
	defer rescue(&fault)
	fail := func(some []*toSeal, err error) {
		for _, b := range some {
			b.err = err
		}
	}
	holding, cancel := context.WithTimeout(context.Background(), holdPatience)
	defer cancel()
	conn, err := s.pool.Acquire(holding)
	if err != nil {
		fail(bids, errNotAtOnce)
		return
	}
	defer release(conn)
	held, err := s.holdToSeal(holding, conn, bids)
	if err != nil {
		fail(bids, errNotAtOnce) // nothing has been written; decide finds out
		return
	}
	var taken []*toSeal
	for i, b := range bids {
		if b.err = s.decideSeal(b, held[i]); b.err == nil {
			taken = append(taken, b)
		}
	}
	if len(taken) == 0 {
		return
	}
	if err := s.storeSeals(conn, taken); err != nil {
		fail(taken, err)
		return
	}
	for _, b := range taken {
		if b.err == nil {
			s.count(b.table, b.in, b.out, b.before)
			s.changed(b.table, b.out, b.by)
		}
	}
}

// decideSeal decides a bid on its table, which is held.
func (s *Store) decideSeal(b *toSeal, h heldToSeal) (err error) {
	defer rescue(&err)
	if h.state == nil || h.last.Number == 0 || b.gone.Load() {
		return errNotAtOnce
	}
	t, err := s.kinds.DecodeTable(h.state, h.sealed)
	if err != nil || t.Visibility == domain.Private && t.SeatOf(b.by.Account) == 0 {
		return errNotAtOnce
	}
	at := s.clock(h.last.At)
	b.before = waitedFor(t, at)
	out, err := t.Decide(b.in, b.by, at)
	if err == nil && out.Moved {
		err = errNotAtOnce
	}
	if err != nil {
		return err
	}
	b.table, b.names, b.out = t, h.names, out
	b.logged, b.sealed = inputOf(b.game, domain.Log(h.last.Number+1, b.in, b.by, at)), sealedOf(b.game, t.Sealed[out.Seat])
	return nil
}

// release gives a connection back to the pool, without the transaction if that has not come to its end. The pool closes
// one in which it still is open.
func release(conn *pgxpool.Conn) {
	if conn.Conn().PgConn().TxStatus() != 'I' && !conn.Conn().IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = conn.Exec(ctx, "ROLLBACK")
	}
	conn.Release()
}
