package api

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// addressOf says from where a request comes, as limits count it: an IPv4 address, or the /64 of an IPv6 address, since
// whoever has one of those has all of it. "" when that is not known.
func addressOf(ctx context.Context) string { return network(askingOf(ctx).client) }

// clientOf is the whole address, for the audit log; "" when that is not known.
func clientOf(ctx context.Context) string {
	if client := askingOf(ctx).client; client.IsValid() {
		return client.String()
	}
	return ""
}

// network is what limits count an address as.
func network(a netip.Addr) string {
	switch {
	case !a.IsValid():
		return ""
	case a.Is4():
		return a.String()
	}
	return netip.PrefixFrom(a, 64).Masked().String()
}

// clientAddress is the address of the client. What proxies say is believed as far as they are trusted: of
// X-Forwarded-For, to which each proxy adds who asked it, the rightmost address that is none of the proxies' own. The
// rest is whatever the client wrote. No other header is looked at.
func clientAddress(r *http.Request, proxies []netip.Prefix) netip.Addr {
	client := parseAddress(r.RemoteAddr)
	if len(proxies) == 0 {
		return client
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !trusted(client, proxies) {
			break
		}
		address := parseAddress(strings.TrimSpace(hop))
		if !address.IsValid() {
			break // a trusted proxy does not write this: it is not known who asked it
		}
		client = address
	}
	return client
}

// noticeProxy warns once when requests seem to come through a proxy that is not trusted: all people then share its limits.
func (s *server) noticeProxy(r *http.Request) {
	if s.Limits == (Limits{}) || r.Header.Get("X-Forwarded-For") == "" {
		return
	}
	peer := parseAddress(r.RemoteAddr)
	if (peer.IsLoopback() || peer.IsPrivate()) && !trusted(peer, s.Proxies) {
		s.proxyNoticed.Do(func() {
			s.Log.Warn("requests come through a proxy that is not trusted, so that all of them count for its address: name it in --trusted-proxies")
		})
	}
}

func trusted(a netip.Addr, proxies []netip.Prefix) bool {
	return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// parseAddress reads an address with or without a port. The zone says on which cable, not who: it is dropped.
func parseAddress(s string) netip.Addr {
	if port, err := netip.ParseAddrPort(s); err == nil {
		return port.Addr().Unmap().WithZone("")
	}
	a, err := netip.ParseAddr(strings.Trim(s, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}
