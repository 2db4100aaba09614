package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tender/domain"
)

// memory keeps everything in maps and plays by the real domain.Table: what the API needs of storage, without a file or
// a goroutine, so that tests can run on a clock of their own.
type memory struct {
	decided    atomic.Uint64
	mu         sync.Mutex
	now        func() time.Time
	count      int // makes ids
	accounts   []domain.Account
	tokens     map[string]domain.RefreshToken // by hash
	keys       []domain.SigningKey
	made       int                         // how often the first key was asked for
	reading    func(context.Context) error // what happens when keys are read
	hooks      []domain.Webhook
	wishes     map[string]domain.Preferences // by account and game
	access     access
	games      map[string]*game
	watchers   map[chan struct{}]string
	viewing    func(account string) // what happens before a view is read
	viewed     func(account string) // and after it
	fault      error                // what every game call fails with
	letters    [][2]string          // what and to whom
	codes      map[string]string    // accounts by hash
	identities map[string]string
	mailbook
	absences
	sent        sent
	talk        talk
	invitations []*invited
	rematches   map[string]string // by the game that was played
	refusing    []string          // addresses that take no invitations, as keys
	once
}

// bomb is a fault that makes game calls panic with it.
type bomb struct{ cards int }

func (b bomb) Error() string { return fmt.Sprint(b.cards) }

type game struct {
	table *domain.Table
	told  []domain.Told
	log   []domain.Logged
}

func newMemory(now func() time.Time) *memory {
	return &memory{now: now, access: access{follows: map[string]string{}}, tokens: map[string]domain.RefreshToken{}, games: map[string]*game{}, codes: map[string]string{}, identities: map[string]string{}, wishes: map[string]domain.Preferences{}, mailbook: newMailbook(), absences: absences{map[string][]domain.Vacation{}, map[string][]domain.TurnOf{}}, watchers: map[chan struct{}]string{}, once: once{news: map[string][]item{}}}
}

func (m *memory) id(what string) string {
	m.count++
	return fmt.Sprintf("%s%d", what, m.count)
}

// fingerprint changes when anything that is kept does.
func (m *memory) fingerprint() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b strings.Builder
	for _, i := range m.invitations {
		fmt.Fprint(&b, *i)
	}
	fmt.Fprint(&b, m.refusing, m.rematches, m.accounts, m.tokens, m.hooks, m.access, m.off, m.sent, m.talk, m.vacations, compact(m.wishes))
	ids := []string{}
	for id := range m.games {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		fmt.Fprintf(&b, "%s %v %d", m.games[id].table.Encode(), m.games[id].table.Sealed, len(m.games[id].log))
	}
	return b.String()
}

func (m *memory) CreateAccount(_ context.Context, a domain.Account) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, other := range m.accounts {
		if other.NameKey == a.NameKey {
			return a, domain.Refuse(domain.NameTaken, "Somebody has that name; choose another one.").At("/name")
		}
		if other.EmailKey == a.EmailKey {
			a.ID, a.CreatedAt = m.id("account"), m.now() // which nobody can use
			return a, nil
		}
	}
	a.ID, a.CreatedAt, a.Role = m.id("account"), m.now(), domain.Player
	m.accounts = append(m.accounts, a)
	return a, nil
}

func (m *memory) find(fits func(domain.Account) bool) (*domain.Account, error) {
	if i := slices.IndexFunc(m.accounts, fits); i >= 0 {
		return &m.accounts[i], nil
	}
	return &domain.Account{}, domain.Refuse(domain.NotFound, "There is no such account.")
}

func (m *memory) Account(_ context.Context, id string) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.ID == id })
	return *a, err
}

func (m *memory) AccountByEmail(_ context.Context, key string) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.EmailKey == key })
	return *a, err
}

func (m *memory) Rename(_ context.Context, id, name, nameKey string) (domain.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.ID == id })
	if err == nil {
		a.Name, a.NameKey = name, nameKey
	}
	return *a, err
}

func (m *memory) AddRefreshToken(_ context.Context, t domain.RefreshToken, shown string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.find(func(a domain.Account) bool { return a.ID == t.Account && a.Former == 0 })
	switch {
	case err != nil || shown != "" && a.PasswordHash != shown:
		return endedToken()
	case m.suspended(t.Account):
		return domain.RefuseSuspended()
	}
	m.tokens[t.Hash] = t
	return nil
}

func (m *memory) SpendRefreshToken(_ context.Context, hash string, next domain.RefreshToken, from string) (domain.RefreshToken, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.tokens[hash]
	switch {
	case !ok || !m.now().Before(t.ExpiresAt):
		return t, domain.Refuse(domain.InvalidToken, "The refresh token is not valid; sign in again.")
	case m.suspended(t.Account):
		return t, domain.RefuseSuspended()
	case !t.SpentAt.IsZero():
		if kept, ok := m.tokens[m.access.follows[hash]]; ok && kept.SpentAt.IsZero() && m.now().Sub(t.SpentAt) <= domain.RefreshGrace {
			return kept, nil
		}
		m.end(t.Session)
		m.write(domain.Act{What: domain.ActReuse, On: t.Account, From: from})
		return t, domain.Refuse(domain.TokenReused, "The refresh token was used before; sign in again.")
	}
	t.SpentAt = m.now()
	m.tokens[hash] = t
	next.Account, next.Session = t.Account, t.Session
	m.tokens[next.Hash] = next
	m.access.follows[hash] = next.Hash
	return next, nil
}

func (m *memory) end(session string) {
	for hash, t := range m.tokens {
		if t.Session == session {
			delete(m.tokens, hash)
		}
	}
}

func (m *memory) EndSession(_ context.Context, _, session string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.end(session)
	return nil
}

func endedToken() error {
	return domain.Refuse(domain.InvalidToken, "This token has ended; sign in again.")
}

// lasts says whether a session has tokens; "" is none.
func (m *memory) lasts(session string) bool {
	for _, t := range m.tokens {
		if t.Session == session {
			return true
		}
	}
	return session == ""
}

func (m *memory) SessionAlive(_ context.Context, session string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range m.tokens {
		if t.Session == session {
			return true, nil
		}
	}
	return false, nil
}

func (m *memory) FirstSigningKey(_ context.Context, newKey func() domain.SigningKey) (domain.SigningKey, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.made++
	if len(m.keys) == 0 {
		m.keys = append(m.keys, newKey())
	}
	return m.keys[0], nil
}

func (m *memory) SigningKeys(ctx context.Context) ([]domain.SigningKey, error) {
	if m.reading != nil {
		if err := m.reading(ctx); err != nil {
			return nil, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.keys), nil
}

// names gives the players' names by account.
func (m *memory) names() map[string]string {
	names := map[string]string{}
	for _, a := range m.accounts {
		names[a.ID] = a.Name
	}
	return names
}

func (m *memory) game(id string) (*game, error) {
	if b, ok := m.fault.(bomb); ok {
		panic(b)
	}
	if m.fault != nil {
		return nil, m.fault
	}
	if g, ok := m.games[id]; ok {
		return g, nil
	}
	return nil, domain.Refuse(domain.NotFound, "There is no such game.")
}

func (m *memory) keep(g *game, in domain.Input, by domain.Actor, out domain.Outcome) {
	g.told = append(g.told, out.Events...)
	if !out.Nothing {
		g.log = append(g.log, domain.Log(len(g.log)+1, in, by, m.now().UTC().Truncate(time.Millisecond)))
	}
	topics := append(m.tellPlayers(g, out), g.table.ID)
	for c, id := range m.watchers {
		if slices.Contains(topics, id) {
			select {
			case c <- struct{}{}:
			default:
			}
		}
	}
}

func (m *memory) Record(_ context.Context, id, account string) (*domain.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(id)
	if err == nil {
		err = m.admit(g, account)
	}
	if err != nil {
		return nil, err
	}
	return domain.Kinds{g.table.Kind}.Record(g.log, m.names())
}

// Changes counts whatever has been decided.
func (m *memory) Changes(_, _ string) uint64 { return m.decided.Load() + 1 }

func (m *memory) Watch(game string) (<-chan struct{}, func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := make(chan struct{}, 1)
	m.watchers[c] = game
	return c, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.watchers, c)
	}
}

func compact(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
