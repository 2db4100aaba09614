package api_test

import (
	"context"

	"tender/domain"
)

// mailbook is the tokens in mails, and which sorts of mail are off, by account.
type mailbook struct {
	marks map[string]domain.MailToken // by text
	off   map[string]bool             // by account and sort
}

func newMailbook() mailbook {
	return mailbook{map[string]domain.MailToken{}, map[string]bool{}}
}

func (m *memory) MailTokenByText(_ context.Context, text string) (domain.MailToken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	spelled, _ := domain.ReadMailToken(text)
	t, found := m.marks[spelled]
	if !found {
		return t, domain.Refuse(domain.NotFound, "There is no such token.")
	}
	return t, nil
}

func (m *memory) TurnMail(ctx context.Context, text string, on bool) (domain.NoticeType, error) {
	t, err := m.MailTokenByText(ctx, text)
	if err != nil || t.Purpose != domain.ToUnsubscribe {
		return "", domain.Refuse(domain.NotFound, "There is no such token of this purpose.")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.off[t.Account+" "+string(t.Notice)] = !on
	return t.Notice, nil
}
