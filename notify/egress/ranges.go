package egress

import (
	"fmt"
	"net/netip"
	"strings"
)

// never lists what no operator can allow: addresses that answer with credentials or reach more than one host, and
// spellings of IPv4 inside IPv6, which would bring the first back through another door.
var never = prefixes(
	"0.0.0.0/8",          // this host
	"169.254.0.0/16",     // link-local, metadata of most clouds
	"168.63.129.16/32",   // Azure's wire server
	"100.100.100.200/32", // Alibaba's metadata
	"192.0.0.192/32",     // Oracle's metadata
	"224.0.0.0/4",        // multicast
	"255.255.255.255/32", // broadcast
	"::/128",             // unspecified: dials this host
	"::ffff:0:0:0/96",    // IPv4-translated
	"64:ff9b::/96",       // NAT64
	"64:ff9b:1::/48",     // NAT64, local use
	"2001::/32",          // Teredo
	"2002::/16",          // 6to4
	"fe80::/10",          // link-local
	"fec0::/10",          // site-local, given up
	"ff00::/8",           // multicast
	"fd00:ec2::254/128",  // Amazon's metadata
	"fd20:ce::254/128",   // Google's metadata
)

// compatible is IPv4 written as ::a.b.c.d. It is as forbidden as the list above, but for ::1, which is loopback and may
// be allowed.
var compatible = netip.MustParsePrefix("::/96")

// special lists the rest of IPv4 that is not the public internet. An operator can allow it.
var special = prefixes(
	"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", // private
	"100.64.0.0/10",                                     // carrier-grade NAT
	"127.0.0.0/8",                                       // loopback
	"192.0.0.0/24",                                      // protocol assignments
	"192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", // documentation
	"192.88.99.0/24", // 6to4 relays
	"198.18.0.0/15",  // benchmarks
	"240.0.0.0/4",    // reserved
)

// unicast6 is the public part of IPv6; everything outside is special (loopback, unique local, discard, segment routing
// …). special6 lists the exceptions inside.
var (
	unicast6 = netip.MustParsePrefix("2000::/3")
	special6 = prefixes("2001::/23", "2001:db8::/32", "3fff::/20")
)

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, s := range list {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}

func within(list []netip.Prefix, a netip.Addr) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// reach says how an address may be reached.
type reach int

const (
	forbidden reach = iota // the zero value: what cannot be told is refused
	allowed                // only because the operator says so
	public
)

// judge tells what an address is to this server, given what its operator allows.
func judge(a netip.Addr, allow []netip.Prefix) reach {
	if !a.IsValid() || a.Zone() != "" {
		return forbidden
	}
	a = a.Unmap()
	if within(never, a) || compatible.Contains(a) && a != netip.IPv6Loopback() {
		return forbidden
	}
	open := a.Is4() && !within(special, a) || a.Is6() && unicast6.Contains(a) && !within(special6, a)
	switch {
	case open:
		return public
	case within(allow, a):
		return allowed
	}
	return forbidden
}

// ParseAllow reads an operator's list of networks and addresses that webhooks may reach although they are not public,
// separated by commas: "192.168.1.0/24, fd12::/16, 10.0.0.7". A network that can never be allowed is an error.
func ParseAllow(list string) ([]netip.Prefix, error) {
	var allow []netip.Prefix
	for field := range strings.SplitSeq(list, ",") {
		field = strings.TrimSpace(field)
		if field == "" {
			continue
		}
		p, err := parsePrefix(field)
		if err != nil {
			return nil, fmt.Errorf("%q is neither a network like 192.168.1.0/24 nor an address", field)
		}
		for _, n := range never {
			if n.Bits() <= p.Bits() && n.Contains(p.Addr()) {
				return nil, fmt.Errorf("%s cannot be allowed: it is part of %s, which is closed to webhooks", p, n)
			}
		}
		allow = append(allow, p)
	}
	return allow, nil
}

func parsePrefix(s string) (netip.Prefix, error) {
	if !strings.Contains(s, "/") {
		a, err := netip.ParseAddr(s)
		if err != nil {
			return netip.Prefix{}, err
		}
		a = a.Unmap()
		return a.Prefix(a.BitLen())
	}
	p, err := netip.ParsePrefix(s)
	if err != nil {
		return p, err
	}
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p.Masked(), nil
}
