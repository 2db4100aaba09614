package persistence

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// vacationRow is a row of vacations.
type vacationRow struct {
	AccountID string
	StartAt   int64
	EndAt     int64
}

func (vacationRow) TableName() string { return "vacations" }

// vacationNewsRow is a row of vacation_news.
type vacationNewsRow struct {
	AccountID string
	GameID    string
	DueAt     int64
}

func (vacationNewsRow) TableName() string { return "vacation_news" }

// How many games are told of vacations between two looks at what is due, and after how long one is tried again that could
// not be told.
const (
	vacationBatch = 64
	vacationAgain = 10 * time.Second
)

// Vacations gives an account's vacations, those that are over too, in order.
func (s *Store) Vacations(ctx context.Context, account string) ([]domain.Vacation, error) {
	return vacationsOf(s.reader(ctx), account)
}

func vacationsOf(db *gorm.DB, account string) ([]domain.Vacation, error) {
	var rows []vacationRow
	err := db.Where("account_id = ?", account).Order("start_at").Find(&rows).Error
	all := make([]domain.Vacation, len(rows))
	for i, r := range rows {
		all[i] = domain.Vacation{Start: moment(r.StartAt), End: moment(r.EndAt)}
	}
	return all, err
}

// PlanVacations puts plans in the place of an account's vacations that have not ended, as domain.PlanVacations says. Its games
// are told of them in transactions of their own, by the worker for deadlines and before any deadline that has come: what is
// yet to be told is stored with the plans, so that none is left out when the process ends between two.
func (s *Store) PlanVacations(ctx context.Context, account string, plans []domain.Vacation, allowance time.Duration) (after []domain.Vacation, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := keepOthersOff(tx, account); err != nil {
			return err
		}
		before, err := vacationsOf(tx, account)
		if err != nil {
			return err
		}
		now := s.now()
		if after, err = domain.PlanVacations(before, plans, allowance, now); err != nil {
			return err
		}
		if err := replaceVacations(tx, account, before, after); err != nil {
			return err
		}
		return tx.Exec(`INSERT INTO vacation_news (account_id, game_id, due_at)
			SELECT s.account_id, s.game_id, ? FROM seats AS s JOIN games AS g ON g.id = s.game_id
			WHERE s.account_id = ? AND g.status IN ? ON CONFLICT (account_id, game_id) DO UPDATE SET due_at = excluded.due_at`,
			millis(now), account, []string{string(domain.Opened), string(domain.Active)}).Error
	})
	if err != nil {
		return nil, err
	}
	afterCommit(ctx, func() { wake(s.due) })
	return after, nil
}

// mostVacations is how many are deleted in one statement: databases bound the number of its parameters.
const mostVacations = 500

// replaceVacations writes what differs, which after the first time in a year is little. Both are in order.
func replaceVacations(tx *gorm.DB, account string, before, after []domain.Vacation) error {
	stays := map[vacationRow]bool{}
	for _, v := range before {
		stays[vacationRow{account, millis(v.Start), millis(v.End)}] = false
	}
	var rows []vacationRow
	for _, v := range after {
		row := vacationRow{account, millis(v.Start), millis(v.End)}
		if _, there := stays[row]; there {
			stays[row] = true
		} else {
			rows = append(rows, row)
		}
	}
	var gone []int64
	for row, stay := range stays {
		if !stay {
			gone = append(gone, row.StartAt)
		}
	}
	for some := range slices.Chunk(gone, mostVacations) {
		if err := tx.Where("account_id = ? AND start_at IN ?", account, some).Delete(&vacationRow{}).Error; err != nil {
			return err
		}
	}
	return create(tx, rows...)
}

// tellVacations tells games of vacations of which they are yet to be told. Two replicas may tell the same game: the second
// changes nothing. A game that fails is logged and tried again later.
func (s *Store) tellVacations(ctx context.Context) error {
	for {
		var news []vacationNewsRow
		err := s.read.WithContext(ctx).Where("due_at <= ?", millis(s.now())).Order("due_at").Limit(vacationBatch).Find(&news).Error
		if err != nil {
			return err
		}
		for _, n := range news {
			if err := s.tellVacation(ctx, n); err != nil {
				return err
			}
		}
		if len(news) < vacationBatch {
			return nil
		}
	}
}

// tellVacation tells one game. What it tells is read when the game is held, so that the last word is the newest.
func (s *Store) tellVacation(ctx context.Context, n vacationNewsRow) error {
	_, _, err := s.decide(ctx, n.GameID, domain.Away{}, domain.Actor{Account: n.AccountID}, func(tx *gorm.DB, _ domain.Input) (domain.Input, error) {
		all, err := vacationsOf(tx, n.AccountID)
		if err == nil {
			err = tx.Where("account_id = ? AND game_id = ?", n.AccountID, n.GameID).Delete(&vacationNewsRow{}).Error
		}
		return domain.Away{Vacations: domain.Ahead(all, s.now())}, err
	})
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	row := s.db.WithContext(ctx).Model(&vacationNewsRow{}).Where("account_id = ? AND game_id = ?", n.AccountID, n.GameID)
	if isRefused(err, domain.NotFound) || isRefused(err, domain.NotSeated) {
		return row.Delete(&vacationNewsRow{}).Error
	}
	s.log.ErrorContext(ctx, "a game could not be told of a vacation", "game", n.GameID, "err", err)
	return row.Updates(map[string]any{"due_at": millis(s.now().Add(vacationAgain))}).Error
}

// person is what is known of somebody who sits down.
func (s *Store) person(tx *gorm.DB, account string) (*domain.Person, error) {
	all, err := vacationsOf(tx, account)
	if err != nil {
		return nil, err
	}
	r, err := reliabilityOf(tx, account, s.now())
	return &domain.Person{Vacations: domain.Ahead(all, s.now()), Reliability: &r}, err
}

// known puts into an input what it depends on beside the table.
func (s *Store) known(tx *gorm.DB, in domain.Input, by domain.Actor) (domain.Input, error) {
	var who *domain.Person
	var err error
	switch in := in.(type) {
	case domain.Join:
		if err = keepAccount(tx, by.Account); err == nil {
			who, err = s.person(tx, by.Account)
		}
		in.Who = who
		return in, err
	case domain.Return:
		if err = keepAccount(tx, by.Account); err == nil {
			who, err = s.person(tx, by.Account)
		}
		in.Who = who
		return in, err
	}
	return in, nil
}

// knownSeated is known for who sits down when a game is opened. A game without terms makes no use of it.
func (s *Store) knownSeated(tx *gorm.DB, in domain.Open, by domain.Actor) (_ domain.Open, err error) {
	if in.Terms == nil {
		return in, nil
	}
	if len(in.Players) == 0 {
		in.Who, err = s.person(tx, by.Account)
		return in, err
	}
	in.Players = slices.Clone(in.Players)
	for i, p := range in.Players {
		if p.Account == "" {
			continue
		}
		if in.Players[i].Who, err = s.person(tx, p.Account); err != nil {
			return in, err
		}
	}
	return in, nil
}
