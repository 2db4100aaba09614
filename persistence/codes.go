package persistence

import (
	"context"

	"gorm.io/gorm"

	"tender/domain"
)

// codeRow is a row of codes.
type codeRow struct {
	Hash      string
	ShortHash string
	Purpose   string
	AccountID string
	Email     string
	EmailKey  string
	ExpiresAt int64
	Tries     int
}

func (codeRow) TableName() string { return "codes" }

// AddCode stores what a letter's secrets are good for. Codes that have expired are cleared away.
func (s *Store) AddCode(ctx context.Context, c domain.MailCode) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		if err := tx.Where("expires_at <= ?", millis(s.now())).Delete(&codeRow{}).Error; err != nil {
			return err
		}
		return create(tx, codeRow{c.Hash, c.ShortHash, string(c.Purpose), c.Account, c.Address, c.Key, millis(c.ExpiresAt), 0})
	})
}

func invalidCode() error {
	return domain.Refuse(domain.InvalidCode, "This code or link is wrong, was used, or is older than %d minutes; ask for a new mail.", int(domain.CodeLife.Minutes()))
}

// VerifyAddress uses a link up and makes its address the account's own. What does not work is refused as InvalidCode, an
// address that another account has meanwhile as EmailTaken.
func (s *Store) VerifyAddress(ctx context.Context, hash string) (verified domain.Account, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		code, a, err := s.spend(tx, hash, domain.ToVerify)
		if err != nil {
			return err
		}
		if err := s.settle(tx, a, code.Email, code.EmailKey); err != nil {
			return err
		}
		verified, err = account(tx.Where("id = ?", a.ID))
		return err
	})
	wake(s.letters)
	return verified, err
}

// SpendSignInLink uses a link up and says whom it signs in. What does not work is refused as InvalidCode.
func (s *Store) SpendSignInLink(ctx context.Context, hash string) (who domain.Account, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		who, err = s.signIn(tx, hash)
		return err
	})
	return who, err
}

// SpendSignInCode is SpendSignInLink for the code that can be typed, of whoever has an address. A wrong one counts
// against all that the account has: after MaxCodeTries only their links work.
func (s *Store) SpendSignInCode(ctx context.Context, key, short string) (who domain.Account, err error) {
	wrong := false
	err = s.write(ctx, func(tx *gorm.DB) error {
		a, found, err := s.readerOf(tx, key)
		if err == nil && found {
			a, err = holdAccount(tx, a.ID)       // those who try at once take turns
			if isRefused(err, domain.NotFound) { // its person has just left
				err = invalidCode()
			}
		}
		if err != nil {
			return err
		}
		var row codeRow
		match := tx.Where("account_id = ? AND short_hash = ? AND short_hash <> '' AND purpose = ? AND tries < ? AND expires_at > ?",
			a.ID, domain.ShortCodeHash(a.ID, short), string(domain.ToSignIn), domain.MaxCodeTries, millis(s.now())).Limit(1).Find(&row)
		if match.Error != nil {
			return match.Error
		}
		if wrong = match.RowsAffected == 0; wrong {
			return tx.Model(&codeRow{}).Where("account_id = ?", a.ID).Updates(map[string]any{"tries": gorm.Expr("tries + 1")}).Error
		}
		who, err = s.signIn(tx, row.Hash)
		return err
	})
	if err == nil && wrong {
		err = invalidCode()
	}
	return who, err
}

// signIn uses a code up. For an account that has no password it also proves the address: nobody else can know a way in.
func (s *Store) signIn(tx *gorm.DB, hash string) (domain.Account, error) {
	code, a, err := s.spend(tx, hash, domain.ToSignIn)
	if err != nil {
		return domain.Account{}, err
	}
	if a.PasswordHash == "" {
		if err := s.settle(tx, a, code.Email, code.EmailKey); err != nil {
			return domain.Account{}, err
		}
	} else if a.EmailKey != code.EmailKey {
		return domain.Account{}, invalidCode()
	} else if err := liftMail(tx, a.ID); err != nil { // this mail has arrived
		return domain.Account{}, err
	}
	return account(tx.Where("id = ?", a.ID))
}

// spend uses a code up: of two that use it at once, one does. The address must be what the account has or claims now.
func (s *Store) spend(tx *gorm.DB, hash string, purpose domain.CodePurpose) (code codeRow, a accountRow, err error) {
	good := tx.Where("hash = ? AND purpose = ? AND expires_at > ?", hash, string(purpose), millis(s.now())).Limit(1).Find(&code)
	if good.Error != nil {
		return code, a, good.Error
	}
	if good.RowsAffected == 0 {
		return code, a, invalidCode()
	}
	if a, err = holdAccount(tx, code.AccountID); err != nil {
		if isRefused(err, domain.NotFound) {
			err = invalidCode()
		}
		return code, a, err
	}
	var claims int64
	err = tx.Model(&claimRow{}).Where("account_id = ? AND email_key = ?", a.ID, code.EmailKey).Count(&claims).Error
	if err != nil {
		return code, a, err
	}
	used := tx.Where("hash = ?", hash).Delete(&codeRow{})
	if used.Error == nil && (used.RowsAffected == 0 || claims == 0 && a.EmailKey != code.EmailKey) {
		return code, a, invalidCode()
	}
	return code, a, used.Error
}
