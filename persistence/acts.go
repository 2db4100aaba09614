package persistence

import (
	"context"
	"encoding/base64"
	"fmt"

	"gorm.io/gorm"

	"tender/domain"
)

// actRow is a row of acts, the audit log.
type actRow struct {
	ID     string
	At     int64
	Who    string
	What   string
	OnID   string
	Detail string
	FromIP string
}

func (actRow) TableName() string { return "acts" }

// writeDown adds an act to the audit log, in the transaction that does it.
func (s *Store) writeDown(tx *gorm.DB, a domain.Act) error {
	id, err := s.newID()
	if err != nil {
		return err
	}
	detail := text(a.Detail)
	return create(tx, actRow{id, millis(s.now()), a.Who, string(a.What), text(a.On), text(detail[:min(len(detail), domain.MaxActDetail)]), text(a.From)})
}

// Acts reads the audit log, newest first. next is the cursor of the page after, empty at the end.
func (s *Store) Acts(ctx context.Context, after string, limit int) (acts []domain.Act, next string, err error) {
	limit = min(max(limit, 1), maxPage)
	q := s.read.WithContext(ctx).Table("acts AS t").Select("t.*, COALESCE(a.name, '') AS who_name").
		Joins("LEFT JOIN accounts AS a ON a.id = t.who").Order("t.at DESC, t.id DESC").Limit(limit + 1)
	if after != "" {
		at, id, err := readCursor(after)
		if err != nil {
			return nil, "", err
		}
		q = q.Where("(t.at, t.id) < (?, ?)", at, id)
	}
	var rows []struct {
		Act     actRow `gorm:"embedded"`
		WhoName string
	}
	if err := q.Scan(&rows).Error; err != nil {
		return nil, "", err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		next = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", last.Act.At, last.Act.ID))
	}
	acts = make([]domain.Act, len(rows))
	for i, r := range rows {
		acts[i] = domain.Act{At: moment(r.Act.At), Who: r.Act.Who, WhoName: r.WhoName, What: domain.ActType(r.Act.What), On: r.Act.OnID,
			Detail: r.Act.Detail, From: r.Act.FromIP}
	}
	return acts, next, nil
}
