package api_test

import (
	"context"
	"strings"

	"tender/domain"
)

func (m *memory) Rematch(ctx context.Context, id string, by domain.Actor) (string, bool, error) {
	m.mu.Lock()
	g, err := m.game(id)
	if err != nil {
		m.mu.Unlock()
		return "", false, err
	}
	in, others, err := g.table.Rematch(by.Account)
	if r, refused := domain.AsRefusal(err); refused && r.Code == domain.NotSeated {
		if hidden := m.admit(g, by.Account); hidden != nil {
			err = hidden
		}
	}
	there := m.rematches[id]
	m.mu.Unlock()
	if err != nil || there != "" {
		return there, false, err
	}
	next, _, err := m.OpenGame(ctx, in, by)
	if err != nil {
		return "", false, err
	}
	for _, account := range others {
		a, err := m.Account(ctx, account)
		if err != nil {
			return "", false, err
		}
		if _, err := m.Invite(ctx, next, domain.Invitee{NameKey: strings.ToLower(a.Name)}, domain.DefaultInvitation, by); err != nil {
			return "", false, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rematches == nil {
		m.rematches = map[string]string{}
	}
	m.rematches[id] = next
	return next, true, nil
}
