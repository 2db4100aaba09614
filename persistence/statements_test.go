package persistence_test

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm/logger"

	"tender/domain"
)

// statements are what a store has sent to its database, with their parameters.
type statements struct {
	logger.Interface // of everything else, discarded
	mu               sync.Mutex
	sent             []string
}

func (s *statements) Trace(_ context.Context, _ time.Time, sql func() (string, int64), _ error) {
	text, _ := sql()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, text)
}

// ofGames are the tables whose rows belong to a game, and ofPeople those of an account or of one request of it.
var (
	ofGames  = regexp.MustCompile(`\b(games|seats|sealed|inputs|events|deliveries)\b`)
	ofPeople = regexp.MustCompile(`\b(accounts|webhooks|inbox|inboxes|answers|preferences)\b`)
	// amongAll are the statements of a bid, a move and a view that are about neither: answers that have expired go, twenty
	// at the most, in the order of their index.
	amongAll = "DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE expires_at <="
)

// A database that is split up by the game finds whatever a bid, a move, a deadline or a view wants of a game in one place:
// every statement that touches its rows says which game it is. Those that touch an account's say which account, or which
// request.
func TestEveryHotStatementNamesItsGame(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		people := w.people(t, 2)
		game, other := w.game(t, people...), w.game(t, people...)
		_, err := w.AddWebhook(t.Context(), domain.Webhook{Account: people[0].ID, URL: "https://hooks.example.org", Secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, "", "")
		must(t, err)
		key := strings.Repeat("k", 64)
		s := &statements{Interface: logger.Discard}
		heard := func(what string, do func()) {
			t.Helper()
			s.sent = nil
			do()
			if len(s.sent) == 0 {
				t.Fatalf("%s: no statement was heard", what)
			}
			for _, sql := range s.sent {
				named := strings.Contains(sql, game)
				for _, id := range []string{people[0].ID, people[1].ID, key} {
					named = named || !ofGames.MatchString(sql) && strings.Contains(sql, id)
				}
				if strings.Contains(sql, other) || !named && !strings.HasPrefix(sql, amongAll) && (ofGames.MatchString(sql) || ofPeople.MatchString(sql)) {
					t.Errorf("%s: %s", what, sql)
				}
			}
			t.Logf("%s: %d statements", what, len(s.sent))
		}
		w.Trace(s)
		heard("a bid", func() { w.decide(t, game, bid(1), people[0]) })
		heard("a bid that ends the round", func() { w.decide(t, game, bid(2), people[1]) })
		heard("a move with a key", func() {
			_, err := w.Once(t.Context(), domain.Asked{Account: people[1].ID, ID: key, Digest: "d"}, func(ctx context.Context) (domain.Answer, error) {
				_, err := w.Decide(ctx, game, take(), by(people[1]))
				return domain.Answer{Status: 200, Body: []byte("{}")}, err
			})
			must(t, err)
		})
		heard("a view", func() {
			_, err := w.View(t.Context(), game, people[0].ID)
			must(t, err)
		})
		heard("the events", func() {
			_, err := w.Events(t.Context(), game, people[0].ID, 0, 100)
			must(t, err)
		})
		heard("a bid withdrawn", func() {
			w.decide(t, game, bid(1), people[0])
			w.decide(t, game, domain.Withdraw{}, people[0])
		})
		w.clock.advance(time.Hour)
		heard("a deadline", func() {
			_, err := w.Decide(t.Context(), game, domain.Expire{}, domain.Clock)
			must(t, err)
		})
	})
}
