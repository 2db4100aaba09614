package egress

import (
	"context"
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

// CheckURL says whether requests may be made to a URL, with a *domain.Refusal (invalid_url, at /url) if not. It resolves
// the name: what the name becomes later is checked again at each connection.
func (c *Client) CheckURL(ctx context.Context, raw string) error {
	u, err := c.parse(raw)
	if err != nil {
		return err
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil {
		return c.checkAddr(a)
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	addrs, err := c.resolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil || len(addrs) == 0 {
		return refuse("The name %s does not resolve; check its spelling, or try again later.", u.Hostname())
	}
	for _, a := range addrs {
		if err := c.checkAddr(a); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) checkAddr(a netip.Addr) error {
	if judge(a, c.guard.allow) == forbidden {
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
		return nil, refuse("This server sends no webhooks to itself; give the URL of your own.")
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

// origin is host and port of a URL in one spelling.
func origin(u *url.URL) string {
	port := u.Port()
	switch {
	case port != "":
	case u.Scheme == "https":
		port = "443"
	default:
		port = "80"
	}
	return strings.ToLower(u.Hostname()) + " " + port
}
