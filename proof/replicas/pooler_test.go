package replicas

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"tender/persistence/pgtest"
	"tender/proof"
)

// pool starts a PgBouncer in front of a Postgres, and gives the URL of the database through it.
func pool(t *testing.T, c *proof.Cluster, mode string) string {
	t.Helper()
	_, as := pgtest.Programs(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	_, behind, _ := net.SplitHostPort(c.Address())
	settings := filepath.Join(t.TempDir(), "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\ntender = host=127.0.0.1 port=%s user=tender\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %s\n"+
		"unix_socket_dir =\nauth_type = any\npool_mode = %s\ndefault_pool_size = 60\nmax_client_conn = 200\nlog_connections = 0\nlog_disconnections = 0\n",
		behind, port, mode)
	if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for dir := filepath.Dir(settings); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) { // another user reads it
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	pooler := exec.Command("pgbouncer", settings)
	pooler.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: as}
	pooler.Stdout, pooler.Stderr = t.Output(), t.Output()
	if err := pooler.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pooler.Process.Kill(); _ = pooler.Wait() })
	url := fmt.Sprintf("postgres://tender@127.0.0.1:%s/tender?sslmode=disable", port)
	for until := time.Now().Add(10 * time.Second); ; proof.Pause(t.Context(), 10*time.Millisecond) {
		conn, err := connect(t.Context(), url)
		if err == nil {
			_ = conn.Close(t.Context())
			return url
		}
		if time.Now().After(until) {
			t.Fatal(err)
		}
	}
}

// Behind a pooler that gives each connection of a server one of Postgres's for as long as it lasts, everything works: what is
// bound to a connection, such as LISTEN, the lock of a migration and prepared statements, stays with it.
func TestAPoolerInSessionModeIsNotNoticed(t *testing.T) {
	if _, err := exec.LookPath("pgbouncer"); err != nil {
		t.Skip("no pgbouncer here")
	}
	s := drawn(t)
	postgres := proof.Postgres(t)
	url := pool(t, postgres, "session")
	sink := proof.NewSink(t)
	f := newFleet(t, 2, "--database", url, "--webhook-allow", "127.0.0.0/8", "--log-level", "warn")
	w := newWorld(t, s, f, sink, *lives)
	w.run(postgres.URL, false, func(ctx context.Context) error { proof.Pause(ctx, 5*time.Second); return nil })
	if log := f.logs(); log != "" {
		t.Errorf("the servers complain:\n%s", log)
	}
}
