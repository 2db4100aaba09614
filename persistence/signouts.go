package persistence

import (
	"context"

	"gorm.io/gorm"

	"tender/domain"
)

// SessionsOf lists the sessions of an account that have not ended, oldest first.
func (s *Store) SessionsOf(ctx context.Context, account string) ([]domain.Session, error) {
	var rows []struct {
		Session     sessionRow `gorm:"embedded"`
		RefreshedAt int64
	}
	err := s.read.WithContext(ctx).Raw(`SELECT s.*, COALESCE((SELECT MAX(issued_at) FROM refresh_tokens AS t WHERE t.session_id = s.id), s.began_at) AS refreshed_at
		FROM sessions AS s WHERE s.account_id = ? AND s.expires_at > ? ORDER BY s.began_at, s.id`, account, millis(s.now())).Scan(&rows).Error
	sessions := make([]domain.Session, len(rows))
	for i, r := range rows {
		sessions[i] = domain.Session{ID: r.Session.ID, Account: r.Session.AccountID, BeganAt: moment(r.Session.BeganAt),
			RefreshedAt: moment(r.RefreshedAt), ExpiresAt: moment(r.Session.ExpiresAt)}
	}
	return sessions, err
}

// RemoveSession ends one of an account's sessions; one that is not there is not found.
func (s *Store) RemoveSession(ctx context.Context, account, id string) error {
	return one(s.db.WithContext(ctx).Where("id = ? AND account_id = ?", id, account).Delete(&sessionRow{}), "session")
}

// EndSessions ends all sessions of an account, and what was under way to a new one.
func (s *Store) EndSessions(ctx context.Context, account string) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		a, err := holdAccount(tx, account)
		if err != nil {
			return err
		}
		return signOut(tx, a)
	})
}

// ChangePassword puts a hash in the place of another and ends all sessions and personal access tokens of the account:
// whoever knew the old password may have made them. It fails with domain.NotFound when the hash is another by now.
// The session that asks must last, unless it is "".
func (s *Store) ChangePassword(ctx context.Context, account, from, to, session string) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		a, err := holdFor(tx, account, session)
		if err != nil {
			return err
		}
		set := tx.Model(&accountRow{}).Where("id = ? AND password_hash = ?", account, from).Updates(map[string]any{"password_hash": to})
		if err := one(set, "password"); err != nil {
			return err
		}
		if err := s.writeNews(tx, domain.PasswordChanged, account); err != nil {
			return err
		}
		if err := tx.Where("account_id = ?", account).Delete(&personalRow{}).Error; err != nil {
			return err
		}
		return signOut(tx, a)
	})
	if err == nil {
		wake(s.letters)
	}
	return err
}

// signOut ends the sessions of an account and all that whoever had one may have begun so as to come back: codes, letters
// that bring one, and the claim of another address. Without an address of its own the account is nothing but its claim.
func signOut(tx *gorm.DB, a accountRow) error {
	ends := []*gorm.DB{
		tx.Where("account_id = ?", a.ID).Delete(&sessionRow{}),
		tx.Where("account_id = ?", a.ID).Delete(&codeRow{}),
		tx.Where("account_id = ? AND due_at > 0 AND type IN ?", a.ID,
			[]string{string(domain.VerifyAddress), string(domain.SignInLink)}).Delete(&letterRow{}),
	}
	if a.EmailKey != unheld(a.ID) {
		ends = append(ends, tx.Where("account_id = ?", a.ID).Delete(&claimRow{}))
	}
	for _, end := range ends {
		if end.Error != nil {
			return end.Error
		}
	}
	return nil
}

// Rehash puts another hash of the same password in the place of one. It is no error when that has gone meanwhile.
func (s *Store) Rehash(ctx context.Context, account, from, to string) error {
	return s.db.WithContext(ctx).Model(&accountRow{}).Where("id = ? AND password_hash = ?", account, from).
		Updates(map[string]any{"password_hash": to}).Error
}
