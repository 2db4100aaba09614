package egress

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"syscall"
)

// ErrForbidden says that an address is not one to which requests may be made. It has one text for all such addresses,
// so that nobody can map a network by asking.
var ErrForbidden = errors.New("the address is not one that webhooks may be sent to")

// guard decides at the moment of connecting.
type guard struct {
	allow  []netip.Prefix
	listen []netip.AddrPort // where this server listens; an unspecified address stands for all of the machine's
}

// own says whether an address is one that this server listens on: it would call itself.
func (g guard) own(target netip.AddrPort) bool {
	to := target.Addr().Unmap()
	for _, l := range g.listen {
		if l.Port() != target.Port() {
			continue
		}
		if at := l.Addr().Unmap(); at == to || at.IsUnspecified() && ofThisMachine(to) {
			return true
		}
	}
	return false
}

func ofThisMachine(a netip.Addr) bool {
	addrs, err := net.InterfaceAddrs()
	if err != nil || a.IsLoopback() {
		return true
	}
	for _, mine := range addrs {
		if n, ok := mine.(*net.IPNet); ok {
			if m, ok := netip.AddrFromSlice(n.IP); ok && m.Unmap() == a {
				return true
			}
		}
	}
	return false
}

// control is called by the dialer for every attempt to connect, with the address that the name has just become.
// Whatever it does not understand it refuses.
func (g guard) control(_ context.Context, network, address string, _ syscall.RawConn) error {
	if network != "tcp4" && network != "tcp6" {
		return ErrForbidden
	}
	target, err := netip.ParseAddrPort(address)
	if err != nil || !goodPort(int(target.Port())) || judge(target.Addr(), g.allow) == forbidden || g.own(target) {
		return ErrForbidden
	}
	return nil
}

// goodPort lets through the web's ports and those that need no privilege to listen on: below 1024 are mail, shells and
// the like.
func goodPort(port int) bool {
	return port == 80 || port == 443 || port > 1023 && port <= 65535
}
