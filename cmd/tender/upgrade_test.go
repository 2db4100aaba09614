package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tender/domain"
	"tender/persistence/pgtest"
)

// firstPlayed is when the databases in testdata/first were written, by the program of commit 7ca5672, the last that had
// migration 0001 alone and both kinds. They were played over HTTP: a game of each kind in the middle of its second round,
// one with a bid sealed that waits for another, and one that is open; a webhook whose notices did not arrive.
var firstPlayed = time.Date(2026, 11, 30, 13, 0, 30, 0, time.UTC)

func TestADatabaseOfTheFirstSchemaMigratesAndItsGamesGoOn(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "first.db")
		fillWith(t, "sqlite", path, "sqlite.sql")
		goOn(t, "sqlite:"+path)
	})
	t.Run("postgres", func(t *testing.T) {
		url := pgtest.URL(t)
		fillWith(t, "pgx", url, "postgres.sql")
		goOn(t, url)
	})
}

// fillWith runs a dump in an empty database.
func fillWith(t *testing.T, driver, source, dump string) {
	t.Helper()
	script, err := os.ReadFile(filepath.Join("testdata", "first", dump))
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(string(script)); err != nil {
		t.Fatal(err)
	}
	var schema int
	if err := db.QueryRow("SELECT MAX(version_id) FROM goose_db_version").Scan(&schema); err != nil || schema != 1 {
		t.Fatalf("the database has schema %d (%v), not the first", schema, err)
	}
}

func goOn(t *testing.T, database string) {
	for _, command := range []string{"migrate", "verify"} {
		var said bytes.Buffer
		if code := run(t.Context(), []string{command, "--database", database}, nil, &said, &said); code != 0 {
			t.Fatalf("%s: exit code %d: %s", command, code, said.String())
		}
	}
	w := newWorldAt(t, firstPlayed, t.TempDir(), database)
	players := make([]person, 3)
	for i, name := range []string{"ada", "ben", "cem"} {
		session := w.must(person{}, "POST", "/v1/sessions", fmt.Sprintf(`{"email":"%s@example.org","password":"a long enough password"}`, name))
		players[i] = person{name: name, token: session["access_token"].(string)}
	}
	hooks := w.must(players[0], "GET", "/v1/me/webhooks", "")["webhooks"].([]any)
	if len(hooks) != 1 {
		t.Errorf("ada has %d webhooks", len(hooks))
	}
	_, raw := w.call(players[0], "GET", "/v1/games?mine=true", "")
	var list struct {
		Games []struct{ ID, Kind, Status string }
	}
	if err := json.Unmarshal(raw, &list); err != nil || len(list.Games) != 4 {
		t.Fatalf("%v: %s", err, raw)
	}
	kinds := map[string]bool{}
	var running []string
	for _, g := range list.Games {
		if g.Status == string(domain.Opened) {
			w.must(players[1], "POST", "/v1/games/"+g.ID+"/seats", `{}`)
			w.must(players[2], "POST", "/v1/games/"+g.ID+"/seats", `{}`)
		} else {
			kinds[g.Kind] = true
		}
		running = append(running, g.ID)
	}
	if len(kinds) != 2 {
		t.Fatalf("games of %v were running, not of both kinds", kinds)
	}

	before := map[string]int{} // steps
	for _, id := range running {
		w.step(id, players)
		before[id] = w.look(id).Step
	}
	w.now.Add((48 * time.Hour).Milliseconds())
	if _, err := w.Store.ExpireDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"ada", "ben", "cem"} { // tokens of two days ago are over
		session := w.must(person{}, "POST", "/v1/sessions", fmt.Sprintf(`{"email":"%s@example.org","password":"a long enough password"}`, name))
		players[i].token = session["access_token"].(string)
	}
	for _, id := range running {
		table := w.look(id)
		if table.Status == domain.Active && table.Step <= before[id] {
			t.Errorf("the deadline of game %s, which came from the first schema, did not count", id)
		}
		for n := 0; n < 30 && w.step(id, players); n++ {
		}
		if later := w.look(id); later.Step <= table.Step {
			t.Errorf("game %s does not go on", id)
		}
		if err := w.Store.Verify(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
}
