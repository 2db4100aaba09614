package persistence

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// answerLife is how long an answer is kept to be given again.
const answerLife = 24 * time.Hour

// maxForgotten is how many expired answers are cleared away with each that is added: more than one, so that there are
// never many.
const maxForgotten = 20

// answerRow is a row of answers. Its status is 0 only inside the transaction that makes it.
type answerRow struct {
	ID        string
	AccountID string
	Digest    string
	Status    int
	Header    string
	Body      string
	ExpiresAt int64
}

func (answerRow) TableName() string { return "answers" }

// Answered finds what a request was answered before. Another request under the same id is refused as KeyReused.
func (s *Store) Answered(ctx context.Context, q domain.Asked) (a domain.Answer, found bool, err error) {
	return answered(s.reader(ctx), q, s.now())
}

func answered(db *gorm.DB, q domain.Asked, now time.Time) (a domain.Answer, found bool, err error) {
	var row answerRow
	result := db.Where("id = ? AND expires_at > ?", q.ID, millis(now)).Limit(1).Find(&row)
	switch {
	case result.Error != nil || result.RowsAffected == 0:
		return a, false, result.Error
	case row.Digest != q.Digest:
		return a, false, domain.Refuse(domain.KeyReused, "Another request was sent under this Idempotency-Key; give each request a key of its own.")
	}
	a = domain.Answer{Status: row.Status, Body: []byte(row.Body)}
	if err := json.Unmarshal([]byte(row.Header), &a.Header); err != nil {
		return a, false, fmt.Errorf("kept answer: %w", err)
	}
	return a, true, nil
}

// Once lets do carry a request out and keeps its answer for a day, both in one transaction: after a crash, either both
// are there or none is. A request that was answered before gets that answer, and do is not called. Of two that come at
// once the second waits for the first. An answer that refuses undoes what do has changed, but is kept; when do returns
// an error nothing is. Inside do, only calls with its context may be made to the store.
func (s *Store) Once(ctx context.Context, q domain.Asked, do func(context.Context) (domain.Answer, error)) (a domain.Answer, err error) {
	err = s.together(ctx, func(ctx context.Context, j *joint) error {
		tx, now := j.tx.WithContext(ctx), s.now()
		if err := s.forgetAnswers(tx, q.ID, now); err != nil {
			return err
		}
		// Two that come at once meet here: the unique index lets the second wait until the first has committed.
		row := answerRow{ID: q.ID, AccountID: q.Account, Digest: q.Digest, Header: "{}", ExpiresAt: millis(now.Add(answerLife))}
		claimed := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if claimed.Error != nil {
			return claimed.Error
		}
		if claimed.RowsAffected == 0 {
			found := false
			if a, found, err = answered(tx, q, now); err == nil && !found {
				err = fmt.Errorf("an answer is neither there nor can it be kept")
			}
			return err
		}
		if a, err = attempt(ctx, j, do); err != nil {
			return err
		}
		return keepAnswer(tx, q.ID, a)
	})
	if err != nil {
		return domain.Answer{}, err
	}
	return a, nil
}

// attempt undoes what do has changed when its answer is a refusal.
func attempt(ctx context.Context, j *joint, do func(context.Context) (domain.Answer, error)) (a domain.Answer, err error) {
	tx := j.tx.WithContext(ctx)
	if err = tx.Exec("SAVEPOINT asked").Error; err != nil {
		return a, err
	}
	if a, err = do(ctx); err == nil && a.Refused {
		j.commit = nil
		err = tx.Exec("ROLLBACK TO SAVEPOINT asked").Error
	}
	return a, err
}

func keepAnswer(tx *gorm.DB, id string, a domain.Answer) error {
	header, err := json.Marshal(a.Header)
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	kept := tx.Model(&answerRow{}).Where("id = ?", id).Updates(map[string]any{"status": a.Status, "header": string(header), "body": string(a.Body)})
	return exactlyOne(kept, "answer")
}

// forgetAnswers deletes the answer under an id when it has expired, and some others that have. Rows that somebody else
// is deleting are passed over, so that no two wait for each other.
func (s *Store) forgetAnswers(tx *gorm.DB, id string, now time.Time) error {
	if err := tx.Where("id = ? AND expires_at <= ?", id, millis(now)).Delete(&answerRow{}).Error; err != nil {
		return err
	}
	return tx.Exec("DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE expires_at <= ? ORDER BY expires_at LIMIT ?"+s.skip+")",
		millis(now), maxForgotten).Error
}

// forgetNamed deletes the kept answers about the games of an account: they hold its name. Sent again, a request about one of
// them is judged anew: who has joined has a seat, and a move that names its step is stale.
func (s *Store) forgetNamed(tx *gorm.DB, a accountRow) error {
	return tx.Exec(`DELETE FROM answers WHERE expires_at > ? AND EXISTS (SELECT 1 FROM seats WHERE seats.account_id = ?
			AND replace(answers.body, seats.game_id, '') <> answers.body)`, millis(s.now()), a.ID).Error
}
