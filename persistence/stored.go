package persistence

import (
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// heldRow is a row of hold's second statement. GORM leaves out embedded structs that have no exported name.
type heldRow struct {
	LoggedN  int
	LoggedAt int64
	Sealed   sealedRow `gorm:"embedded"`
}

// hold locks the game's row until the end of the transaction and reads the table and the last entry of its log.
func (s *Store) hold(tx *gorm.DB, game string) (*domain.Table, domain.Logged, error) {
	var last domain.Logged
	var g gameRow
	locked := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Select("state").
		Where("id = ?", game).Limit(1).Find(&g)
	if err := one(locked, "game"); err != nil {
		return nil, last, err
	}
	// This must be a second statement: one that joins and waits for the lock would show, on Postgres, the games row as
	// it is after the wait, but the sealed moves as they were before it. Its cost is one look into each primary key.
	var rows []heldRow
	err := tx.Raw(`SELECT l.n AS logged_n, l.at AS logged_at, s.*
		FROM (SELECT game_id, n, at FROM inputs WHERE game_id = ? ORDER BY n DESC LIMIT 1) AS l
		LEFT JOIN sealed AS s ON s.game_id = l.game_id`, game).Scan(&rows).Error
	if err != nil {
		return nil, last, err
	}
	if len(rows) == 0 {
		return nil, last, fmt.Errorf("game %s has no log", game)
	}
	last.Number, last.At = rows[0].LoggedN, moment(rows[0].LoggedAt)
	var sealed []domain.Sealed
	for _, r := range rows {
		if r.Sealed.Seat > 0 {
			sealed = append(sealed, r.Sealed.sealed())
		}
	}
	t, err := s.kinds.DecodeTable([]byte(g.State), sealed)
	return t, last, err
}

// replaceSealed puts a sealed move in the place of the one before.
const replaceSealed = `INSERT INTO sealed (game_id, seat, step, move, ready, receipt, nonce, at)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game_id, seat) DO UPDATE SET step = excluded.step,
	move = excluded.move, ready = excluded.ready, receipt = excluded.receipt, nonce = excluded.nonce, at = excluded.at`

// storeSeal stores all that a bid writes: its entry in the log and one small row.
func storeSeal(tx *gorm.DB, l inputRow, r sealedRow) error {
	if err := create(tx, l); err != nil {
		return err
	}
	return storeSealed(tx, r)
}

func storeSealed(tx *gorm.DB, r sealedRow) error {
	return exactlyOne(tx.Exec(replaceSealed, r.GameID, r.Seat, r.Step, r.Move, r.Ready, r.Receipt, r.Nonce, r.At), "sealed move")
}

func (s *Store) storeNew(tx *gorm.DB, t *domain.Table, out domain.Outcome, at time.Time) error {
	g, err := gameOf(t)
	if err != nil {
		return err
	}
	if err := create(tx, g); err != nil {
		return err
	}
	if err := create(tx, seatsOf(t)...); err != nil {
		return err
	}
	return s.storeTold(tx, t, out, at)
}

// storeMoved stores a table that a decision has changed, what it told, and what is due from now on.
func (s *Store) storeMoved(tx *gorm.DB, t *domain.Table, out domain.Outcome, at time.Time) error {
	g, err := gameOf(t)
	if err != nil {
		return err
	}
	if err := exactlyOne(tx.Model(&gameRow{}).Where("id = ?", t.ID).Updates(g.changing()), "game"); err != nil {
		return err
	}
	if err := storeSeats(tx, t); err != nil {
		return err
	}
	if err := tx.Where("game_id = ?", t.ID).Delete(&sealedRow{}).Error; err != nil {
		return err
	}
	for _, sealed := range t.Sealed {
		if err := storeSealed(tx, sealedOf(t.ID, sealed)); err != nil {
			return err
		}
	}
	return s.storeTold(tx, t, out, at)
}

// storeSeats brings the index of the seats up to date, writing only rows that differ.
func storeSeats(tx *gorm.DB, t *domain.Table) error {
	if len(t.Seats) > 0 {
		rows := seatsOf(t)
		replace := clause.OnConflict{Columns: []clause.Column{{Name: "game_id"}, {Name: "seat"}},
			DoUpdates: clause.AssignmentColumns([]string{"account_id", "since"}),
			Where: clause.Where{Exprs: []clause.Expression{gorm.Expr(
				"seats.since <> excluded.since OR seats.account_id <> excluded.account_id")}}}
		if err := tx.Clauses(replace).Create(&rows).Error; err != nil {
			return err
		}
	}
	if t.Status == domain.Active || t.Status == domain.Over {
		return nil // seats are only given back before the start
	}
	return tx.Where("game_id = ? AND seat > ?", t.ID, len(t.Seats)).Delete(&seatRow{}).Error
}

// storeTold stores events and deliveries, and lets other replicas know when the transaction commits.
func (s *Store) storeTold(tx *gorm.DB, t *domain.Table, out domain.Outcome, at time.Time) error {
	events, err := eventsOf(t.ID, out.Events)
	if err != nil {
		return err
	}
	if err := create(tx, events...); err != nil {
		return err
	}
	if err := s.storeNotices(tx, t, out.Notices, at); err != nil {
		return err
	}
	if s.pool == nil {
		return nil
	}
	return tx.Exec("SELECT pg_notify('"+movedChannel+"', ?)", t.ID).Error
}

// create inserts rows, all of them or none.
func create[R any](tx *gorm.DB, rows ...R) error {
	if len(rows) == 0 {
		return nil
	}
	result := tx.Create(&rows)
	if result.Error == nil && result.RowsAffected != int64(len(rows)) {
		return fmt.Errorf("%d of %d rows were inserted", result.RowsAffected, len(rows))
	}
	return result.Error
}
