package persistence

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"tender/domain"
)

// Deliveries lists an account's deliveries that fit the filter, newest first, with their attempts. next is the cursor of
// the page after, empty at the end; it is good for the same filter only. A webhook that is not the account's is refused
// with domain.NotFound.
func (s *Store) Deliveries(ctx context.Context, f domain.DeliveryFilter) (list []domain.DeliveryLog, next string, err error) {
	snapshot := &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true} // an attempt and what it did belong together
	err = s.read.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		list, next, err = deliveriesPage(tx, f)
		return err
	}, snapshot)
	return list, next, err
}

func deliveriesPage(db *gorm.DB, f domain.DeliveryFilter) (list []domain.DeliveryLog, next string, err error) {
	limit := min(max(f.Limit, 1), maxPage)
	q := db.Where("account_id = ?", f.Account).Order("created_at DESC, id DESC").Limit(limit + 1)
	if f.Webhook != "" {
		if err := ownHook(db, f.Account, f.Webhook); err != nil {
			return nil, "", err
		}
		q = q.Where("target = ?", f.Webhook)
	}
	if f.Game != "" {
		q = q.Where("game_id = ?", f.Game)
	}
	if f.Status != "" {
		q = q.Where("status = ?", string(f.Status))
	}
	tag := deliveriesTag(f)
	if f.After != "" {
		place, ok := strings.CutPrefix(f.After, tag)
		if !ok {
			return nil, "", noSuchPage()
		}
		at, id, err := readCursor(place)
		if err != nil {
			return nil, "", err
		}
		q = q.Where("(created_at, id) < (?, ?)", at, id)
	}
	var rows []deliveryRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, "", err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		next = tag + base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", last.CreatedMs, last.ID))
	}
	list, err = logsOf(db, rows)
	return list, next, err
}

// deliveriesTag tells lists with other filters apart, as listTag does.
func deliveriesTag(f domain.DeliveryFilter) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "deliveries %q %q %q %q", f.Account, f.Webhook, f.Game, f.Status))
	return base64.RawURLEncoding.EncodeToString(sum[:6]) + "."
}

// logsOf reads the attempts at deliveries.
func logsOf(db *gorm.DB, rows []deliveryRow) ([]domain.DeliveryLog, error) {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	tries, err := attemptsOf(db, ids)
	list := make([]domain.DeliveryLog, len(rows))
	for i, r := range rows {
		list[i] = domain.DeliveryLog{Delivery: r.delivery(), FinishedAt: moment(r.FinishedAt), Tries: tries[r.ID]}
	}
	return list, err
}

// ownHook refuses a webhook that is not the account's.
func ownHook(db *gorm.DB, account, hook string) error {
	var found []string
	return one(db.Model(&webhookRow{}).Where("id = ? AND account_id = ?", hook, account).Limit(1).Pluck("id", &found), "webhook")
}
