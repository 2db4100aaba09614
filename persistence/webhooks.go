package persistence

import (
	"context"
	"errors"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// webhookRow is a row of webhooks. Events are words with spaces between.
type webhookRow struct {
	ID           string
	AccountID    string
	URL          string
	Secret       string
	CreatedMs    int64 `gorm:"column:created_at"`
	Format       string
	Events       string
	KeySeed      []byte
	FailingSince int64
	Failed       int
	DisabledAt   int64
	DisabledWhy  string
}

func (webhookRow) TableName() string { return "webhooks" }

func (r webhookRow) webhook() domain.Webhook {
	w := domain.Webhook{ID: r.ID, Account: r.AccountID, URL: r.URL, Format: domain.HookFormat(r.Format), Secret: r.Secret,
		KeySeed: r.KeySeed, CreatedAt: moment(r.CreatedMs), FailingSince: moment(r.FailingSince), Failed: r.Failed,
		DisabledAt: moment(r.DisabledAt), DisabledWhy: domain.DisabledWhy(r.DisabledWhy)}
	for word := range strings.FieldsSeq(r.Events) {
		w.Events = append(w.Events, domain.NoticeType(word))
	}
	return w
}

// changing gives the columns that may change, other than the secret.
func changing(w domain.Webhook) map[string]any {
	return map[string]any{"format": string(w.Format), "events": words(w.Events), "failing_since": millis(w.FailingSince),
		"failed": w.Failed, "disabled_at": millis(w.DisabledAt), "disabled_why": string(w.DisabledWhy)}
}

func words(types []domain.NoticeType) string {
	all := make([]string, len(types))
	for i, n := range types {
		all[i] = string(n)
	}
	return strings.Join(all, " ")
}

// keySeed is the length of the seed of an ed25519 key, in bytes.
const keySeed = 32

// AddWebhook stores a webhook and fills in its id, its key and the time. A second one of an account with the same
// address is refused as WebhookExists, by a unique index; more than domain.MaxWebhooks for an account are as TooManyWebhooks.
// The session, or the personal access token of that hash, that asks must last; each is "" when it is the other.
func (s *Store) AddWebhook(ctx context.Context, w domain.Webhook, session, token string) (domain.Webhook, error) {
	id, err := s.newID()
	if err != nil {
		return domain.Webhook{}, err
	}
	seed, err := s.bytes(keySeed)
	if err != nil {
		return domain.Webhook{}, err
	}
	if w.Format == "" {
		w.Format = domain.StandardFormat
	}
	row := webhookRow{ID: id, AccountID: w.Account, URL: w.URL, Secret: w.Secret, CreatedMs: millis(s.now()),
		Format: string(w.Format), Events: words(w.Events), KeySeed: seed}
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := mayAsk(tx, w.Account, session, token); err != nil { // two that add at once cannot both be the last
			return err
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
		err = domain.Refuse(domain.WebhookExists, "You already have a webhook to this address; change that one, or remove it first.").At("/url")
	}
	if err != nil {
		return domain.Webhook{}, err
	}
	return row.webhook(), nil
}

// mayAsk locks an account until the end of the transaction, and refuses when the session or the token of that hash that
// asks for something has ended.
func mayAsk(tx *gorm.DB, account, session, token string) error {
	if _, err := holdFor(tx, account, session); err != nil || token == "" {
		return err
	}
	return stillThere(tx.Model(&personalRow{}).Where("hash = ? AND account_id = ?", token, account))
}

// Webhooks lists an account's webhooks, oldest first.
func (s *Store) Webhooks(ctx context.Context, account string) ([]domain.Webhook, error) {
	db := s.read.WithContext(ctx)
	var rows []webhookRow
	if err := db.Where("account_id = ?", account).Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, err
	}
	return s.withOld(db, rows...)
}

// WebhookByID finds a webhook, whoever's it is.
func (s *Store) WebhookByID(ctx context.Context, id string) (domain.Webhook, error) {
	db := s.read.WithContext(ctx)
	var row webhookRow
	if err := one(db.Where("id = ?", id).Limit(1).Find(&row), "webhook"); err != nil {
		return domain.Webhook{}, err
	}
	hooks, err := s.withOld(db, row)
	if err != nil {
		return domain.Webhook{}, err
	}
	return hooks[0], nil
}

// holdWebhook locks a webhook until the end of the transaction. Whoever writes deliveries of it too takes this lock
// first, so that no two wait for each other.
func holdWebhook(tx *gorm.DB, id string) (row webhookRow, err error) {
	return row, one(tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Where("id = ?", id).Limit(1).Find(&row), "webhook")
}

// holdOwnWebhook is holdWebhook for its owner; for others there is none.
func holdOwnWebhook(tx *gorm.DB, account, id string) (webhookRow, error) {
	row, err := holdWebhook(tx, id)
	if err == nil && row.AccountID != account {
		err = domain.Refuse(domain.NotFound, "There is no such webhook; check the id.")
	}
	return row, err
}

// ChangeWebhook changes one of an account's webhooks. What is on its way to one that is disabled is dropped.
func (s *Store) ChangeWebhook(ctx context.Context, account, id string, c domain.HookChange) (w domain.Webhook, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		row, err := holdOwnWebhook(tx, account, id)
		if err != nil {
			return err
		}
		now, was := s.now(), row.webhook()
		changed := was
		changed.Change(c, now)
		if err := exactlyOne(tx.Model(&webhookRow{}).Where("id = ?", id).Updates(changing(changed)), "webhook"); err != nil {
			return err
		}
		if changed.Disabled() && !was.Disabled() {
			if err := dropAll(tx, id, now); err != nil {
				return err
			}
		}
		if row, err = holdWebhook(tx, id); err != nil {
			return err
		}
		hooks, err := s.withOld(tx, row)
		if err == nil {
			w = hooks[0]
		}
		return err
	})
	return w, err
}

// RemoveWebhook removes one of an account's webhooks.
func (s *Store) RemoveWebhook(ctx context.Context, account, id string) error {
	return one(s.db.WithContext(ctx).Where("id = ? AND account_id = ?", id, account).Delete(&webhookRow{}), "webhook")
}
