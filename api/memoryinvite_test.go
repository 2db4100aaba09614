package api_test

import (
	"context"
	"slices"
	"time"

	"tender/domain"
)

// invited is an invitation with what belongs to it. The token of each is "token-" and its id.
type invited struct {
	domain.InvitationNote
	by, account, key string
}

// noGame refuses whoever may not see a game.
func (m *memory) admit(g *game, account string) error {
	if g.table.Visibility != domain.Private || g.table.SeatOf(account) > 0 {
		return nil
	}
	a, _ := m.find(func(a domain.Account) bool { return a.ID == account })
	if a.Role.AtLeast(domain.Moderator) || slices.ContainsFunc(m.invitations, func(i *invited) bool { return i.Game == g.table.ID && m.open(i) && m.to(i, account) }) {
		return nil
	}
	return domain.Refuse(domain.NotFound, "There is no such game.")
}

func (m *memory) open(i *invited) bool {
	return i.State == domain.InvitationOpen && m.now().Before(i.Until)
}

func (m *memory) to(i *invited, account string) bool {
	a, err := m.find(func(a domain.Account) bool { return a.ID == account })
	return err == nil && (i.account == account || i.key != "" && i.key == a.EmailKey)
}

// answered notes what has become of invitations.
func (m *memory) answered(out domain.Outcome) {
	for _, a := range out.Answered {
		for _, i := range m.invitations {
			if i.ID == a.ID {
				at := m.now()
				i.State, i.EndedAt = a.State, &at
			}
		}
	}
}

func (m *memory) Invite(ctx context.Context, id string, who domain.Invitee, life time.Duration, by domain.Actor) (domain.InvitationNote, error) {
	m.mu.Lock()
	i := &invited{InvitationNote: domain.InvitationNote{ID: m.id("invitation"), Game: id, State: domain.InvitationOpen, InvitedAt: m.now().UTC(), Until: m.now().Add(life).UTC()}, by: by.Account, key: who.Key}
	if i.To = who.Email; who.Key != "" {
		i.To = domain.Masked(who.Email)
	} else {
		a, err := m.find(func(a domain.Account) bool { return a.NameKey == who.NameKey && a.SuspendedAt.IsZero() })
		g, there := m.games[id]
		if err != nil && there && g.table.Host == by.Account {
			m.mu.Unlock()
			return i.InvitationNote, domain.Refuse(domain.CannotInvite, "Nobody of this name can be invited.").At("/name")
		}
		i.account, i.To = a.ID, a.Name
	}
	m.mu.Unlock()
	_, err := m.Decide(ctx, id, domain.Invite{Invitation: domain.Invitation{ID: i.ID, Account: i.account, Until: i.Until}}, by)
	if err == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.invitations = append(m.invitations, i)
	}
	return i.InvitationNote, err
}

func (m *memory) Invitations(_ context.Context, id, account string) (notes []domain.InvitationNote, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(id)
	if err == nil {
		err = m.admit(g, account)
	}
	for _, i := range m.invitations {
		if err == nil && i.Game == id && (g.table.Host == account || m.to(i, account)) {
			notes = append(notes, i.InvitationNote)
		}
	}
	return notes, err
}

func (m *memory) MyInvitations(_ context.Context, account string) (notes []domain.InvitationNote, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, i := range m.invitations {
		if m.open(i) && m.to(i, account) {
			n := i.InvitationNote
			n.By, n.Kind, n.Title = m.names()[i.by], m.games[i.Game].table.Kind.Name, m.games[i.Game].table.Title
			notes = append(notes, n)
		}
	}
	return notes, nil
}

func (m *memory) Decline(ctx context.Context, id, invitation string, by domain.Actor) error {
	m.mu.Lock()
	g, err := m.game(id)
	if err == nil {
		err = m.admit(g, by.Account)
	}
	mine := slices.ContainsFunc(m.invitations, func(i *invited) bool { return i.ID == invitation && m.to(i, by.Account) })
	m.mu.Unlock()
	if err == nil && !mine {
		err = domain.Refuse(domain.NotFound, "There is no such invitation to you.")
	}
	if err == nil {
		_, err = m.Decide(ctx, id, domain.Decline{ID: invitation}, by)
	}
	return err
}

func (m *memory) Join(ctx context.Context, id string, in domain.Join, token string, by domain.Actor) (domain.Outcome, error) {
	m.mu.Lock()
	for _, i := range m.invitations {
		if i.Game == id && m.open(i) && (m.to(i, by.Account) || token == "token-"+i.ID) {
			in.Invitation = i.ID
		}
	}
	m.mu.Unlock()
	return m.Decide(ctx, id, in, by)
}

func (m *memory) byToken(token string) (*invited, error) {
	for _, i := range m.invitations {
		if token == "token-"+i.ID {
			return i, nil
		}
	}
	return nil, domain.Refuse(domain.NotFound, "There is no such invitation.")
}

func (m *memory) InvitationByToken(_ context.Context, token string) (n domain.InvitationNote, v domain.View, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, err := m.byToken(token)
	if err != nil {
		return n, v, err
	}
	n, n.By = i.InvitationNote, m.names()[i.by]
	if m.open(i) {
		v = m.games[i.Game].table.View("", m.names())
	}
	return n, v, nil
}

func (m *memory) DeclineByToken(ctx context.Context, token string) error {
	m.mu.Lock()
	i, err := m.byToken(token)
	m.mu.Unlock()
	if err == nil {
		_, err = m.Decide(ctx, i.Game, domain.Decline{ID: i.ID}, domain.Clock)
	}
	return err
}

func (m *memory) TakeInvitations(_ context.Context, token string, take bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, err := m.byToken(token)
	if err == nil {
		m.refusing = slices.DeleteFunc(m.refusing, func(key string) bool { return key == i.key })
		if !take {
			m.refusing = append(m.refusing, i.key)
		}
	}
	return err
}
