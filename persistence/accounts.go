package persistence

import (
	"context"
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// accountRow is a row of accounts.
type accountRow struct {
	ID           string
	Name         string
	NameKey      string
	Email        string
	EmailKey     string
	PasswordHash string
	CreatedMs    int64 `gorm:"column:created_at"`
	Role         string
	SuspendedAt  int64
	Former       int
}

func (accountRow) TableName() string { return "accounts" }

func (r accountRow) account() domain.Account {
	return domain.Account{ID: r.ID, Name: r.Name, NameKey: r.NameKey, Email: r.Email, EmailKey: r.EmailKey,
		PasswordHash: r.PasswordHash, CreatedAt: moment(r.CreatedMs), Role: domain.Role(r.Role),
		SuspendedAt: moment(r.SuspendedAt), Former: r.Former}
}

func nameTaken() error {
	return domain.Refuse(domain.NameTaken, "Somebody else has this name, or one that looks the same; choose another.").At("/name")
}

// CreateAccount stores a new account and fills in its id and the time. NameTaken and EmailTaken are decided by the
// unique indexes of the keys.
func (s *Store) CreateAccount(ctx context.Context, a domain.Account) (domain.Account, error) {
	id, err := s.newID()
	if err != nil {
		return domain.Account{}, err
	}
	row := accountRow{ID: id, Name: a.Name, NameKey: a.NameKey, Email: a.Email, EmailKey: a.EmailKey, PasswordHash: a.PasswordHash,
		CreatedMs: millis(s.now()), Role: string(domain.Player)}
	err = s.write(ctx, func(tx *gorm.DB) error {
		result := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if result.Error != nil || result.RowsAffected == 1 {
			return result.Error
		}
		var same int64
		if err := tx.Model(&accountRow{}).Where("name_key = ?", a.NameKey).Count(&same).Error; err != nil {
			return err
		}
		if same > 0 {
			return nameTaken()
		}
		return domain.Refuse(domain.EmailTaken, "There is an account with this e-mail address; sign in instead.").At("/email")
	})
	if err != nil {
		return domain.Account{}, err
	}
	return row.account(), nil
}

// Account finds an account by its id.
func (s *Store) Account(ctx context.Context, id string) (domain.Account, error) {
	return account(s.read.WithContext(ctx).Where("id = ?", id))
}

// AccountByEmail finds an account by the key of its e-mail address.
func (s *Store) AccountByEmail(ctx context.Context, emailKey string) (domain.Account, error) {
	return account(s.read.WithContext(ctx).Where("email_key = ?", emailKey))
}

func account(q *gorm.DB) (domain.Account, error) {
	var row accountRow
	if err := one(q.Limit(1).Find(&row), "account"); err != nil {
		return domain.Account{}, err
	}
	return row.account(), nil
}

// Rename gives an account another name, or refuses with NameTaken.
func (s *Store) Rename(ctx context.Context, id, name, nameKey string) (domain.Account, error) {
	var renamed domain.Account
	err := s.write(ctx, func(tx *gorm.DB) error {
		set := map[string]any{"name": name, "name_key": nameKey}
		err := one(tx.Model(&accountRow{}).Where("id = ?", id).Updates(set), "account")
		if errors.Is(err, gorm.ErrDuplicatedKey) {
			return nameTaken()
		}
		if err != nil {
			return err
		}
		renamed, err = account(tx.Where("id = ?", id))
		return err
	})
	return renamed, err
}
