package api_test

import (
	"context"
	"encoding/base64"
	"slices"
	"strconv"
	"time"

	"tender/domain"
)

// access is what the memory keeps of access and moderation.
type access struct {
	personal []domain.PersonalToken
	lookups  int               // of personal tokens by hash
	uses     int               // that were written down
	follows  map[string]string // by the hash of a spent refresh token: that of the next
	acts     []domain.Act
	fault    error // what Tell and Rehash fail with
}

func (m *memory) write(a domain.Act) {
	a.At = m.now()
	m.access.acts = append(m.access.acts, a)
}

func (m *memory) suspended(account string) bool {
	a, _ := m.find(func(a domain.Account) bool { return a.ID == account })
	return !a.SuspendedAt.IsZero()
}

// SessionsOf makes sessions of refresh tokens.
func (m *memory) SessionsOf(_ context.Context, account string) (sessions []domain.Session, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	byID := map[string]domain.Session{}
	for _, t := range m.tokens {
		if t.Account != account {
			continue
		}
		one, ok := byID[t.Session]
		if !ok {
			one = domain.Session{ID: t.Session, Account: account, BeganAt: t.IssuedAt, RefreshedAt: t.IssuedAt, ExpiresAt: t.ExpiresAt}
		}
		if t.IssuedAt.Before(one.BeganAt) {
			one.BeganAt = t.IssuedAt
		}
		if t.IssuedAt.After(one.RefreshedAt) {
			one.RefreshedAt, one.ExpiresAt = t.IssuedAt, t.ExpiresAt
		}
		byID[t.Session] = one
	}
	for _, one := range byID {
		sessions = append(sessions, one)
	}
	slices.SortFunc(sessions, func(a, b domain.Session) int { return a.BeganAt.Compare(b.BeganAt) })
	return sessions, nil
}

func (m *memory) RemoveSession(_ context.Context, account, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range m.tokens {
		if t.Session == id && t.Account == account {
			m.end(id)
			return nil
		}
	}
	return domain.Refuse(domain.NotFound, "There is no such session.")
}

func (m *memory) EndSessions(_ context.Context, account string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.endAll(account)
	return nil
}

func (m *memory) endAll(account string) {
	for hash, t := range m.tokens {
		if t.Account == account {
			delete(m.tokens, hash)
		}
	}
}

func (m *memory) AddPersonalToken(_ context.Context, t domain.PersonalToken, session string) (domain.PersonalToken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.lasts(session) {
		return t, endedToken()
	}
	if len(m.access.personal) >= domain.MaxPersonalTokens {
		return t, domain.Refuse(domain.TooManyTokens, "You have %d tokens; remove one first.", domain.MaxPersonalTokens)
	}
	t.ID = m.id("token")
	m.access.personal = append(m.access.personal, t)
	return t, nil
}

func (m *memory) PersonalTokens(_ context.Context, account string) (tokens []domain.PersonalToken, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range m.access.personal {
		if t.Account == account {
			tokens = append(tokens, t)
		}
	}
	return tokens, nil
}

func (m *memory) PersonalToken(_ context.Context, hash string) (domain.PersonalToken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.access.lookups++
	for _, t := range m.access.personal {
		if t.Hash == hash {
			return t, nil
		}
	}
	return domain.PersonalToken{}, domain.Refuse(domain.NotFound, "There is no such token.")
}

func (m *memory) UsePersonalToken(_ context.Context, id string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.access.uses++
	for i := range m.access.personal {
		if m.access.personal[i].ID == id {
			m.access.personal[i].UsedAt = at
		}
	}
	return nil
}

func (m *memory) RemovePersonalToken(_ context.Context, account, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, t := range m.access.personal {
		if t.ID == id && t.Account == account {
			m.access.personal = slices.Delete(m.access.personal, i, i+1)
			return nil
		}
	}
	return domain.Refuse(domain.NotFound, "There is no such token.")
}

func (m *memory) ChangePassword(_ context.Context, account, from, to, session string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.lasts(session) {
		return endedToken()
	}
	a, err := m.find(func(a domain.Account) bool { return a.ID == account && a.PasswordHash == from })
	if err != nil {
		return err
	}
	a.PasswordHash = to
	m.endAll(account)
	m.access.personal = slices.DeleteFunc(m.access.personal, func(t domain.PersonalToken) bool { return t.Account == account })
	return nil
}

func (m *memory) Rehash(_ context.Context, account, from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.ID == account && a.PasswordHash == from })
	if err == nil && m.access.fault == nil {
		a.PasswordHash = to
	}
	return m.access.fault
}

func (m *memory) AccountByName(_ context.Context, key string) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.NameKey == key && a.Former == 0 })
	return *a, err
}

func (m *memory) amend(id string, act domain.Act, change func(*domain.Account)) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.ID == id })
	if err == nil {
		change(a)
		act.On = id
		m.write(act)
	}
	return *a, err
}

func (m *memory) RenameBy(_ context.Context, id, name, nameKey string, act domain.Act) (domain.Account, error) {
	return m.amend(id, act, func(a *domain.Account) { a.Name, a.NameKey = name, nameKey })
}

func (m *memory) Suspend(_ context.Context, id string, act domain.Act) (domain.Account, error) {
	return m.amend(id, act, func(a *domain.Account) { a.SuspendedAt = m.now() })
}

func (m *memory) Lift(_ context.Context, id string, act domain.Act) (domain.Account, error) {
	return m.amend(id, act, func(a *domain.Account) { a.SuspendedAt = time.Time{} })
}

func (m *memory) CallOff(ctx context.Context, game string, act domain.Act) error {
	return m.Moderate(ctx, game, domain.Abandon{Moderator: true}, act)
}

func (m *memory) Moderate(ctx context.Context, game string, in domain.Input, act domain.Act) error {
	if _, err := m.Decide(ctx, game, in, domain.Actor{Account: act.Who}); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	act.On = game
	m.write(act)
	return nil
}

// Acts pages by position, newest first.
func (m *memory) Acts(_ context.Context, after string, limit int) (acts []domain.Act, next string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	from := 0
	if after != "" {
		raw, _ := base64.RawURLEncoding.DecodeString(after)
		if from, err = strconv.Atoi(string(raw)); err != nil {
			return nil, "", domain.Refuse(domain.InvalidCursor, "There is no such page.")
		}
	}
	all := slices.Clone(m.access.acts)
	slices.Reverse(all)
	for i := from; i < len(all) && i < from+limit; i++ {
		all[i].WhoName = m.names()[all[i].Who]
		acts = append(acts, all[i])
	}
	if from+limit < len(all) {
		next = base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(from + limit)))
	}
	return acts, next, nil
}

func (m *memory) PlayedGames(_ context.Context, account string) (played []domain.PlayedGame, err error) {
	games, _, err := m.Games(context.Background(), domain.GameFilter{Player: account, Limit: 1000})
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, summary := range games {
		g := m.games[summary.ID]
		one := domain.PlayedGame{Game: summary, Seat: g.table.SeatOf(account), Moves: []domain.OwnAction{}}
		for _, l := range g.log {
			if did, err := l.Own(); err == nil && summary.EndedAt != nil && l.By.Account == account {
				one.Moves = append(one.Moves, did)
			}
		}
		played = append(played, one)
	}
	return played, err
}

func (m *memory) DeleteAccount(_ context.Context, id string, act domain.Act) error {
	_, err := m.amend(id, act, func(a *domain.Account) {
		*a = domain.Account{ID: id, Name: domain.FormerName(1), NameKey: "former:" + id, EmailKey: "former:" + id, Former: 1, CreatedAt: a.CreatedAt}
		m.endAll(id)
	})
	return err
}

func (m *memory) RemoveSigningKey(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keys = slices.DeleteFunc(m.keys, func(k domain.SigningKey) bool { return k.ID == id })
	return nil
}

// as gives somebody a role, behind the server's back.
func (w *world) as(name string, role domain.Role) {
	w.Helper()
	w.store.mu.Lock()
	defer w.store.mu.Unlock()
	a, err := w.store.find(func(a domain.Account) bool { return a.Name == name })
	if err != nil {
		w.Fatal(err)
	}
	a.Role = role
}

// admin signs an admin up and in.
func (w *world) admin(name string) (token string) {
	w.Helper()
	token = w.person(name)
	w.as(name, domain.Admin)
	return token
}

// idOf is an account's id.
func (w *world) idOf(name string) string {
	w.Helper()
	w.store.mu.Lock()
	defer w.store.mu.Unlock()
	a, err := w.store.find(func(a domain.Account) bool { return a.Name == name })
	if err != nil {
		w.Fatal(err)
	}
	return a.ID
}
