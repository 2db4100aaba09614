package persistence

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// reliabilityRow is a row of reliability.
type reliabilityRow struct {
	AccountID string
	Turns     float64
	Missed    float64
}

func (reliabilityRow) TableName() string { return "reliability" }

// Reliability says how dependably an account takes its turns.
func (s *Store) Reliability(ctx context.Context, account string) (domain.Reliability, error) {
	return reliabilityOf(s.reader(ctx), account, s.now())
}

func reliabilityOf(db *gorm.DB, account string, now time.Time) (domain.Reliability, error) {
	var row reliabilityRow
	err := db.Where("account_id = ?", account).Limit(1).Find(&row).Error
	return domain.ReliabilityOf(row.Turns, row.Missed, now), err
}

// storeTurns counts turns that have ended. The sums are only added to, and the accounts are in order, so that two games with
// the same players do not wait for each other. It costs one statement for decisions that end a turn, none for a bid.
func storeTurns(tx *gorm.DB, all []moved) error {
	sums := map[string]reliabilityRow{}
	for _, m := range all {
		weight := domain.TurnWeight(m.at)
		for _, turn := range m.out.Turns {
			sum, weight := sums[turn.Account], weight
			if !turn.Excused.IsZero() {
				weight = -domain.TurnWeight(turn.Excused)
			}
			sum.Turns += weight
			if turn.Missed {
				sum.Missed += weight
			}
			sums[turn.Account] = sum
		}
	}
	if len(sums) == 0 {
		return nil
	}
	accounts := slices.Sorted(maps.Keys(sums))
	args := make([]any, 0, 3*len(sums))
	for _, a := range accounts {
		args = append(args, a, sums[a].Turns, sums[a].Missed)
	}
	return tx.Exec("INSERT INTO reliability (account_id, turns, missed) VALUES "+strings.Repeat(", (?, ?, ?)", len(accounts))[2:]+
		" ON CONFLICT (account_id) DO UPDATE SET turns = reliability.turns + excluded.turns, missed = reliability.missed + excluded.missed", args...).Error
}

// formerSeatRow is a row of former_seats.
type formerSeatRow struct {
	AccountID string
	GameID    string
	Seat      int
}

func (formerSeatRow) TableName() string { return "former_seats" }

// storeLost remembers who has lost or left a seat.
func storeLost(tx *gorm.DB, all []moved) error {
	var rows []formerSeatRow
	for _, m := range all {
		for _, lost := range m.out.Lost {
			rows = append(rows, formerSeatRow{lost.Account, m.table.ID, lost.Seat})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	slices.SortFunc(rows, func(a, b formerSeatRow) int { return strings.Compare(a.AccountID+a.GameID, b.AccountID+b.GameID) })
	again := clause.OnConflict{Columns: []clause.Column{{Name: "account_id"}, {Name: "game_id"}}, DoUpdates: clause.AssignmentColumns([]string{"seat"})}
	return tx.Clauses(again).Create(&rows).Error
}
