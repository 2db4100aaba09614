package persistence

import (
	"context"
	"database/sql"
	"fmt"

	"tender/domain"
)

// Backlogs counts what should have been done by now: games whose deadline has passed, and deliveries and letters whose time
// has come and that no worker holds. Each is a look at the beginning of a partial index.
//
// A game that cannot be decided is claimed again and again. It must not seem to be in good hands: claimed games count too,
// which a lease moves at most deadlineLease into the future.
func (s *Store) Backlogs(ctx context.Context) ([]domain.Backlog, error) {
	now := s.now()
	var all []domain.Backlog
	for _, q := range []struct {
		of, sql string
		until   int64
	}{
		{"games", `SELECT COUNT(*) AS n, COALESCE(MIN(deadline), 0) AS oldest FROM games WHERE due_at > 0 AND due_at <= ? AND deadline <= ?`,
			millis(now.Add(deadlineLease))},
		{"deliveries", `SELECT COUNT(*) AS n, COALESCE(MIN(due_at), 0) AS oldest FROM deliveries WHERE due_at > 0 AND due_at <= ? AND due_at <= ?`, millis(now)},
		{"letters", `SELECT COUNT(*) AS n, COALESCE(MIN(due_at), 0) AS oldest FROM letters WHERE due_at > 0 AND due_at <= ? AND due_at <= ?`, millis(now)},
	} {
		var found struct {
			N      int
			Oldest int64
		}
		if err := s.read.WithContext(ctx).Raw(q.sql, q.until, millis(now)).Scan(&found).Error; err != nil {
			return nil, fmt.Errorf("what is due: %w", err)
		}
		all = append(all, domain.Backlog{Of: q.of, Rows: found.N, Oldest: moment(found.Oldest)})
	}
	return all, nil
}

// Pools says how the connections to the database are used, by what they are for. On Postgres there is one pool for all.
func (s *Store) Pools() map[string]sql.DBStats {
	if s.pool != nil {
		st := s.pool.Stat()
		return map[string]sql.DBStats{"all": {MaxOpenConnections: int(st.MaxConns()), OpenConnections: int(st.TotalConns()),
			InUse: int(st.AcquiredConns()), Idle: int(st.IdleConns()), WaitCount: st.EmptyAcquireCount(), WaitDuration: st.EmptyAcquireWaitTime()}}
	}
	pools := map[string]sql.DBStats{}
	if db, err := s.db.DB(); err == nil {
		pools["write"] = db.Stats()
	}
	if db, err := s.read.DB(); err == nil {
		pools["read"] = db.Stats()
	}
	return pools
}
