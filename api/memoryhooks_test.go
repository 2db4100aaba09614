package api_test

import (
	"context"
	"slices"
	"time"

	"tender/domain"
)

func (m *memory) AddWebhook(_ context.Context, w domain.Webhook, session, token string) (domain.Webhook, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := token == "" || slices.ContainsFunc(m.access.personal, func(t domain.PersonalToken) bool { return t.Hash == token })
	if !m.lasts(session) || !known {
		return w, endedToken()
	}
	if len(m.hooks) >= domain.MaxWebhooks {
		return w, domain.Refuse(domain.TooManyWebhooks, "You have %d webhooks; remove one first.", domain.MaxWebhooks)
	}
	for _, other := range m.hooks {
		if other.Account == w.Account && other.URL == w.URL {
			return w, domain.Refuse(domain.WebhookExists, "You have a webhook for this address.").At("/url")
		}
	}
	w.ID, w.CreatedAt, w.KeySeed = m.id("hook"), m.now(), []byte("seed of thirty-two bytes exactly")
	m.hooks = append(m.hooks, w)
	return w, nil
}

func (m *memory) Webhooks(_ context.Context, account string) (hooks []domain.Webhook, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.hooks {
		if w.Account == account {
			hooks = append(hooks, w)
		}
	}
	return hooks, nil
}

func (m *memory) RemoveWebhook(_ context.Context, account, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, w := range m.hooks {
		if w.ID == id && w.Account == account {
			m.hooks = slices.Delete(m.hooks, i, i+1)
			return nil
		}
	}
	return domain.Refuse(domain.NotFound, "There is no such webhook.")
}

func (m *memory) WebhookByID(_ context.Context, id string) (domain.Webhook, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.hooks {
		if w.ID == id {
			return w, nil
		}
	}
	return domain.Webhook{}, domain.Refuse(domain.NotFound, "There is no such webhook.")
}

// changeHook changes a webhook of an account in place.
func (m *memory) changeHook(account, id string, change func(*domain.Webhook)) (domain.Webhook, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.hooks {
		if w := &m.hooks[i]; w.ID == id && w.Account == account {
			change(w)
			return *w, nil
		}
	}
	return domain.Webhook{}, domain.Refuse(domain.NotFound, "There is no such webhook.")
}

func (m *memory) ChangeWebhook(_ context.Context, account, id string, c domain.HookChange) (domain.Webhook, error) {
	return m.changeHook(account, id, func(w *domain.Webhook) { w.Change(c, m.now()) })
}

func (m *memory) RotateSecret(_ context.Context, r domain.Webhook, overlap time.Duration, session, _ string) (domain.Webhook, error) {
	if !m.lasts(session) {
		return r, endedToken()
	}
	return m.changeHook(r.Account, r.ID, func(w *domain.Webhook) {
		w.Old = append(w.Old, domain.OldSecret{Secret: w.Secret, Until: m.now().Add(overlap)})
		w.Secret = r.Secret
	})
}
