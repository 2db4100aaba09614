package persistence

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"tender/domain"
)

// webhookRow is a row of webhooks.
type webhookRow struct {
	ID        string
	AccountID string
	URL       string
	Secret    string
	CreatedMs int64 `gorm:"column:created_at"`
}

func (webhookRow) TableName() string { return "webhooks" }

func (r webhookRow) webhook() domain.Webhook {
	return domain.Webhook{ID: r.ID, Account: r.AccountID, URL: r.URL, Secret: r.Secret, CreatedAt: moment(r.CreatedMs)}
}

// AddWebhook stores a webhook and fills in its id and the time. A second one of an account with the same address is
// refused as WebhookExists, by a unique index; more than domain.MaxWebhooks for an account are as TooManyWebhooks.
// The session, or the personal access token of that hash, that asks must last; each is "" when it is the other.
func (s *Store) AddWebhook(ctx context.Context, w domain.Webhook, session, token string) (domain.Webhook, error) {
	id, err := s.newID()
	if err != nil {
		return domain.Webhook{}, err
	}
	row := webhookRow{id, w.Account, w.URL, w.Secret, millis(s.now())}
	err = s.write(ctx, func(tx *gorm.DB) error {
		if _, err := holdFor(tx, w.Account, session); err != nil { // two that add at once cannot both be the last
			return err
		}
		if token != "" {
			if err := stillThere(tx.Model(&personalRow{}).Where("hash = ? AND account_id = ?", token, w.Account)); err != nil {
				return err
			}
		}
		var n int64
		if err := tx.Model(&webhookRow{}).Where("account_id = ?", w.Account).Count(&n).Error; err != nil {
			return err
		}
		if n >= domain.MaxWebhooks {
			return domain.Refuse(domain.TooManyWebhooks, "You have %d webhooks, which is the most there may be; remove one first.", n)
		}
		return create(tx, row)
	})
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		err = domain.Refuse(domain.WebhookExists, "You already have a webhook to this address; remove it first to get a new secret.").At("/url")
	}
	if err != nil {
		return domain.Webhook{}, err
	}
	return row.webhook(), nil
}

// Webhooks lists an account's webhooks, oldest first.
func (s *Store) Webhooks(ctx context.Context, account string) ([]domain.Webhook, error) {
	var rows []webhookRow
	err := s.read.WithContext(ctx).Where("account_id = ?", account).Order("created_at, id").Find(&rows).Error
	hooks := make([]domain.Webhook, len(rows))
	for i, r := range rows {
		hooks[i] = r.webhook()
	}
	return hooks, err
}

// RemoveWebhook removes one of an account's webhooks.
func (s *Store) RemoveWebhook(ctx context.Context, account, id string) error {
	return one(s.db.WithContext(ctx).Where("id = ? AND account_id = ?", id, account).Delete(&webhookRow{}), "webhook")
}

// WebhookByID finds a webhook, whoever's it is.
func (s *Store) WebhookByID(ctx context.Context, id string) (domain.Webhook, error) {
	var row webhookRow
	if err := one(s.read.WithContext(ctx).Where("id = ?", id).Limit(1).Find(&row), "webhook"); err != nil {
		return domain.Webhook{}, err
	}
	return row.webhook(), nil
}
