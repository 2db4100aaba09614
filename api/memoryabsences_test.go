package api_test

import (
	"context"
	"slices"
	"time"

	"tender/domain"
)

// absences are vacations and turns by account.
type absences struct {
	vacations map[string][]domain.Vacation
	taken     map[string][]domain.TurnOf
}

func (m *memory) Vacations(_ context.Context, account string) ([]domain.Vacation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.vacations[account]), nil
}

func (m *memory) PlanVacations(_ context.Context, account string, plans []domain.Vacation, allowance time.Duration) ([]domain.Vacation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	after, err := domain.PlanVacations(m.vacations[account], plans, allowance, m.now())
	if err != nil {
		return nil, err
	}
	m.vacations[account] = after
	for _, g := range m.games {
		in := domain.Away{Vacations: domain.Ahead(after, m.now())}
		if out, err := g.table.Decide(in, domain.Actor{Account: account}, m.now()); err == nil && !out.Nothing {
			m.keep(g, in, domain.Actor{Account: account}, out)
		}
	}
	return after, nil
}

func (m *memory) Reliability(_ context.Context, account string) (domain.Reliability, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reliable(account), nil
}

func (m *memory) reliable(account string) domain.Reliability {
	var turns, missed float64
	for _, turn := range m.taken[account] {
		turns++
		if turn.Missed {
			missed++
		}
	}
	w := domain.TurnWeight(m.now())
	return domain.ReliabilityOf(turns*w, missed*w, m.now())
}
