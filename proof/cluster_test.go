package proof

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
)

// What a cluster has committed is there after it was killed, and on a standby after that was promoted.
func TestClusterKeepsWhatItHasCommitted(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts two servers")
	}
	ctx := t.Context()
	c := Postgres(t)
	count := func(c *Cluster) (n int) {
		t.Helper()
		conn, err := pgx.Connect(ctx, c.URL())
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(conn.QueryRow(ctx, "SELECT count(*) FROM kept").Scan(&n), conn.Close(ctx)); err != nil {
			t.Fatal(err)
		}
		return n
	}
	c.must("tender", "CREATE TABLE kept (n int)")
	c.must("tender", "INSERT INTO kept VALUES (1)")
	c.Kill()
	c.Start()
	if n := count(c); n != 1 {
		t.Errorf("after it was killed: %d rows", n)
	}
	standby := c.Standby()
	for i := range 20 {
		c.must("tender", fmt.Sprintf("INSERT INTO kept VALUES (%d)", i))
	}
	c.Kill()
	if err := standby.Exec(ctx, "tender", "INSERT INTO kept VALUES (0)"); err == nil {
		t.Error("the standby takes writes")
	}
	standby.Promote()
	standby.must("tender", "INSERT INTO kept VALUES (0)")
	if n := count(standby); n != 22 {
		t.Errorf("after the standby was promoted: %d rows", n)
	}
	standby.Stop()
}
