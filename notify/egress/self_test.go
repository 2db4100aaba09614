package egress

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"testing"

	"tender/domain"
)

func TestServerIsNotMadeToCallItself(t *testing.T) {
	t.Parallel()
	allow := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("192.168.1.0/24")}
	resolver := names{"self.example.org.": {"127.0.0.1"}}.resolver(t)
	for _, c := range []struct {
		listen, target string
		refused        bool
	}{
		{"127.0.0.1:8080", "http://127.0.0.1:8080/v1/me", true},
		{"127.0.0.1:8080", "http://[::ffff:127.0.0.1]:8080/", true},
		{"127.0.0.1:8080", "http://self.example.org:8080/", true},
		{"127.0.0.1:8080", "http://127.0.0.1:9000/", false},
		{"127.0.0.1:8080", "http://127.0.0.2:8080/", false},
		{"[::]:8080", "http://127.0.0.1:8080/", true},
		{"0.0.0.0:8080", "http://[::1]:8080/", true},
		{"[::]:8080", "http://self.example.org:8080/", true},
		{"[::]:8080", "http://127.0.0.1:9000/", false},
		{"93.184.216.34:443", "https://93.184.216.34/", true},
	} {
		client, seen := verdicts(t, Options{Allow: allow, Resolver: resolver, Listen: []netip.AddrPort{netip.MustParseAddrPort(c.listen)}})
		_, err := client.CheckURL(context.Background(), c.target)
		if r, ok := domain.AsRefusal(err); ok != c.refused || ok && r.Code != domain.InvalidURL {
			t.Errorf("%s is saved by a server at %s: %v", c.target, c.listen, err)
		}
		_, err = client.Post(context.Background(), c.target, http.Header{}, nil)
		if errors.Is(err, ErrForbidden) != c.refused || len(seen()) != 1 {
			t.Errorf("%s is dialled by a server at %s: %v, %v", c.target, c.listen, err, seen())
		}
	}
}

func TestOneTargetHasOneSpelling(t *testing.T) {
	t.Parallel()
	c, err := New(Options{Resolver: names{"hook.example.org.": {"93.184.216.34"}}.resolver(t)})
	if err != nil {
		t.Fatal(err)
	}
	for want, spellings := range map[string][]string{
		"https://hook.example.org/": {"https://hook.example.org", "https://hook.example.org/", "HTTPS://Hook.Example.ORG:443", "https://hook.example.org:0443/?", "https://hook.example.org?"},
		"http://hook.example.org/":  {"http://hook.example.org", "http://HOOK.example.org:80/"},
		// What is not the same everywhere stays as it is.
		"https://hook.example.org/A%2Fb/?b=2&a=1": {"https://hook.example.org/A%2fb/?b=2&a=1", "https://hook.example.org/A%2Fb/?%62=%32&a=1"},
		"https://hook.example.org/a//b%20/":       {"https://hook.example.org/a//b%20/", "https://hook.example.org/%61/./x/..//b%20/."},
		"https://hook.example.org/hook~?x=%zz%":   {"https://hook.example.org/%68ook%7e?x=%zz%", "https://hook.example.org/../../hook~?x=%zz%", "https://hook.example.org/a/%2E%2e/hook~?x=%zz%"},
		"https://hook.example.org/a/":             {"https://hook.example.org/a/b/..", "https://hook.example.org/a/."},
		"https://hook.example.org:80/":            {"https://hook.example.org:80"},
		"https://[2606:2800:220:1::1]/":           {"https://[2606:2800:0220:0001:0000::1]:443/", "https://[2606:2800:220:1:0:0:0:1]"},
		"https://[2606:2800:220:1::1]:8443/x":     {"https://[2606:2800:220:1::1]:8443/x"},
		"https://93.184.216.34/":                  {"https://93.184.216.34", "https://[::ffff:93.184.216.34]/", "https://[::ffff:5db8:d822]:443"},
	} {
		for _, spelling := range spellings {
			if got, err := c.CheckURL(context.Background(), spelling); err != nil || got != want {
				t.Errorf("%s: %s, %v", spelling, got, err)
			}
		}
	}
}
