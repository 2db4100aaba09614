package persistence

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// mailTokenRow is a row of mail_tokens.
type mailTokenRow struct {
	Token     string
	Purpose   string
	AccountID string
	GameID    string
	Step      int
	Notice    string
	CreatedMs int64 `gorm:"column:created_at"`
}

func (mailTokenRow) TableName() string { return "mail_tokens" }

func (r mailTokenRow) token() domain.MailToken {
	return domain.MailToken{Text: r.Token, Purpose: domain.MailPurpose(r.Purpose), Account: r.AccountID, Game: r.GameID,
		Step: r.Step, Notice: domain.NoticeType(r.Notice), CreatedAt: moment(r.CreatedMs)}
}

// MailToken gives the text of the token that stands for all that t says besides its text and time; it is made when it is
// asked for first. Whoever asks at the same time gets the same.
func (s *Store) MailToken(ctx context.Context, t domain.MailToken) (text string, err error) {
	row := mailTokenRow{Purpose: string(t.Purpose), AccountID: t.Account, GameID: t.Game, Step: t.Step, Notice: string(t.Notice)}
	if text, err = existing(s.read.WithContext(ctx), row); text != "" || err != nil {
		return text, err
	}
	b, err := s.bytes(16)
	if err != nil {
		return "", err
	}
	row.Token, row.CreatedMs = domain.NewMailToken([16]byte(b)), millis(s.now())
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		text, err = existing(tx, row)
		return err
	})
	return text, err
}

// existing gives the text of a token that is there, or "".
func existing(db *gorm.DB, r mailTokenRow) (string, error) {
	var found mailTokenRow
	err := db.Where("account_id = ? AND game_id = ? AND step = ? AND purpose = ? AND notice = ?",
		r.AccountID, r.GameID, r.Step, r.Purpose, r.Notice).Limit(1).Find(&found).Error
	return found.Token, err
}

// MailTokenByText finds a token however it was spelled, or refuses with NotFound.
func (s *Store) MailTokenByText(ctx context.Context, text string) (domain.MailToken, error) {
	return mailToken(s.read.WithContext(ctx), text)
}

func mailToken(db *gorm.DB, text string) (domain.MailToken, error) {
	spelled, ok := domain.ReadMailToken(text)
	if !ok {
		return domain.MailToken{}, domain.Refuse(domain.NotFound, "There is no such token; copy all of it from the mail.")
	}
	var row mailTokenRow
	err := one(db.Where("token = ?", spelled).Limit(1).Find(&row), "token")
	return row.token(), err
}
