package persistence_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tender/domain"
	"tender/persistence"
	"tender/persistence/pgtest"
)

// clock is a clock that only tests move.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// world is a store on a fresh database, with a clock of its own.
type world struct {
	*persistence.Store
	url   string
	kinds domain.Kinds
	clock *clock
	log   *lockedBuffer
}

// onBoth runs a test on SQLite and on Postgres.
func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Run("sqlite", func(t *testing.T) {
		w := open(t, "sqlite:"+filepath.Join(t.TempDir(), "of games?.db"), nil)
		must(t, w.Migrate(t.Context()))
		test(t, w)
	})
	t.Run("postgres", func(t *testing.T) { test(t, onPostgres(t)) })
}

func onPostgres(t *testing.T) *world {
	t.Helper()
	return open(t, pgtest.Clone(t, "store", func(url string) error {
		s, err := persistence.Open(context.Background(), url, persistence.Options{Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Migrate(context.Background())
	}), nil)
}

// open opens a store for the toy at a URL; c is the clock, nil for a new one.
func open(t *testing.T, url string, c *clock) *world {
	t.Helper()
	return openWith(t, url, c, domain.Kinds{toy()})
}

func openWith(t *testing.T, url string, c *clock, kinds domain.Kinds) *world {
	t.Helper()
	if c == nil {
		c = &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)}
	}
	w := &world{url: url, kinds: kinds, clock: c, log: &lockedBuffer{}}
	s, err := persistence.Open(t.Context(), url, persistence.Options{Kinds: kinds, Now: c.now,
		Log: slog.New(slog.NewTextHandler(w.log, nil)), Plan: plan})
	must(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	w.Store = s
	return w
}

// plan sends every notice both ways, but those of the start by e-mail only.
func plan(n domain.Notice) []domain.Channel {
	if n.Type == domain.GameStarted {
		return []domain.Channel{domain.ByEmail}
	}
	return []domain.Channel{domain.ByEmail, domain.ByWebhook}
}

// person signs somebody up.
func (w *world) person(t *testing.T, name string) domain.Account {
	t.Helper()
	a, err := w.CreateAccount(t.Context(), domain.Account{Name: name, NameKey: name, Email: name + "@example.org",
		EmailKey: name + "@example.org", PasswordHash: "$argon2id$"})
	must(t, err)
	return a
}

// people signs n persons up.
func (w *world) people(t *testing.T, n int) []domain.Account {
	t.Helper()
	accounts := make([]domain.Account, n)
	for i := range accounts {
		accounts[i] = w.person(t, fmt.Sprintf("person%d", i+1))
	}
	return accounts
}

// game opens a toy game that all the given accounts join, so that it starts. Waits take a minute.
func (w *world) game(t *testing.T, seats ...domain.Account) string {
	t.Helper()
	game, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: len(seats), Title: "an evening",
		Pace: domain.Pace{"bid": 60, "take": 60}, Nonce: "host"}, by(seats[0]))
	must(t, err)
	for _, a := range seats[1:] {
		w.decide(t, game, domain.Join{Nonce: a.Name}, a)
	}
	return game
}

// decide expects the input to be taken.
func (w *world) decide(t *testing.T, game string, in domain.Input, a domain.Account) domain.Outcome {
	t.Helper()
	out, err := w.Decide(t.Context(), game, in, by(a))
	must(t, err)
	return out
}

func (w *world) verify(t *testing.T, game string) {
	t.Helper()
	if err := w.Verify(t.Context(), game); err != nil {
		t.Errorf("verify: %v", err)
	}
}

func by(a domain.Account) domain.Actor { return domain.Actor{Account: a.ID} }

// bid is a sealed toy bid that is ready.
func bid(amount int) domain.Seal {
	return domain.Seal{Move: fmt.Appendf(nil, `{"type":"bid","amount":%d}`, amount), Ready: true}
}

func take() domain.PlayMoves {
	return domain.PlayMoves{Moves: []json.RawMessage{json.RawMessage(`{"type":"take","amount":0}`)}}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused expects a refusal with a code.
func refused(t *testing.T, err error, code domain.Code) {
	t.Helper()
	if r, ok := domain.AsRefusal(err); !ok || r.Code != code {
		t.Errorf("got %v, want the refusal %s", err, code)
	}
}

// lockedBuffer is a log that goroutines share.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
