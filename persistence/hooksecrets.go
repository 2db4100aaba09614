package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// hookSecretRow is a row of webhook_secrets.
type hookSecretRow struct {
	WebhookID string
	Secret    string
	Until     int64
}

func (hookSecretRow) TableName() string { return "webhook_secrets" }

// withOld makes webhooks of their rows, with the old secrets that still sign.
func (s *Store) withOld(db *gorm.DB, rows ...webhookRow) ([]domain.Webhook, error) {
	hooks, ids, place := make([]domain.Webhook, len(rows)), make([]string, len(rows)), map[string]int{}
	for i, r := range rows {
		hooks[i], ids[i], place[r.ID] = r.webhook(), r.ID, i
	}
	if len(rows) == 0 {
		return hooks, nil
	}
	var old []hookSecretRow
	err := db.Where("webhook_id IN ? AND until > ?", ids, millis(s.now())).Order("until DESC, secret").Find(&old).Error
	for _, o := range old {
		hook := &hooks[place[o.WebhookID]]
		hook.Old = append(hook.Old, domain.OldSecret{Secret: o.Secret, Until: moment(o.Until)})
	}
	return hooks, err
}

// RotateSecret gives w.Secret to the webhook of that id and account. The one before signs on for overlap; with 0 it stops
// at once, and all older ones with it. More than domain.MaxOldSecrets that would sign on are refused as TooManySecrets, a
// secret that was replaced and signs on as InvalidSecret. The one that it has already is not replaced. The session, or
// the personal access token of that hash, that asks must last; each is "" when it is the other.
func (s *Store) RotateSecret(ctx context.Context, w domain.Webhook, overlap time.Duration, session, token string) (rotated domain.Webhook, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := mayAsk(tx, w.Account, session, token); err != nil {
			return err
		}
		row, err := holdOwnWebhook(tx, w.Account, w.ID)
		if err != nil {
			return err
		}
		if err := s.replaceSecret(tx, row, w.Secret, overlap); err != nil {
			return err
		}
		row.Secret = w.Secret
		hooks, err := s.withOld(tx, row)
		if err == nil {
			rotated = hooks[0]
		}
		return err
	})
	return rotated, err
}

func (s *Store) replaceSecret(tx *gorm.DB, row webhookRow, secret string, overlap time.Duration) error {
	now := s.now()
	over := tx.Where("webhook_id = ?", row.ID)
	if overlap > 0 {
		over = over.Where("until <= ?", millis(now))
	}
	if err := over.Delete(&hookSecretRow{}).Error; err != nil {
		return err
	}
	if secret == row.Secret {
		return nil
	}
	hooks, err := s.withOld(tx, row)
	if err != nil {
		return err
	}
	old := hooks[0].Old
	for _, o := range old {
		if o.Secret == secret {
			return domain.Refuse(domain.InvalidSecret, "This secret was replaced before; take another.").At("/secret")
		}
	}
	if overlap > 0 {
		if len(old) >= domain.MaxOldSecrets {
			return domain.Refuse(domain.TooManySecrets, "%d old secrets of this webhook sign on, the next of them until %s: change the secret again after that, or now with overlap_hours 0, which stops them all.",
				len(old), old[len(old)-1].Until.Format(time.RFC3339))
		}
		if err := create(tx, hookSecretRow{row.ID, row.Secret, millis(now.Add(overlap))}); err != nil {
			return err
		}
	}
	return exactlyOne(tx.Model(&webhookRow{}).Where("id = ?", row.ID).Updates(map[string]any{"secret": secret}), "webhook")
}
