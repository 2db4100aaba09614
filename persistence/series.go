package persistence

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"tender/domain"
)

// openFollowing opens the next game of a series in the transaction that ends one.
func (s *Store) openFollowing(tx *gorm.DB, ended moved) (err error) {
	in, host, ok := ended.table.Following()
	if !ok {
		return nil
	}
	if in.ID, err = s.newID(); err != nil {
		return err
	}
	if in.ServerSeed, err = s.newSeed(); err != nil {
		return err
	}
	if err := playersThere(tx, in.Players); err != nil {
		return err
	}
	_, _, err = s.storeOpened(tx, in, host, ended.at)
	return err
}

// playersThere gives to bots the seats of people who have deleted their accounts: who has lost a seat does not leave then.
func playersThere(tx *gorm.DB, players []domain.Seating) error {
	accounts := make([]string, len(players))
	for i, p := range players {
		accounts[i] = p.Account
	}
	var gone []string
	err := tx.Model(&accountRow{}).Where("id IN ? AND former > 0", accounts).Pluck("id", &gone).Error
	for i, p := range players {
		if slices.Contains(gone, p.Account) {
			players[i].Account = ""
		}
	}
	return err
}

// Series shows a series to an account: what has come of its games so far. Unknown ones are refused with NotFound.
func (s *Store) Series(ctx context.Context, id, account string) (v domain.SeriesView, err error) {
	defer rescue(&err)
	db := s.reader(ctx)
	var ids []string
	if err := db.Model(&gameRow{}).Where("series_id = ? AND series_id <> ''", id).Order("series_number").Pluck("id", &ids).Error; err != nil {
		return v, err
	}
	if len(ids) == 0 {
		return v, noSeries()
	}
	games := make([]*domain.Table, len(ids))
	for i, game := range ids {
		if games[i], err = s.table(db, game); err != nil {
			return v, err
		}
	}
	if err := s.admitTo(db, games[len(games)-1], account, ""); isRefused(err, domain.NotFound) {
		return v, noSeries()
	} else if err != nil {
		return v, err
	}
	names, err := namesOf(db, games[len(games)-1])
	if err != nil {
		return v, err
	}
	return domain.Standings(games, names), nil
}

func noSeries() error {
	return domain.Refuse(domain.NotFound, "There is no such series; look at the id again.")
}
