package persistence

import (
	"context"

	"gorm.io/gorm"

	"tender/domain"
)

// MailStanding says what holds for every mail to an account.
func (s *Store) MailStanding(ctx context.Context, account string) (domain.MailStanding, error) {
	return s.mailStanding(s.read.WithContext(ctx), account)
}

func (s *Store) mailStanding(db *gorm.DB, account string) (domain.MailStanding, error) {
	var row struct {
		EmailKey        string
		VerifiedAt      int64
		MailSuspendedAt int64
	}
	found := db.Table("accounts").Select("email_key", "verified_at", "mail_suspended_at").Where("id = ? AND former = 0", account).Limit(1).Scan(&row)
	return domain.MailStanding{VerifyNeeded: s.verify || row.EmailKey == unheld(account), VerifiedAt: moment(row.VerifiedAt),
		SuspendedAt: moment(row.MailSuspendedAt)}, one(found, "account")
}

// SendTestMail writes a letter to an account's own address, unless no mail can be sent there, or it has had its share of
// them for now.
func (s *Store) SendTestMail(ctx context.Context, account string) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		if _, err := holdAccount(tx, account); err != nil { // of two at once the second counts the first
			return err
		}
		standing, err := s.mailStanding(tx, account)
		if err == nil {
			err = standing.Reachable()
		}
		if err != nil {
			return err
		}
		// No address has this key: a share of their own, so that who tests can still ask for a sign-in.
		written, err := s.writeSparingly(tx, letterRow{Type: string(domain.TestMail), AccountID: account, EmailKey: "test:" + account})
		if err == nil && !written {
			err = domain.Refuse(domain.TooManyMails, "You have asked for %d test mails within an hour; try again later.", lettersEachHour)
		}
		return err
	})
	if err == nil {
		wake(s.letters)
	}
	return err
}
