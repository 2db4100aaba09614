package persistence

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Postgres channels. The payload is a topic: a game's id, an unseenTopic or an inboxTopic.
const (
	movedChannel  = "tender_moved"  // the table has changed, and with it perhaps what is due
	sealedChannel = "tender_sealed" // a sealed move was stored or withdrawn
)

// startListening listens on one connection of its own for what other replicas, and this one, have committed.
func (s *Store) startListening(ctx context.Context, c *pgx.ConnConfig) error {
	first, err := listen(ctx, c)
	if err != nil {
		return err
	}
	background, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.running.Go(func() { s.listen(background, c, first) })
	s.running.Go(func() { s.announce(background) })
	return nil
}

func listen(ctx context.Context, c *pgx.ConnConfig) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, c.Copy())
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+movedChannel+"; LISTEN "+sealedChannel); err != nil {
		_ = conn.Close(ctx)
		return nil, fmt.Errorf("listen: %w", err)
	}
	return conn, nil
}

// listen passes notifications on until ctx ends. When it had to connect again it wakes everybody, for it may have
// missed something.
func (s *Store) listen(ctx context.Context, c *pgx.ConnConfig, conn *pgx.Conn) {
	for pause := time.Duration(0); ; pause = min(5*time.Second, 2*pause+100*time.Millisecond) {
		if conn != nil {
			pause = 0
			err := s.passOn(ctx, conn)
			s.watchers.deaf.Store(true)
			_ = conn.Close(context.WithoutCancel(ctx)) // it is broken or no longer wanted
			if ctx.Err() != nil {
				return
			}
			s.log.Warn("the connection that listens for other replicas broke", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		var err error
		if conn, err = listen(ctx, c); err != nil {
			s.log.Warn("cannot listen for other replicas", "err", err)
			continue
		}
		s.watchers.wakeAll()
		s.watchers.deaf.Store(false)
		wake(s.due)
		wake(s.deliver)
	}
}

func (s *Store) passOn(ctx context.Context, conn *pgx.Conn) error {
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		s.watchers.wake(n.Payload)
		if n.Channel == movedChannel {
			wake(s.due)
			s.held.wake(s.deliver)
		}
	}
}

// announcer collects the games in which a sealed move was stored or withdrawn and tells other replicas of them a
// moment after the commit, many at a time. A NOTIFY inside the transaction would hold a lock of the whole database
// until the commit is on disk, so that bids in different games could no longer share a flush. What is lost if the
// process dies in that moment is a hint to others to look again, never a bid.
type announcer struct {
	mu    sync.Mutex
	games map[string]bool
	ready chan struct{}
}

func newAnnouncer() *announcer {
	return &announcer{games: map[string]bool{}, ready: make(chan struct{}, 1)}
}

func (a *announcer) add(game string) {
	a.mu.Lock()
	a.games[game] = true
	a.mu.Unlock()
	wake(a.ready)
}

func (a *announcer) take() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	games := make([]string, 0, len(a.games))
	for g := range a.games {
		games = append(games, g)
	}
	clear(a.games)
	return games
}

func (s *Store) announce(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.seals.ready:
		}
		games := s.seals.take()
		_, err := s.pool.Exec(ctx, "SELECT pg_notify('"+sealedChannel+"', game) FROM unnest($1::text[]) AS game", games)
		if err == nil || ctx.Err() != nil {
			continue
		}
		s.log.Warn("cannot tell other replicas of sealed moves: trying again", "err", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
		for _, game := range games {
			s.seals.add(game)
		}
	}
}
