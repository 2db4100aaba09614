package persistence

import (
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// attemptRow is a row of attempts.
type attemptRow struct {
	DeliveryID string
	N          int // from 1; by hand or not, in the order in which they began to be written down
	At         int64
	Took       int64 // milliseconds
	Status     string
	Answer     int
	Detail     string
	Manual     int // 1 for by hand
}

func (attemptRow) TableName() string { return "attempts" }

func (r attemptRow) attempt() domain.Attempt {
	return domain.Attempt{At: moment(r.At), Took: time.Duration(r.Took) * time.Millisecond, Status: domain.DeliveryStatus(r.Status),
		Answer: r.Answer, Detail: r.Detail, Manual: r.Manual == 1}
}

// detailOf is as much as is kept of what a receiver answered.
func detailOf(a domain.Attempt) string { return text(a.Detail[:min(len(a.Detail), domain.MaxDetail)]) }

// addAttempt writes an attempt down as the next of its delivery, whose row the transaction has locked, and gives its
// number.
func addAttempt(tx *gorm.DB, delivery string, a domain.Attempt) (n int, err error) {
	if err := tx.Model(&attemptRow{}).Select("COALESCE(MAX(n), 0) + 1").Where("delivery_id = ?", delivery).Scan(&n).Error; err != nil {
		return 0, err
	}
	row := attemptRow{DeliveryID: delivery, N: n, At: millis(a.At), Took: a.Took.Milliseconds(), Status: string(a.Status),
		Answer: a.Answer, Detail: detailOf(a)}
	if a.Manual {
		row.Manual = 1
	}
	return n, create(tx, row)
}

// attemptsOf gives the attempts at deliveries, oldest first, by delivery.
func attemptsOf(db *gorm.DB, deliveries []string) (map[string][]domain.Attempt, error) {
	attempts := map[string][]domain.Attempt{}
	if len(deliveries) == 0 {
		return attempts, nil
	}
	var rows []attemptRow
	err := db.Where("delivery_id IN ?", deliveries).Order("delivery_id, n").Find(&rows).Error
	for _, r := range rows {
		attempts[r.DeliveryID] = append(attempts[r.DeliveryID], r.attempt())
	}
	return attempts, err
}

// Deliveries that are old are looked for once an hour, at most so many at once; while there are more, once a minute.
const (
	forgetAtOnce = 500
	forgetEvery  = time.Hour
	forgetMore   = time.Minute
)

// forgetDeliveries deletes deliveries that ended before domain.DeliveryLife and all their attempts, if it is time to.
// Those that are pending stay, and of a game that runs or has ended since so does the last one that each target got:
// what is told next begins after it, and is numbered after it.
func (s *Store) forgetDeliveries(tx *gorm.DB) error {
	now := s.now()
	due := s.forgetAt.Load()
	if millis(now) < due || !s.forgetAt.CompareAndSwap(due, millis(now.Add(forgetEvery))) {
		return nil
	}
	before := millis(now.Add(-domain.DeliveryLife))
	var old []string
	err := tx.Raw(`SELECT d.id FROM deliveries AS d WHERE d.due_at = 0 AND d.created_at < @before AND d.finished_at < @before
			AND (EXISTS (SELECT 1 FROM games AS g WHERE g.id = d.game_id AND g.ended_at > 0 AND g.ended_at < @before)
				OR EXISTS (SELECT 1 FROM deliveries AS n WHERE n.game_id = d.game_id AND n.account_id = d.account_id
					AND n.channel = d.channel AND n.target = d.target AND n.status = @delivered AND n.event >= d.event AND n.seq >= d.seq
					AND (n.seq > d.seq OR n.created_at > d.created_at)))
			LIMIT @most`+s.skip, map[string]any{"before": before, "delivered": string(domain.Delivered), "most": forgetAtOnce}).Scan(&old).Error
	if err != nil || len(old) == 0 {
		return err
	}
	if len(old) == forgetAtOnce {
		s.forgetAt.Store(millis(now.Add(forgetMore)))
	}
	if err := tx.Where("delivery_id IN ?", old).Delete(&attemptRow{}).Error; err != nil {
		return err
	}
	return tx.Where("id IN ?", old).Delete(&deliveryRow{}).Error
}
