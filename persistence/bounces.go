package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// A mail server that takes a mail back for good suspends mail to its address; one that only could not deliver it counts,
// and softBounces within softDays do the same.
const (
	softBounces = 4
	softDays    = 7
	day         = 24 * time.Hour
)

// softKey is under what an account's soft bounces are counted, by day.
func softKey(account string) string { return "soft bounces of " + account }

// Bounced notes that a mail came back. token is the text of the ToReply or ToBounce token in the address that it came
// back to: other tokens are refused as NotFound. status is as in RFC 3463, such as 5.1.1; hard says that it will be no other next time.
// suspended says that no mail is sent to the account's address from now on, until it is verified again or another is.
//
// It does not count when the address was verified after the token was made: the mail may have gone to the one before.
func (s *Store) Bounced(ctx context.Context, token, status string, hard bool) (suspended bool, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		t, err := mailToken(tx, token)
		if err != nil {
			return err
		}
		if t.Purpose != domain.ToReply && t.Purpose != domain.ToBounce {
			return domain.Refuse(domain.NotFound, "There is no such token; copy all of it from the mail.")
		}
		a, err := holdAccount(tx, t.Account)
		if err != nil || a.MailSuspendedAt > 0 || a.VerifiedAt > millis(t.CreatedAt) {
			return err
		}
		if !hard {
			n, err := s.countSoft(tx, a.ID)
			if err != nil || n < softBounces {
				return err
			}
		}
		suspended = true
		return s.suspendMail(tx, a.ID, status)
	})
	return suspended && err == nil, err
}

func (s *Store) suspendMail(tx *gorm.DB, account, status string) error {
	return exactlyOne(tx.Model(&accountRow{}).Where("id = ?", account).
		Updates(map[string]any{"mail_suspended_at": millis(s.now()), "mail_suspended_why": text(status)}), "account")
}

// noMailbox suspends mail to the address of an account when an attempt found that it is nobody's, unless it has been
// verified since. It locks the account, and so comes before what locks the delivery.
func (s *Store) noMailbox(tx *gorm.DB, account string, tried domain.Attempt) error {
	if tried.NoMailbox == "" {
		return nil
	}
	a, err := holdAccount(tx, account)
	if isRefused(err, domain.NotFound) { // it has been deleted meanwhile
		return nil
	}
	if err != nil || a.MailSuspendedAt > 0 || a.VerifiedAt > millis(tried.At) {
		return err
	}
	return s.suspendMail(tx, a.ID, tried.NoMailbox)
}

// countSoft counts one more soft bounce, and gives how many there were within softDays.
func (s *Store) countSoft(tx *gorm.DB, account string) (n int, err error) {
	now := s.now()
	today := now.UnixMilli() / day.Milliseconds()
	// As AddCount does; what is old goes away there.
	err = tx.Exec(`INSERT INTO counts (key, span, n, forget_at) VALUES (?, ?, 1, ?)
		ON CONFLICT (key, span) DO UPDATE SET n = counts.n + 1`, softKey(account), today, millis(now.Add((softDays+1)*day))).Error
	if err != nil {
		return 0, err
	}
	err = tx.Raw(`SELECT COALESCE(SUM(n), 0) FROM counts WHERE key = ? AND span > ?`, softKey(account), today-softDays).Scan(&n).Error
	return n, err
}

// liftMail lets mail go to an account's address again, because whoever reads it has answered.
func liftMail(tx *gorm.DB, account string) error {
	err := tx.Exec(`DELETE FROM counts WHERE key = ?`, softKey(account)).Error
	if err != nil {
		return err
	}
	return tx.Model(&accountRow{}).Where("id = ? AND mail_suspended_at > 0", account).
		Updates(map[string]any{"mail_suspended_at": 0, "mail_suspended_why": ""}).Error
}
