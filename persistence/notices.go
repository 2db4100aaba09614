package persistence

import (
	"fmt"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// deliveryRow is a row of deliveries.
type deliveryRow struct {
	ID         string
	GameID     string
	AccountID  string
	Notice     string
	Seat       int
	Step       int
	Event      int
	Deadline   int64
	Seq        int
	Channel    string
	Target     string
	Status     string
	CreatedMs  int64 `gorm:"column:created_at"` // GORM fills fields called CreatedAt in by itself
	WantedAt   int64
	DigestAt   int64
	Why        string
	DueAt      int64
	Attempts   int
	TriedAt    int64
	Took       int64 // milliseconds
	Answer     int
	Detail     string
	FinishedAt int64
	Trace      string
}

func (deliveryRow) TableName() string { return "deliveries" }

func (r deliveryRow) delivery() domain.Delivery {
	notice := domain.Notice{Type: domain.NoticeType(r.Notice), Seat: r.Seat, Step: r.Step, Event: r.Event,
		Deadline: moment(r.Deadline)}
	return domain.Delivery{ID: r.ID, Game: r.GameID, Account: r.AccountID, Notice: notice,
		Channel: domain.Channel(r.Channel), Target: r.Target, Status: domain.DeliveryStatus(r.Status),
		Seq: r.Seq, CreatedAt: moment(r.CreatedMs), WantedAt: moment(r.WantedAt), DueAt: moment(r.DueAt), DigestAt: moment(r.DigestAt),
		Why: domain.Why(r.Why), Attempts: r.Attempts, Trace: r.Trace}
}

// storeNotices makes a delivery of each notice for each way to reach its person. A notice that exists already is left
// as it is.
func (s *Store) storeNotices(tx *gorm.DB, all []moved) error {
	var rows []deliveryRow
	trace := ""
	if s.traces != nil {
		trace = s.traces.Parent(tx.Statement.Context)
	}
	targets := targetsAt(tx, all)
	for _, m := range all {
		for _, n := range m.out.Notices {
			told, err := s.deliveriesOf(m, n, targets)
			if err != nil {
				return err
			}
			for i := range told {
				told[i].Trace = trace
			}
			rows = append(rows, told...)
		}
	}
	for some := range slices.Chunk(rows, mostCreated) {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&some).Error; err != nil {
			return err
		}
	}
	return nil
}

// deliveriesOf are those of one notice.
func (s *Store) deliveriesOf(m moved, n domain.Notice, targets targets) (rows []deliveryRow, err error) {
	due := m.at
	if n.DueAt.After(due) {
		due = n.DueAt
	}
	account := n.To
	if account == "" {
		account = m.table.Seats[n.Seat-1].Account
	}
	if account == "" {
		return nil, nil // a bot
	}
	for _, channel := range s.plan(n) {
		reach, ok := targets[channel]
		if !ok {
			return nil, fmt.Errorf("no such channel: %s", channel)
		}
		there, err := reach(account, n.Type)
		if err != nil {
			return nil, err
		}
		for _, target := range there {
			id, err := s.newID()
			if err != nil {
				return nil, err
			}
			rows = append(rows, deliveryRow{ID: id, GameID: m.table.ID, AccountID: account, Notice: string(n.Type),
				Seat: n.Seat, Step: n.Step, Event: n.Event, Channel: string(channel), Target: target,
				Status: string(domain.Pending), CreatedMs: millis(m.at), WantedAt: millis(due), DueAt: millis(due),
				Deadline: millis(n.Deadline)})
		}
	}
	return rows, nil
}
