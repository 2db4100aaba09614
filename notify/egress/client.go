package egress

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"tender/domain"
)

// What a request may take and what is read of its answer.
const (
	ConnectTime = 5 * time.Second  // for one connection, and again for its TLS handshake
	WholeTime   = 15 * time.Second // from the first look-up to the last byte
	MaxHeader   = 16 << 10         // bytes of header in an answer
	MaxRead     = 64 << 10         // bytes of body that are read, so that the connection can be used again
)

// Options says how a Client is set up. The zero value reaches public addresses only.
type Options struct {
	Allow    []netip.Prefix // networks that the operator allows besides the public ones, see ParseAllow
	Resolver *net.Resolver  // nil is the system's
	Own      string         // the server's public URL, which is refused as a target; may be empty
	// Listen is where the server listens, which is refused as well. An unspecified address, as in "[::]:8080", stands for
	// all of the machine's.
	Listen []netip.AddrPort
}

// Client makes requests. It is safe for use by many goroutines.
type Client struct {
	guard    guard
	resolver *net.Resolver
	own      string // host and port of the server itself
	http     *http.Client
}

// control is what a dialer asks before it connects.
type control func(ctx context.Context, network, address string, raw syscall.RawConn) error

// New makes a Client. The only error is an Own that is no URL.
func New(o Options) (*Client, error) {
	g := guard{o.Allow, o.Listen}
	return build(o, g, g.control, WholeTime)
}

// build is New with the parts that tests replace: a control around the guard's, and the time.
func build(o Options, g guard, ask control, whole time.Duration) (*Client, error) {
	c := &Client{guard: g, resolver: o.Resolver}
	if c.resolver == nil {
		c.resolver = net.DefaultResolver
	}
	if o.Own != "" {
		u, err := url.Parse(o.Own)
		if err != nil {
			return nil, fmt.Errorf("own URL: %w", err)
		}
		c.own = origin(u)
	}
	dialer := &net.Dialer{Timeout: ConnectTime, Resolver: c.resolver, ControlContext: ask}
	c.http = &http.Client{
		Timeout:       whole,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy:                  nil, // HTTP_PROXY would have the guard check the proxy instead of the target
			DialContext:            dialer.DialContext,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    ConnectTime,
			DisableCompression:     true, // a small answer must not grow
			MaxResponseHeaderBytes: MaxHeader,
			MaxIdleConns:           64,
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        30 * time.Second,
		},
	}
	return c, nil
}

// Answer is what came back.
type Answer struct {
	Code       int    // the status
	RetryAfter string // that header, as sent
	// Body is the beginning of the body, at most domain.MaxDetail bytes. It is empty when it came compressed, and for addresses
	// that only the operator's list allows: who can make the server ask there may still not read what is there.
	Body []byte
}

// Post sends a body to a URL. An answer of any status is an Answer, redirects among them, also when its body breaks off or
// does not come in time: Body is what came. An error means that there was no answer. Reason puts such an error into words without addresses.
func (c *Client) Post(ctx context.Context, target string, header http.Header, body []byte) (Answer, error) {
	u, err := c.parse(target)
	if err != nil {
		return Answer{}, ErrForbidden // the rules have changed since it was saved
	}
	reached := forbidden
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) {
		reached = c.reached(i.Conn)
	}})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	req.Header = header.Clone()
	req.Header.Set("Accept-Encoding", "identity")
	res, err := c.http.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	// The status is the answer. To take one without the rest of its body for none would send the notice again to a
	// receiver that has it.
	kept, _ := io.ReadAll(io.LimitReader(res.Body, domain.MaxDetail))
	_, _ = io.CopyN(io.Discard, res.Body, MaxRead-domain.MaxDetail)
	answer := Answer{Code: res.StatusCode, RetryAfter: res.Header.Get("Retry-After")}
	if encoding := res.Header.Get("Content-Encoding"); reached == public && (encoding == "" || strings.EqualFold(encoding, "identity")) {
		answer.Body = kept
	}
	return answer, nil
}

// reached says what sort of address a connection has ended up at.
func (c *Client) reached(conn net.Conn) reach {
	remote, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return forbidden
	}
	return judge(remote.Addr(), c.guard.allow)
}
