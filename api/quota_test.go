package api

import (
	"container/list"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"tender/domain"
)

// nowhere shares nothing.
type nowhere struct{}

func (nowhere) AddCount(_ context.Context, c domain.Count) (total, before int, err error) {
	return c.N, 0, nil
}

func newQuota(limit int, span time.Duration, step int, now func() time.Time) *quota {
	return &quota{name: "test", limit: limit, span: span, step: step, counts: nowhere{}, now: now, failed: func(error) {},
		subjects: map[string]*list.Element{}, newest: list.New()}
}

// Somebody who takes whatever there is, at random times, gets what the quota allows, and what Retry-After says is true to the
// millisecond.
func TestAQuotaLastsAndComesBackAsItSays(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	q := newQuota(100, time.Minute, 1000, func() time.Time { return now })
	chance := rand.New(rand.NewPCG(1, 2))
	var took []time.Time
	for range 20_000 {
		s := q.take(t.Context(), "ada")
		if s.ok {
			took = append(took, now)
		} else {
			if s.retry <= 0 || s.retry > 2*time.Minute {
				t.Fatalf("come back after %v", s.retry)
			}
			before := now
			now = before.Add(s.retry - time.Millisecond)
			if q.peek(t.Context(), "ada").ok {
				t.Fatalf("there is room a moment too early")
			}
			now = before.Add(s.retry + time.Millisecond)
			if !q.peek(t.Context(), "ada").ok {
				t.Fatalf("there is no room after %v", s.retry)
			}
		}
		now = now.Add(time.Duration(chance.Int64N(int64(time.Second))))
	}
	minutes := took[len(took)-1].Sub(took[0]).Minutes()
	if rate := float64(len(took)) / minutes; rate > 101 || rate < 80 {
		t.Errorf("%.1f in a minute", rate)
	}
}

func TestAMillionAddressesTakeLittleMemory(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	q := newQuota(100, time.Minute, 1000, func() time.Time { return now })
	measure := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := measure()
	for i := range 1_000_000 {
		address := netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, byte(i >> 16), byte(i >> 8), byte(i), 1, 15: byte(i)})
		q.take(t.Context(), network(address))
	}
	if len(q.subjects) != maxCounted || q.newest.Len() != maxCounted {
		t.Errorf("%d addresses are remembered", len(q.subjects))
	}
	if used := int64(measure()) - int64(before); used > 40<<20 {
		t.Errorf("%d MiB", used>>20)
	}
	runtime.KeepAlive(q)
}

func TestAQuotaIsExactAmongGoroutines(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	q := newQuota(50, time.Hour, 10, func() time.Time { return now })
	taken := make(chan bool, 400)
	for range cap(taken) {
		go func() { taken <- q.take(context.Background(), "ada").ok }()
	}
	n := 0
	for range cap(taken) {
		if <-taken {
			n++
		}
	}
	if n != 50 {
		t.Errorf("%d of 50", n)
	}
}

func TestOnlyTrustedProxiesAreBelieved(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		peer      string
		forwarded []string
		want      string
	}{
		{"198.51.100.1:5", nil, "198.51.100.1"},
		{"198.51.100.1:5", []string{"203.0.113.1"}, "198.51.100.1"}, // says who is no proxy
		{"10.0.0.1:5", nil, "10.0.0.1"},
		{"10.0.0.1:5", []string{"203.0.113.1"}, "203.0.113.1"},
		{"10.0.0.1:5", []string{"192.0.2.66, 203.0.113.1"}, "203.0.113.1"}, // the client has written the first
		{"10.0.0.1:5", []string{"192.0.2.66", "203.0.113.1, 10.9.9.9"}, "203.0.113.1"},
		{"10.0.0.1:5", []string{"10.7.7.7,10.9.9.9"}, "10.7.7.7"},
		{"10.0.0.1:5", []string{"203.0.113.1, junk"}, "10.0.0.1"},
		{"10.0.0.1:5", []string{"203.0.113.1, "}, "10.0.0.1"},
		{"10.0.0.1:5", []string{"203.0.113.1:4711"}, "203.0.113.1"},
		{"10.0.0.1:5", []string{"[2001:db8:1:2:3::4]:4711"}, "2001:db8:1:2::/64"},
		{"[fd00::1]:5", []string{"2001:db8:1:2:3::4"}, "2001:db8:1:2::/64"},
		{"[::ffff:10.0.0.1]:5", []string{"::ffff:203.0.113.1"}, "203.0.113.1"},
		{"[fe80::1%eth0]:5", nil, "fe80::/64"},
		{"@", []string{"203.0.113.1"}, ""},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		r.Header["X-Forwarded-For"] = c.forwarded
		for _, other := range []string{"X-Real-Ip", "Forwarded", "True-Client-Ip", "Cf-Connecting-Ip"} {
			r.Header.Set(other, "192.0.2.1")
		}
		if got := network(clientAddress(r, proxies)); got != c.want {
			t.Errorf("%s with %q: %s instead of %s", c.peer, c.forwarded, got, c.want)
		}
		if got := network(clientAddress(r, nil)); got != network(parseAddress(c.peer)) {
			t.Errorf("without proxies: %s", got)
		}
	}
}

func TestMailsCausedAreLimitedForWhomTheyGoToAndFromWhereTheyAreAskedFor(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	s := &server{limits: newLimits(Deps{Limits: Limits{Mails: 3}, Counts: nowhere{}, Now: func() time.Time { return now }})}
	from := func(address string) context.Context {
		return &asking{Context: t.Context(), client: netip.MustParseAddr(address)}
	}
	for i := range 4 {
		// Asked for from everywhere, however it is written.
		err := s.limitMail(from(fmt.Sprint("192.0.2.", i)), []string{"ada@example.org", "ada@EXAMPLE.org"}[i%2])
		if (err != nil) != (i == 3) {
			t.Errorf("mail %d: %v", i, err)
		}
	}
	for i := range 13 {
		if err := s.limitMail(from("192.0.2.99"), fmt.Sprintf("b%d@example.org", i)); (err != nil) != (i == 12) {
			t.Errorf("mail %d: %v", i, err)
		}
	}
}
