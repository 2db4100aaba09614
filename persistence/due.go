package persistence

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// The deadline worker. A lease is long enough for a batch and short enough for what a killed process leaves behind; a
// game whose deadline could not be decided is tried again when its lease ends. One that takes processes down takes each
// that runs, and once more each that comes up again, which leases it first.
// Looking again after longestSleep covers what a wake might miss. A database that was away for long is tried again every
// longestPause, so that what came due meanwhile is late by no more than that.
const (
	deadlineBatch   = 128
	deadlineWorkers = 4 // on Postgres, of each replica
	deadlineLease   = 10 * time.Second
	longestSleep    = 30 * time.Second
	shortestSleep   = 5 * time.Millisecond
	longestPause    = 4 * time.Second
	owingPause      = time.Second // while games are owed what an outage took
)

// RunDeadlines ends waits whose deadline has come, until ctx ends. It may run on every replica.
func (s *Store) RunDeadlines(ctx context.Context) error {
	for failures := 0; ; {
		pause, err := s.expireAndLook(ctx)
		if ctx.Err() != nil {
			return nil
		}
		woken := s.due
		if err != nil {
			pause = pauseAfter(failures)
			woken = nil // a wake must not cut a pause short that lets the database recover
			failures++
			s.log.ErrorContext(ctx, "deadlines: trying again", "err", err, "in", pause)
		} else {
			failures = 0
			s.round()
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-woken:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// pauseAfter is how long to wait when so many attempts before this one have failed, too.
func pauseAfter(failures int) time.Duration {
	return min(longestPause, 250*time.Millisecond<<min(failures, 7))
}

// expireAndLook does what is due and says how long nothing else is. Most often a commit has woken the worker and nothing
// is due: then it has only looked.
func (s *Store) expireAndLook(ctx context.Context) (time.Duration, error) {
	next, err := s.nextForDeadlines(ctx)
	if err == nil && s.isDue(next) {
		if _, err = s.ExpireDue(ctx); err == nil {
			next, err = s.nextForDeadlines(ctx)
		}
	}
	if err == nil && !s.isDue(next) {
		s.steady.Store(true) // a game that has taken a process down would be due
	}
	if err != nil || next.IsZero() {
		return longestSleep, err
	}
	until := next.Sub(s.now())
	if until <= 0 {
		if owing, err := s.owing(ctx); err != nil || owing {
			return owingPause, err
		}
	}
	return min(longestSleep, max(shortestSleep, until)), nil
}

// nextForDeadlines says when the worker has something to do; zero when nothing is to come.
func (s *Store) nextForDeadlines(ctx context.Context) (time.Time, error) {
	next, err := s.NextDeadline(ctx)
	if err != nil {
		return next, err
	}
	news, err := s.next(ctx, "vacation_news")
	if next.IsZero() || !news.IsZero() && news.Before(next) {
		next = news
	}
	return next, err
}

func (s *Store) isDue(at time.Time) bool { return !at.IsZero() && !at.After(s.now()) }

// NextDeadline says when the next game is due or the lease on one ends; zero when no game waits.
func (s *Store) NextDeadline(ctx context.Context) (time.Time, error) { return s.next(ctx, "games") }

// hold keeps a worker asleep while something goes before its work. No wake is lost.
type hold struct {
	under atomic.Int32 // how much goes before
	kept  atomic.Bool  // a wake was kept
}

func (h *hold) begin() { h.under.Add(1) }

func (h *hold) end(c chan<- struct{}, due bool) {
	h.under.Add(-1)
	if h.kept.Swap(false) || due {
		wake(c)
	}
}

func (h *hold) wake(c chan<- struct{}) {
	h.kept.Store(true)
	if h.under.Load() == 0 && h.kept.Swap(false) {
		wake(c)
	}
}

// ExpireDue ends every wait whose deadline has come, once games know of all vacations, and gives the number of games that
// went on. A game that fails is logged and left to its lease; it does not keep the others waiting. The error is that of
// the database when no more games could be claimed.
func (s *Store) ExpireDue(ctx context.Context) (n int, err error) {
	// What is told of some must not keep the others waiting: it is carried after them.
	s.held.begin()
	defer func() { s.held.end(s.deliver, n > 0) }()
	if err := s.tellVacations(ctx); err != nil {
		return 0, err
	}
	defer func() {
		if err == nil {
			s.steady.Store(true)
		}
	}()
	if next, err := s.NextDeadline(ctx); err != nil || !s.isDue(next) {
		return 0, err // perhaps only games had to be told of something
	}
	if s.pool == nil {
		return s.expireDue(ctx) // one writes at a time
	}
	var workers sync.WaitGroup
	var mu sync.Mutex
	for range deadlineWorkers {
		workers.Go(func() {
			more, fault := s.expireDue(ctx)
			mu.Lock()
			defer mu.Unlock()
			n += more
			err = errors.Join(err, fault)
		})
	}
	workers.Wait()
	return n, err
}

func (s *Store) expireDue(ctx context.Context) (n int, err error) {
	for {
		in, holds, err := s.atDeadline(ctx)
		if err != nil {
			return n, err
		}
		more, found, err := s.expireBatch(ctx, in, holds)
		if n += more; err != nil || found < deadlineBatch {
			return n, err
		}
	}
}

// expireBatch ends the waits of a batch of games that it finds due, and says how many it changed. It decides them in the
// transaction that finds them, without a lease. If that fails, they are leased first: so are those of the first round of a
// process, since one that a game has taken down must not come back to that game at once.
func (s *Store) expireBatch(ctx context.Context, in domain.Input, also func(*gorm.DB) error) (n, found int, err error) {
	if s.steady.Load() {
		n, err = s.decideTogether(ctx, func(tx *gorm.DB) (due []string, err error) {
			due, err = s.dueGames(tx)
			found = len(due)
			return due, err
		}, in, also, s.leaveAlone)
		if err == nil || ctx.Err() != nil {
			return n, found, err
		}
		s.log.WarnContext(ctx, "deadlines could not be decided together: they are leased", "err", err)
	}
	games, err := s.claimGames(ctx)
	if err != nil {
		return 0, 0, err
	}
	n, err = s.decideAll(ctx, games, in, also)
	return n, len(games), err
}

// claimGames leases games whose deadline has come. See ClaimDeliveries for the statement.
func (s *Store) claimGames(ctx context.Context) (games []string, err error) {
	now := s.now()
	due, of := s.selectDue(now, s.unflushed)
	err = s.db.WithContext(ctx).Raw(`WITH claimed AS MATERIALIZED (`+due+`)
		UPDATE games SET due_at = ? WHERE id IN (SELECT id FROM claimed) RETURNING id`,
		append(of, millis(now.Add(deadlineLease)))...).Scan(&games).Error
	if err != nil {
		return nil, fmt.Errorf("claim games: %w", err)
	}
	return games, nil
}

// dueGames locks games whose deadline has come and that nobody else has locked.
func (s *Store) dueGames(tx *gorm.DB) (games []string, err error) {
	due, of := s.selectDue(s.now(), "")
	if err = tx.Raw(due, of...).Scan(&games).Error; err != nil {
		return nil, fmt.Errorf("games that are due: %w", err)
	}
	return games, nil
}

// selectDue is the statement that finds a batch of games whose deadline has come, with its arguments. more is a condition.
func (s *Store) selectDue(now time.Time, more string) (string, []any) {
	of := []any{millis(now)}
	if s.outageAfter > 0 {
		more, of = more+mayExpire, append(of, millis(now.Add(-s.outageAfter)))
	}
	return "SELECT id FROM games WHERE due_at > 0 AND due_at <= ?" + more + " ORDER BY due_at LIMIT ?" + s.skip, append(of, deadlineBatch)
}

// leaveAlone leases games that are due, but that their deadline does nothing to yet.
func (s *Store) leaveAlone(tx *gorm.DB, games []string) error {
	return tx.Model(&gameRow{}).Where("id IN ?", games).Update("due_at", millis(s.now().Add(deadlineLease))).Error
}

// next gives the earliest due_at of a table, by its partial index.
func (s *Store) next(ctx context.Context, table string) (time.Time, error) {
	var at int64
	err := s.read.WithContext(ctx).Table(table).Select("COALESCE(MIN(due_at), 0)").Where("due_at > 0").Scan(&at).Error
	return moment(at), err
}
