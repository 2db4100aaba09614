package pgtest

import (
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// shared is the server of this test binary. It has to outlive any one test, and only the end of the binary ends it.
var shared struct {
	once sync.Once
	host *host
	err  error
}

// URL returns the postgres:// URL of an empty database of the test's own. Whoever still uses it when the test ends is
// disconnected.
func URL(tb testing.TB) string {
	tb.Helper()
	return use(tb).database(tb, "")
}

// Clone returns the URL of the test's own copy of a database that prepare made ready: tens of milliseconds, however long
// prepare takes. Prepare is called once for each key and test binary, with the URL of an empty database, and closes what it
// opens there.
func Clone(tb testing.TB, key string, prepare func(url string) error) string {
	tb.Helper()
	h := use(tb)
	template, err := h.template(key, prepare)
	if err != nil {
		tb.Fatalf("preparing the Postgres database %q: %v", key, err)
	}
	return h.database(tb, template)
}

// use returns the shared server, or skips the test where there is none.
func use(tb testing.TB) *host {
	tb.Helper()
	shared.once.Do(func() { shared.host, shared.err = open(os.Getenv("TENDER_TEST_DATABASE_URL")) })
	need(tb, shared.err)
	return shared.host
}

// need ends a test that cannot have what it asked for: where Postgres is missing it is skipped, but with CI=true it fails.
func need(tb testing.TB, err error) {
	tb.Helper()
	switch missing := err == errNotInstalled; {
	case missing && os.Getenv("CI") != "true":
		tb.Skip(err)
	case err != nil:
		tb.Fatal(err)
	}
}

// Programs is for tests that run servers of their own: the folder of the Postgres programs installed here, and the user
// whom a server has to run as, nil for the one that the test runs as.
func Programs(tb testing.TB) (bin string, as *syscall.Credential) {
	tb.Helper()
	bin, err := find(os.Getenv("PATH"), "/usr/lib/postgresql")
	need(tb, err)
	// The path may lead to links to some of the programs; the others are where those are.
	program, err := filepath.EvalSymlinks(filepath.Join(bin, "pg_ctl"))
	need(tb, err)
	bin = filepath.Dir(program)
	if os.Geteuid() == 0 {
		as, err = unprivileged()
		need(tb, err)
	}
	return bin, as
}

// open connects to the server at the URL or, if it is empty, to a private one.
func open(at string) (*host, error) {
	if at != "" {
		return dial(at)
	}
	bin, err := find(os.Getenv("PATH"), "/usr/lib/postgresql")
	if err != nil {
		return nil, err
	}
	private, err := start(bin)
	if err != nil {
		return nil, err
	}
	h, err := dial(private.url())
	if err != nil {
		return nil, err
	}
	h.private = private
	return h, nil
}
