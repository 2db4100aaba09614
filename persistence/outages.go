package persistence

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// beatEvery is how often a server says that it is alive. A gap between two words, whoever's, of more than
// Options.OutageAfter is an outage.
const beatEvery = 10 * time.Second

// creditBatch is how many games get back what an outage took in one transaction.
const creditBatch = 64

// outageRow is a row of outages.
type outageRow struct {
	ID     string
	What   string
	FromAt int64
	ToAt   int64 // 0 while it goes on
	DoneAt int64 // 0 while games are owed what it took
	GameID string
}

func (outageRow) TableName() string { return "outages" }

func (r outageRow) outage() domain.Outage {
	return domain.Outage{What: domain.OutageWhat(r.What), From: moment(r.FromAt), To: moment(r.ToAt)}
}

// RunOutages says every beatEvery that this server is alive, and gives games back what outages took, until ctx ends. It
// may run on every replica. mail says how the mail service does; it is told whether it was down when somebody last looked.
func (s *Store) RunOutages(ctx context.Context, mail func(ctx context.Context, down bool) domain.MailHealth) error {
	if s.outageAfter == 0 {
		return nil
	}
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		open, err := s.Outage(ctx)
		if err == nil {
			err = s.NoticeOutages(ctx, mail(ctx, open != nil))
		}
		if err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "outages: trying again", "err", err, "in", beatEvery)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// NoticeOutages is one round of RunOutages. After it no game is owed anything.
func (s *Store) NoticeOutages(ctx context.Context, mail domain.MailHealth) error {
	if s.outageAfter == 0 {
		return nil
	}
	if err := s.beat(ctx, mail); err != nil {
		return err
	}
	return s.creditOutages(ctx)
}

// beat says that this server is alive, and writes outages down that have begun or ended.
func (s *Store) beat(ctx context.Context, mail domain.MailHealth) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		now := s.clock(time.Time{})
		var last struct{ At, MailedAt int64 }
		// The row is locked until the end: replicas take turns, and one of them writes an outage down.
		err := tx.Raw(`INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET one = 1 RETURNING at, mailed_at`,
			millis(now)).Scan(&last).Error
		if err != nil {
			return err
		}
		if before := moment(last.At); now.Sub(before) > s.outageAfter {
			if err := s.addOutage(tx, domain.Outage{What: domain.ServerDown, From: before, To: now}); err != nil {
				return err
			}
		}
		mailed := max(last.MailedAt, millis(mail.Sent))
		if err := s.mailOutage(tx, now, mail, moment(mailed)); err != nil {
			return err
		}
		return exactlyOne(tx.Exec("UPDATE heartbeat SET at = ?, mailed_at = ? WHERE one = 1", max(last.At, millis(now)), mailed), "heartbeat")
	})
}

func (s *Store) addOutage(tx *gorm.DB, o domain.Outage) error {
	id, err := s.newID()
	if err != nil {
		return err
	}
	s.log.WarnContext(tx.Statement.Context, "an outage", "what", o.What, "from", o.From, "to", o.To)
	return create(tx, outageRow{ID: id, What: string(o.What), FromAt: millis(o.From), ToAt: millis(o.To)})
}

// mailOutage begins or ends an outage of the mail service. mailed is when the service last took a mail of any server's.
func (s *Store) mailOutage(tx *gorm.DB, now time.Time, mail domain.MailHealth, mailed time.Time) error {
	open, err := goingOn(tx)
	if err != nil {
		return err
	}
	if open.ID != "" {
		to := endOfMailOutage(moment(open.FromAt), now, mail, mailed)
		if to.IsZero() {
			return nil
		}
		s.log.InfoContext(tx.Statement.Context, "the outage of the mail service is over", "from", moment(open.FromAt), "to", to)
		return exactlyOne(tx.Model(&outageRow{}).Where("id = ?", open.ID).Update("to_at", millis(to)), "outage")
	}
	if mail.Failing.IsZero() {
		return nil
	}
	from := mail.Failing.Truncate(time.Millisecond) // as now is, and what is stored
	if mailed.After(from) {                         // another server's went through
		from = mailed
	}
	if now.Sub(from) < domain.MailOutageAfter {
		return nil
	}
	var had int64
	if err := tx.Model(&outageRow{}).Where("what = ? AND to_at > ?", string(domain.MailDown), millis(mailed)).Count(&had).Error; err != nil || had > 0 {
		return err // deadlines were held for as long as they can be, and nothing was sent since
	}
	return s.addOutage(tx, domain.Outage{What: domain.MailDown, From: from})
}

// endOfMailOutage is when one is over that began at from; zero while it goes on.
func endOfMailOutage(from, now time.Time, mail domain.MailHealth, mailed time.Time) time.Time {
	switch {
	case mail.Back.After(from):
		return mail.Back
	case mailed.After(from):
		return mailed
	case now.Sub(from) >= domain.MaxHeld:
		return from.Add(domain.MaxHeld)
	}
	return time.Time{}
}

// goingOn is the outage that holds deadlines; its id is empty when there is none.
func goingOn(db *gorm.DB) (open outageRow, err error) {
	err = db.Where("to_at = 0 AND what = ?", string(domain.MailDown)).Limit(1).Find(&open).Error
	return open, err
}

// Outage is the outage that goes on, nil when there is none.
func (s *Store) Outage(ctx context.Context) (*domain.Outage, error) {
	row, err := goingOn(s.reader(ctx))
	if err != nil || row.ID == "" {
		return nil, err
	}
	o := row.outage()
	return &o, nil
}

// creditOutages gives every game back what outages that are over took. What is cut short is gone on with by whoever looks
// next; a game is given nothing twice.
func (s *Store) creditOutages(ctx context.Context) error {
	var owed []outageRow
	if err := s.db.WithContext(ctx).Where("done_at = 0 AND to_at > 0").Order("to_at, id").Find(&owed).Error; err != nil {
		return err
	}
	for _, o := range owed {
		if err := s.credit(ctx, o); err != nil {
			return fmt.Errorf("what an outage took: %w", err)
		}
	}
	if len(owed) > 0 {
		wake(s.due)
		wake(s.deliver)
	}
	return nil
}

func (s *Store) credit(ctx context.Context, o outageRow) error {
	in := domain.Credit{Outage: o.outage()}
	moved := 0
	for {
		games, err := s.tookFrom(ctx, o)
		if err != nil {
			return err
		}
		n, err := s.decideAll(ctx, games, in, func(*gorm.DB) error { return nil })
		if moved += n; err != nil {
			return err
		}
		set := map[string]any{}
		if len(games) > 0 {
			o.GameID = games[len(games)-1]
			set["game_id"] = o.GameID
		}
		if len(games) < creditBatch {
			set["done_at"] = millis(s.now())
		}
		if err := s.db.WithContext(ctx).Model(&outageRow{}).Where("id = ?", o.ID).Updates(set).Error; err != nil {
			return err
		}
		if len(games) < creditBatch {
			s.log.InfoContext(ctx, "games have back what an outage took", "what", o.What, "games", moved)
			return nil
		}
	}
}

// tookFrom lists games that an outage may have taken something from, behind the last that was looked at. In one of the mail
// service, some may have gone on before it was noticed: a miss may have to be excused.
func (s *Store) tookFrom(ctx context.Context, o outageRow) (games []string, err error) {
	q := s.db.WithContext(ctx).Model(&gameRow{}).Where("status = ? AND deadline > ? AND id > ?", string(domain.Active), o.FromAt, o.GameID)
	if o.What == string(domain.ServerDown) {
		q = q.Where("deadline <= ?", o.ToAt+domain.AfterOutage.Milliseconds())
	}
	err = q.Order("id").Limit(creditBatch).Pluck("id", &games).Error
	return games, err
}

// errOutageChanged says that an outage has begun or ended between two looks. The games are tried again when their lease ends.
var errOutageChanged = errors.New("an outage has begun or ended meanwhile")

// atDeadline is what happens to a wait whose deadline has come, and what must still hold when that is decided: in an outage
// of the mail service it is held, and a hold that came after the outage would never end.
func (s *Store) atDeadline(ctx context.Context) (domain.Input, func(*gorm.DB) error, error) {
	if s.outageAfter == 0 {
		return domain.Expire{}, func(*gorm.DB) error { return nil }, nil
	}
	open, err := goingOn(s.db.WithContext(ctx))
	if err != nil || open.ID == "" {
		return domain.Expire{}, func(*gorm.DB) error { return nil }, err
	}
	return domain.Hold{Outage: open.outage()}, func(tx *gorm.DB) error {
		now, err := goingOn(tx.Clauses(clause.Locking{Strength: clause.LockingStrengthShare}))
		if err == nil && now.ID != open.ID {
			return errOutageChanged
		}
		return err
	}, nil
}

// mayExpire is the condition, for a statement, that no deadline is to be held back: nobody knows yet of what was lost while
// the last word of a server is old, or when some of it is owed to games. It takes one argument, the oldest word that is not.
const mayExpire = ` AND NOT EXISTS (SELECT 1 FROM heartbeat WHERE at < ?) AND NOT EXISTS (SELECT 1 FROM outages WHERE done_at = 0 AND to_at > 0)`

// owing says whether deadlines are kept from ending waits, because of what games lost.
func (s *Store) owing(ctx context.Context) (bool, error) {
	if s.outageAfter == 0 {
		return false, nil
	}
	var may int64
	err := s.read.WithContext(ctx).Raw("SELECT COUNT(*) FROM (SELECT 1 AS one) AS it WHERE one = 1"+mayExpire, millis(s.now().Add(-s.outageAfter))).Scan(&may).Error
	return may == 0, err
}
