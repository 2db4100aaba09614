package persistence

import (
	"context"
	"errors"

	"gorm.io/gorm"

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
	VerifiedAt   int64
	NewEmail     string `gorm:"->"` // of claims; read with withClaim

	MailSuspendedAt  int64
	MailSuspendedWhy string
}

func (accountRow) TableName() string { return "accounts" }

func (r accountRow) account() domain.Account {
	return domain.Account{ID: r.ID, Name: r.Name, NameKey: r.NameKey, Email: r.Email, EmailKey: r.EmailKey,
		PasswordHash: r.PasswordHash, CreatedAt: moment(r.CreatedMs), Role: domain.Role(r.Role),
		SuspendedAt: moment(r.SuspendedAt), Former: r.Former,
		EmailVerifiedAt: moment(r.VerifiedAt), NewEmail: r.NewEmail,
		MailSuspendedAt: moment(r.MailSuspendedAt), MailSuspendedWhy: r.MailSuspendedWhy}
}

func nameTaken() error {
	return domain.Refuse(domain.NameTaken, "Somebody else has this name, or one that looks the same; choose another.").At("/name")
}

// Account finds an account by its id.
func (s *Store) Account(ctx context.Context, id string) (domain.Account, error) {
	return account(s.read.WithContext(ctx).Where("id = ?", id))
}

// AccountByEmail finds an account by the key of its e-mail address.
func (s *Store) AccountByEmail(ctx context.Context, emailKey string) (domain.Account, error) {
	return account(s.read.WithContext(ctx).Where("email_key = ?", emailKey))
}

// withClaim reads an account with the address that it is to have.
const withClaim = "accounts.*, COALESCE((SELECT email FROM claims WHERE account_id = accounts.id), '') AS new_email"

func account(q *gorm.DB) (domain.Account, error) {
	var row accountRow
	if err := one(q.Select(withClaim).Limit(1).Find(&row), "account"); err != nil {
		return domain.Account{}, err
	}
	return row.account(), nil
}

// Rename gives an account another name, or refuses with NameTaken.
func (s *Store) Rename(ctx context.Context, id, name, nameKey string) (domain.Account, error) {
	var renamed domain.Account
	err := s.write(ctx, func(tx *gorm.DB) error {
		if _, err := holdAccount(tx, id); err != nil {
			return err
		}
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
