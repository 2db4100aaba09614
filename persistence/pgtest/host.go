package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// host is a server that databases are made on, over one connection.
type host struct {
	at        *url.URL
	private   *server    // nil for somebody else's; kept here because a server lives as long as it is referred to
	mu        sync.Mutex // guards everything below
	conn      *pgx.Conn
	prefix    string // of the names of this test binary's databases
	made      int    // how many there have been
	templates map[string]*template
}

type template struct {
	name string
	err  error
}

// sweep finds the databases of test binaries that are gone. A name holds the process id of the connection that made
// it, and that connection stays open as long as its test binary lives.
const sweep = `select quote_ident(datname) from pg_database
	where datname ~ '^tender_test_[0-9]+_[0-9]+$' and split_part(datname, '_', 3)::int not in
	(select pid from pg_stat_activity where application_name = 'pgtest' and pid <> pg_backend_pid())`

func dial(at string) (*host, error) {
	parsed, err := url.Parse(at)
	if err != nil {
		return nil, fmt.Errorf("TENDER_TEST_DATABASE_URL is no URL: %w", err)
	}
	config, err := pgx.ParseConfig(at)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["application_name"] = "pgtest"
	conn, err := pgx.ConnectConfig(context.Background(), config)
	if err != nil {
		return nil, err
	}
	h := &host{at: parsed, conn: conn, templates: map[string]*template{}}
	h.prefix = fmt.Sprintf("tender_test_%d_", conn.PgConn().PID())
	rows, err := conn.Query(context.Background(), sweep)
	if err != nil {
		return nil, err
	}
	gone, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	for _, name := range gone {
		// Another test binary may be dropping the same one.
		_ = h.exec("drop database if exists " + name + " with (force)")
	}
	return h, nil
}

func (h *host) exec(statement string) error {
	_, err := h.conn.Exec(context.Background(), statement)
	return err
}

// database makes a database for one test, a copy of template unless that is empty, and returns its URL.
func (h *host) database(tb testing.TB, template string) string {
	tb.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	name, err := h.create(template)
	if err != nil {
		tb.Fatalf("making a Postgres database: %v", err)
	}
	tb.Cleanup(func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if err := h.exec("drop database " + name + " with (force)"); err != nil {
			tb.Errorf("dropping the test's Postgres database: %v", err)
		}
	})
	return h.url(name)
}

// template returns the name of the database that prepare made ready for key, now or earlier.
func (h *host) template(key string, prepare func(url string) error) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.templates[key]
	if t == nil {
		t = &template{}
		h.templates[key] = t
		if t.name, t.err = h.create(""); t.err == nil {
			t.err = prepare(h.url(t.name))
		}
	}
	return t.name, t.err
}

// create needs h.mu. Template0 is the one template that nobody can be connected to or have changed.
func (h *host) create(template string) (name string, err error) {
	if template == "" {
		template = "template0"
	}
	h.made++
	name = fmt.Sprint(h.prefix, h.made)
	return name, h.exec("create database " + name + " template " + template)
}

func (h *host) url(database string) string {
	u := *h.at
	u.Path = "/" + database
	return u.String()
}
