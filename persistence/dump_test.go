package persistence_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// raw opens the database behind the store's back.
func (w *world) raw(t *testing.T) *sql.DB {
	t.Helper()
	driver, dsn := "pgx", w.url
	if path, ok := strings.CutPrefix(w.url, "sqlite:"); ok {
		driver, dsn = "sqlite", "file:"+strings.NewReplacer("?", "%3f", " ", "%20").Replace(path)+"?_busy_timeout=9000"
	}
	db, err := sql.Open(driver, dsn)
	must(t, err)
	return db
}

func (w *world) exec(t *testing.T, statement string) {
	t.Helper()
	db := w.raw(t)
	defer db.Close()
	_, err := db.ExecContext(t.Context(), statement)
	must(t, err)
}

// dump writes every row of every table down.
func (w *world) dump(t *testing.T) map[string][]string {
	t.Helper()
	db := w.raw(t)
	defer db.Close()
	all := map[string][]string{}
	for _, table := range []string{"accounts", "sessions", "refresh_tokens", "signing_keys", "webhooks", "games", "seats",
		"claims", "codes", "letters", "identities", "sealed", "inputs", "events", "deliveries", "answers", "inboxes", "inbox", "personal_tokens", "acts",
		"webhook_secrets", "attempts", "preferences", "mail_tokens", "mails_in"} {
		all[table] = rowsOf(t, db, table)
	}
	return all
}

func rowsOf(t *testing.T, db *sql.DB, table string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+table)
	must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	dumped := []string{}
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		must(t, rows.Scan(into...))
		dumped = append(dumped, fmt.Sprint(values...))
	}
	must(t, rows.Err())
	slices.Sort(dumped)
	return dumped
}

func same(t *testing.T, when string, before, after map[string][]string) {
	t.Helper()
	for table := range before {
		if !slices.Equal(before[table], after[table]) {
			t.Errorf("%s: %s has changed from\n%v\nto\n%v", when, table, before[table], after[table])
		}
	}
}
