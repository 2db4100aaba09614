package mailin

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// How much of the receiver one mail server may have. Those that get no connection try again.
const (
	maxOfOne       = 10               // connections at once
	longestVisit   = 10 * time.Minute // of a connection, whatever goes on in it
	refusalTime    = time.Second      // for telling a server that it is too much
	sharedPrefixV6 = 64               // bits of an IPv6 address that one owner has
)

const tooMany = "421 4.7.0 Too many connections from your address, try again later\r\n"

// crowd is a listener that keeps anybody from taking all connections, so that others get none. Mail servers of our own
// are not counted: what they bring is from everybody.
type crowd struct {
	net.Listener

	mu   sync.Mutex
	here map[netip.Prefix]int
}

func newCrowd(l net.Listener) *crowd { return &crowd{Listener: l, here: map[netip.Prefix]int{}} }

// Accept gives the next connection of somebody who has not too many.
func (c *crowd) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		ip := stranger(conn.RemoteAddr())
		if !ip.IsValid() {
			return conn, nil
		}
		who := ownerOf(ip)
		if c.comes(who) {
			v := &visit{Conn: conn, leave: sync.OnceFunc(func() { c.leaves(who) })}
			v.late = time.AfterFunc(longestVisit, func() {
				v.leave()
				_ = conn.Close()
			})
			return v, nil
		}
		_ = conn.SetDeadline(time.Now().Add(refusalTime))
		_, _ = conn.Write([]byte(tooMany))
		_ = conn.Close()
	}
}

func (c *crowd) comes(who netip.Prefix) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.here[who] >= maxOfOne {
		return false
	}
	c.here[who]++
	return true
}

func (c *crowd) leaves(who netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.here[who]--; c.here[who] == 0 {
		delete(c.here, who)
	}
}

// visit is a connection that is counted until it is closed.
type visit struct {
	net.Conn
	leave func()
	late  *time.Timer
}

// Close ends it. It may be called twice.
func (v *visit) Close() error {
	v.late.Stop()
	v.leave()
	return v.Conn.Close()
}

// stranger is the address of a mail server that is not our own; it is not valid for one on this machine or in its network.
func stranger(peer net.Addr) netip.Addr {
	at, err := netip.ParseAddrPort(peer.String())
	if err != nil {
		return netip.Addr{}
	}
	if ip := at.Addr().Unmap().WithZone(""); ip.IsGlobalUnicast() && !ip.IsPrivate() {
		return ip
	}
	return netip.Addr{}
}

// ownerOf is the network that one owner has.
func ownerOf(ip netip.Addr) netip.Prefix {
	bits := ip.BitLen()
	if ip.Is6() {
		bits = sharedPrefixV6
	}
	p, _ := ip.Prefix(bits) // fails only for more bits than there are
	return p
}
