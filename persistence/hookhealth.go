package persistence

import (
	"context"
	"encoding/json"
	"net/url"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// holdTarget locks the webhook that a delivery goes to, so that its attempts are counted one after the other. There is
// none for other channels, and none when it has been removed.
func holdTarget(tx *gorm.DB, d domain.Delivery) (hook *webhookRow, err error) {
	if d.Channel != domain.ByWebhook {
		return nil, nil
	}
	row, err := holdWebhook(tx, d.Target)
	if isRefused(err, domain.NotFound) {
		return nil, nil
	}
	return &row, err
}

// countAttempt brings a webhook that holdTarget has locked up to date with an attempt, and disables it when it is to be.
// told says that a letter to its owner was written: whoever calls it wakes s.letters when that is committed.
func (s *Store) countAttempt(tx *gorm.DB, hook *webhookRow, a domain.Attempt) (told bool, err error) {
	if hook == nil {
		return false, nil
	}
	w := hook.webhook()
	was := w.Disabled()
	changed, warn := w.Tried(a)
	if !changed {
		return false, nil
	}
	if err := exactlyOne(tx.Model(&webhookRow{}).Where("id = ?", w.ID).Updates(changing(w)), "webhook"); err != nil {
		return false, err
	}
	switch {
	case w.Disabled() && !was:
		if err := dropAll(tx, w.ID, a.At); err != nil {
			return false, err
		}
		return s.writeHookNews(tx, domain.WebhookDisabled, w)
	case warn:
		return s.writeHookNews(tx, domain.WebhookFailing, w)
	}
	return false, nil
}

// dropAll ends all that is on its way to a webhook, also what is being sent: how that goes counts no more.
func dropAll(tx *gorm.DB, hook string, at time.Time) error {
	return tx.Model(&deliveryRow{}).Where("target = ? AND channel = ? AND status = ?", hook, string(domain.ByWebhook), string(domain.Pending)).
		Updates(map[string]any{"status": string(domain.Dropped), "why": string(domain.WhyHookDisabled), "due_at": 0, "finished_at": millis(at)}).Error
}

// writeHookNews writes a letter about a webhook, once for each stretch of failures.
func (s *Store) writeHookNews(tx *gorm.DB, news domain.LetterType, w domain.Webhook) (written bool, err error) {
	told := domain.HookNews{Webhook: w.ID, Since: w.FailingSince, Why: w.DisabledWhy}
	if u, err := url.Parse(w.URL); err == nil {
		told.Host = u.Host
	}
	body, err := json.Marshal(told)
	if err != nil {
		return false, err
	}
	var n int64
	err = tx.Model(&letterRow{}).Where("account_id = ? AND type = ? AND body = ?", w.Account, string(news), string(body)).Count(&n).Error
	if err != nil || n > 0 {
		return false, err
	}
	return true, s.writeLetter(tx, letterRow{Type: string(news), AccountID: w.Account, Body: string(body)})
}

// NumberDelivery gives a delivery that is about to be sent for the first time its number among those that its target is
// sent about its game, or says which it has. They are given out one after the other under the lock of the webhook, when
// they are sent and not when they come up: what is dropped before leaves no gap.
func (s *Store) NumberDelivery(ctx context.Context, d domain.Delivery) (seq int, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		if _, err := holdWebhook(tx, d.Target); err != nil {
			return err
		}
		highest := tx.Model(&deliveryRow{}).Select("COALESCE(MAX(seq), 0) + 1").
			Where("game_id = ? AND channel = ? AND target = ? AND account_id = ?", d.Game, string(d.Channel), d.Target, d.Account)
		return one(tx.Raw("UPDATE deliveries SET seq = CASE seq WHEN 0 THEN (?) ELSE seq END WHERE id = ? RETURNING seq", highest, d.ID).Scan(&seq), "delivery")
	})
	return seq, err
}
