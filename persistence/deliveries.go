package persistence

import (
	"context"
	"fmt"
	"time"

	"tender/domain"
)

// MaxDetail is how much of an attempt's detail is kept, in bytes.
const MaxDetail = 8 << 10

// ClaimDeliveries takes up to limit deliveries whose time has come, the longest due first chosen, and counts an attempt
// for each. Until the lease ends nobody else gets them; who does not finish one by then loses it to the next who asks.
// DueAt of what is returned is the end of the lease.
func (s *Store) ClaimDeliveries(ctx context.Context, limit int, lease time.Duration) ([]domain.Delivery, error) {
	now := s.now()
	var rows []deliveryRow
	// Written out because GORM has no UPDATE … RETURNING over a sub-select that locks. MATERIALIZED: Postgres might
	// otherwise evaluate the sub-select more than once, and claim more than limit. The partial index gives the rows in
	// order; finished deliveries are not in it.
	err := s.db.WithContext(ctx).Raw(`WITH claimed AS MATERIALIZED (
			SELECT id FROM deliveries WHERE due_at > 0 AND due_at <= ? ORDER BY due_at LIMIT ?`+s.skip+`)
		UPDATE deliveries SET due_at = ?, attempts = attempts + 1 WHERE id IN (SELECT id FROM claimed) RETURNING *`,
		millis(now), limit, millis(now.Add(lease))).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("claim deliveries: %w", err)
	}
	claimed := make([]domain.Delivery, len(rows))
	for i, r := range rows {
		claimed[i] = r.delivery()
	}
	return claimed, nil
}

// NextDelivery says when the next delivery is due or its lease ends; zero when there is none.
func (s *Store) NextDelivery(ctx context.Context) (time.Time, error) {
	return s.next(ctx, "deliveries")
}

// DeliveriesWake gets a value when there may be new deliveries; several may give one value.
func (s *Store) DeliveriesWake() <-chan struct{} { return s.deliver }

// FinishDelivery writes down how an attempt went. What is finished stays so: the word of a worker that lost its lease
// to a faster one does not count.
func (s *Store) FinishDelivery(ctx context.Context, id string, a domain.Attempt) error {
	detail := a.Detail
	if len(detail) > MaxDetail {
		detail = detail[:MaxDetail]
	}
	set := map[string]any{"status": string(a.Status), "tried_at": millis(a.At), "took": a.Took.Milliseconds(),
		"answer": a.Answer, "detail": text(detail), "due_at": millis(a.RetryAt), "finished_at": int64(0)}
	if a.Status != domain.Pending {
		set["due_at"], set["finished_at"] = int64(0), millis(a.At)
	} else if a.RetryAt.IsZero() {
		return fmt.Errorf("delivery %s: to be tried again, but no time is given", id)
	}
	db := s.db.WithContext(ctx)
	err := one(db.Model(&deliveryRow{}).Where("id = ? AND status = ?", id, string(domain.Pending)).Updates(set), "delivery")
	if _, ok := domain.AsRefusal(err); !ok {
		return err
	}
	var there int64
	return one(db.Raw("SELECT 1 FROM deliveries WHERE id = ?", id).Scan(&there), "delivery")
}

// Obligation says, at the time of an attempt, whether a delivery is still worth it, and gives what its text is made
// of: the game as that account may see it, and the account.
func (s *Store) Obligation(ctx context.Context, d domain.Delivery) (view domain.View, to domain.Account, owed bool, err error) {
	defer rescue(&err)
	if to, err = s.Account(ctx, d.Account); err != nil {
		return view, to, false, err
	}
	t, names, err := s.look(ctx, d.Game)
	if err != nil {
		return view, to, false, err
	}
	seated := t.SeatOf(d.Account) == d.Notice.Seat || t.Status == domain.Abandoned
	return t.View(d.Account, names), to, seated && t.Owes(d.Notice), nil
}
