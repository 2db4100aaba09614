package persistence

import (
	"context"

	"gorm.io/gorm"

	"tender/domain"
)

// maxCountsForgotten is how many old counts are deleted along with one that is added: more than are added, so that they go
// away, and few enough that nobody waits for it.
const maxCountsForgotten = 20

// AddCount adds c.N, which may be negative, to a count and gives the totals of its span and of the span before.
func (s *Store) AddCount(ctx context.Context, c domain.Count) (total, before int, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		// Those whom somebody else deletes or adds to are left to him: replicas do not wait for each other here.
		if err := tx.Exec(`DELETE FROM counts WHERE (key, span) IN (SELECT key, span FROM counts WHERE forget_at <= ? LIMIT ?`+s.skip+`)`,
			millis(s.now()), maxCountsForgotten).Error; err != nil {
			return err
		}
		// One statement, since GORM's upsert does not give back the sum.
		if err := tx.Raw(`INSERT INTO counts (key, span, n, forget_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (key, span) DO UPDATE SET n = counts.n + excluded.n RETURNING n`,
			c.Key, c.Span, c.N, millis(c.ForgetAt)).Scan(&total).Error; err != nil {
			return err
		}
		return tx.Raw(`SELECT COALESCE(SUM(n), 0) FROM counts WHERE key = ? AND span = ?`, c.Key, c.Span-1).Scan(&before).Error
	})
	return total, before, err
}
