package api_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tender/domain"
)

// sent is what a store would know of deliveries; tests put them there.
type sent struct {
	deliveries []domain.DeliveryLog
	standing   domain.MailStanding
	tested     []string // webhooks
	answer     domain.Attempt
}

func (m *memory) ownHook(account, hook string) bool {
	return slices.ContainsFunc(m.hooks, func(h domain.Webhook) bool { return h.ID == hook && h.Account == account })
}

func (m *memory) Deliveries(_ context.Context, f domain.DeliveryFilter) (list []domain.DeliveryLog, next string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.Webhook != "" && !m.ownHook(f.Account, f.Webhook) {
		return nil, "", domain.Refuse(domain.NotFound, "There is no such webhook.")
	}
	from := 0
	if f.After != "" {
		if _, err := fmt.Sscanf(f.After, "at%d", &from); err != nil {
			return nil, "", domain.Refuse(domain.InvalidCursor, "There is no such page.")
		}
	}
	for i, d := range m.sent.deliveries {
		fits := d.Account == f.Account && (f.Webhook == "" || d.Target == f.Webhook) && (f.Game == "" || d.Game == f.Game) &&
			(f.Status == "" || d.Status == f.Status)
		switch {
		case !fits || i < from:
		case len(list) == f.Limit:
			return list, fmt.Sprint("at", i), nil
		default:
			list = append(list, d)
		}
	}
	return list, "", nil
}

func (m *memory) RedeliverFailed(_ context.Context, account, hook string, since time.Time, dry bool) (n int, more bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.ownHook(account, hook) {
		return 0, false, domain.Refuse(domain.NotFound, "There is no such webhook.")
	}
	for i, d := range m.sent.deliveries {
		if d.Account == account && d.Target == hook && d.Status == domain.Failed && !d.CreatedAt.Before(since) {
			n++
			if !dry {
				m.sent.deliveries[i].Status = domain.Pending
			}
		}
	}
	return n, false, nil
}

func (m *memory) MailStanding(context.Context, string) (domain.MailStanding, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sent.standing, nil
}

func (m *memory) SendTestMail(_ context.Context, account string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.sent.standing.Reachable(); err != nil {
		return err
	}
	return m.letter(domain.TestMail, "test:"+account)
}

func (m *memory) testHook(_ context.Context, hook domain.Webhook) (domain.Attempt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent.tested = append(m.sent.tested, hook.ID)
	return m.sent.answer, nil
}

// sendAgain refuses what a store would: somebody else's, and the second within a while.
func (m *memory) sendAgain(_ context.Context, account, hook, delivery string) (domain.Attempt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.sent.deliveries, func(d domain.DeliveryLog) bool { return d.ID == delivery && d.Account == account && d.Target == hook })
	if i < 0 || !m.ownHook(account, hook) {
		return domain.Attempt{}, domain.Refuse(domain.NotFound, "There is no such delivery.")
	}
	d := &m.sent.deliveries[i]
	if n := len(d.Tries); n > 0 && d.Tries[n-1].Manual && m.now().Sub(d.Tries[n-1].At) < domain.RedeliverPause {
		return domain.Attempt{}, domain.Refuse(domain.SentLately, "It was sent again just now.")
	}
	a := m.sent.answer
	a.At, a.Manual = m.now(), true
	d.Tries = append(d.Tries, a)
	return a, nil
}
