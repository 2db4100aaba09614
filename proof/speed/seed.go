package speed

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	"github.com/libtnb/sqlite"
)

// open opens the database of a server beside it.
func open(tb testing.TB, url string) *sql.DB {
	tb.Helper()
	driver, at := "pgx", url
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, at = sqlite.DriverName, "file:"+path+"?_busy_timeout=10000"
	}
	db, err := sql.Open(driver, at)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	return db
}

func execute(tb testing.TB, db *sql.DB, statement string) {
	tb.Helper()
	if _, err := db.ExecContext(tb.Context(), statement); err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
}

// copied is the id of a copy of a game.
func copied(game string, n int) string { return fmt.Sprintf("%sx%d", game, n) }

// copyGames copies all games that there are, with seats, log and events, as often as the numbers from one to another say:
// each copy has the id of its game with its number behind it. Where over is true, nothing is waited for in the copies.
func copyGames(tb testing.TB, db *sql.DB, from, to int, over bool) {
	tb.Helper()
	if to < from {
		return
	}
	execute(tb, db, "CREATE TABLE IF NOT EXISTS originals AS SELECT id AS original FROM games")
	series := fmt.Sprintf(" JOIN originals ON original = %%s CROSS JOIN (WITH RECURSIVE series (k) AS (SELECT %d UNION ALL SELECT k + 1 FROM series WHERE k < %d) SELECT k FROM series) AS s", from, to)
	for _, t := range []struct{ name, id string }{{"games", "id"}, {"seats", "game_id"}, {"inputs", "game_id"}, {"events", "game_id"}} {
		var columns, values []string
		for _, c := range columnsOf(tb, db, t.name) {
			columns = append(columns, c)
			switch {
			case c == t.id:
				values = append(values, t.id+" || 'x' || k")
			case c == "state" || c == "input":
				values = append(values, "replace("+c+", "+t.id+", "+t.id+" || 'x' || k)")
			case over && c == "status":
				values = append(values, "'over'")
			case over && (c == "deadline" || c == "due_at" || c == "since"):
				values = append(values, "0")
			default:
				values = append(values, c)
			}
		}
		execute(tb, db, "INSERT INTO "+t.name+" ("+strings.Join(columns, ", ")+") SELECT "+strings.Join(values, ", ")+
			" FROM "+t.name+fmt.Sprintf(series, t.name+"."+t.id))
	}
}

func columnsOf(tb testing.TB, db *sql.DB, table string) []string {
	tb.Helper()
	rows, err := db.QueryContext(tb.Context(), "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		tb.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		tb.Fatal(err)
	}
	return columns
}
