package pgtest

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// connect returns a connection that is closed with the test.
func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func count(t *testing.T, conn *pgx.Conn, query string, args ...any) (n int) {
	t.Helper()
	if err := conn.QueryRow(context.Background(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const tables = "select count(*) from pg_tables where schemaname = 'public'"

func TestEveryTestGetsAnEmptyDatabaseOfItsOwn(t *testing.T) {
	one, other := URL(t), URL(t)
	if _, err := connect(t, one).Exec(t.Context(), "create table seats (n int)"); err != nil {
		t.Fatal(err)
	}
	if n := count(t, connect(t, other), tables); n != 0 {
		t.Errorf("a fresh database has %d tables", n)
	}
}

func TestDatabaseIsDroppedWithItsTestEvenWhileInUse(t *testing.T) {
	watch := connect(t, URL(t))
	var name string
	t.Run("uses a database", func(t *testing.T) {
		conn, err := pgx.Connect(t.Context(), URL(t)) // never closed
		if err != nil {
			t.Fatal(err)
		}
		name = conn.Config().Database
	})
	if n := count(t, watch, "select count(*) from pg_database where datname = $1", name); n != 0 {
		t.Error("the database is still there")
	}
}

func TestTemplateIsPreparedOnceAndItsCopiesAreApart(t *testing.T) {
	prepared := 0
	prepare := func(url string) error {
		prepared++
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			return err
		}
		defer conn.Close(t.Context())
		_, err = conn.Exec(t.Context(), "create table seats (n int); insert into seats values (1)")
		return err
	}
	one, other := connect(t, Clone(t, "seats", prepare)), connect(t, Clone(t, "seats", prepare))
	if prepared != 1 {
		t.Errorf("prepared %d times", prepared)
	}
	if _, err := one.Exec(t.Context(), "insert into seats values (2)"); err != nil {
		t.Fatal(err)
	}
	if n := count(t, other, "select count(*) from seats"); n != 1 {
		t.Errorf("the other copy has %d rows, want the 1 of the template", n)
	}
}

func TestFailedPreparationIsToldToEveryTestThatNeedsIt(t *testing.T) {
	h := use(t)
	broken := errors.New("no such migration")
	for range 2 {
		if _, err := h.template("broken", func(string) error { return broken }); err != broken {
			t.Errorf("got %v, want %v", err, broken)
		}
	}
}

// A second connection to the same server stands for another test binary.
func TestDatabasesOfTestBinariesThatAreGoneAreSweptAndOthersKept(t *testing.T) {
	mine := use(t)
	kept := connect(t, URL(t)).Config().Database
	abandoned := "tender_test_999999999_1"
	mine.mu.Lock()
	err := mine.exec("create database " + abandoned)
	mine.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	other, err := dial(mine.at.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.conn.Close(context.Background()) })
	const named = "select count(*) from pg_database where datname = $1"
	if n := count(t, other.conn, named, abandoned); n != 0 {
		t.Error("the abandoned database is still there")
	}
	if n := count(t, other.conn, named, kept); n != 1 {
		t.Error("a database in use was swept")
	}
}

func TestPrivateServerLeavesNothingBehindWhenItsStarterIsGone(t *testing.T) {
	s := begin(t)
	if err := s.alive.Close(); err != nil { // the system does this for a process that was killed
		t.Fatal(err)
	}
	if err := s.shell.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
	if _, err := pgx.Connect(t.Context(), s.url()); err == nil {
		t.Error("the server still takes connections")
	}
}

func TestPrivateServerListensOnNoNetwork(t *testing.T) {
	var addresses string
	s := begin(t)
	conn := connect(t, s.url())
	if err := conn.QueryRow(t.Context(), "show listen_addresses").Scan(&addresses); err != nil {
		t.Fatal(err)
	}
	if addresses != "" {
		t.Errorf("it listens on %q", addresses)
	}
}

// begin starts a private server, or skips the test where Postgres is not installed.
func begin(t *testing.T) *server {
	t.Helper()
	bin, err := find(os.Getenv("PATH"), "/usr/lib/postgresql")
	if err != nil {
		t.Skip(err)
	}
	s, err := start(bin)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.alive.Close()
		_ = s.shell.Wait() // the test may have waited before
	})
	return s
}

func TestServerThatDoesNotStartSaysWhy(t *testing.T) {
	if _, err := start(t.TempDir()); err == nil || !strings.Contains(err.Error(), "initdb") {
		t.Errorf("got %v, want a word about initdb", err)
	}
}
