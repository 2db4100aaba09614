package persistence

import (
	"context"

	"gorm.io/gorm"

	"tender/domain"
)

// belongings are the tables whose rows go with their account; refresh tokens go with their session.
var belongings = []string{"sessions", "personal_tokens", "webhooks", "deliveries",
	"answers", "inbox", "inboxes", "claims", "codes", "letters", "identities", "preferences", "mail_tokens", "mails_in", "mutes",
	"reliability", "vacations", "vacation_news", "former_seats"}

// formerLock keeps two who leave at once from getting the same number, on Postgres. It is a number of our own.
const formerLock = 7_021_003

// DeleteAccount makes a former player of an account: name, address and password are wiped and all that belongs to it is
// deleted. Its games stay, under the name of "former player" and a number. Of
// its messages the numbers stay.
func (s *Store) DeleteAccount(ctx context.Context, id string, act domain.Act) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		if s.pool != nil {
			if err := tx.Exec("SELECT pg_advisory_xact_lock(?)", formerLock).Error; err != nil {
				return err
			}
		}
		before, err := holdAccount(tx, id)
		if err != nil {
			return err
		}
		if err := s.forgetNamed(tx, before); err != nil {
			return err
		}
		var n int
		if err := tx.Model(&accountRow{}).Select("COALESCE(MAX(former), 0) + 1").Scan(&n).Error; err != nil {
			return err
		}
		// A key that no name and no address has: neither may hold a colon.
		nobody := "former:" + id
		set := map[string]any{"name": domain.FormerName(n), "name_key": nobody, "email": "", "email_key": nobody, "password_hash": "",
			"role": string(domain.Player), "suspended_at": 0, "verified_at": 0, "former": n,
			"mail_suspended_at": 0, "mail_suspended_why": ""}
		if err := one(tx.Model(&accountRow{}).Where("id = ? AND former = 0", id).Updates(set), "account"); err != nil {
			return err
		}
		if err := s.unsay(tx, id); err != nil {
			return err
		}
		if err := tx.Exec("DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE account_id = ?)", id).Error; err != nil {
			return err
		}
		for _, table := range belongings {
			if err := tx.Exec("DELETE FROM "+table+" WHERE account_id = ?", id).Error; err != nil {
				return err
			}
		}
		act.On = id
		return s.writeDown(tx, act)
	})
}

// PlayedGames gives an account's games with its seat, and with all that it did in those that have ended.
func (s *Store) PlayedGames(ctx context.Context, account string) ([]domain.PlayedGame, error) {
	played := []domain.PlayedGame{}
	for cursor := ""; ; {
		page, next, err := s.Games(ctx, domain.GameFilter{Player: account, After: cursor, Limit: maxPage})
		if err != nil {
			return nil, err
		}
		for _, g := range page {
			one, err := s.played(ctx, g, account)
			if err != nil {
				return nil, err
			}
			played = append(played, one)
		}
		if cursor = next; next == "" {
			break
		}
	}
	former, err := s.formerGames(ctx, account)
	return append(played, former...), err
}

// formerGames are those in which an account had a seat that it has lost or left while they were running.
func (s *Store) formerGames(ctx context.Context, account string) (played []domain.PlayedGame, err error) {
	db := s.read.WithContext(ctx)
	var had []formerSeatRow
	err = db.Where("account_id = ? AND game_id NOT IN (SELECT game_id FROM seats WHERE account_id = ?)", account, account).
		Order("game_id").Find(&had).Error
	for _, h := range had {
		var rows []gameRow
		if err := db.Omit("state").Where("id = ?", h.GameID).Find(&rows).Error; err != nil {
			return nil, err
		}
		games, err := summaries(db, rows)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			one, err := s.played(ctx, g, account)
			if err != nil {
				return nil, err
			}
			one.Seat = h.Seat
			played = append(played, one)
		}
	}
	return played, err
}

func (s *Store) played(ctx context.Context, g domain.GameSummary, account string) (domain.PlayedGame, error) {
	p := domain.PlayedGame{Game: g, Moves: []domain.OwnAction{}}
	db := s.read.WithContext(ctx)
	var err error
	if p.Seat, err = seatOf(db, g.ID, account); err != nil || g.EndedAt == nil {
		return p, err
	}
	var rows []inputRow
	if err := db.Where("game_id = ? AND actor = ?", g.ID, account).Order("n").Find(&rows).Error; err != nil {
		return p, err
	}
	for _, r := range rows {
		did, err := r.logged().Own()
		if err != nil {
			return p, err
		}
		p.Moves = append(p.Moves, did)
	}
	return p, nil
}
