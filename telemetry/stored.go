package telemetry

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tender/domain"
)

// The store is asked for what is due at most once in askEvery, however often metrics are read, and given up after patience.
const (
	askEvery = 5 * time.Second
	patience = 2 * time.Second
)

// Store knows what is due, and how its connections are used.
type Store interface {
	// Backlogs counts what is overdue, by what it is: games, deliveries, letters.
	Backlogs(ctx context.Context) ([]domain.Backlog, error)
	// Pools says how the connections to the database are used, by what they are for.
	Pools() map[string]sql.DBStats
}

// stored collects what only the store knows.
type stored struct {
	store Store
	now   func() time.Time

	up, due, age, open, inUse, most, waits, waited *prometheus.Desc

	mu       sync.Mutex
	backlogs []domain.Backlog
	asked    time.Time
	err      error
}

func newStored(store Store, now func() time.Time) *stored {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("tender_"+name, help, labels, nil)
	}
	return &stored{store: store, now: now,
		up:     desc("store_up", "Whether the database said what is due: 1 or 0."),
		due:    desc("due_rows", "Games whose deadline has passed, and notices and letters whose time has come and that no worker holds.", "of"),
		age:    desc("due_oldest_seconds", "How long the oldest of them has been due; 0 when there is none.", "of"),
		open:   desc("db_connections", "Connections to the database that are open.", "pool"),
		inUse:  desc("db_connections_in_use", "Those of them that are at work.", "pool"),
		most:   desc("db_connections_max", "How many there may be.", "pool"),
		waits:  desc("db_waits_total", "How often somebody had to wait for a connection.", "pool"),
		waited: desc("db_wait_seconds_total", "How long all of them waited together.", "pool")}
}

// Describe is of prometheus.Collector.
func (s *stored) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{s.up, s.due, s.age, s.open, s.inUse, s.most, s.waits, s.waited} {
		out <- d
	}
}

// Collect is of prometheus.Collector.
func (s *stored) Collect(out chan<- prometheus.Metric) {
	send := func(d *prometheus.Desc, t prometheus.ValueType, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, t, v, labels...)
	}
	backlogs, err := s.ask()
	up := 1.0
	if err != nil {
		up = 0
	}
	send(s.up, prometheus.GaugeValue, up)
	for _, b := range backlogs {
		age := 0.0
		if b.Rows > 0 {
			age = max(0, s.now().Sub(b.Oldest).Seconds())
		}
		send(s.due, prometheus.GaugeValue, float64(b.Rows), b.Of)
		send(s.age, prometheus.GaugeValue, age, b.Of)
	}
	for name, p := range s.store.Pools() {
		send(s.open, prometheus.GaugeValue, float64(p.OpenConnections), name)
		send(s.inUse, prometheus.GaugeValue, float64(p.InUse), name)
		send(s.most, prometheus.GaugeValue, float64(p.MaxOpenConnections), name)
		send(s.waits, prometheus.CounterValue, float64(p.WaitCount), name)
		send(s.waited, prometheus.CounterValue, p.WaitDuration.Seconds(), name)
	}
}

// ask gives what is due, as of a few seconds ago. Who cannot read it gets nothing rather than what was true once.
func (s *stored) ask() ([]domain.Backlog, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := s.now(); s.asked.IsZero() || at.Sub(s.asked) >= askEvery || at.Before(s.asked) {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		s.backlogs, s.err = s.store.Backlogs(ctx)
		s.asked = at
	}
	return s.backlogs, s.err
}
