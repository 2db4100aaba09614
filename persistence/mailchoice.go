package persistence

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// TurnMail turns mails of the sort that a token for unsubscribing stands for off, or on again, and nothing else. Games
// that had it their own way follow. Digests are only turned off: what they held is not known any more. Other tokens, and
// unknown ones, are refused as NotFound.
func (s *Store) TurnMail(ctx context.Context, text string, on bool) (sort domain.NoticeType, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		t, err := mailToken(tx, text)
		if err != nil {
			return err
		}
		if t.Purpose != domain.ToUnsubscribe || on && t.Notice == domain.InDigests {
			return domain.Refuse(domain.NotFound, "There is no such token; copy all of it from the mail.")
		}
		sort = t.Notice
		if _, err := holdAccount(tx, t.Account); err != nil { // those who change its preferences at once take turns
			return err
		}
		var rows []preferencesRow
		if err := tx.Where("account_id = ?", t.Account).Order("game_id").Find(&rows).Error; err != nil {
			return err
		}
		if len(rows) == 0 || rows[0].GameID != "" {
			rows = append(rows, preferencesRow{AccountID: t.Account})
		}
		for _, row := range rows {
			var changed []byte
			if sort == domain.InDigests {
				changed, err = domain.StopDigests([]byte(row.Preferences))
			} else {
				changed, err = domain.TurnMail([]byte(row.Preferences), sort, on, row.GameID != "")
			}
			if err != nil {
				return err
			}
			row.Preferences, row.ChangedAt = string(changed), millis(s.now())
			upsert := clause.OnConflict{Columns: []clause.Column{{Name: "account_id"}, {Name: "game_id"}},
				DoUpdates: clause.AssignmentColumns([]string{"preferences", "changed_at"})}
			if err := tx.Clauses(upsert).Create(&row).Error; err != nil {
				return err
			}
		}
		return s.lookAgain(tx, t.Account, "")
	})
	if err == nil {
		afterCommit(ctx, func() { wake(s.deliver) })
	}
	return sort, err
}
