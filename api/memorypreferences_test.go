package api_test

import (
	"context"
	"strings"

	"tender/domain"
)

// Preferences are kept by account and game.
func (m *memory) Preferences(_ context.Context, account, game string) (all, one domain.Preferences, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all = m.wishes[account+" "]
	if game != "" {
		one = m.wishes[account+" "+game]
	}
	return all, one, nil
}

func (m *memory) AllPreferences(_ context.Context, account string) (map[string]domain.Preferences, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	said := map[string]domain.Preferences{}
	for of, p := range m.wishes {
		if game, his := strings.CutPrefix(of, account+" "); his {
			said[game] = p
		}
	}
	return said, nil
}

func (m *memory) SetPreferences(_ context.Context, account, game string, p domain.Preferences) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wishes[account+" "+game] = p
	return nil
}

func (m *memory) ForgetPreferences(_ context.Context, account, game string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.wishes, account+" "+game)
	return nil
}
