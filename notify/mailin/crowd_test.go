package mailin

import (
	"bufio"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// door is a listener at which connections come from where a test says.
type door chan net.Conn

func (d door) Accept() (net.Conn, error) {
	conn, open := <-d
	if !open {
		return nil, net.ErrClosed
	}
	return conn, nil
}
func (d door) Close() error   { return nil }
func (d door) Addr() net.Addr { return &net.TCPAddr{} }

// placed is a connection from an address.
type placed struct {
	net.Conn
	peer net.Addr
}

func (f placed) RemoteAddr() net.Addr { return f.peer }

// crowded lets connections come from addresses one after the other, and says which got in, and what the first that did
// not was told.
func crowded(t *testing.T, c *crowd, d door, addresses ...string) (in []net.Conn, told string) {
	t.Helper()
	got := make(chan net.Conn)
	go func() {
		defer close(got)
		for {
			conn, err := c.Accept()
			if err != nil {
				return
			}
			got <- conn
		}
	}()
	for _, address := range addresses {
		ours, theirs := net.Pipe()
		t.Cleanup(func() { _ = theirs.Close() })
		peer := &net.TCPAddr{IP: net.ParseIP(address), Port: 1}
		d <- placed{ours, peer}
		said := make(chan string, 1)
		go func() {
			line, _ := bufio.NewReader(theirs).ReadString('\n')
			said <- line
		}()
		select {
		case conn := <-got:
			in = append(in, conn)
		case line := <-said:
			if told == "" {
				told = line
			}
		}
	}
	close(d)
	<-got
	return in, told
}

// present is how many owners have a connection.
func (c *crowd) present() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.here)
}

func TestNobodyTakesAllConnections(t *testing.T) {
	const one, other = "93.184.216.34", "93.184.216.35"
	for name, c := range map[string]struct {
		addresses []string
		in        int
	}{
		"one address":                      {slices.Repeat([]string{one}, maxOfOne+3), maxOfOne},
		"another address":                  {append(slices.Repeat([]string{one}, maxOfOne+3), other), maxOfOne + 1},
		"one network of IPv6":              {append(slices.Repeat([]string{"2606:2800:220:1::1"}, maxOfOne), "2606:2800:220:1:ffff::2"), maxOfOne},
		"another network of IPv6":          {append(slices.Repeat([]string{"2606:2800:220:1::1"}, maxOfOne), "2606:2800:220:2::1"), maxOfOne + 1},
		"one address, spelled as IPv6":     {append(slices.Repeat([]string{one}, maxOfOne), "::ffff:"+one), maxOfOne},
		"our own mail server":              {slices.Repeat([]string{"127.0.0.1"}, 3*maxOfOne), 3 * maxOfOne},
		"our own mail server, next to us":  {slices.Repeat([]string{"10.1.2.3"}, 3*maxOfOne), 3 * maxOfOne},
		"our own mail server, in its IPv6": {slices.Repeat([]string{"fd00::1"}, 3*maxOfOne), 3 * maxOfOne},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := make(door)
				crowd := newCrowd(d)
				in, told := crowded(t, crowd, d, c.addresses...)
				if len(in) != c.in || strings.HasPrefix(told, "421 ") != (len(in) < len(c.addresses)) {
					t.Errorf("%d of %d got in, the others were told %q", len(in), len(c.addresses), told)
				}
				for _, conn := range in {
					_ = conn.Close()
					_ = conn.Close() // counts once
				}
				if n := crowd.present(); n != 0 {
					t.Errorf("when all have left there are %d", n)
				}
			})
		})
	}
}

// Who keeps a connection by saying a little now and then loses it in the end.
func TestNobodyStaysForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := make(door)
		crowd := newCrowd(d)
		in, _ := crowded(t, crowd, d, "93.184.216.34")
		<-time.After(longestVisit - time.Second)
		synctest.Wait()
		if crowd.present() != 1 {
			t.Error("it is sent away too soon")
		}
		<-time.After(2 * time.Second)
		synctest.Wait()
		if _, err := in[0].Read(make([]byte, 1)); err == nil || crowd.present() != 0 {
			t.Errorf("it is still there: %v, %d", err, crowd.present())
		}
	})
}
