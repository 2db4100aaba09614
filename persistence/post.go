package persistence

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"tender/domain"
)

// AskForSignIn writes a letter with which whoever reads the mail of an address can sign in. Whether the address is
// anybody's is found out when the letter is sent: here the same happens in either case.
func (s *Store) AskForSignIn(ctx context.Context, email, key string) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		_, err := s.writeSparingly(tx, letterRow{Type: string(domain.SignInLink), Email: email, EmailKey: key})
		return err
	})
	wake(s.letters)
	return err
}

// readerOf finds the account that whoever reads the mail of an address can sign in to: the one that has it or else the
// newest that claims it.
func (s *Store) readerOf(tx *gorm.DB, key string) (a accountRow, found bool, err error) {
	has := tx.Where("email_key = ?", key).Limit(1).Find(&a)
	if has.Error != nil || has.RowsAffected == 1 {
		return a, has.RowsAffected == 1, has.Error
	}
	claims := tx.Where("id = (SELECT account_id FROM claims WHERE email_key = ? ORDER BY claimed_at DESC, account_id LIMIT 1) AND email_key LIKE 'claim:%'", key).
		Limit(1).Find(&a)
	return a, claims.RowsAffected == 1, claims.Error
}

// Post says, at the time of an attempt, whether a letter is still worth it, and gives what its text is made of. Nothing
// but the question whether it is theirs goes to an address that nobody has proved to be theirs, where that is asked; and
// to one from which mail came back, nothing but what somebody asked for in order to prove or use it.
func (s *Store) Post(ctx context.Context, l domain.Letter) (p domain.Post, owed bool, err error) {
	defer rescue(&err)
	db := s.read.WithContext(ctx)
	var letter letterRow
	if err := one(db.Where("id = ?", l.ID).Limit(1).Find(&letter), "letter"); err != nil {
		return p, false, err
	}
	if l.Type == domain.InvitedLetter {
		return s.postInvitation(ctx, db, letter, l)
	}
	var a accountRow
	found := db.Where("id = ?", letter.AccountID).Limit(1).Find(&a)
	if found.Error != nil {
		return p, false, found.Error
	}
	there := found.RowsAffected == 1
	if letter.AccountID == "" {
		if a, there, err = s.readerOf(db, letter.EmailKey); err != nil {
			return p, false, err
		}
	}
	if !there {
		return p, false, nil
	}
	p = domain.Post{Letter: l, To: a.account()}
	if letter.Email != "" && letter.AccountID != "" { // who asks for a sign-in may spell it in another way than its owner
		p.To.Email = letter.Email
	}
	if _, p.To.Zone, err = wishesOf(db, a.ID, letter.GameID); err != nil {
		return p, false, err
	}
	known := s.reads(a)
	switch l.Type {
	case domain.VerifyAddress:
		return s.question(p, a, letter), a.EmailKey != letter.EmailKey || a.VerifiedAt == 0 || a.MailSuspendedAt > 0, nil
	case domain.SignInLink:
		if !known && a.PasswordHash != "" { // somebody else may know it: the address is asked about the account first
			p.Type = domain.VerifyAddress
			return s.question(p, a, letter), true, nil
		}
		p = s.question(p, a, letter)
		p.Code.Purpose = domain.ToSignIn
		return p, true, nil
	case domain.AddressChanged:
		return p, true, nil
	case domain.WebhookFailing, domain.WebhookDisabled:
		if err := json.Unmarshal([]byte(letter.Body), &p.Hook); err != nil {
			return p, false, fmt.Errorf("letter %s: %w", letter.ID, err)
		}
	case domain.MailAnswer, domain.ForeignReply:
		v, err := s.View(ctx, letter.GameID, a.ID)
		if isRefused(err, domain.NotFound) { // it is private, and they have left it
			return p, false, nil
		}
		if err != nil {
			return p, false, err
		}
		p.View = &v
		_, p.To.Zone, err = wishesOf(db, a.ID, letter.GameID)
		return p, known && a.MailSuspendedAt == 0, err
	case domain.AlreadyRegistered, domain.SessionReused, domain.PasswordChanged, domain.TestMail, domain.InvitedLetter:
	}
	return p, known && a.MailSuspendedAt == 0, nil
}

// question gives a letter the code by which its address is proved to be the account's.
func (s *Store) question(p domain.Post, a accountRow, l letterRow) domain.Post {
	p.Code = &domain.MailCode{Purpose: domain.ToVerify, Account: a.ID, Address: p.To.Email, Key: l.EmailKey}
	return p
}
