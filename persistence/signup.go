package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// claimLife is how long a sign-up whose address is never verified keeps its name from others.
const claimLife = 7 * 24 * time.Hour

// unheld is what an account has in place of an address's key while it holds none: no address looks like it, so that
// nobody is found by it.
func unheld(id string) string { return "claim:" + id }

// CreateAccount stores a new account and fills in its id and the time. NameTaken is decided by the unique index of the
// keys. That an address is somebody's is never told: then, and wherever addresses are verified, the new account only
// claims it, which is of no use without reading its mail. What is written is the same in both cases but for the letter:
// to the owner that somebody signs up again, or to the address to ask whether it is the account's.
func (s *Store) CreateAccount(ctx context.Context, a domain.Account) (domain.Account, error) {
	id, err := s.newID()
	if err != nil {
		return domain.Account{}, err
	}
	row := accountRow{ID: id, Name: a.Name, NameKey: a.NameKey, Email: a.Email, EmailKey: a.EmailKey,
		PasswordHash: a.PasswordHash, CreatedMs: millis(s.now()), Role: string(domain.Player)}
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := s.forgetClaims(tx); err != nil {
			return err
		}
		if !s.verify {
			if created, err := createAccount(tx, row); created || err != nil {
				return err
			}
		}
		row.EmailKey = unheld(id)
		created, err := createAccount(tx, row)
		if err != nil {
			return err
		}
		if !created {
			return nameTaken()
		}
		if err := create(tx, claimRow{id, a.Email, a.EmailKey, row.CreatedMs}); err != nil {
			return err
		}
		_, err = s.askToVerify(tx, row, a.Email, a.EmailKey)
		return err
	})
	if err != nil {
		return domain.Account{}, err
	}
	wake(s.letters)
	row.EmailKey = a.EmailKey // the answer must not tell
	return row.account(), nil
}

// createAccount says whether neither the name nor the address were another's.
func createAccount(tx *gorm.DB, row accountRow) (created bool, err error) {
	result := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	return result.RowsAffected == 1, result.Error
}

// forgetClaims deletes accounts that were never more than a name and a claim. Nobody can have signed in to them.
func (s *Store) forgetClaims(tx *gorm.DB) error {
	return tx.Where("id IN (SELECT account_id FROM claims WHERE claimed_at < ?) AND email_key LIKE 'claim:%'",
		millis(s.now().Add(-claimLife))).Delete(&accountRow{}).Error
}
