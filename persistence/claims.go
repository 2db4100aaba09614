package persistence

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"tender/domain"
)

// claimRow is a row of claims.
type claimRow struct {
	AccountID string
	Email     string
	EmailKey  string
	ClaimedAt int64
}

func (claimRow) TableName() string { return "claims" }

// ClaimAddress asks an address whether it is the account's: it becomes that when the letter is answered. The address
// that the account has already withdraws a claim. What is done looks the same whether the address is another's.
//
// The session that asks must last, unless it is "".
func (s *Store) ClaimAddress(ctx context.Context, id, email, key, session string) (changed domain.Account, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		a, err := holdFor(tx, id, session)
		if err != nil {
			return err
		}
		if err := tx.Where("account_id = ?", id).Delete(&claimRow{}).Error; err != nil {
			return err
		}
		if a.EmailKey != key {
			if err := create(tx, claimRow{id, email, key, millis(s.now())}); err != nil {
				return err
			}
			if err := s.ask(tx, a, email, key); err != nil {
				return err
			}
		}
		changed, err = account(tx.Where("id = ?", id))
		return err
	})
	wake(s.letters)
	return changed, err
}

// VerifyAgain asks once more whether the address that the account claims, has without proof, or has and mail came back
// from, is the account's. When there is none it refuses with EmailVerified.
func (s *Store) VerifyAgain(ctx context.Context, id string) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		a, err := holdAccount(tx, id)
		if err != nil {
			return err
		}
		var claim claimRow
		found := tx.Where("account_id = ?", id).Limit(1).Find(&claim)
		switch {
		case found.Error != nil:
			return found.Error
		case found.RowsAffected == 1:
			return s.ask(tx, a, claim.Email, claim.EmailKey)
		case a.VerifiedAt == 0 || a.MailSuspendedAt > 0:
			return s.ask(tx, a, a.Email, a.EmailKey)
		}
		return domain.Refuse(domain.EmailVerified, "Your address is verified; there is nothing more to do.")
	})
	wake(s.letters)
	return err
}

// ask is askToVerify for somebody who may be told that it was not.
func (s *Store) ask(tx *gorm.DB, a accountRow, email, key string) error {
	asked, err := s.askToVerify(tx, a, email, key)
	if err == nil && !asked {
		err = domain.Refuse(domain.TooManyMails, "This address has got %d mails within the hour; look among those that were sorted out, and try again later.", lettersEachHour)
	}
	return err
}

// askToVerify writes the letter that asks an address whether it is the account's or, when it is another's, tells its
// owner. Without a password there is no other way to sign in than by mail: then the letter does both. It says whether
// the address may get a letter at all.
func (s *Store) askToVerify(tx *gorm.DB, a accountRow, email, key string) (asked bool, err error) {
	l := letterRow{Type: string(domain.VerifyAddress), AccountID: a.ID, Email: email, EmailKey: key}
	if a.PasswordHash == "" && a.EmailKey == unheld(a.ID) {
		l.Type = string(domain.SignInLink)
	}
	var owner accountRow
	found := tx.Where("email_key = ? AND id <> ?", key, a.ID).Limit(1).Find(&owner)
	if found.Error != nil {
		return false, found.Error
	}
	if found.RowsAffected == 1 {
		l.Type, l.AccountID, l.Email = string(domain.AlreadyRegistered), owner.ID, owner.Email
	}
	return s.writeSparingly(tx, l)
}

// settle makes a proved address the account's own, to which mail goes whatever came back before. What others have claimed of it ends, and so do accounts that were
// nothing else. When somebody else has it, it is refused as EmailTaken: whoever has proved it may know.
func (s *Store) settle(tx *gorm.DB, a accountRow, email, key string) error {
	set := map[string]any{"email": email, "email_key": key, "verified_at": millis(s.now())}
	var others int64
	if err := tx.Model(&accountRow{}).Where("email_key = ? AND id <> ?", key, a.ID).Count(&others).Error; err != nil {
		return err
	}
	taken := domain.Refuse(domain.EmailTaken, "Another account has this address meanwhile; sign in to that one.")
	if others > 0 {
		return taken
	}
	err := exactlyOne(tx.Model(&accountRow{}).Where("id = ?", a.ID).Updates(set), "account")
	if errors.Is(err, gorm.ErrDuplicatedKey) { // it was proved twice at once
		return taken
	}
	if err != nil {
		return err
	}
	if a.EmailKey != key && a.EmailKey != unheld(a.ID) && (a.VerifiedAt > 0 || !s.verify) {
		if err := s.writeLetter(tx, letterRow{Type: string(domain.AddressChanged), AccountID: a.ID, Email: a.Email, EmailKey: a.EmailKey}); err != nil {
			return err
		}
	}
	if err := liftMail(tx, a.ID); err != nil {
		return err
	}
	for _, clearing := range []*gorm.DB{
		tx.Where("account_id = ? AND email_key <> ?", a.ID, key).Delete(&codeRow{}), // in mails to an address of before
		tx.Where("id IN (SELECT account_id FROM claims WHERE email_key = ?) AND id <> ? AND email_key LIKE 'claim:%'", key, a.ID).Delete(&accountRow{}),
		tx.Where("email_key = ? OR account_id = ?", key, a.ID).Delete(&claimRow{}),
	} {
		if clearing.Error != nil {
			return clearing.Error
		}
	}
	return nil
}
