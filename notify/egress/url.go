package egress

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tender/domain"
)

// MaxURL is the longest URL that is accepted, in bytes.
const MaxURL = 2048

// lookupTime is how long a name may take to be resolved when a URL is checked.
const lookupTime = 5 * time.Second

func refuse(text string, args ...any) error {
	return domain.Refuse(domain.InvalidURL, text, args...).At("/url")
}

// CheckURL says whether requests may be made to a URL, with a *domain.Refusal (invalid_url, at /url) if not, and gives
// the one spelling that URLs of the same target have. It resolves the name: what the name becomes later is checked again
// at each connection.
func (c *Client) CheckURL(ctx context.Context, raw string) (spelled string, err error) {
	u, err := c.parse(raw)
	if err != nil {
		return "", err
	}
	addrs := []netip.Addr{}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil {
		addrs = append(addrs, a)
	} else if addrs, err = c.lookup(ctx, u.Hostname()); err != nil {
		return "", err
	}
	port := uint16(number(portOf(u))) // #nosec G115 -- parse has seen that it is one
	for _, a := range addrs {
		if err := c.checkAddr(netip.AddrPortFrom(a, port)); err != nil {
			return "", err
		}
	}
	return spell(u), nil
}

func (c *Client) lookup(ctx context.Context, name string) ([]netip.Addr, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	addrs, err := c.resolver.LookupNetIP(ctx, "ip", name)
	if err != nil || len(addrs) == 0 {
		return nil, refuse("The name %s does not resolve; check its spelling, or try again later.", name)
	}
	return addrs, nil
}

// spell writes a URL that parse has let through in one way, as RFC 3986 says which are the same: the host in small letters
// and an address as it is usually written, no port that goes without saying, a path without dots to walk in it, and
// nothing as %XX that need not be.
func spell(u *url.URL) string {
	one := *u
	host := strings.ToLower(u.Hostname())
	if a, err := netip.ParseAddr(host); err == nil {
		host = a.Unmap().String()
	}
	port := number(portOf(u))
	switch standard := u.Scheme == "https" && port == 443 || u.Scheme == "http" && port == 80; {
	case !standard:
		one.Host = net.JoinHostPort(host, strconv.Itoa(port))
	case strings.Contains(host, ":"):
		one.Host = "[" + host + "]"
	default:
		one.Host = host
	}
	path := walked(plainly(u.EscapedPath()))
	one.Path, one.RawPath = "", ""
	query := ""
	if u.RawQuery != "" {
		query = "?" + plainly(u.RawQuery)
	}
	one.RawQuery, one.ForceQuery = "", false
	return one.String() + path + query
}

// plainly writes out what stands as %XX for a letter, a digit or one of "-._~", and the rest in capitals.
func plainly(escaped string) string {
	var b strings.Builder
	for i := 0; i < len(escaped); i++ {
		if escaped[i] != '%' || i+2 >= len(escaped) {
			b.WriteByte(escaped[i])
			continue
		}
		code := escaped[i : i+3]
		i += 2
		n, err := strconv.ParseUint(code[1:], 16, 8)
		switch c := byte(n); {
		case err != nil: // in a query: it stays what it is
			b.WriteString(code)
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString(strings.ToUpper(code))
		}
	}
	return b.String()
}

// walked is a path from which "." and ".." are gone. Other than by path.Clean, doubled slashes and one at the end stay: they
// may mean something.
func walked(path string) string {
	var kept []string
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, part := range parts {
		last := i == len(parts)-1
		switch part {
		case "..":
			kept = kept[:max(0, len(kept)-1)]
			fallthrough
		case ".":
			if last {
				kept = append(kept, "")
			}
		default:
			kept = append(kept, part)
		}
	}
	return "/" + strings.Join(kept, "/")
}

func (c *Client) checkAddr(a netip.AddrPort) error {
	if c.guard.own(a) {
		return refuseSelf()
	}
	if judge(a.Addr(), c.guard.allow) == forbidden {
		return refuse("This server sends webhooks only to public addresses; give a URL that can be reached from the internet, or ask the operator to allow your network.")
	}
	return nil
}

// parse checks all of a URL that can be checked without asking anybody.
func (c *Client) parse(raw string) (*url.URL, error) {
	if len(raw) > MaxURL {
		return nil, refuse("The URL must have at most %d bytes.", MaxURL)
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r > '~' || r == '\\' }) {
		return nil, refuse(`The URL must be plain ASCII without spaces or "\"; write other characters as %%XX, and a host name in its xn-- form.`)
	}
	u, err := url.Parse(raw)
	if err != nil || u.Opaque != "" {
		return nil, refuse("That is not a URL; it should look like https://example.org/hook.")
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, refuse("The URL must begin with https:// or http://.")
	case u.User != nil:
		return nil, refuse("The URL must not hold a user name or password; every request is signed instead.")
	case u.Fragment != "" || strings.HasSuffix(raw, "#"):
		return nil, refuse(`The URL must not have a fragment; leave out "#" and what follows.`)
	case !goodHost(u):
		return nil, refuse("The URL needs a host name, or an address in its usual form, and no dot at its end.")
	case u.Port() != "" && !goodPort(number(u.Port())):
		return nil, refuse("The port must be 80, 443 or above 1023.")
	case c.own != "" && origin(u) == c.own:
		return nil, refuseSelf()
	}
	return u, nil
}

// goodHost lets through names and addresses that mean the same to everybody who reads them. Numbers in other forms
// (0177.0.0.1, 2130706433, 0x7f.1) are addresses to some resolvers and names to others.
func goodHost(u *url.URL) bool {
	host := u.Hostname()
	if host == "" || len(host) > 253 || strings.HasSuffix(u.Host, ":") {
		return false
	}
	if strings.HasPrefix(u.Host, "[") {
		a, err := netip.ParseAddr(host)
		return err == nil && a.Is6() && a.Zone() == ""
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return a.Is4()
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if !goodLabel(label) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return !numeric(last)
}

func goodLabel(label string) bool {
	if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
		return false
	}
	return !strings.ContainsFunc(label, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

// numeric says whether a host that ends in this label is a number rather than a name.
func numeric(label string) bool {
	if hex, ok := strings.CutPrefix(strings.ToLower(label), "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// number reads a port; what is no number is 0, which is no good port.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

func refuseSelf() error {
	return refuse("This server sends no webhooks to itself; give the URL of your own.")
}

// origin is host and port of a URL in one spelling.
func origin(u *url.URL) string { return strings.ToLower(u.Hostname()) + " " + portOf(u) }

// portOf is a URL's port, also where it goes without saying.
func portOf(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}
