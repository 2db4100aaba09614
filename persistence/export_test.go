package persistence

import (
	"context"
	"runtime"
	"time"

	"gorm.io/gorm/logger"
)

// Trace lets a test hear every statement of the store.
func (s *Store) Trace(l logger.Interface) { s.db.Logger, s.read.Logger = l, l }

// PastVacations stores so many vacations of a second each that are over, a minute apart from a time on.
func (s *Store) PastVacations(ctx context.Context, account string, from time.Time, n int) error {
	rows := make([]vacationRow, n)
	for i := range rows {
		start := from.Add(time.Duration(i) * time.Minute)
		rows[i] = vacationRow{account, millis(start), millis(start.Add(time.Second))}
	}
	return s.db.WithContext(ctx).CreateInBatches(&rows, mostVacations).Error
}

// HoldSeals keeps bids waiting until they are let go.
func (s *Store) HoldSeals() {
	s.sealing.mu.Lock()
	defer s.sealing.mu.Unlock()
	s.sealing.busy = sealLanes
}

// AwaitSeals returns when so many bids wait.
func (s *Store) AwaitSeals(ctx context.Context, n int) error {
	for waiting := 0; waiting < n; runtime.Gosched() {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.sealing.mu.Lock()
		waiting = len(s.sealing.queue)
		s.sealing.mu.Unlock()
	}
	return nil
}

// LetSealsGo lets them be stored.
func (s *Store) LetSealsGo() {
	for range sealLanes {
		s.running.Go(s.sealQueued)
	}
}
