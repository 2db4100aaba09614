package speed

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"tender/proof"
)

// minimal is the least that a server of games can do for a move: lock the game, keep the move, and write the game's
// state of 4 KB anew.
const minimal = `\set id random(1, 1000)
\set n random(1, 1000000000)
BEGIN;
SELECT state FROM game WHERE id = :id FOR UPDATE;
INSERT INTO move (game_id, n, body) VALUES (:id, :n, '{"type":"bid","cards":[17]}');
UPDATE game SET state = :state WHERE id = :id;
COMMIT;
`

// pgbench is Postgres' own load generator, on a database with a thousand games.
type pgbench struct {
	program, script string
	cluster         *proof.Cluster
	state           string
}

// preparePgbench makes its database. States are hexadecimal digits that compress as little as Postgres compresses a state
// full of numbers: they go out of line.
func preparePgbench(tb testing.TB, c *proof.Cluster) *pgbench {
	tb.Helper()
	p := &pgbench{cluster: c, script: filepath.Join(tb.TempDir(), "minimal.sql")}
	var err error
	if p.program, err = exec.LookPath("pgbench"); err != nil {
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
		if len(found) == 0 {
			tb.Skip("pgbench is not installed")
		}
		p.program = found[len(found)-1]
	}
	if err := os.WriteFile(p.script, []byte(minimal), 0o600); err != nil {
		tb.Fatal(err)
	}
	var state strings.Builder
	for x := uint64(1); state.Len() < 4096; {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		fmt.Fprintf(&state, "%016x", x)
	}
	p.state = state.String()
	for _, statement := range []string{
		"CREATE TABLE game (id int PRIMARY KEY, state text NOT NULL) WITH (fillfactor = 80)",
		"CREATE TABLE move (game_id int NOT NULL, n bigint NOT NULL, body text NOT NULL, at timestamptz NOT NULL DEFAULT now())",
		"CREATE INDEX move_of_game ON move (game_id, n)",
		"INSERT INTO game SELECT g, '" + p.state + "' FROM generate_series(1, 1000) AS g",
	} {
		if err := c.Exec(tb.Context(), "postgres", statement); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

var tps = regexp.MustCompile(`tps = ([0-9.]+)`)

// run gives transactions a second.
func (p *pgbench) run(tb testing.TB, connections int, span time.Duration) float64 {
	tb.Helper()
	host, port, _ := strings.Cut(p.cluster.Address(), ":")
	cmd := exec.Command(p.program, "-n", "-M", "prepared", "-f", p.script, "-D", "state="+p.state, "-c", strconv.Itoa(connections),
		"-j", strconv.Itoa(min(connections, 2)), "-T", strconv.Itoa(max(int(span.Seconds()), 1)), "-h", host, "-p", port, "-U", "tender", "postgres")
	said, err := cmd.CombinedOutput()
	found := tps.FindSubmatch(said)
	if err != nil || found == nil {
		tb.Fatalf("pgbench: %v\n%s", err, said)
	}
	rate, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		tb.Fatal(err)
	}
	return rate
}
