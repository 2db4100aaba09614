package api_test

import (
	"context"

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
