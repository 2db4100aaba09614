package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"io"
	"log"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"tender/domain"
	"tender/domain/kinds"
	"tender/notify"
	"tender/persistence"
	"tender/persistence/pgtest"
)

// arrivals are the ids of what a sink has received, and what it calls when it has received so many different ones.
type arrivals struct {
	mu      sync.Mutex
	bodies  map[string][]string
	waiting int
	reached func()
}

// came takes an id and what came with it.
func (a *arrivals) came(id, body string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.bodies[id] = append(a.bodies[id], body)
	if a.waiting > 0 && len(a.bodies) >= a.waiting {
		a.waiting = 0
		a.reached()
	}
}

// when calls reached as soon as there are n different ids.
func (a *arrivals) when(n int, reached func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.bodies) >= n {
		reached()
		return
	}
	a.waiting, a.reached = n, reached
}

// letterbox is a mail server that takes everything.
type letterbox struct{ *arrivals }

func (l letterbox) NewSession(*smtp.Conn) (smtp.Session, error) { return l, nil }
func (letterbox) Mail(string, *smtp.MailOptions) error          { return nil }
func (letterbox) Rcpt(string, *smtp.RcptOptions) error          { return nil }
func (letterbox) Reset()                                        {}
func (letterbox) Logout() error                                 { return nil }
func (l letterbox) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(m.Body)
	if err == nil {
		id, _, _ := strings.Cut(strings.Trim(m.Header.Get("Message-Id"), "<>"), "@")
		l.came(id, string(body))
	}
	return err
}

// open listens until the test ends.
func (l letterbox) open(t *testing.T) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := smtp.NewServer(l)
	s.Domain, s.MaxMessageBytes, s.ErrorLog = "sink.example.org", 1<<20, log.New(io.Discard, "", 0) // killed senders hang up
	go func() { _ = s.Serve(listener) }()
	t.Cleanup(func() { _ = s.Close() })
	return "smtp://" + listener.Addr().String() + "?tls=off"
}

// A server is killed again and again while it sends 1,000 notices. When it is left alone in the end, every one of them has
// arrived, and what came twice came under the same id with the same words.
func TestEveryNoticeArrivesWhoeverIsKilledMeanwhile(t *testing.T) {
	binary := filepath.Join(program(t), "tender")
	t.Run("sqlite", func(t *testing.T) {
		killedWhileSending(t, binary, "sqlite:"+filepath.Join(t.TempDir(), "tender.db"), "sqlite")
	})
	t.Run("postgres", func(t *testing.T) { killedWhileSending(t, binary, pgtest.URL(t), "pgx") })
}

func killedWhileSending(t *testing.T, binary, database, driver string) {
	const games, seats = 70, 5
	sink := &arrivals{bodies: map[string][]string{}}
	smtpURL := letterbox{sink}.open(t)
	hooks := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil { // else the sender was killed in the middle of it
			sink.came(r.Header.Get("Webhook-Id"), string(body))
		}
	}))
	defer hooks.Close()
	owed := fill(t, database, hooks.URL, games, seats)
	db, err := sql.Open(driver, strings.TrimPrefix(database, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()

	for _, share := range []int{10, 35, 70} { // in percent of what has arrived when it is killed
		server := serving(t, binary, database, smtpURL)
		dead := make(chan struct{})
		sink.when(owed*share/100, func() { _ = server.Process.Kill(); close(dead) })
		<-dead
		_ = server.Wait()
		// Its leases, of a minute each, end.
		if _, err := db.Exec(`UPDATE deliveries SET due_at = due_at - 60000 WHERE status = 'pending' AND wanted_at <= created_at`); err != nil {
			t.Fatal(err)
		}
	}
	server := serving(t, binary, database, smtpURL)
	all := make(chan struct{})
	sink.when(owed, func() { close(all) })
	<-all
	_ = server.Process.Signal(os.Interrupt) // which lets it write down what has been sent
	if err := server.Wait(); err != nil {
		t.Errorf("stopped with %v", err)
	}

	stored := map[string]string{}
	rows, err := db.Query(`SELECT id, status FROM deliveries WHERE wanted_at <= created_at`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, status string
		if err := rows.Scan(&id, &status); err != nil {
			t.Fatal(err)
		}
		stored[id] = status
	}
	if len(stored) != owed {
		t.Errorf("%d deliveries are stored, not %d", len(stored), owed)
	}
	twice := 0
	for id, status := range stored {
		if status != string(domain.Delivered) {
			t.Errorf("%s is %s", id, status)
		}
		came := sink.bodies[id]
		if len(came) == 0 {
			t.Errorf("%s did not arrive", id)
			continue
		}
		if len(came) > 1 {
			twice++
		}
		for _, again := range came[1:] {
			if again != came[0] {
				t.Errorf("%s came again with other words:\n%s\n---\n%s", id, came[0], again)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(sink.bodies)) {
		if _, ok := stored[id]; !ok {
			t.Errorf("%s arrived and is not stored", id)
		}
	}
	t.Logf("%d notices, killed three times; %d came more than once", owed, twice)
}

// serving starts the program.
func serving(t *testing.T, binary, database, smtpURL string) *exec.Cmd {
	t.Helper()
	server := exec.CommandContext(t.Context(), binary, "serve", "--addr", "127.0.0.1:0", "--database", database, "--smtp", smtpURL,
		"--data", t.TempDir(), "--webhook-allow", "127.0.0.0/8", "--verify-mail", "off", "--log-level", "error",
		"--public-url", "https://tender.example.org")
	server.Stderr = t.Output()
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	return server
}

// fill makes a database with games that have just started, and says how many notices are owed now.
func fill(t *testing.T, database, hook string, games, seats int) (owed int) {
	t.Helper()
	ctx, now := t.Context(), time.Now()
	store, err := persistence.Open(ctx, database, persistence.Options{Kinds: kinds.All, Now: func() time.Time { return now }, Random: rand.Reader,
		Log: slog.New(slog.DiscardHandler), Plan: notify.Channels})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(store.Migrate(ctx))
	var players []domain.Actor
	for i := range 4 * seats {
		name := fmt.Sprintf("player%d", i)
		key, address := name, name+"@example.org"
		a, err := store.CreateAccount(ctx, domain.Account{Name: name, NameKey: key, Email: address, EmailKey: address})
		must(err)
		_, err = store.AddWebhook(ctx, domain.Webhook{Account: a.ID, URL: fmt.Sprintf("%s/%d", hook, i), Secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, "", "")
		must(err)
		players = append(players, domain.Actor{Account: a.ID})
	}
	for g := range games {
		host := players[g*seats%len(players)]
		id, _, err := store.OpenGame(ctx, domain.Open{Kind: "money", Seats: seats}, host)
		must(err)
		for i := 1; i < seats; i++ {
			_, err := store.Decide(context.WithoutCancel(ctx), id, domain.Join{}, players[(g*seats+i)%len(players)])
			must(err)
		}
	}
	return games * seats * 3 // each player: one mail, and two webhooks for the start and the bid
}
