package proof

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tender/persistence/pgtest"
)

//go:embed keeper.sh
var keeper string

// patience is how long a Postgres may take to come up, to catch up or to be promoted before an experiment gives up. It is
// long because recovery on a busy machine can be.
const patience = 60 * time.Second

// Cluster is a Postgres of an experiment's own, on a port of loopback that stays the same whatever happens to it. It keeps
// its word: a transaction is committed when it is on the disk. It is ended and removed with the test.
type Cluster struct {
	tb       testing.TB
	dir      string // holds the data, the log and the socket
	bin      string
	as       *syscall.Credential
	port     int
	settings []string // name=value
	process  *exec.Cmd
}

// Postgres makes a cluster and starts it. Settings, each name=value, come after its own. The test is skipped where no
// Postgres is installed.
func Postgres(tb testing.TB, settings ...string) *Cluster {
	tb.Helper()
	c := newCluster(tb, settings)
	c.run("initdb", "-D", c.data(), "-U", "tender", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	c.Start()
	c.must("postgres", "CREATE DATABASE tender")
	return c
}

// newCluster makes the folder, which a keeper of its own removes.
func newCluster(tb testing.TB, settings []string) *Cluster {
	tb.Helper()
	c := &Cluster{tb: tb, settings: settings}
	c.bin, c.as = pgtest.Programs(tb)
	temp := os.TempDir()
	if c.as != nil {
		temp = "/tmp" // root's TMPDIR may be closed to others
	}
	var err error
	if c.dir, err = os.MkdirTemp(temp, "tender-cluster-"); err != nil {
		tb.Fatal(err)
	}
	if c.as != nil {
		if err := os.Chown(c.dir, int(c.as.Uid), int(c.as.Gid)); err != nil {
			tb.Fatal(err)
		}
	}
	keeping := c.command("sh", "-c", keeper, "keeper.sh", c.dir, c.bin)
	alive, err := keeping.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := keeping.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		c.Kill()
		_ = alive.Close()
		_ = keeping.Wait()
	})
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	c.port = free.Addr().(*net.TCPAddr).Port
	if err := free.Close(); err != nil {
		tb.Fatal(err)
	}
	return c
}

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// command is one of another program, as the user who owns the cluster.
func (c *Cluster) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: c.as} // an interrupt from the keyboard does not reach it
	return cmd
}

// run runs a program of Postgres to its end.
func (c *Cluster) run(program string, args ...string) {
	c.tb.Helper()
	if said, err := c.command(filepath.Join(c.bin, program), args...).CombinedOutput(); err != nil {
		c.tb.Fatalf("%s: %v\n%s", program, err, said)
	}
}

// Start starts the server and returns when it takes connections. One that was killed recovers first.
func (c *Cluster) Start() {
	c.tb.Helper()
	log, err := os.OpenFile(filepath.Join(c.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		c.tb.Fatal(err)
	}
	defer log.Close()
	args := []string{"-D", c.data(), "-p", strconv.Itoa(c.port), "-k", c.dir}
	for _, setting := range append([]string{"listen_addresses=127.0.0.1", "max_connections=200", "fsync=on", "synchronous_commit=on",
		"dynamic_shared_memory_type=mmap"}, c.settings...) {
		args = append(args, "-c", setting)
	}
	c.process = c.command(filepath.Join(c.bin, "postgres"), args...)
	c.process.Stdout, c.process.Stderr = log, log
	if err := c.process.Start(); err != nil {
		c.tb.Fatal(err)
	}
	c.until("takes connections", func(ctx context.Context) error { return c.Exec(ctx, "postgres", "SELECT 1") })
}

// Kill ends the server and all processes of it at once, as a machine does that loses its power but for what the system
// still writes from its memory.
func (c *Cluster) Kill() {
	if c.process == nil {
		return
	}
	pid := c.process.Process.Pid
	_ = syscall.Kill(pid, syscall.SIGSTOP) // so that no more are started
	children := childrenOf(pid)
	for _, child := range append(children, pid) {
		_ = syscall.Kill(child, syscall.SIGKILL)
	}
	_ = c.process.Wait()
	c.process = nil
	for _, child := range children { // as long as one lives, the cluster cannot be started again
		Soon(patience, func() bool { return !alive(child) })
	}
}

// CutOff keeps whoever follows this server from hearing more of it, as a network does that fails. It lasts until Kill.
func (c *Cluster) CutOff() {
	c.tb.Helper()
	cut := 0
	for _, child := range childrenOf(c.process.Process.Pid) {
		title, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child))
		if bytes.Contains(title, []byte("walsender")) && syscall.Kill(child, syscall.SIGSTOP) == nil {
			cut++
		}
	}
	if cut == 0 {
		c.tb.Fatal("nobody follows this Postgres")
	}
}

// Stop ends the server in order: it ends the connections, writes everything and goes.
func (c *Cluster) Stop() {
	c.tb.Helper()
	_ = c.process.Process.Signal(syscall.SIGINT)
	err := c.process.Wait()
	if c.process = nil; err != nil {
		c.tb.Errorf("Postgres stopped with %v\n%s", err, c.Log())
	}
}

// URL is that of the database for the program.
func (c *Cluster) URL() string {
	return fmt.Sprintf("postgres://tender@%s/tender?sslmode=disable", c.Address())
}

// Address is host:port.
func (c *Cluster) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)) }

// Log is what the server has written to its log.
func (c *Cluster) Log() string {
	text, err := os.ReadFile(filepath.Join(c.dir, "log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Standby makes a second server that follows this one, and returns when every commit waits until it is on the disk there too.
func (c *Cluster) Standby() *Cluster {
	c.tb.Helper()
	s := newCluster(c.tb, c.settings)
	s.Follow(c)
	return s
}

// Follow makes this server, which does not run, a standby of another one, as Standby does. What it had is thrown away.
func (c *Cluster) Follow(primary *Cluster) {
	c.tb.Helper()
	if err := os.RemoveAll(c.data()); err != nil {
		c.tb.Fatal(err)
	}
	from := fmt.Sprintf("host=127.0.0.1 port=%d user=tender application_name=standby", primary.port)
	c.run("pg_basebackup", "-D", c.data(), "-d", from, "-R", "-X", "stream", "-c", "fast", "--no-sync")
	c.Start()
	// Set after the copy was made: when the standby is promoted, nobody follows it.
	primary.must("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
	primary.must("postgres", "SELECT pg_reload_conf()")
	primary.until("is followed", func(ctx context.Context) error {
		return primary.Exec(ctx, "postgres", "SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
	})
	// A commit that waits for the standby: whatever was committed before is there, too, when it is.
	primary.must("postgres", "SELECT pg_logical_emit_message(true, 'proof', '')")
}

// Promote makes a standby one that takes writes, and returns when it does.
func (c *Cluster) Promote() {
	c.tb.Helper()
	c.run("pg_ctl", "promote", "-W", "-D", c.data())
	c.until("takes writes", func(ctx context.Context) error {
		return c.Exec(ctx, "postgres", "SELECT 1 / (NOT pg_is_in_recovery())::int")
	})
}

// Exec carries out a statement, on a connection of its own.
func (c *Cluster) Exec(ctx context.Context, database, statement string) error {
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://tender@%s/%s?sslmode=disable", c.Address(), database))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

func (c *Cluster) must(database, statement string) {
	c.tb.Helper()
	if err := c.Exec(context.Background(), database, statement); err != nil {
		c.tb.Fatalf("%s: %v", statement, err)
	}
}

// until asks again and again until there is no error.
func (c *Cluster) until(what string, ask func(context.Context) error) {
	c.tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		err := ask(ctx)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			c.tb.Fatalf("Postgres never %s: %v\n%s", what, err, c.Log())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// childrenOf gives the processes that a process has started.
func childrenOf(pid int) (children []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		child, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if _, parent := stateOf(child); parent == pid {
			children = append(children, child)
		}
	}
	return children
}

// alive says whether a process is still there, and not only waits for somebody to ask how it ended.
func alive(pid int) bool {
	state, _ := stateOf(pid)
	return state != "" && state != "Z"
}

// stateOf gives the state of a process and its parent; "" when there is none.
func stateOf(pid int) (state string, parent int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", 0
	}
	_, rest, _ := bytes.Cut(text, []byte(") ")) // after the name, which may hold anything
	fields := strings.Fields(string(rest))
	if len(fields) < 2 {
		return "", 0
	}
	parent, _ = strconv.Atoi(fields[1])
	return fields[0], parent
}
