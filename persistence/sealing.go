package persistence

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tender/domain"
)

// errNotAtOnce says that sealAtOnce has changed nothing and that decide is to do what it did not.
var errNotAtOnce = errors.New("not to be sealed at once")

// Bids that come at the same time are stored together: one transaction, and with it one flush of the disk and two round
// trips, does for all that have come while those before were stored. Nobody waits for a transaction to fill.
const (
	sealLanes    = 2                // transactions at the same time, of each replica
	sealsAtOnce  = 64               // bids in one
	sealPatience = 30 * time.Second // for the database; whoever has asked may have given up before
)

// sealing are the bids that wait to be stored.
type sealing struct {
	mu    sync.Mutex
	queue []*toSeal
	busy  int // lanes
}

// toSeal is a bid, and what has become of it when done is closed.
type toSeal struct {
	game  string
	in    domain.Seal
	by    domain.Actor
	shown bool // with the names of those who sit at the table
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
	s.queueSeal(b)
	select {
	case <-b.done:
	case <-ctx.Done(): // it will be stored or not, as when a connection breaks
		return nil, ctx.Err()
	}
	return b, b.err
}

// queueSeal lets a bid be stored with the next ones.
func (s *Store) queueSeal(b *toSeal) {
	q := &s.sealing
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = append(q.queue, b)
	if q.busy < sealLanes {
		q.busy++
		s.running.Go(s.sealQueued)
	}
}

// sealQueued stores bids until there are none.
func (s *Store) sealQueued() {
	for {
		bids := s.sealing.take()
		if len(bids) == 0 {
			return
		}
		s.sealTogether(bids)
	}
}

// take gives the bids that have waited for longest, one of each game; none when the lane has come to its end.
func (q *sealing) take() (bids []*toSeal) {
	q.mu.Lock()
	defer q.mu.Unlock()
	games := map[string]bool{}
	var rest []*toSeal
	for _, b := range q.queue {
		if len(bids) == sealsAtOnce || games[b.game] {
			rest = append(rest, b)
			continue
		}
		games[b.game] = true
		bids = append(bids, b)
	}
	if q.queue = rest; len(bids) == 0 {
		q.busy--
	}
	return bids
}

// sealTogether stores bids, each in a game of its own, in one transaction. Those that it cannot store are left to decide.
func (s *Store) sealTogether(bids []*toSeal) {
	defer func() {
		for _, b := range bids {
			close(b.done)
		}
	}()
	fail := func(some []*toSeal, err error) {
		for _, b := range some {
			b.err = err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), sealPatience)
	defer cancel()
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		fail(bids, errNotAtOnce)
		return
	}
	defer release(conn)
	held, err := s.holdToSeal(ctx, conn, bids)
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
	if err := s.storeSeals(ctx, conn, taken); err != nil {
		var said *pgconn.PgError
		if errors.As(err, &said) && said.SeverityUnlocalized == "ERROR" {
			err = errNotAtOnce // the transaction was not committed: one by one those go that can
		}
		fail(taken, err)
		return
	}
	for _, b := range taken {
		if b.err != nil {
			continue
		}
		s.count(b.table, b.in, b.out, b.before)
		s.changed(b.table, b.out, b.by)
	}
}

// decideSeal decides a bid on its table, which is held.
func (s *Store) decideSeal(b *toSeal, h heldToSeal) (err error) {
	defer rescue(&err)
	if h.state == nil || h.last.Number == 0 {
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
