package api_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// line is a listener with one connection, which lives on the clock of the test's bubble.
type line struct {
	conn chan net.Conn
	done chan struct{}
}

func (l line) Accept() (net.Conn, error) {
	select {
	case c := <-l.conn:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}
func (l line) Close() error   { close(l.done); return nil }
func (l line) Addr() net.Addr { return &net.IPAddr{} }

// dial serves a handler to one client. finished gets a value after each request.
func dial(t *testing.T, handler http.Handler) (client net.Conn, finished <-chan struct{}) {
	t.Helper()
	ends := make(chan struct{}, 8)
	client, server := net.Pipe()
	l := line{make(chan net.Conn, 1), make(chan struct{})}
	l.conn <- server
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r)
		ends <- struct{}{}
	})}
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		if err := errors.Join(client.Close(), s.Close()); err != nil {
			t.Error(err)
		}
		synctest.Wait()
	})
	return client, ends
}

func TestAClientThatDoesNotReadHoldsNoHandlerForEver(t *testing.T) {
	w := newWorld(t)
	synctest.Test(t, func(t *testing.T) {
		client, finished := dial(t, w.handler)
		began := time.Now()
		if _, err := io.WriteString(client, "GET /openapi.yaml HTTP/1.1\r\nHost: tender\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		select {
		case <-finished:
		case <-time.After(time.Hour):
			t.Fatal("the handler still writes")
		}
		if time.Since(began) != 30*time.Second {
			t.Errorf("after %v", time.Since(began))
		}
	})
	if log := w.log.String(); strings.Contains(log, "level=ERROR") || !strings.Contains(log, "not sent") {
		t.Errorf("%s", log)
	}
}

// TestTheTimeToReadBeginsWithTheAnswer: a request that has waited longer than an answer may take is answered all the same.
func TestTheTimeToReadBeginsWithTheAnswer(t *testing.T) {
	w := newWorld(t)
	path := "/v1/games/" + w.seated(w.person("Ada"), w.person("Ben"))
	tag := w.do("GET", path, "", "").Header().Get("ETag")
	synctest.Test(t, func(t *testing.T) {
		client, _ := dial(t, w.handler)
		for range 2 { // on one connection
			began := time.Now()
			if _, err := io.WriteString(client, "GET "+path+"?wait=60 HTTP/1.1\r\nHost: tender\r\nIf-None-Match: "+tag+"\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			answer := make([]byte, 4096)
			n, err := client.Read(answer)
			if err != nil || !strings.HasPrefix(string(answer[:n]), "HTTP/1.1 304 ") || time.Since(began) != time.Minute {
				t.Fatalf("after %v: %v %s", time.Since(began), err, answer[:n])
			}
		}
	})
}

func TestHeadIsGetWithoutTheBody(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	game := w.seated(ada, w.person("Ben"))
	server := httptest.NewServer(w.handler)
	defer server.Close()
	ask := func(method, path string) (*http.Response, string) {
		r, err := http.NewRequestWithContext(context.Background(), method, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+ada)
		answer, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		answer.Header.Del("Date")
		answer.Header.Del("X-Request-Id")
		return answer, string(body)
	}
	for _, path := range []string{"/openapi.yaml", "/healthz", "/readyz", "/v1/me", "/v1/me/turns", "/v1/me/webhooks", "/v1/kinds",
		"/v1/kinds/money", "/v1/games", "/v1/games/" + game, "/v1/games/" + game + "/events", "/v1/games/" + game + "/record",
		"/v1/games/nosuch", "/v1/games?limit=x", "/nothing"} {
		get, _ := ask("GET", path)
		head, body := ask("HEAD", path)
		if head.StatusCode != get.StatusCode || body != "" || len(head.Header) != len(get.Header) || head.ContentLength <= 0 {
			t.Errorf("%s: %d %d %q", path, head.StatusCode, get.StatusCode, body)
		}
		for name := range get.Header {
			if head.Header.Get(name) != get.Header.Get(name) && get.StatusCode != 404 {
				t.Errorf("%s: %s is %q and %q", path, name, head.Header.Get(name), get.Header.Get(name))
			}
		}
	}
	answer, _ := ask("HEAD", "/v1/sessions")
	if answer.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("%d", answer.StatusCode)
	}
}
