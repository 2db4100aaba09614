package persistence

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// personalRow is a row of personal_tokens.
type personalRow struct {
	ID        string
	Hash      string
	AccountID string
	Name      string
	Scopes    string
	GameID    string
	CreatedMs int64 `gorm:"column:created_at"`
	ExpiresAt int64
	UsedAt    int64
}

func (personalRow) TableName() string { return "personal_tokens" }

func (r personalRow) token() domain.PersonalToken {
	t := domain.PersonalToken{ID: r.ID, Hash: r.Hash, Account: r.AccountID, Name: r.Name, Game: r.GameID,
		CreatedAt: moment(r.CreatedMs), ExpiresAt: moment(r.ExpiresAt), UsedAt: moment(r.UsedAt)}
	for word := range strings.FieldsSeq(r.Scopes) {
		t.Scopes = append(t.Scopes, domain.Scope(word))
	}
	return t
}

// AddPersonalToken stores a token of which the hash is known and fills in its id. Those of the account that have expired
// are cleared away; more than domain.MaxPersonalTokens are refused as TooManyTokens. The session
// that asks must last, unless it is "".
func (s *Store) AddPersonalToken(ctx context.Context, t domain.PersonalToken, session string) (domain.PersonalToken, error) {
	id, err := s.newID()
	if err != nil {
		return domain.PersonalToken{}, err
	}
	words := make([]string, len(t.Scopes))
	for i, scope := range t.Scopes {
		words[i] = string(scope)
	}
	row := personalRow{ID: id, Hash: t.Hash, AccountID: t.Account, Name: text(t.Name), Scopes: strings.Join(words, " "), GameID: t.Game,
		CreatedMs: millis(t.CreatedAt), ExpiresAt: millis(t.ExpiresAt)}
	err = s.write(ctx, func(tx *gorm.DB) error {
		if _, err := holdFor(tx, t.Account, session); err != nil {
			return err
		}
		expired := tx.Where("account_id = ? AND expires_at <= ?", t.Account, millis(s.now())).Delete(&personalRow{})
		if expired.Error != nil {
			return expired.Error
		}
		var n int64
		if err := tx.Model(&personalRow{}).Where("account_id = ?", t.Account).Count(&n).Error; err != nil {
			return err
		}
		if n >= domain.MaxPersonalTokens {
			return domain.Refuse(domain.TooManyTokens, "You have %d tokens, which is the most there may be; remove one first.", n)
		}
		return create(tx, row)
	})
	if err != nil {
		return domain.PersonalToken{}, err
	}
	return row.token(), nil
}

// PersonalTokens lists an account's tokens, oldest first, also those that have expired and were not cleared away yet.
func (s *Store) PersonalTokens(ctx context.Context, account string) ([]domain.PersonalToken, error) {
	var rows []personalRow
	err := s.read.WithContext(ctx).Where("account_id = ?", account).Order("created_at, id").Find(&rows).Error
	tokens := make([]domain.PersonalToken, len(rows))
	for i, r := range rows {
		tokens[i] = r.token()
	}
	return tokens, err
}

// PersonalToken finds a token by its hash, whoever's it is and however old.
func (s *Store) PersonalToken(ctx context.Context, hash string) (domain.PersonalToken, error) {
	var row personalRow
	if err := one(s.read.WithContext(ctx).Where("hash = ?", hash).Limit(1).Find(&row), "token"); err != nil {
		return domain.PersonalToken{}, err
	}
	return row.token(), nil
}

// UsePersonalToken writes down that a token is used, unless a use within the last domain.PersonalUseEvery is known.
func (s *Store) UsePersonalToken(ctx context.Context, id string, at time.Time) error {
	return s.db.WithContext(ctx).Model(&personalRow{}).
		Where("id = ? AND used_at <= ?", id, millis(at.Add(-domain.PersonalUseEvery))).
		Updates(map[string]any{"used_at": millis(at)}).Error
}

// RemovePersonalToken removes one of an account's tokens.
func (s *Store) RemovePersonalToken(ctx context.Context, account, id string) error {
	return one(s.db.WithContext(ctx).Where("id = ? AND account_id = ?", id, account).Delete(&personalRow{}), "token")
}
