package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tender/domain"
)

var errStopped = errors.New("stopped by the test")

// verdicts is a client that never connects: it notes what the guard says to each address and refuses in any case.
func verdicts(t testing.TB, o Options) (*Client, func() map[string]bool) {
	t.Helper()
	var mu sync.Mutex
	seen := map[string]bool{}
	g := guard{o.Allow, o.Listen}
	c, err := build(o, g, func(ctx context.Context, network, address string, raw syscall.RawConn) error {
		verdict := g.control(ctx, network, address, raw)
		mu.Lock()
		seen[address] = verdict == nil
		mu.Unlock()
		if verdict != nil {
			return verdict
		}
		return errStopped
	}, WholeTime)
	if err != nil {
		t.Fatal(err)
	}
	return c, func() map[string]bool {
		mu.Lock()
		defer mu.Unlock()
		return seen
	}
}

func TestEveryAddressOfANameIsJudgedWhenConnecting(t *testing.T) {
	t.Parallel()
	c, seen := verdicts(t, Options{Resolver: names{"two.example.org.": {"93.184.216.34", "10.0.0.1"}}.resolver(t)})
	if _, err := c.Post(context.Background(), "http://two.example.org/", http.Header{}, nil); err == nil {
		t.Fatal("an answer came from nowhere")
	}
	if s := seen(); len(s) != 2 || !s["93.184.216.34:80"] || s["10.0.0.1:80"] {
		t.Errorf("verdicts: %v", s)
	}
}

func TestForbiddenTargetsHaveOneText(t *testing.T) {
	t.Parallel()
	c, _ := verdicts(t, Options{Resolver: names{"inside.example.org.": {"192.168.0.1"}}.resolver(t)})
	for _, target := range []string{"http://inside.example.org/", "http://169.254.169.254/", "http://[::ffff:127.0.0.1]/", "http://[::]:8080/",
		"http://[fe80::1%25lo]/", "http://user@8.8.8.8/", "http://8.8.8.8:22/"} {
		_, err := c.Post(context.Background(), target, http.Header{}, nil)
		if err == nil || Reason(err) != ErrForbidden.Error() {
			t.Errorf("%s: %v", target, err)
		}
	}
}

func TestProxyOfTheEnvironmentIsIgnored(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:3128")
	t.Setenv("http_proxy", "http://127.0.0.1:3128")
	c, seen := verdicts(t, Options{})
	_, err := c.Post(context.Background(), "http://93.184.216.34/", http.Header{}, nil)
	if s := seen(); !errors.Is(err, errStopped) || len(s) != 1 || !s["93.184.216.34:80"] {
		t.Errorf("dialled %v: %v", s, err)
	}
}

// local is a client that may reach loopback, where a test listens.
func local(t testing.TB, whole time.Duration, handler http.HandlerFunc) (*Client, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	o := Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("::1/128")}}
	g := guard{o.Allow, o.Listen}
	c, err := build(o, g, g.control, whole)
	if err != nil {
		t.Fatal(err)
	}
	return c, server
}

func TestAllowedAddressIsReachedButItsBodyStaysThere(t *testing.T) {
	t.Parallel()
	c, server := local(t, WholeTime, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Accept-Encoding"); got != "identity" || r.Header.Get("X-Mine") != "yes" {
			t.Errorf("header: %v", r.Header)
		}
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = fmt.Fprint(w, "secret of the local network")
	})
	a, err := c.Post(context.Background(), server.URL, http.Header{"X-Mine": {"yes"}}, []byte("{}"))
	if err != nil || a.Code != 429 || a.RetryAfter != "120" || len(a.Body) != 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestRedirectIsAnAnswerAndIsNotFollowed(t *testing.T) {
	t.Parallel()
	for _, code := range []int{301, 302, 303, 307, 308} {
		asked := 0
		c, server := local(t, WholeTime, func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(code)
		})
		if a, err := c.Post(context.Background(), server.URL, http.Header{}, nil); err != nil || a.Code != code || asked != 1 {
			t.Errorf("%d: %+v, %v, asked %d times", code, a, err, asked)
		}
	}
}

func TestReceiverThatAnswersBadly(t *testing.T) {
	t.Parallel()
	const short = 50 * time.Millisecond
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		whole   time.Duration
		reason  string
	}{
		"never": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, short, "no answer in time"},
		"10 MB of header": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", 10<<20))
		}, WholeTime, "no understandable answer"},
		"closes": {func(w http.ResponseWriter, _ *http.Request) {
			raw(w, "")
		}, WholeTime, "the connection was closed"},
		"HTTP/0.9":       {func(w http.ResponseWriter, _ *http.Request) { raw(w, "hello\n") }, WholeTime, "no understandable answer"},
		"invalid header": {func(w http.ResponseWriter, _ *http.Request) { raw(w, "HTTP/1.1 200 OK\r\na\x00b: c\r\n\r\n") }, WholeTime, "no understandable answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := local(t, c.whole, c.handler)
			a, err := client.Post(context.Background(), server.URL, http.Header{}, nil)
			if err == nil || Reason(err) != c.reason {
				t.Errorf("%+v, %v (%s)", a, err, Reason(err))
			}
			if err != nil && strings.Contains(Reason(err), "127.0.0.1") {
				t.Errorf("the reason names the address: %s", Reason(err))
			}
		})
	}
}

// raw answers with bytes of the test's own.
func raw(w http.ResponseWriter, text string) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = conn.Write([]byte(text))
	_ = conn.Close()
}

func TestSelfSignedCertificateIsRefused(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	c, _ := local(t, WholeTime, nil)
	if _, err := c.Post(context.Background(), server.URL, http.Header{}, nil); err == nil || !strings.Contains(Reason(err), "certificate") {
		t.Errorf("%v", err)
	}
}

func TestLongBodyIsCutShort(t *testing.T) {
	t.Parallel()
	wrote := make(chan int, 1)
	handler := func(w http.ResponseWriter, _ *http.Request) {
		n := 0
		for n < 64<<20 {
			m, err := w.Write(make([]byte, 32<<10))
			n += m
			if err != nil {
				break
			}
		}
		wrote <- n
	}
	c, server := local(t, WholeTime, handler)
	if a, err := c.Post(context.Background(), server.URL, http.Header{}, nil); err != nil || a.Code != 200 {
		t.Errorf("%+v, %v", a, err)
	}
	if n := <-wrote; n >= 64<<20 {
		t.Errorf("all %d bytes were taken", n)
	}
}

func TestBodyOfAPublicAddressIsKeptUpTo8KB(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		encoding string
		want     int
	}{{"", domain.MaxDetail}, {"identity", domain.MaxDetail}, {"gzip", 0}} {
		client, server := local(t, WholeTime, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", c.encoding)
			_, _ = w.Write([]byte(strings.Repeat("x", 2*domain.MaxDetail)))
		})
		seemPublic(client, server)
		a, err := client.Post(context.Background(), "http://93.184.216.34/", http.Header{}, nil)
		if err != nil || len(a.Body) != c.want {
			t.Errorf("%q: %d bytes, %v", c.encoding, len(a.Body), err)
		}
	}
}

func TestAnswerCountsAlsoWhenItsBodyDoesNotEnd(t *testing.T) {
	t.Parallel()
	const began = "HTTP/1.1 503 Busy\r\nRetry-After: 90\r\nContent-Length: 1000\r\n\r\nfirst words"
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		whole   time.Duration
	}{
		"breaks off": {func(w http.ResponseWriter, _ *http.Request) { raw(w, began) }, WholeTime},
		"does not come in time": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "90")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = fmt.Fprint(w, "first words")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, 500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := local(t, c.whole, c.handler)
			seemPublic(client, server)
			a, err := client.Post(context.Background(), "http://93.184.216.34/", http.Header{}, nil)
			if err != nil || a.Code != 503 || a.RetryAfter != "90" || string(a.Body) != "first words" {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}

// seemPublic has a client's connections say that they have ended up at a public address; only the server is dialled.
func seemPublic(c *Client, server *httptest.Server) {
	c.http.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
		return elsewhere{conn}, err
	}
}

type elsewhere struct{ net.Conn }

func (elsewhere) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort("93.184.216.34:80"))
}
