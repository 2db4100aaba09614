package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// sessionLife is how long a session may be kept alive by spending its tokens. Then its person signs in again.
const sessionLife = 180 * 24 * time.Hour

// sessionRow is a row of sessions: a sign-in that has not ended. It lives as long as its newest token.
type sessionRow struct {
	ID        string
	AccountID string
	BeganAt   int64
	ExpiresAt int64
}

func (sessionRow) TableName() string { return "sessions" }

// refreshRow is a row of refresh_tokens.
type refreshRow struct {
	Hash      string
	SessionID string
	AccountID string
	IssuedAt  int64
	ExpiresAt int64
	SpentAt   int64
	Follows   string
	Salt      string
}

func (refreshRow) TableName() string { return "refresh_tokens" }

func refreshOf(t domain.RefreshToken) refreshRow {
	return refreshRow{t.Hash, t.Session, t.Account, millis(t.IssuedAt), millis(t.ExpiresAt), millis(t.SpentAt), "", t.Salt}
}

func (r refreshRow) token() domain.RefreshToken {
	return domain.RefreshToken{Hash: r.Hash, Session: r.SessionID, Account: r.AccountID, IssuedAt: moment(r.IssuedAt),
		ExpiresAt: moment(r.ExpiresAt), SpentAt: moment(r.SpentAt), Salt: r.Salt}
}

func invalidToken() error {
	return domain.Refuse(domain.InvalidToken, "This token is unknown, expired or ended; sign in again.")
}

// AddRefreshToken begins a session with its first token. Sessions of the account that have expired are cleared away. An
// account that has left, or has another hash of its password by now than the one that was shown to be right, is refused
// as InvalidToken, a suspended one as Suspended. "" is no hash: nothing is compared.
func (s *Store) AddRefreshToken(ctx context.Context, t domain.RefreshToken, shown string) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		a, err := holdAccount(tx, t.Account)
		switch {
		case isRefused(err, domain.NotFound) || err == nil && shown != "" && a.PasswordHash != shown:
			return invalidToken()
		case err != nil:
			return err
		case a.SuspendedAt > 0:
			return domain.RefuseSuspended()
		}
		expired := tx.Where("account_id = ? AND expires_at <= ?", t.Account, millis(s.now())).Delete(&sessionRow{})
		if expired.Error != nil {
			return expired.Error
		}
		if err := create(tx, sessionRow{t.Session, t.Account, millis(t.IssuedAt), millis(t.ExpiresAt)}); err != nil {
			return err
		}
		return create(tx, refreshOf(t))
	})
}

// SpendRefreshToken marks a token as spent and stores the next one of its session, whose Session and Account are filled
// in. No token outlives sessionLife; those of the session that have expired are deleted. A token that is unknown, expired
// or of an ended session is refused as InvalidToken, one of a suspended account as Suspended.
//
// kept is the next token as it is stored. A token that was spent no longer than domain.RefreshGrace ago, and for one that
// has not been used, has been sent again because the answer was lost, or by another tab: kept is then the one of the first
// time. Any other that was spent before is in two hands: its whole session ends, which is written down as an act from
// that address, and it is refused as TokenReused; kept then says whose it was. Of two that spend a token at once, one does.
func (s *Store) SpendRefreshToken(ctx context.Context, hash string, next domain.RefreshToken, from string) (kept domain.RefreshToken, err error) {
	reused := false
	err = s.write(ctx, func(tx *gorm.DB) error {
		now := s.now()
		session, old, err := holdToken(tx, hash)
		if err != nil {
			return err
		}
		if old.SpentAt == 0 && old.ExpiresAt <= millis(now) {
			return invalidToken()
		}
		if err := refuseSuspended(tx, old.AccountID); err != nil {
			return err
		}
		if old.SpentAt > 0 {
			var again bool
			if kept, again, err = successor(tx, old, now); err != nil || again {
				return err
			}
			kept, reused = old.token(), true
			return s.endReused(tx, session, from)
		}
		old.SpentAt = millis(now)
		next.Session, next.Account, next.SpentAt = old.SessionID, old.AccountID, time.Time{}
		if end := moment(session.BeganAt).Add(sessionLife); next.ExpiresAt.After(end) {
			next.ExpiresAt = end
		}
		kept = next
		row := refreshOf(next)
		row.Follows = old.Hash
		return rotate(tx, old, row)
	})
	if err != nil {
		return domain.RefreshToken{}, err
	}
	if reused {
		wake(s.letters)
		return kept, domain.Refuse(domain.TokenReused, "This token was used before, so its session has been ended; sign in again.")
	}
	return kept, nil
}

// successor finds the token that a spent one was spent for, if it may be given again.
func successor(tx *gorm.DB, old refreshRow, now time.Time) (next domain.RefreshToken, again bool, err error) {
	if millis(now)-old.SpentAt > domain.RefreshGrace.Milliseconds() {
		return next, false, nil
	}
	var row refreshRow
	found := tx.Where("session_id = ? AND follows = ? AND spent_at = 0", old.SessionID, old.Hash).Limit(1).Find(&row)
	return row.token(), found.RowsAffected == 1, found.Error
}

// endReused ends a session one of whose tokens is in two hands.
func (s *Store) endReused(tx *gorm.DB, session sessionRow, from string) error {
	if err := exactlyOne(tx.Where("id = ?", session.ID).Delete(&sessionRow{}), "session"); err != nil {
		return err
	}
	if err := s.writeNews(tx, domain.SessionReused, session.AccountID); err != nil {
		return err
	}
	return s.writeDown(tx, domain.Act{What: domain.ActReuse, On: session.AccountID, Detail: "session " + session.ID, From: from})
}

func refuseSuspended(tx *gorm.DB, account string) error {
	var owner accountRow
	if err := one(tx.Select("suspended_at").Where("id = ?", account).Limit(1).Find(&owner), "account"); err != nil {
		return err
	}
	if owner.SuspendedAt > 0 {
		return domain.RefuseSuspended()
	}
	return nil
}

// holdToken locks a token's session until the end of the transaction, then reads the token: whoever waited sees what
// the one before has done.
func holdToken(tx *gorm.DB, hash string) (session sessionRow, t refreshRow, err error) {
	held := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).
		Where("id = (SELECT session_id FROM refresh_tokens WHERE hash = ?)", hash).Limit(1).Find(&session)
	if held.Error != nil {
		return session, t, held.Error
	}
	found := tx.Where("hash = ?", hash).Limit(1).Find(&t)
	if found.Error == nil && (found.RowsAffected == 0 || held.RowsAffected == 0) {
		return session, t, invalidToken()
	}
	return session, t, found.Error
}

// rotate puts the next token in the place of the old one, which is kept until it expires so that its second use is seen.
func rotate(tx *gorm.DB, old, next refreshRow) error {
	expired := tx.Where("session_id = ? AND expires_at <= ?", old.SessionID, old.SpentAt).Delete(&refreshRow{})
	if expired.Error != nil {
		return expired.Error
	}
	spend := tx.Model(&refreshRow{}).Where("hash = ? AND spent_at = 0", old.Hash).Updates(map[string]any{"spent_at": old.SpentAt})
	if err := exactlyOne(spend, "token"); err != nil {
		return err
	}
	if err := create(tx, next); err != nil {
		return err
	}
	return exactlyOne(tx.Model(&sessionRow{}).Where("id = ?", next.SessionID).Updates(map[string]any{"expires_at": next.ExpiresAt}), "session")
}

// EndSession ends one of an account's sessions with all its tokens. It is no error when it has ended before.
func (s *Store) EndSession(ctx context.Context, account, session string) error {
	return s.db.WithContext(ctx).Where("id = ? AND account_id = ?", session, account).Delete(&sessionRow{}).Error
}

// SessionAlive says whether a session has neither been ended nor expired.
func (s *Store) SessionAlive(ctx context.Context, session string) (bool, error) {
	var n int64
	err := s.read.WithContext(ctx).Model(&sessionRow{}).Where("id = ? AND expires_at > ?", session, millis(s.now())).Count(&n).Error
	return n == 1, err
}
