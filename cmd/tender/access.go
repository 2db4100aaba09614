package main

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"tender/api"
)

// access says who may use the API from where, and how often.
type access struct {
	Limits         string   `default:"on" enum:"on,off" env:"TENDER_LIMITS" help:"Whether it is limited how often things may be done: on or off (${default})."`
	LimitsRequests int      `default:"600" env:"TENDER_LIMITS_REQUESTS" placeholder:"N" help:"Requests in a minute by an account; twice as many by an address; moves are not counted; 0: any number (${default})."`
	LimitsSignIns  int      `default:"60" env:"TENDER_LIMITS_SIGN_INS" placeholder:"N" help:"Sign-ins and sign-ups in ten minutes from an address; 0: any number (${default})."`
	LimitsMails    int      `default:"6" env:"TENDER_LIMITS_MAILS" placeholder:"N" help:"Mails in an hour that strangers can ask to be sent to one mail address; four times as many from one network address; 0: any number (${default})."`
	LimitsGames    int      `default:"30" env:"TENDER_LIMITS_GAMES" placeholder:"N" help:"Games opened in an hour by an account; three times as many from an address; 0: any number (${default})."`
	TrustedProxies []string `env:"TENDER_TRUSTED_PROXIES" placeholder:"CIDR" help:"Proxies whose X-Forwarded-For is believed, addresses or networks separated by commas; none unless named."`
	CORSOrigins    []string `env:"TENDER_CORS_ORIGINS" name:"cors-origins" placeholder:"ORIGIN" help:"Origins whose scripts may use the API in browsers, such as https://play.example.org, separated by commas; none unless named."`
}

// limits are what the API is told of them.
func (a access) limits() api.Limits {
	if a.Limits != "on" {
		return api.Limits{}
	}
	return api.Limits{Requests: a.LimitsRequests, SignIns: a.LimitsSignIns, Mails: a.LimitsMails, Games: a.LimitsGames}
}

// parse reads proxies and origins, and checks the limits.
func (a access) parse() (proxies []netip.Prefix, origins []string, err error) {
	for flag, n := range map[string]int{"requests": a.LimitsRequests, "sign-ins": a.LimitsSignIns, "mails": a.LimitsMails, "games": a.LimitsGames} {
		if n < 0 {
			return nil, nil, fmt.Errorf("--limits-%s must not be negative", flag)
		}
	}
	for _, text := range a.TrustedProxies {
		prefix, err := parsePrefix(strings.TrimSpace(text))
		if err != nil {
			return nil, nil, fmt.Errorf("--trusted-proxies must be addresses or networks such as 10.0.0.0/8: %w", err)
		}
		proxies = append(proxies, prefix)
	}
	for _, text := range a.CORSOrigins {
		origin := strings.TrimSpace(text)
		if u, err := url.Parse(origin); err != nil || !slices.Contains([]string{"http", "https"}, u.Scheme) || u.Host == "" ||
			origin != strings.ToLower(u.Scheme+"://"+u.Host) {
			return nil, nil, fmt.Errorf("--cors-origins must be origins as browsers send them, such as https://play.example.org, not %q", text)
		}
		origins = append(origins, origin)
	}
	return proxies, origins, nil
}

// parsePrefix reads a network, or an address as the network of it alone.
func parsePrefix(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil {
		return a.Unmap().Prefix(a.Unmap().BitLen())
	}
	p, err := netip.ParsePrefix(text)
	return p.Masked(), err
}
