package api_test

import (
	"context"
	"maps"
	"sync"

	"tender/domain"
)

// once is what the memory keeps of answers. Of transactions it has what tests need: a hold keeps others out, and the
// domain changes nothing when it refuses.
type once struct {
	asking  sync.Mutex // held while a request with a key is carried out
	answers map[string]kept
	holding sync.Mutex
	news    map[string][]item // by account
}

type kept struct {
	digest string
	domain.Answer
}

type holds struct{}

// alone keeps out others, unless ctx is that of the hold itself.
func (m *memory) alone(ctx context.Context) func() {
	if ctx.Value(holds{}) != nil {
		return func() {}
	}
	m.holding.Lock()
	return m.holding.Unlock
}

func (m *memory) Hold(ctx context.Context, game string, do func(context.Context) error) error {
	defer m.alone(ctx)()
	m.mu.Lock()
	_, err := m.game(game)
	m.mu.Unlock()
	if err != nil {
		return err
	}
	return do(context.WithValue(ctx, holds{}, true))
}

func (m *memory) Answered(_ context.Context, q domain.Asked) (domain.Answer, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, found := m.answers[q.ID]
	if found && a.digest != q.Digest {
		return domain.Answer{}, false, domain.Refuse(domain.KeyReused, "Another request was sent under this key.")
	}
	return a.Answer, found, nil
}

func (m *memory) Once(ctx context.Context, q domain.Asked, do func(context.Context) (domain.Answer, error)) (domain.Answer, error) {
	m.asking.Lock()
	defer m.asking.Unlock()
	if a, found, err := m.Answered(ctx, q); found || err != nil {
		return a, err
	}
	a, err := do(ctx)
	if err == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		all := maps.Clone(m.answers)
		if all == nil {
			all = map[string]kept{}
		}
		all[q.ID] = kept{q.Digest, a}
		m.answers = all
	}
	return a, err
}

func (m *memory) WatchAccount(account string) (<-chan struct{}, func()) {
	return m.Watch("account " + account)
}

func (m *memory) AccountEvents(_ context.Context, account string, after int64, limit int) (news []domain.AccountEvent, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, n := range m.news[account] {
		if place := int64(i + 1); place > after && len(news) < limit {
			news = append(news, domain.AccountEvent{Place: place, Game: n.game, EventView: n.told.For(m.games[n.game].table.SeatOf(account))})
		}
	}
	return news, nil
}

func (m *memory) LastAccountEvent(_ context.Context, account string) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return int64(len(m.news[account])), nil
}

// item is an event in an account's own order.
type item struct {
	game string
	told domain.Told
}

// tellPlayers adds events to the order of everybody at the table, and gives whom to wake.
func (m *memory) tellPlayers(g *game, out domain.Outcome) (topics []string) {
	for _, seat := range g.table.Seats {
		for _, e := range out.Events {
			m.news[seat.Account] = append(m.news[seat.Account], item{g.table.ID, e})
		}
		if len(out.Events) > 0 {
			topics = append(topics, "account "+seat.Account)
		}
	}
	return topics
}
