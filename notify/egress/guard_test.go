package egress

import (
	"context"
	"errors"
	"net/netip"
	"testing"
)

func TestJudgeKnowsEveryRange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		addr string
		want reach
	}{
		{"8.8.8.8", public}, {"1.1.1.1", public}, {"172.15.255.255", public}, {"172.32.0.1", public}, {"100.128.0.1", public},
		{"2600::1", public}, {"2a00:1450:4001::5", public}, {"::ffff:8.8.8.8", public},

		{"0.0.0.0", forbidden}, {"0.1.2.3", forbidden}, {"10.0.0.1", forbidden}, {"100.64.0.1", forbidden},
		{"127.0.0.1", forbidden}, {"127.255.255.254", forbidden}, {"169.254.169.254", forbidden}, {"172.16.0.1", forbidden},
		{"172.31.255.255", forbidden}, {"192.0.0.8", forbidden}, {"192.0.2.1", forbidden}, {"192.88.99.1", forbidden},
		{"192.168.0.1", forbidden}, {"198.18.0.1", forbidden}, {"198.19.255.255", forbidden}, {"198.51.100.1", forbidden},
		{"203.0.113.1", forbidden}, {"224.0.0.1", forbidden}, {"239.255.255.255", forbidden}, {"240.0.0.1", forbidden},
		{"255.255.255.255", forbidden}, {"168.63.129.16", forbidden}, {"100.100.100.200", forbidden},

		{"::", forbidden}, {"::1", forbidden}, {"::127.0.0.1", forbidden}, {"::8.8.8.8", forbidden},
		{"::ffff:127.0.0.1", forbidden}, {"::ffff:a9fe:a9fe", forbidden}, {"::ffff:0:7f00:1", forbidden},
		{"64:ff9b::7f00:1", forbidden}, {"64:ff9b::808:808", forbidden}, {"64:ff9b:1::1", forbidden}, {"100::1", forbidden},
		{"2001::1", forbidden}, {"2001:1ff::1", forbidden}, {"2001:db8::1", forbidden}, {"2002:7f00:1::", forbidden},
		{"3fff::1", forbidden}, {"3fff:fff::1", forbidden}, {"5f00::1", forbidden}, {"fc00::1", forbidden}, {"fd00:ec2::254", forbidden},
		{"fe80::1", forbidden}, {"fe80::1%lo", forbidden}, {"2600::1%eth0", forbidden}, {"fec0::1", forbidden}, {"ff02::1", forbidden},
		{"4000::1", forbidden},
	} {
		if got := judge(netip.MustParseAddr(c.addr), nil); got != c.want {
			t.Errorf("%s: %d, want %d", c.addr, got, c.want)
		}
	}
	if judge(netip.Addr{}, nil) != forbidden {
		t.Error("no address at all is let through")
	}
}

func TestOperatorsListOpensWhatItNamesAndNothingElse(t *testing.T) {
	t.Parallel()
	allow, err := ParseAllow("127.0.0.0/8, 192.168.1.7, ::1, fd12::/16,, 100.64.0.0/10, 0.0.0.0/0")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		addr string
		want reach
	}{
		{"127.0.0.1", allowed}, {"::ffff:127.0.0.1", allowed}, {"192.168.1.7", allowed}, {"::1", allowed}, {"fd12::9", allowed},
		{"fd13::9", forbidden}, {"169.254.169.254", forbidden}, {"100.100.100.200", forbidden}, {"fe80::1", forbidden},
		{"::127.0.0.1", forbidden}, {"2002:7f00:1::", forbidden}, {"0.0.0.0", forbidden}, {"8.8.8.8", public},
	} {
		if got := judge(netip.MustParseAddr(c.addr), allow); got != c.want {
			t.Errorf("%s: %d, want %d", c.addr, got, c.want)
		}
	}
}

func TestListThatCanNeverBeAllowedIsAnError(t *testing.T) {
	t.Parallel()
	for _, list := range []string{"169.254.0.0/16", "169.254.169.254", "::ffff:169.254.169.254", "fe80::/10", "fe80::1%eth0",
		"224.0.0.0/8", "64:ff9b::/96", "fd00:ec2::254", "10.0.0.0/33", "router", "10.0.0.0/8;192.168.0.0/16"} {
		if allow, err := ParseAllow(list); err == nil {
			t.Errorf("%q is read as %v", list, allow)
		}
	}
	if allow, err := ParseAllow(""); err != nil || len(allow) != 0 {
		t.Errorf("the empty list: %v, %v", allow, err)
	}
}

func TestGuardRefusesWhatItDoesNotUnderstand(t *testing.T) {
	t.Parallel()
	g := guard{}
	for _, c := range []struct {
		network, address string
		fine             bool
	}{
		{"tcp4", "8.8.8.8:443", true}, {"tcp6", "[2600::1]:8443", true}, {"tcp4", "8.8.8.8:80", true},
		{"tcp4", "127.0.0.1:443", false}, {"tcp6", "[::ffff:127.0.0.1]:443", false}, {"tcp6", "[fe80::1%lo]:443", false},
		{"tcp4", "8.8.8.8:22", false}, {"tcp4", "8.8.8.8:0", false}, {"udp4", "8.8.8.8:443", false}, {"unix", "/run/x", false},
		{"tcp4", "", false}, {"tcp4", "localhost:443", false}, {"tcp4", "8.8.8.8", false},
	} {
		err := g.control(context.Background(), c.network, c.address, nil)
		if fine := err == nil; fine != c.fine || !fine && !errors.Is(err, ErrForbidden) {
			t.Errorf("%s %s: %v", c.network, c.address, err)
		}
	}
}
