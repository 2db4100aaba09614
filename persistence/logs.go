package persistence

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"tender/domain"
)

// Log reads a game's log. It holds secrets of every seat: it is for records and proofs, never for a client.
func (s *Store) Log(ctx context.Context, game string) ([]domain.Logged, error) {
	return logOf(s.read.WithContext(ctx), game)
}

func logOf(db *gorm.DB, game string) ([]domain.Logged, error) {
	var rows []inputRow
	if err := one(db.Where("game_id = ?", game).Order("n").Find(&rows), "game"); err != nil {
		return nil, err
	}
	log := make([]domain.Logged, len(rows))
	for i, r := range rows {
		log[i] = r.logged()
	}
	return log, nil
}

// Record makes the record of a game that is over, for an account that may see it; of others it is refused.
func (s *Store) Record(ctx context.Context, game, account string) (r *domain.Record, err error) {
	defer rescue(&err)
	t, names, err := s.look(ctx, game)
	if err == nil {
		err = s.admitTo(s.reader(ctx), t, account, "")
	}
	if err != nil {
		return nil, err
	}
	if t.Status != domain.Over {
		return nil, domain.Refuse(domain.RecordNotOver, "The record is published when the game is over; this one is %s.", t.Status)
	}
	log, err := s.Log(ctx, game)
	if err != nil {
		return nil, err
	}
	return s.kinds.Record(log, names)
}

// GameIDs lists the ids of all games in their order, from the one after a given id; "" begins.
func (s *Store) GameIDs(ctx context.Context, after string, limit int) (ids []string, err error) {
	err = s.read.WithContext(ctx).Model(&gameRow{}).Where("id > ?", after).Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, err
}

// Verify folds a game's log and compares the result with everything that is stored of the game: the snapshot, the
// sealed moves, the columns and seats that lists look for, and the number of events. The game may go on meanwhile.
func (s *Store) Verify(ctx context.Context, game string) (err error) {
	defer rescue(&err)
	snapshot := &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	return s.read.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		stored, err := s.table(tx, game)
		if err != nil {
			return err
		}
		log, err := logOf(tx, game)
		if err != nil {
			return err
		}
		folded, err := s.kinds.Fold(log)
		if err != nil {
			return fmt.Errorf("game %s: %w", game, err)
		}
		if err := compare(tx, folded, stored); err != nil {
			return fmt.Errorf("game %s: %w", game, err)
		}
		return nil
	}, snapshot)
}

// compare says where what is stored differs from what the log folds to. It names no contents: they may be secret.
func compare(tx *gorm.DB, folded, stored *domain.Table) error {
	if !bytes.Equal(folded.Encode(), stored.Encode()) {
		return fmt.Errorf("the snapshot at step %d differs from the fold of the log, which is at step %d", stored.Step, folded.Step)
	}
	var sealed []sealedRow
	if err := tx.Where("game_id = ?", folded.ID).Order("seat").Find(&sealed).Error; err != nil {
		return err
	}
	if len(sealed) != len(folded.Sealed) {
		return fmt.Errorf("%d sealed moves are stored, the log has %d", len(sealed), len(folded.Sealed))
	}
	for _, row := range sealed {
		if move, ok := folded.Sealed[row.Seat]; !ok || sealedOf(folded.ID, move) != row {
			return fmt.Errorf("the sealed move of seat %d differs from the log", row.Seat)
		}
	}
	var seats []seatRow
	if err := tx.Where("game_id = ?", folded.ID).Order("seat").Find(&seats).Error; err != nil {
		return err
	}
	if !slices.Equal(seats, seatsOf(folded)) {
		return fmt.Errorf("the index of the seats differs from the log")
	}
	var row gameRow
	if err := tx.Where("id = ?", folded.ID).Limit(1).Find(&row).Error; err != nil {
		return err
	}
	want, err := gameOf(folded)
	row.State, row.DueAt = want.State, want.DueAt // the state was compared above; a worker may hold a lease
	if err != nil || row != want {
		return fmt.Errorf("the columns beside the snapshot differ from the log")
	}
	var events int64
	if err := tx.Model(&eventRow{}).Where("game_id = ?", folded.ID).Count(&events).Error; err != nil {
		return err
	}
	if int(events) != folded.Told {
		return fmt.Errorf("%d events are stored, the log tells %d", events, folded.Told)
	}
	return nil
}
