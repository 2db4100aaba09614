package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// Delivery finds a delivery to one of an account's webhooks.
func (s *Store) Delivery(ctx context.Context, account, hook, id string) (domain.Delivery, error) {
	db := s.read.WithContext(ctx)
	if err := ownHook(db, account, hook); err != nil {
		return domain.Delivery{}, err
	}
	var row deliveryRow
	found := db.Where("id = ? AND account_id = ? AND target = ?", id, account, hook).Limit(1).Find(&row)
	return row.delivery(), one(found, "delivery")
}

// BeginByHand writes down that an attempt at a delivery begins because its person wants it, and gives its number. Another
// one within domain.RedeliverPause is refused as SentLately. When the next attempt is due stays as it is.
func (s *Store) BeginByHand(ctx context.Context, d domain.Delivery) (n int, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := lockDelivery(tx, d.ID); err != nil { // of two at once the second sees the first
			return err
		}
		now := s.now()
		var last int64
		err := tx.Model(&attemptRow{}).Select("COALESCE(MAX(at), 0)").Where("delivery_id = ? AND manual = 1", d.ID).Scan(&last).Error
		if err != nil {
			return err
		}
		if last > 0 && now.Sub(moment(last)) < domain.RedeliverPause {
			return domain.Refuse(domain.SentLately, "This notice was sent again less than %d seconds ago; look how that went first.",
				domain.RedeliverPause/time.Second)
		}
		n, err = addAttempt(tx, d.ID, domain.Attempt{At: now, Status: domain.Pending, Manual: true})
		return err
	})
	return n, err
}

// EndByHand writes down how such an attempt went, and counts it. One that went well ends the delivery; any other leaves it
// as it is.
func (s *Store) EndByHand(ctx context.Context, d domain.Delivery, n int, a domain.Attempt) error {
	return s.counting(ctx, d, a, func(tx *gorm.DB) error {
		if err := lockDelivery(tx, d.ID); err != nil { // it may have been removed meanwhile with its account
			return err
		}
		set := map[string]any{"took": a.Took.Milliseconds(), "status": string(a.Status), "answer": a.Answer, "detail": detailOf(a)}
		if err := tx.Model(&attemptRow{}).Where("delivery_id = ? AND n = ?", d.ID, n).Updates(set).Error; err != nil {
			return err
		}
		if a.Status != domain.Delivered {
			return nil
		}
		ended := map[string]any{"status": string(domain.Delivered), "due_at": 0, "why": "", "finished_at": millis(a.At), "tried_at": millis(a.At),
			"took": a.Took.Milliseconds(), "answer": a.Answer, "detail": detailOf(a)}
		return tx.Model(&deliveryRow{}).Where("id = ? AND status <> ?", d.ID, string(domain.Delivered)).Updates(ended).Error
	})
}

// CountTest counts a test message to a webhook as what it shows: whether its receiver is there, or wants nothing more.
func (s *Store) CountTest(ctx context.Context, hook string, a domain.Attempt) error {
	return s.counting(ctx, domain.Delivery{Channel: domain.ByWebhook, Target: hook}, a, func(*gorm.DB) error { return nil })
}

// counting writes what an attempt by hand leaves behind, and counts it at its webhook, which it locks first.
func (s *Store) counting(ctx context.Context, d domain.Delivery, a domain.Attempt, write func(tx *gorm.DB) error) error {
	told := false
	err := s.write(ctx, func(tx *gorm.DB) error {
		hook, err := holdTarget(tx, d)
		if err != nil {
			return err
		}
		if err := write(tx); err != nil {
			return err
		}
		told, err = s.countAttempt(tx, hook, a)
		return err
	})
	if err == nil && told {
		wake(s.letters)
	}
	return err
}

func lockDelivery(tx *gorm.DB, id string) error {
	var row deliveryRow
	held := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Where("id = ?", id).Limit(1).Find(&row)
	return one(held, "delivery")
}

// RedeliverFailed sends those deliveries to one of an account's webhooks again that came up at since or later and failed
// for good or were dropped because the webhook was disabled: each is pending anew, with all its attempts before it. At most
// domain.MaxRedeliver, the oldest; more says that there are others. With dry they are only counted. While the webhook is
// disabled they would be dropped again, so that this is refused as domain.HookDisabled.
func (s *Store) RedeliverFailed(ctx context.Context, account, hook string, since time.Time, dry bool) (n int, more bool, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := ownHook(tx, account, hook); err != nil {
			return err
		}
		if err := mustBeEnabled(tx, hook); err != nil && !dry {
			return err
		}
		failed := func() *gorm.DB {
			return tx.Model(&deliveryRow{}).Where("account_id = ? AND target = ? AND created_at >= ? AND (status = ? OR status = ? AND why = ?)",
				account, hook, millis(since), string(domain.Failed), string(domain.Dropped), string(domain.WhyHookDisabled))
		}
		var ids []string
		if err := failed().Order("created_at, id").Limit(domain.MaxRedeliver+1).Pluck("id", &ids).Error; err != nil {
			return err
		}
		if more = len(ids) > domain.MaxRedeliver; more {
			ids = ids[:domain.MaxRedeliver]
		}
		if n = len(ids); dry || n == 0 {
			return nil
		}
		set := map[string]any{"status": string(domain.Pending), "why": string(domain.WhyAsked), "due_at": millis(s.now()), "attempts": 0, "finished_at": 0}
		again := failed().Where("id IN ?", ids).Updates(set)
		n = int(again.RowsAffected) // another call may have been first
		return again.Error
	})
	if err == nil && !dry {
		wake(s.deliver)
	}
	return n, more, err
}

// mustBeEnabled refuses a webhook that is disabled.
func mustBeEnabled(tx *gorm.DB, hook string) error {
	var enabled []string
	err := tx.Model(&webhookRow{}).Where("id = ? AND disabled_at = 0", hook).Pluck("id", &enabled).Error
	if err == nil && len(enabled) == 0 {
		err = domain.Refuse(domain.HookDisabled, "The webhook is disabled; enable it first.")
	}
	return err
}
