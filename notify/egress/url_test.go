package egress

import (
	"context"
	"strings"
	"testing"

	"tender/domain"
)

func TestURLsAtSaveTime(t *testing.T) {
	t.Parallel()
	c, err := New(Options{Own: "https://Tender.example.org", Resolver: names{
		"hook.example.org.":   {"93.184.216.34", "2606:2800:220:1::1"},
		"tender.example.org.": {"93.184.216.35"},
		"inside.example.org.": {"10.0.0.1"},
		"mixed.example.org.":  {"93.184.216.34", "10.0.0.1"},
		"meta.example.org.":   {"::ffff:a9fe:a9fe"},
		"xn--bcher-kva.org.":  {"93.184.216.34"},
	}.resolver(t)})
	if err != nil {
		t.Fatal(err)
	}
	for _, good := range []string{
		"https://hook.example.org/a?b=c%20d", "http://hook.example.org", "HTTPS://HOOK.example.org:443/", "http://hook.example.org:8080/x",
		"https://93.184.216.34/x", "https://[2606:2800:220:1::1]:1024/x", "https://xn--bcher-kva.org/", "https://tender.example.org:8443/",
	} {
		if _, err := c.CheckURL(context.Background(), good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "hook.example.org", "//hook.example.org/", "ftp://hook.example.org/", "file:///etc/passwd", "https:hook.example.org", "https://",
		"https:///x", "javascript:alert(1)", "https://user@hook.example.org/", "https://user:pass@hook.example.org/", "https://@hook.example.org/",
		`https://hook.example.org\@10.0.0.1/`, "https://hook%2f@10.0.0.1/", "https://hook.example.org%2f@x/", "https://hook.example.org:80:80/",
		"https://hook.example.org:/", "https://hook.example.org:0/", "https://hook.example.org:22/", "https://hook.example.org:1023/",
		"https://hook.example.org:99999/", "https://hook.example.org:-1/", "https://hook.example.org:443a/", "https://hook.example.org\r\nX: y/",
		"https://hook.example.org/a b", "https://hook.example.org/\t", " https://hook.example.org/", "https://hook.example.org./", "https://.org/",
		"https://hook..example.org/", "https://-hook.example.org/", "https://①②⑦.0.0.1/", "https://bücher.org/", "https://hook.example.org/#x",
		"https://hook.example.org/#", "https://hook.example.org/" + strings.Repeat("x", 10_000), "https://" + strings.Repeat("x", 64) + ".org/",
		"https://unknown.example.org/", "https://inside.example.org/", "https://mixed.example.org/", "https://meta.example.org/",
		"https://tender.example.org/", "https://TENDER.example.org:443/hook", "https://localhost/", "https://127.0.0.1/", "https://127.1/",
		"https://0177.0.0.1/", "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/", "https://example.0x/", "https://0.0.0.0/", "https://1.2.3.4.5/",
		"https://[::]/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:a9fe:a9fe]/", "https://[::127.0.0.1]/",
		"http://[fe80::1%25eth0]/", "http://[fe80::1]/", "https://[10.0.0.1]/", "https://[/", "https://169.254.169.254/latest/meta-data/",
	} {
		_, err := c.CheckURL(context.Background(), bad)
		r, ok := domain.AsRefusal(err)
		if !ok || r.Code != domain.InvalidURL || r.Pointer != "/url" {
			t.Errorf("%.60q: %v", bad, err)
		}
	}
}
