package api_test

import (
	"context"
	"fmt"

	"tender/domain"
)

// memory knows addresses as a store does that takes them at their word. Codes are made by tests.

func invalidCode() error { return domain.Refuse(domain.InvalidCode, "This code does not work.") }

// letter remembers what a store would have written, and refuses the fourth to an address.
func (m *memory) letter(kind domain.LetterType, key string) error {
	n := 0
	for _, l := range m.letters {
		if l[1] == key {
			n++
		}
	}
	if n >= 3 {
		return domain.Refuse(domain.TooManyMails, "This address has got 3 mails; try again later.")
	}
	m.letters = append(m.letters, [2]string{string(kind), key})
	return nil
}

func (m *memory) ClaimAddress(_ context.Context, account, email, key, session string) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.lasts(session) {
		return domain.Account{}, endedToken()
	}
	a, err := m.find(func(a domain.Account) bool { return a.ID == account })
	if err == nil {
		err = m.letter(domain.VerifyAddress, key)
	}
	if err == nil {
		a.NewEmail = email
	}
	return *a, err
}

func (m *memory) VerifyAgain(_ context.Context, account string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.ID == account })
	if err != nil {
		return err
	}
	if !a.EmailVerifiedAt.IsZero() {
		return domain.Refuse(domain.EmailVerified, "Your address is verified.")
	}
	return m.letter(domain.VerifyAddress, a.EmailKey)
}

func (m *memory) spendCode(hash string) (*domain.Account, error) {
	id, ok := m.codes[hash]
	if !ok {
		return &domain.Account{}, invalidCode()
	}
	delete(m.codes, hash)
	return m.find(func(a domain.Account) bool { return a.ID == id })
}

func (m *memory) VerifyAddress(_ context.Context, hash string) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.spendCode(hash)
	if err == nil {
		a.EmailVerifiedAt = m.now()
	}
	return *a, err
}

func (m *memory) AskForSignIn(_ context.Context, _, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.letter(domain.SignInLink, key)
	return nil
}

func (m *memory) SpendSignInLink(_ context.Context, hash string) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.spendCode(hash)
	return *a, err
}

func (m *memory) SpendSignInCode(_ context.Context, key, code string) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.EmailKey == key })
	if err != nil {
		return *a, invalidCode()
	}
	a, err = m.spendCode(domain.ShortCodeHash(a.ID, code))
	return *a, err
}

func (m *memory) AccountOfIdentity(_ context.Context, who domain.Identity, key string, names []domain.PersonName) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := fmt.Sprint(who.Issuer, " ", who.Subject)
	if id, ok := m.identities[at]; ok {
		a, err := m.find(func(a domain.Account) bool { return a.ID == id })
		return *a, err
	}
	if !who.EmailVerified || key == "" {
		return domain.Account{}, domain.Refuse(domain.ProviderRefused, "No verified address.")
	}
	for _, n := range names {
		if _, err := m.find(func(a domain.Account) bool { return a.NameKey == n.Key }); err == nil {
			continue
		}
		a := domain.Account{ID: m.id("account"), Name: n.Shown, NameKey: n.Key, Email: who.Email, EmailKey: key,
			CreatedAt: m.now(), EmailVerifiedAt: m.now()}
		m.accounts, m.identities[at] = append(m.accounts, a), a.ID
		return a, nil
	}
	return domain.Account{}, domain.Refuse(domain.NameTaken, "All names are taken.")
}
