package persistence

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// How many letters that strangers can cause one address gets each hour, whether or not it is anybody's; and how long
// letters that are done with are kept.
const (
	lettersEachHour = 3
	letterLife      = 7 * 24 * time.Hour
)

// letterRow is a row of letters.
type letterRow struct {
	ID         string
	Type       string
	AccountID  string
	Email      string
	EmailKey   string
	Status     string
	CreatedMs  int64 `gorm:"column:created_at"`
	DueAt      int64
	Attempts   int
	TriedAt    int64
	Took       int64 // milliseconds
	Answer     int
	Detail     string
	FinishedAt int64
	GameID     string
	Answers    string
	Body       string
}

func (letterRow) TableName() string { return "letters" }

func (r letterRow) letter() domain.Letter {
	return domain.Letter{ID: r.ID, Type: domain.LetterType(r.Type), Account: r.AccountID, Address: r.Email,
		CreatedAt: moment(r.CreatedMs), DueAt: moment(r.DueAt), Attempts: r.Attempts, Game: r.GameID, Answers: r.Answers, Body: r.Body}
}

// writeLetter puts a letter on its way, in the transaction of what gives rise to it. Whoever calls it wakes s.letters
// when that is committed.
func (s *Store) writeLetter(tx *gorm.DB, l letterRow) (err error) {
	if l.ID, err = s.newID(); err != nil {
		return err
	}
	now := s.now()
	l.Status, l.CreatedMs, l.DueAt = string(domain.Pending), millis(now), millis(now)
	old := tx.Where("created_at < ? AND due_at = 0", millis(now.Add(-letterLife))).Delete(&letterRow{})
	if old.Error != nil {
		return old.Error
	}
	return create(tx, l)
}

// writeNews writes a letter to the address that an account has.
func (s *Store) writeNews(tx *gorm.DB, news domain.LetterType, account string) error {
	return s.writeLetter(tx, letterRow{Type: string(news), AccountID: account})
}

// writeSparingly writes a letter unless its address has had its share for now.
func (s *Store) writeSparingly(tx *gorm.DB, l letterRow) (written bool, err error) {
	var n int64
	err = tx.Model(&letterRow{}).Where("email_key = ? AND created_at > ?", l.EmailKey, millis(s.now().Add(-time.Hour))).Count(&n).Error
	if err != nil || n >= lettersEachHour {
		return false, err
	}
	return true, s.writeLetter(tx, l)
}

// ClaimLetters is ClaimDeliveries for letters.
func (s *Store) ClaimLetters(ctx context.Context, limit int, lease time.Duration) ([]domain.Letter, error) {
	now := s.now()
	var rows []letterRow
	err := s.db.WithContext(ctx).Raw(`WITH claimed AS MATERIALIZED (
			SELECT id FROM letters WHERE due_at > 0 AND due_at <= ? ORDER BY due_at LIMIT ?`+s.skip+`)
		UPDATE letters SET due_at = ? WHERE id IN (SELECT id FROM claimed) RETURNING *`,
		millis(now), limit, millis(now.Add(lease))).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("claim letters: %w", err)
	}
	claimed := make([]domain.Letter, len(rows))
	for i, r := range rows {
		claimed[i] = r.letter()
	}
	return claimed, nil
}

// NextLetter says when the next letter is due or its lease ends; zero when there is none.
func (s *Store) NextLetter(ctx context.Context) (time.Time, error) { return s.next(ctx, "letters") }

// LettersWake gets a value when there may be new letters; several may give one value.
func (s *Store) LettersWake() <-chan struct{} { return s.letters }

// FinishLetter is FinishDelivery for letters.
func (s *Store) FinishLetter(ctx context.Context, l domain.Letter, a domain.Attempt) (held bool, err error) {
	if a.Status == domain.Pending == a.RetryAt.IsZero() {
		return false, fmt.Errorf("letter %s: an attempt that leaves it %s, to be tried again at %v", l.ID, a.Status, a.RetryAt)
	}
	set := map[string]any{"due_at": millis(a.RetryAt)}
	if !a.PutOff {
		set["status"], set["attempts"] = string(a.Status), gorm.Expr("attempts + 1")
		set["tried_at"], set["took"], set["answer"] = millis(a.At), a.Took.Milliseconds(), a.Answer
		set["detail"] = text(a.Detail[:min(len(a.Detail), domain.MaxDetail)])
	}
	if a.Status != domain.Pending {
		set["finished_at"] = millis(a.At)
		if l.Type == domain.MailAnswer {
			set["body"] = "" // what it said may be a bid
		}
		if l.Type == domain.InvitedLetter {
			set["body"], set["email"] = "", "" // a token, and an address that need not be anybody's here
		}
	}
	err = s.write(ctx, func(tx *gorm.DB) error {
		if l.Account != "" && l.Address == "" { // else it says nothing of the address that the account has
			if err := s.noMailbox(tx, l.Account, a); err != nil {
				return err
			}
		}
		written := tx.Model(&letterRow{}).
			Where("id = ? AND due_at = ? AND status = ?", l.ID, millis(l.DueAt), string(domain.Pending)).Updates(set)
		held = written.RowsAffected == 1
		return written.Error
	})
	return held && err == nil, err
}
