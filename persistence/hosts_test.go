package persistence_test

import (
	"net"
	"net/url"
	"testing"

	"tender/persistence/pgtest"
)

// A URL that names several servers, for one of which a standby was promoted, opens the one that answers: the store, its
// migrations and the connection that listens.
func TestAStoreIsOpenedWhereOneOfItsServersIsGone(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing, as a machine that hangs
	must(t, err)
	defer silent.Close()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	must(t, closed.Close())
	at, err := url.Parse(pgtest.URL(t))
	must(t, err)
	query := at.Query()
	host, port := query.Get("host"), "5432"
	if host == "" {
		host, port = at.Hostname(), at.Port()
	}
	portOf := func(l net.Listener) string { _, port, _ := net.SplitHostPort(l.Addr().String()); return port }
	query.Set("host", "127.0.0.1,127.0.0.1,"+host)
	query.Set("port", portOf(closed)+","+portOf(silent)+","+port)
	query.Set("target_session_attrs", "read-write")
	query.Set("sslmode", "disable")
	at.Host, at.RawQuery = "", query.Encode()
	w := open(t, at.String(), nil)
	must(t, w.Migrate(t.Context()))
	must(t, w.Ping(t.Context()))
}
