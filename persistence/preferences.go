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

// preferencesRow is a row of preferences. GameID is empty for those for all games.
type preferencesRow struct {
	AccountID   string
	GameID      string
	Preferences string
	ChangedAt   int64
}

func (preferencesRow) TableName() string { return "preferences" }

// Preferences gives what an account has said of all its games and of one, which may be "". Each is empty when it has said
// nothing.
func (s *Store) Preferences(ctx context.Context, account, game string) (all, one domain.Preferences, err error) {
	return preferences(s.reader(ctx), account, game)
}

func preferences(db *gorm.DB, account, game string) (all, one domain.Preferences, err error) {
	var rows []preferencesRow
	if err := db.Where("account_id = ? AND game_id IN ?", account, []string{"", game}).Find(&rows).Error; err != nil {
		return all, one, err
	}
	for _, row := range rows {
		into := &all
		if row.GameID != "" {
			into = &one
		}
		if err := json.Unmarshal([]byte(row.Preferences), into); err != nil {
			return all, one, fmt.Errorf("preferences of account %s: %w", account, err)
		}
	}
	return all, one, nil
}

// AllPreferences gives all that an account has said, by game; what it has said of all its games is at "". What it took
// back is not among it.
func (s *Store) AllPreferences(ctx context.Context, account string) (map[string]domain.Preferences, error) {
	var rows []preferencesRow
	if err := s.reader(ctx).Where("account_id = ? AND preferences <> '{}'", account).Find(&rows).Error; err != nil {
		return nil, err
	}
	said := map[string]domain.Preferences{}
	for _, row := range rows {
		var p domain.Preferences
		if err := json.Unmarshal([]byte(row.Preferences), &p); err != nil {
			return nil, fmt.Errorf("preferences of account %s: %w", account, err)
		}
		said[row.GameID] = p
	}
	return said, nil
}

// SetPreferences replaces what an account has said of all its games, for which game is "", or of one. What was kept
// because of what it said before is looked at again at once.
func (s *Store) SetPreferences(ctx context.Context, account, game string, p domain.Preferences) error {
	stored, err := json.Marshal(p)
	if err != nil {
		return err
	}
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := keepOthersOff(tx, account); err != nil {
			return err
		}
		row := preferencesRow{account, game, string(stored), millis(s.now())}
		replace := clause.OnConflict{Columns: []clause.Column{{Name: "account_id"}, {Name: "game_id"}}, UpdateAll: true}
		if err := tx.Clauses(replace).Create(&row).Error; err != nil {
			return err
		}
		return s.lookAgain(tx, account, game)
	})
	if err == nil {
		afterCommit(ctx, func() { wake(s.deliver) })
	}
	return err
}

// ForgetPreferences takes back what an account has said of one game. That it has done so stays, for keep.
func (s *Store) ForgetPreferences(ctx context.Context, account, game string) error {
	return s.SetPreferences(ctx, account, game, domain.Preferences{})
}

// keepOthersOff lets those who change what is kept for one account take turns, and nobody else wait: other than
// holdAccount it lets games have news for the account meanwhile.
func keepOthersOff(tx *gorm.DB, account string) error {
	_, err := lockAccount(tx, account, "NO KEY UPDATE")
	return err
}

// lookAgain makes due what is kept for an account because of its preferences; game is "" for all games. Claiming clears
// why, so that what is under way is not touched.
func (s *Store) lookAgain(tx *gorm.DB, account, game string) error {
	kept := tx.Model(&deliveryRow{}).Where("account_id = ? AND due_at > 0 AND status = ? AND why IN ?", account, string(domain.Pending),
		keptByPreferences)
	if game != "" {
		kept = kept.Where("game_id = ?", game)
	}
	return kept.Updates(map[string]any{"due_at": millis(s.now()), "digest_at": 0, "why": ""}).Error
}

// keep writes into what an attempt sets that preferences keep a delivery, unless they were changed after the attempt began:
// then it is looked at again at once.
func (s *Store) keep(tx *gorm.DB, d domain.Delivery, a domain.Attempt, set map[string]any) error {
	if err := keepOthersOff(tx, d.Account); err != nil {
		return err
	}
	var changed int64
	err := tx.Model(&preferencesRow{}).Where("account_id = ? AND changed_at > ?", d.Account, millis(a.At)).Count(&changed).Error
	switch {
	case changed > 0:
		set["due_at"], set["why"] = millis(s.now()), ""
	case a.Why == domain.WhyDigest:
		set["digest_at"] = millis(a.RetryAt)
	}
	return err
}

// wishesOf gives the preferences that hold for an account in a game, whole, and their zone. A zone that this machine does
// not know any more is UTC: times bear the zone's name, so that nobody is misled.
func wishesOf(db *gorm.DB, account, game string) (domain.Preferences, *time.Location, error) {
	all, one, err := preferences(db, account, game)
	p := domain.DefaultPreferences().With(all).With(one)
	zone, unknown := domain.LoadZone(p.Zone, time.LoadLocation)
	if unknown != nil {
		zone = time.UTC
	}
	return p, zone, err
}
