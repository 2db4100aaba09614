package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// Explain says why a game does not move, as far as an account may know; "" is somebody signed out. moderates says that the
// account may know what those at the table do.
func (s *Store) Explain(ctx context.Context, game, account string, moderates bool) (e domain.Explanation, err error) {
	defer rescue(&err)
	t, names, err := s.look(ctx, game)
	if err == nil {
		err = s.admitTo(s.reader(ctx), t, account, "")
	}
	if err != nil {
		return e, err
	}
	k := domain.Known{Account: account, Insider: moderates, Names: names, Zone: time.UTC, Sent: true}
	if k.Outage, err = s.Outage(ctx); err != nil {
		return e, err
	}
	db := s.reader(ctx)
	if k.Told, err = toldOf(db, t); err != nil {
		return e, err
	}
	if t.SeatOf(account) > 0 {
		if k.Pending, err = pendingOf(db, game, account); err != nil {
			return e, err
		}
	}
	return t.Explain(k), nil
}

// toldOf says which seats have been sent a notice about the wait that they are in.
func toldOf(db *gorm.DB, t *domain.Table) (map[int]bool, error) {
	told := map[int]bool{}
	_, waiting := t.Waiting()
	if len(waiting) == 0 {
		return told, nil
	}
	var rows []struct{ Seat, Step int }
	err := db.Model(&deliveryRow{}).Distinct("seat", "step").Where("game_id = ? AND status = ? AND notice IN ?", t.ID, string(domain.Delivered), calls).
		Where("seat IN ?", waiting).Scan(&rows).Error
	for _, r := range rows {
		told[r.Seat] = told[r.Seat] || r.Step == t.Seats[r.Seat-1].Since
	}
	return told, err
}

// pendingOf are an account's deliveries about a game that are on their way, oldest first.
func pendingOf(db *gorm.DB, game, account string) ([]domain.DeliveryLog, error) {
	var rows []deliveryRow
	err := db.Where("account_id = ? AND game_id = ? AND status = ?", account, game, string(domain.Pending)).
		Order("wanted_at, id").Limit(maxPage).Find(&rows).Error
	if err != nil {
		return nil, err
	}
	return logsOf(db, rows)
}
