package persistence

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// keptByPreferences are the reasons for which somebody's preferences keep a delivery.
var keptByPreferences = []string{string(domain.WhyQuietHours), string(domain.WhyDigest)}

// ClaimDeliveries takes up to limit deliveries whose time has come, the longest due first chosen. Until the lease ends
// nobody else gets them; who does not finish one by then loses it to the next who asks. DueAt of what is returned is the
// end of the lease, by which FinishDelivery knows the claim again. What preferences have kept is kept no more: whoever
// changes them need not look at what is under way.
func (s *Store) ClaimDeliveries(ctx context.Context, limit int, lease time.Duration) ([]domain.Delivery, error) {
	now := s.now()
	var rows []deliveryRow
	// Written out because GORM has no UPDATE … RETURNING over a sub-select that locks. MATERIALIZED: Postgres might
	// otherwise evaluate the sub-select more than once, and claim more than limit. The partial index gives the rows in
	// order; finished deliveries are not in it. When Postgres crashes before the claim is on its disk, it is made again: a
	// delivery may come twice then, as it may when its end was not written down.
	err := s.db.WithContext(ctx).Raw(`WITH claimed AS MATERIALIZED (
			SELECT id FROM deliveries WHERE due_at > 0 AND due_at <= ?`+s.unflushed+` ORDER BY due_at LIMIT ?`+s.skip+`)
		UPDATE deliveries SET due_at = ?, why = CASE WHEN why IN ? THEN '' ELSE why END
		WHERE id IN (SELECT id FROM claimed) RETURNING *`,
		millis(now), limit, millis(now.Add(lease)), keptByPreferences).Scan(&rows).Error
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

// FinishDelivery writes down how an attempt at a claimed delivery went, and counts and keeps it unless it was put off. d is as
// ClaimDeliveries gave it. held is false, and nothing is written, when somebody else has claimed the delivery since: the
// word of a worker that lost its lease does not count.
func (s *Store) FinishDelivery(ctx context.Context, d domain.Delivery, a domain.Attempt) (held bool, err error) {
	if a.Status == domain.Pending == a.RetryAt.IsZero() {
		return false, fmt.Errorf("delivery %s: an attempt that leaves it %s, to be tried again at %v", d.ID, a.Status, a.RetryAt)
	}
	if a.Manual = d.Why == domain.WhyAsked; a.Manual && a.PutOff {
		a.Why = d.Why
	}
	told := false
	err = s.write(ctx, func(tx *gorm.DB) error {
		hook, err := holdTarget(tx, d)
		if err != nil {
			return err
		}
		if err := s.noMailbox(tx, d.Account, a); err != nil {
			return err
		}
		set := finished(a)
		if a.PutOff && slices.Contains(keptByPreferences, string(a.Why)) {
			if err := s.keep(tx, d, a, set); err != nil {
				return err
			}
		}
		written := claimOf(tx, d).Updates(set)
		held = written.RowsAffected == 1
		if written.Error != nil || !held || a.PutOff {
			return written.Error
		}
		if _, err := addAttempt(tx, d.ID, a); err != nil {
			return err
		}
		if told, err = s.countAttempt(tx, hook, a); err != nil {
			return err
		}
		return s.forgetDeliveries(tx)
	})
	if told {
		wake(s.letters)
	}
	return held && err == nil, err
}

// finished is what an attempt makes of its delivery.
func finished(a domain.Attempt) map[string]any {
	set := map[string]any{"due_at": millis(a.RetryAt), "why": string(a.Why)}
	if !a.PutOff {
		set["status"], set["attempts"] = string(a.Status), gorm.Expr("attempts + 1")
		set["tried_at"], set["took"], set["answer"] = millis(a.At), a.Took.Milliseconds(), a.Answer
		set["detail"] = detailOf(a)
	}
	if a.Status != domain.Pending {
		set["finished_at"] = millis(a.At)
	}
	return set
}

// Obligation says, at the time of an attempt, whether a delivery is still worth it and when its person wants it, and gives
// what its text is made of: the game as that account may see it, and the account.
func (s *Store) Obligation(ctx context.Context, d domain.Delivery) (o domain.Obligation, err error) {
	defer rescue(&err)
	if o.To, err = s.Account(ctx, d.Account); err != nil {
		return o, err
	}
	t, names, err := s.look(ctx, d.Game)
	if err != nil {
		return o, err
	}
	wishes, zone, err := wishesOf(s.reader(ctx), d.Account, d.Game)
	if err != nil {
		return o, err
	}
	o.To.Zone, o.View = zone, t.View(d.Account, names)
	if t.SeatOf(d.Account) == d.Notice.Seat {
		o.Ask = t.Asks(d.Notice.Seat)
	}
	if n := d.Notice.Type; n == domain.InvitationDeclinedNotice || n == domain.InvitationExpiredNotice {
		if o.View.Whom, err = s.whom(s.reader(ctx), d.Game, d.Notice.Event); err != nil {
			return o, err
		}
	}
	now := s.now()
	when := func(what domain.NoticeType) domain.Timing { return wishes.When(what, d.Channel, o.Ask, now, zone) }
	o.Void, o.Timing = s.void(d, t, o.To), when(d.Notice.Type)
	if o.Void == "" {
		var later bool
		if later, err = saidLater(s.reader(ctx), d, now, t, when); later {
			o.Void = domain.WhySuperseded
		}
	}
	return o, err
}

// calls are the notices that say what is wanted of a seat; the first of a game comes with the mail about its start.
var calls = []domain.NoticeType{domain.GameStarted, domain.BidWanted, domain.TurnStarted, domain.Reminder, domain.LastReminder, domain.DeadlineMoved}

// saidLater says whether a call to move need not be sent because a later one about the same turn has been, or is due and
// wanted at once: after an outage everybody gets one mail for each turn, not one for each notice that was kept. One that is
// due and not owed says nothing. when is what preferences say of a type. A call that is on time is not looked for again.
func saidLater(db *gorm.DB, d domain.Delivery, now time.Time, t *domain.Table, when func(domain.NoticeType) domain.Timing) (bool, error) {
	if !slices.Contains(calls, d.Notice.Type) || now.Sub(d.CameUp()) < time.Minute {
		return false, nil
	}
	var later []deliveryRow
	err := db.Model(&deliveryRow{}).Where("game_id = ? AND step = ? AND seat = ? AND account_id = ? AND channel = ? AND target = ?",
		d.Game, d.Notice.Step, d.Notice.Seat, d.Account, string(d.Channel), d.Target).
		Where("wanted_at > ? AND wanted_at <= ? AND notice IN ?", millis(d.CameUp()), millis(now), calls).
		Where("status IN ?", []string{string(domain.Delivered), string(domain.Pending)}).Find(&later).Error
	return slices.ContainsFunc(later, func(r deliveryRow) bool {
		n := r.delivery().Notice
		return when(n.Type).Why == "" && (r.Status == string(domain.Delivered) || t.Owes(n))
	}), err
}

// void says what makes a delivery not worth sending.
func (s *Store) void(d domain.Delivery, t *domain.Table, to domain.Account) domain.Why {
	seat := t.SeatOf(d.Account)
	seated := seat == d.Notice.Seat || t.Status == domain.Abandoned || t.Status == domain.Opened && seat > 0 || d.Notice.Type == domain.SeatLost && seat == 0 // seats move up
	switch {
	case to.Former > 0:
		return domain.WhyGone
	case !seated || !t.Owes(d.Notice):
		return domain.WhyNotOwed
	case d.Channel == domain.ByEmail && s.verify && to.EmailVerifiedAt.IsZero():
		return domain.WhyUnverified
	case d.Channel == domain.ByEmail && !to.MailSuspendedAt.IsZero():
		return domain.WhySuspended
	}
	return ""
}

// News gives the events that a delivery's account has not been told of by an earlier one over the same channel to the
// same target: those after the last that was delivered, other than in a digest, which tells of none, up to the delivery's own, of
// them the latest limit. They are the same on every attempt, and as the account's seat was told.
func (s *Store) News(ctx context.Context, d domain.Delivery, limit int) ([]domain.EventView, error) {
	db := s.read.WithContext(ctx)
	seat, err := seatOf(db, d.Game, d.Account)
	if err != nil {
		return nil, err
	}
	told := db.Model(&deliveryRow{}).Select("COALESCE(MAX(event), 0)").
		Where("game_id = ? AND account_id = ? AND channel = ? AND target = ?", d.Game, d.Account, string(d.Channel), d.Target).
		Where("digest_at = 0 AND status = ? AND event <= ? AND id <> ?", string(domain.Delivered), d.Notice.Event, d.ID)
	var rows []eventRow
	err = db.Where("game_id = ? AND n <= ? AND n > (?)", d.Game, d.Notice.Event, told).Order("n DESC").Limit(limit).Find(&rows).Error
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows)
	return viewsOf(rows, seat)
}
