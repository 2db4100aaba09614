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
}

func (refreshRow) TableName() string { return "refresh_tokens" }

func refreshOf(t domain.RefreshToken) refreshRow {
	return refreshRow{t.Hash, t.Session, t.Account, millis(t.IssuedAt), millis(t.ExpiresAt), millis(t.SpentAt)}
}

func (r refreshRow) token() domain.RefreshToken {
	return domain.RefreshToken{Hash: r.Hash, Session: r.SessionID, Account: r.AccountID, IssuedAt: moment(r.IssuedAt),
		ExpiresAt: moment(r.ExpiresAt), SpentAt: moment(r.SpentAt)}
}

func invalidToken() error {
	return domain.Refuse(domain.InvalidToken, "This token is unknown, expired or ended; sign in again.")
}

// AddRefreshToken begins a session with its first token. Sessions of the account that have expired are cleared away.
func (s *Store) AddRefreshToken(ctx context.Context, t domain.RefreshToken) error {
	return s.write(ctx, func(tx *gorm.DB) error {
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
// or of an ended session is refused as InvalidToken. One that was spent before is in two hands: its whole session ends,
// and it is refused as TokenReused. Of two that spend a token at once, one does.
func (s *Store) SpendRefreshToken(ctx context.Context, hash string, next domain.RefreshToken) (spent domain.RefreshToken, err error) {
	reused := false
	err = s.write(ctx, func(tx *gorm.DB) error {
		now := s.now()
		session, old, err := holdToken(tx, hash)
		if err != nil {
			return err
		}
		if old.SpentAt > 0 {
			reused = true
			if err := s.writeNews(tx, domain.SessionReused, old.AccountID); err != nil {
				return err
			}
			return exactlyOne(tx.Where("id = ?", session.ID).Delete(&sessionRow{}), "session")
		}
		if old.ExpiresAt <= millis(now) {
			return invalidToken()
		}
		old.SpentAt = millis(now)
		spent = old.token()
		next.Session, next.Account, next.SpentAt = spent.Session, spent.Account, time.Time{}
		if end := moment(session.BeganAt).Add(sessionLife); next.ExpiresAt.After(end) {
			next.ExpiresAt = end
		}
		return rotate(tx, old, refreshOf(next))
	})
	if err == nil && reused {
		wake(s.letters)
		err = domain.Refuse(domain.TokenReused, "This token was used before, so its session has been ended; sign in again.")
	}
	if err != nil {
		return domain.RefreshToken{}, err
	}
	return spent, nil
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
