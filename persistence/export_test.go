package persistence

import (
	"context"
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
