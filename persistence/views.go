package persistence

import (
	"context"
	"database/sql"

	"gorm.io/gorm"

	"tender/domain"
)

// View shows a game to an account; "" is somebody signed out.
func (s *Store) View(ctx context.Context, game, account string) (v domain.View, err error) {
	defer rescue(&err)
	t, names, err := s.look(ctx, game)
	if err == nil {
		err = s.admitTo(s.reader(ctx), t, account, "")
	}
	if err != nil {
		return v, err
	}
	v = t.View(account, names)
	v.Rematch, err = s.rematchSeen(s.reader(ctx), t, account)
	return v, err
}

// look reads a table without locking it, and the names of those who sit at it, by account.
func (s *Store) look(ctx context.Context, game string) (*domain.Table, map[string]string, error) {
	db := s.reader(ctx)
	t, err := s.table(db, game)
	if err != nil {
		return nil, nil, err
	}
	names, err := namesOf(db, t)
	return t, names, err
}

// table reads a table and its sealed moves in one statement, so that they belong together: between two, a reveal could
// take the moves away.
func (s *Store) table(db *gorm.DB, game string) (*domain.Table, error) {
	var rows []struct {
		State  string
		Sealed sealedRow `gorm:"embedded"`
	}
	found := db.Raw("SELECT g.state, s.* FROM games AS g LEFT JOIN sealed AS s ON s.game_id = g.id WHERE g.id = ?", game).Scan(&rows)
	if err := one(found, "game"); err != nil {
		return nil, err
	}
	var sealed []domain.Sealed
	for _, r := range rows {
		if r.Sealed.Seat > 0 {
			sealed = append(sealed, r.Sealed.sealed())
		}
	}
	return s.kinds.DecodeTable([]byte(rows[0].State), sealed)
}

func namesOf(db *gorm.DB, t *domain.Table) (map[string]string, error) {
	accounts := make([]string, len(t.Seats))
	for i, seat := range t.Seats {
		accounts[i] = seat.Account
	}
	names := map[string]string{}
	if len(accounts) == 0 {
		return names, nil
	}
	var rows []accountRow
	err := db.Select("id", "name").Where("id IN ?", accounts).Find(&rows).Error
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	return names, err
}

// Events tells an account what happened in a game after the event of that number, at most limit events. An account
// without a seat is told what everybody is.
func (s *Store) Events(ctx context.Context, game, account string, after, limit int) ([]domain.EventView, error) {
	db := s.read.WithContext(ctx)
	seat, err := s.enter(db, game, account)
	if err != nil {
		return nil, err
	}
	var rows []eventRow
	if err := db.Where("game_id = ? AND n > ?", game, after).Order("n").Limit(limit).Find(&rows).Error; err != nil {
		return nil, err
	}
	return viewsOf(rows, seat)
}

// seatOf finds an account's seat in a game; it is 0 when the account has none.
func seatOf(db *gorm.DB, game, account string) (seat int, err error) {
	err = one(db.Raw(`SELECT COALESCE(s.seat, 0) FROM games AS g
		LEFT JOIN seats AS s ON s.game_id = g.id AND s.account_id = ? WHERE g.id = ?`, account, game).Scan(&seat), "game")
	return seat, err
}

// enter is seatOf for somebody who wants to look, and may not be admitted.
func (s *Store) enter(db *gorm.DB, game, account string) (seat int, err error) {
	var found struct {
		Visibility string
		Seat       int
		Had        bool
	}
	err = one(db.Raw(`SELECT g.visibility, COALESCE(s.seat, 0) AS seat,
			EXISTS (SELECT 1 FROM former_seats AS f WHERE f.game_id = g.id AND f.account_id = @who) AS had
		FROM games AS g LEFT JOIN seats AS s ON s.game_id = g.id AND s.account_id = @who WHERE g.id = @game`,
		sql.Named("who", account), sql.Named("game", game)).Scan(&found), "game")
	if err != nil {
		return 0, err
	}
	return found.Seat, s.admit(db, entrance{game, domain.Visibility(found.Visibility), found.Seat > 0 || found.Had, account, ""})
}

// viewsOf are events as a seat was told of them.
func viewsOf(rows []eventRow, seat int) ([]domain.EventView, error) {
	views := make([]domain.EventView, len(rows))
	for i, r := range rows {
		told, err := r.told()
		if err != nil {
			return nil, err
		}
		views[i] = told.For(seat)
	}
	return views, nil
}
