package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// mailInLife is how long it is remembered that a mail came: longer than mail servers try, which is five days.
const mailInLife = 30 * 24 * time.Hour

// mailInRow is a row of mails_in. Its outcome is empty only inside the transaction that makes it.
type mailInRow struct {
	ID        string
	AccountID string
	GameID    string
	At        int64
	Outcome   string
}

func (mailInRow) TableName() string { return "mails_in" }

// answersEachHour is how many mails of an account are answered within an hour, by what came of them; those that moved
// always are. Two machines that answer each other stop there.
var answersEachHour = map[domain.MailOutcome]int64{domain.MailHelped: 1, domain.MailForeign: 1, domain.MailRefused: 20, domain.MailShown: 20}

// MailOnce lets do carry a mail out, unless it was carried out before, and writes down what came of it, all in one
// transaction. Of two that come at once the second waits for the first. The outcome is empty for a mail that came before.
//
// What do has changed is undone unless the outcome is that the mail moved. The answer is a letter to the account, or,
// when the mail was foreign, one that tells of it. do is not called for somebody who is suspended, has left, or has no
// proved address. Inside do, only calls with its context may be made to the store.
func (s *Store) MailOnce(ctx context.Context, in domain.MailIn, do func(context.Context, domain.Account) (domain.MailDone, error)) (outcome domain.MailOutcome, err error) {
	err = s.together(ctx, func(ctx context.Context, j *joint) error {
		tx, now := j.tx.WithContext(ctx), s.now()
		if err := s.forgetMails(tx, now); err != nil {
			return err
		}
		// Two that come at once meet here: the unique index lets the second wait until the first has committed.
		row := mailInRow{ID: in.ID, AccountID: in.Account, GameID: in.Game, At: millis(now)}
		claimed := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if claimed.Error != nil || claimed.RowsAffected == 0 {
			return claimed.Error
		}
		done, err := s.carryOut(ctx, j, in, do)
		if err != nil {
			return err
		}
		if outcome, err = s.answer(tx, in, done, now); err != nil {
			return err
		}
		afterCommit(ctx, func() { wake(s.letters) })
		return exactlyOne(tx.Model(&mailInRow{}).Where("id = ?", in.ID).Update("outcome", string(outcome)), "mail")
	})
	if err != nil {
		return "", err
	}
	return outcome, nil
}

// carryOut calls do for somebody who may move, and undoes what it has changed when nothing was to be.
func (s *Store) carryOut(ctx context.Context, j *joint, in domain.MailIn, do func(context.Context, domain.Account) (domain.MailDone, error)) (done domain.MailDone, err error) {
	closed := domain.MailDone{Outcome: domain.MailClosed}
	who, err := lockAccount(j.tx.WithContext(ctx), in.Account, "KEY SHARE")
	if isRefused(err, domain.NotFound) {
		return closed, nil
	}
	if err != nil {
		return done, err
	}
	if who.SuspendedAt > 0 || !s.reads(who) {
		return closed, nil
	}
	_, err = attempt(ctx, j, func(ctx context.Context) (domain.Answer, error) {
		done, err = do(ctx, who.account())
		return domain.Answer{Refused: done.Outcome != domain.MailMoved}, err
	})
	return done, err
}

// reads says whether the address of an account is known to be its person's.
func (s *Store) reads(a accountRow) bool {
	return a.VerifiedAt > 0 || !s.verify && a.EmailKey != unheld(a.ID)
}

// answer writes the letter that a mail is answered with, unless there were enough of them within the hour.
func (s *Store) answer(tx *gorm.DB, in domain.MailIn, done domain.MailDone, now time.Time) (domain.MailOutcome, error) {
	if done.Outcome == domain.MailClosed {
		return done.Outcome, nil
	}
	if most, limited := answersEachHour[done.Outcome]; limited {
		var n int64
		err := tx.Model(&mailInRow{}).Where("at > ? AND account_id = ? AND outcome = ?", millis(now.Add(-time.Hour)), in.Account, string(done.Outcome)).Count(&n).Error
		if err != nil {
			return "", err
		}
		if n >= most {
			return domain.MailIgnored, nil
		}
	}
	l := letterRow{Type: string(domain.MailAnswer), AccountID: in.Account, GameID: in.Game, Answers: text(in.Answers), Body: text(done.Said)}
	if done.Outcome == domain.MailForeign {
		l = letterRow{Type: string(domain.ForeignReply), AccountID: in.Account, GameID: in.Game}
	}
	return done.Outcome, s.writeLetter(tx, l)
}

// forgetMails deletes some mails that nobody will deliver again. Rows that somebody else is deleting are passed over.
func (s *Store) forgetMails(tx *gorm.DB, now time.Time) error {
	return tx.Exec("DELETE FROM mails_in WHERE id IN (SELECT id FROM mails_in WHERE at <= ? ORDER BY at LIMIT ?"+s.skip+")",
		millis(now.Add(-mailInLife)), maxForgotten).Error
}
