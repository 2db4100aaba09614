package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// GatherDigest takes over, for whoever has claimed one delivery that is kept for a digest, all that the account is to get
// in it: every mail whose digest's hour has come, those that others have claimed meanwhile too. Two who gather for one
// account take turns, and the second finds its claim gone: held is false. So each delivery is in one digest only.
func (s *Store) GatherDigest(ctx context.Context, d domain.Delivery, lease time.Duration) (gathered []domain.Delivery, held bool, err error) {
	var rows []deliveryRow
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := keepOthersOff(tx, d.Account); err != nil {
			return err
		}
		var n int64
		if err := claimOf(tx, d).Count(&n).Error; err != nil || n == 0 {
			return err
		}
		held = true
		now := s.now()
		ends := millis(now.Add(lease))
		// The new end of a lease is later than the old one also when both are of the same millisecond: by it their
		// claims are known.
		return tx.Raw(`UPDATE deliveries SET due_at = CASE WHEN due_at < ? THEN ? ELSE due_at + 1 END, why = ''
			WHERE account_id = ? AND channel = ? AND status = ? AND due_at > 0 AND digest_at > 0 AND (digest_at <= ? OR id = ?) RETURNING *`,
			ends, ends, d.Account, string(domain.ByEmail), string(domain.Pending), millis(now), d.ID).Scan(&rows).Error
	})
	for _, r := range rows {
		gathered = append(gathered, r.delivery())
	}
	return gathered, held, err
}

// claimOf finds a delivery while its claim holds. Each claim ends later than the one before, so that the end of the lease
// tells them apart.
func claimOf(tx *gorm.DB, d domain.Delivery) *gorm.DB {
	return tx.Model(&deliveryRow{}).Where("id = ? AND due_at = ? AND status = ?", d.ID, millis(d.DueAt), string(domain.Pending))
}

// FinishTogether is FinishDelivery for all that went in one mail: all of it is written down or nothing is. held is false
// when any of them was not.
func (s *Store) FinishTogether(ctx context.Context, tried []domain.Tried) (held bool, err error) {
	err = s.together(ctx, func(ctx context.Context, _ *joint) error {
		held = true
		for _, t := range tried {
			one, err := s.FinishDelivery(ctx, t.Delivery, t.Attempt)
			if err != nil {
				return err
			}
			held = held && one
		}
		return nil
	})
	return held && err == nil, err
}
