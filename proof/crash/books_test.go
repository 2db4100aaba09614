package crash

import (
	"context"
	"database/sql"
	"strings"
	"testing"
)

// books is a database, read past the program.
type books struct {
	tb testing.TB
	*sql.DB
	postgres bool
}

func openBooks(tb testing.TB, database string) books {
	tb.Helper()
	driver, at := "pgx", database
	if path, ok := strings.CutPrefix(database, "sqlite:"); ok {
		driver, at = "sqlite", "file:"+path+"?_pragma=busy_timeout(10000)"
	}
	db, err := sql.Open(driver, at)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = db.Close() })
	return books{tb, db, driver == "pgx"}
}

// each reads the rows of a query, one after the other, into the variables.
func (b books) each(query string, row func(), into ...any) {
	b.tb.Helper()
	rows, err := b.QueryContext(context.Background(), query)
	if err != nil {
		b.tb.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			b.tb.Fatalf("%s: %v", query, err)
		}
		row()
	}
	if err := rows.Err(); err != nil {
		b.tb.Fatalf("%s: %v", query, err)
	}
}

// endLeases lets what a killed worker had claimed be claimed again now. No server runs meanwhile.
func (b books) endLeases() {
	b.tb.Helper()
	for _, change := range []string{`UPDATE deliveries SET due_at = wanted_at WHERE status = 'pending' AND due_at > wanted_at`,
		`UPDATE letters SET due_at = created_at WHERE status = 'pending'`, `UPDATE games SET due_at = deadline WHERE due_at > deadline`} {
		if _, err := b.Exec(change); err != nil {
			b.tb.Fatalf("%s: %v", change, err)
		}
	}
}

// whole asks the database whether it is.
func (b books) whole() {
	b.tb.Helper()
	if !b.postgres {
		said := ""
		b.each("PRAGMA integrity_check", func() {
			if said != "ok" {
				b.tb.Errorf("SQLite finds: %s", said)
			}
		}, &said)
		return
	}
	if _, err := b.Exec("CREATE EXTENSION IF NOT EXISTS amcheck"); err != nil {
		b.tb.Logf("the indexes are not checked: %v", err)
		return
	}
	_, err := b.Exec(`SELECT bt_index_check(c.oid, true) FROM pg_class AS c JOIN pg_am AS a ON a.oid = c.relam
		WHERE a.amname = 'btree' AND c.relkind = 'i' AND c.relpersistence = 'p' AND c.relnamespace = 'public'::regnamespace`)
	if err != nil {
		b.tb.Errorf("Postgres finds: %v", err)
	}
}
