package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx", to look at a database past the store
	_ "github.com/libtnb/sqlite"       // the driver "sqlite"

	"tender/domain"
	"tender/domain/kinds"
	"tender/persistence"
	"tender/persistence/pgtest"
)

// world is a real server on a free port, with a clock that stands still until it is moved.
type world struct {
	testing.TB
	*server
	database string
	dir      string
	logs     *logs
	now      *atomic.Int64
	chance   *mathrand.Rand
	names    int
}

// everywhere runs a test on each database.
func everywhere(t *testing.T, test func(t *testing.T, w *world), changes ...func(*config)) {
	t.Run("sqlite", func(t *testing.T) {
		dir := t.TempDir()
		test(t, newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"), changes...))
	})
	onPostgres(t, test, changes...)
}

// onPostgres runs a test on Postgres, which several servers can share.
func onPostgres(t *testing.T, test func(t *testing.T, w *world), changes ...func(*config)) {
	t.Run("postgres", func(t *testing.T) {
		url := pgtest.Clone(t, "migrated", func(url string) error {
			store, err := persistence.Open(context.Background(), url, persistence.Options{Kinds: kinds.All, Now: time.Now, Random: rand.Reader,
				Log: slog.New(slog.DiscardHandler), Plan: func(domain.Notice) []domain.Channel { return nil }})
			if err != nil {
				return err
			}
			defer store.Close()
			return store.Migrate(context.Background())
		})
		test(t, newWorld(t, t.TempDir(), url, changes...))
	})
}

// newWorld starts a server whose configuration is changed as given.
func newWorld(t *testing.T, dir, database string, changes ...func(*config)) *world {
	t.Helper()
	return newWorldAt(t, time.Date(2030, 3, 1, 12, 0, 0, 0, time.UTC), dir, database, changes...)
}

// newWorldAt is newWorld at another time.
func newWorldAt(t *testing.T, at time.Time, dir, database string, changes ...func(*config)) *world {
	t.Helper()
	w := &world{TB: t, now: new(atomic.Int64), database: database, dir: dir, logs: new(logs), chance: mathrand.New(mathrand.NewPCG(1, 2))}
	w.now.Store(at.UnixMilli())
	c := config{storage: storage{database}, Addr: "127.0.0.1:0", Data: dir, MailFrom: "tender@example.org"}
	for _, change := range changes {
		change(&c)
	}
	var err error
	w.server, err = start(context.Background(), c,
		surroundings{now: w.clock, random: rand.Reader, log: slog.New(slog.NewJSONHandler(w.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.server.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *world) clock() time.Time { return time.UnixMilli(w.now.Load()) }

// logs is what the server has logged.
type logs struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (l *logs) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(p)
}

func (l *logs) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// person is somebody with an account and an access token; the zero person is signed out.
type person struct{ id, name, token string }

// person signs somebody up and in.
func (w *world) person() person {
	w.Helper()
	w.names++
	name := fmt.Sprintf("Player %c", 'A'+w.names-1)
	mail := fmt.Sprintf("player%d@example.org", w.names)
	account := w.must(person{}, "POST", "/v1/accounts", fmt.Sprintf(`{"name":%q,"email":%q,"password":"correct horse battery"}`, name, mail))
	session := w.must(person{}, "POST", "/v1/sessions", fmt.Sprintf(`{"email":%q,"password":"correct horse battery"}`, mail))
	return person{id: account["id"].(string), name: name, token: session["access_token"].(string)}
}

// people are n of them.
func (w *world) people(n int) []person {
	all := make([]person, n)
	for i := range all {
		all[i] = w.person()
	}
	return all
}

// call makes a request.
func (w *world) call(who person, method, path, body string, header ...string) (*http.Response, []byte) {
	w.Helper()
	request, err := http.NewRequestWithContext(context.Background(), method, w.URL+path, strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if who.token != "" {
		request.Header.Set("Authorization", "Bearer "+who.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	if len(body) > 32<<10 { // the answer may come before all is sent, and the connection be closed then
		request.Header.Set("Expect", "100-continue")
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, ExpectContinueTimeout: time.Minute}, Timeout: time.Minute}
	response, err := client.Do(request)
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		w.Fatal(err)
	}
	w.fits(request, response, raw)
	return response, raw
}

// must makes a request that has to work, and reads the answer.
func (w *world) must(who person, method, path, body string) map[string]any {
	w.Helper()
	response, raw := w.call(who, method, path, body)
	if response.StatusCode >= http.StatusBadRequest {
		w.Fatalf("%s %s %s: %s %s", method, path, body, response.Status, raw)
	}
	var answer map[string]any
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &answer); err != nil {
			w.Fatalf("%s %s: %v: %s", method, path, err, raw)
		}
	}
	return answer
}

// game opens a game and seats everybody, which starts it.
func (w *world) game(kind, edition, options string, players []person) string {
	w.Helper()
	id := w.must(players[0], "POST", "/v1/games", fmt.Sprintf(`{"kind":%q,"edition":%q,"options":%s,"seats":%d}`, kind, edition, options, len(players)))["id"].(string)
	for _, p := range players[1:] {
		w.must(p, "POST", "/v1/games/"+id+"/seats", `{}`)
	}
	return id
}

// look is what the store has of a game.
func (w *world) look(id string) *domain.Table {
	w.Helper()
	db := w.raw()
	defer db.Close()
	var state string
	if err := db.QueryRow(`SELECT state FROM games WHERE id = ` + quoted(id)).Scan(&state); err != nil {
		w.Fatal(err)
	}
	rows, err := db.Query(`SELECT seat, step, move, ready, receipt, nonce, at FROM sealed WHERE game_id = ` + quoted(id))
	if err != nil {
		w.Fatal(err)
	}
	defer rows.Close()
	var sealed []domain.Sealed
	for rows.Next() {
		var s domain.Sealed
		var move string
		var at int64
		if err := rows.Scan(&s.Seat, &s.Step, &move, &s.Ready, &s.Receipt, &s.Nonce, &at); err != nil {
			w.Fatal(err)
		}
		s.Move, s.At = json.RawMessage(move), time.UnixMilli(at).UTC()
		sealed = append(sealed, s)
	}
	if err := rows.Err(); err != nil {
		w.Fatal(err)
	}
	table, err := kinds.All.DecodeTable([]byte(state), sealed)
	if err != nil {
		w.Fatal(err)
	}
	return table
}

// put writes a table over the one that the store has, as no input could.
func (w *world) put(t *domain.Table) {
	w.Helper()
	db := w.raw()
	defer db.Close()
	w.exec(db, `UPDATE games SET state = `+quoted(string(t.Encode()))+` WHERE id = `+quoted(t.ID))
	for seat, s := range t.Sealed {
		w.exec(db, fmt.Sprintf(`UPDATE sealed SET move = %s, receipt = %s, nonce = %s WHERE game_id = %s AND seat = %d`,
			quoted(string(s.Move)), quoted(s.Receipt), quoted(s.Nonce), quoted(t.ID), seat))
	}
}

func (w *world) exec(db *sql.DB, statement string) {
	w.Helper()
	if _, err := db.Exec(statement); err != nil {
		w.Fatalf("%s: %v", statement, err)
	}
}

// raw is the database past the store.
func (w *world) raw() *sql.DB {
	w.Helper()
	driver, source := "pgx", w.database
	if path, ok := strings.CutPrefix(w.database, "sqlite:"); ok {
		driver, source = "sqlite", "file:"+path+"?_pragma=busy_timeout(10000)"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		w.Fatal(err)
	}
	return db
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
