package persistence

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// muteRow is a row of mutes.
type muteRow struct {
	AccountID string
	MutedID   string
	Since     int64
}

func (muteRow) TableName() string { return "mutes" }

// Mute keeps an account from being shown what another says, in all games. To do so again is no error; more than
// domain.MaxMutes are refused as TooManyMutes.
func (s *Store) Mute(ctx context.Context, account, muted string) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		if _, err := lockTalker(tx, account); err != nil {
			return err
		}
		if err := keepAccount(tx, muted); err != nil {
			return err
		}
		var n int64
		if err := tx.Model(&muteRow{}).Where("account_id = ? AND muted_id <> ?", account, muted).Count(&n).Error; err != nil {
			return err
		}
		if n >= domain.MaxMutes {
			return domain.Refuse(domain.TooManyMutes, "You have muted %d people, which is the most there may be; hear one of them again first.", n)
		}
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&muteRow{account, muted, millis(s.now())}).Error
	})
}

// Unmute ends a mute. One that there is not is refused with NotFound.
func (s *Store) Unmute(ctx context.Context, account, muted string) error {
	return one(s.db.WithContext(ctx).Where("account_id = ? AND muted_id = ?", account, muted).Delete(&muteRow{}), "person among those whom you have muted")
}

// Mutes lists whom an account has muted, by name.
func (s *Store) Mutes(ctx context.Context, account string) ([]domain.Mute, error) {
	var rows []struct {
		Name  string
		Since int64
	}
	err := s.read.WithContext(ctx).Table("mutes AS m").Select("a.name, m.since").Joins("JOIN accounts AS a ON a.id = m.muted_id").
		Where("m.account_id = ?", account).Order("a.name_key").Scan(&rows).Error
	mutes := make([]domain.Mute, len(rows))
	for i, r := range rows {
		mutes[i] = domain.Mute{Name: r.Name, Since: moment(r.Since)}
	}
	return mutes, err
}
