package domain_test

import (
	"strings"
	"testing"

	"tender/domain"
)

func TestNamesThatOthersCanReadAreTaken(t *testing.T) {
	for _, name := range []string{"Ada", "ada_lovelace", "Jean-Luc", "Ben 2", "Zoë", "Zoe\u0308", "Łukasz", "Ольга", "李雷", "A.B", "O2"} {
		shown, key, err := domain.CheckName(name)
		if err != nil || shown == "" || key == "" {
			t.Errorf("%q: %q, %q, %v", name, shown, key, err)
		}
	}
	if shown, _, _ := domain.CheckName("Zoe\u0308"); shown != "Zoë" {
		t.Errorf("a name is shown composed, not as %q", shown)
	}
}

func TestNamesThatCouldDeceiveAreRefused(t *testing.T) {
	for situation, name := range map[string]string{
		"empty":                        "",
		"too short":                    "A",
		"too long":                     strings.Repeat("a", 31),
		"space before":                 " admin",
		"space after":                  "admin ",
		"tab":                          "ad\tmin",
		"two spaces":                   "ad  min",
		"no-break space":               "ad\u00a0min",
		"only signs":                   "._",
		"only digits":                  "2025",
		"begins with a dot":            ".ada",
		"ends with a hyphen":           "ada-",
		"zero width":                   "admin\u200b",
		"zero width inside":            "ad\u200dmin",
		"right-to-left override":       "ad\u202emin",
		"isolate":                      "ad\u2066min",
		"emoji":                        "\U0001f600\U0001f600",
		"emoji with letters":           "Ada \U0001f600",
		"line break":                   "Turn\r\nBcc: x@evil",
		"NUL":                          "ad\x00min",
		"invalid UTF-8":                "ad\xffmin",
		"slash":                        "a/b",
		"web address":                  "Click_here.https.www.evil",
		"www":                          "www.evil",
		"domain":                       "evil.io",
		"full-width domain":            "evil．io",
		"at sign":                      "ada@example",
		"accent alone":                 "\u0301ada",
		"accents piled up":             "Z\u0301\u0302\u0303\u0304a",
		"dot at the end":               "Ada L.",
		"letters that are a symbol":    "Ada™",
		"encoded word for mail":        "=?utf-8?q?x?=",
		"markup":                       "<b>Ada</b>",
		"interlinear annotation mark":  "ad\ufff9min",
		"variation selector for emoji": "Ada\ufe0f\ufe0f",
	} {
		_, _, err := domain.CheckName(name)
		if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.InvalidName || r.Pointer != "/name" {
			t.Errorf("%s: %q gives %v", situation, name, err)
		}
	}
}

func TestNamesThatLookTheSameHaveOneKey(t *testing.T) {
	for _, pair := range [][2]string{
		{"adrian", "ADRIAN"},
		{"adrian", "Adrian"},
		{"adrian", "\u0430drian"}, // Cyrillic a
		{"adrian", "adr1an"},
		{"adrian", "adrlan"},
		{"ADRIAN", "ADR1AN"},
		{"Bill", "BiII"},
		{"Olga", "0lga"},
		{"Olga", "O1ga"},
		{"adrian", "ａｄｒｉａｎ"}, // full width
		{"Zoë", "Zoe\u0308"},
		{"file", "ﬁle"}, // ligature
		{"ada lovelace", "ada_lovelace"},
		{"J.D", "jd"},
		{"ΑΒΒΑ", "abba"}, // Greek capitals
		{"ВЕN", "Ben"},   // Cyrillic capitals
	} {
		_, a, err := domain.CheckName(pair[0])
		_, b, err2 := domain.CheckName(pair[1])
		if err != nil || err2 != nil || a != b {
			t.Errorf("%q has the key %q, %q has %q (%v, %v)", pair[0], a, pair[1], b, err, err2)
		}
	}
	_, a, _ := domain.CheckName("Ada")
	_, b, _ := domain.CheckName("Ben")
	_, c, _ := domain.CheckName("Zoe")
	_, d, _ := domain.CheckName("Zoë")
	if a == b || c == d {
		t.Error("names that differ have one key")
	}
}

func TestPlainAddressesAreTaken(t *testing.T) {
	for _, c := range []struct{ typed, shown, key string }{
		{"ada@example.org", "ada@example.org", "ada@example.org"},
		{"Ada.L+tender@Example.ORG", "Ada.L+tender@example.org", "ada.l+tender@example.org"},
		{"ada@bücher.example", "ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"},
		{"o'hara@mail.example.co", "o'hara@mail.example.co", "o'hara@mail.example.co"},
	} {
		shown, key, err := domain.CheckEmail(c.typed)
		if err != nil || shown != c.shown || key != c.key {
			t.Errorf("%q: %q, %q, %v", c.typed, shown, key, err)
		}
	}
}

func TestAddressesThatCouldSmuggleAreRefused(t *testing.T) {
	for situation, address := range map[string]string{
		"empty":                    "",
		"no at sign":               "ada",
		"nothing before":           "@example.org",
		"nothing after":            "ada@",
		"two at signs":             "ada@ben@example.org",
		"quoted local part":        `"a@x> ORCPT=admin@y"@z.example`,
		"plain quotes":             `"ada"@example.org`,
		"line breaks and commands": "a@b.example>\r\nDATA\r\nSubject: x",
		"line break before the at": "a\r\nb@example.org",
		"line feed at the end":     "ada@example.org\n",
		"comment":                  "ada(her)@example.org",
		"comment in the domain":    "ada@(x)example.org",
		"display name":             "Ada <ada@example.org>",
		"brackets":                 "<ada@example.org>",
		"list":                     "ada@example.org,ben@example.org",
		"space":                    "ada l@example.org",
		"space after":              "ada@example.org ",
		"dot first":                ".ada@example.org",
		"two dots":                 "ada..l@example.org",
		"dot last":                 "ada.@example.org",
		"letters beyond ASCII":     "zoë@example.org",
		"number in brackets":       "ada@[127.0.0.1]",
		"number":                   "ada@127.0.0.1",
		"one label":                "ada@localhost",
		"trailing dot":             "ada@example.org.",
		"empty label":              "ada@example..org",
		"hyphen first":             "ada@-example.org",
		"underscore":               "ada@my_host.org",
		"broken punycode":          "ada@xn--a.org",
		"NUL":                      "ada\x00@example.org",
		"invalid UTF-8":            "ada@ex\xffample.org",
		"zero width":               "ada\u200b@example.org",
		"full-width at":            "ada＠example.org",
		"too long":                 strings.Repeat("a", 64) + "@" + strings.Repeat("b", 60) + "." + strings.Repeat("c", 60) + "." + strings.Repeat("d", 60) + "." + strings.Repeat("e", 60) + ".org",
		"local part too long":      strings.Repeat("a", 65) + "@example.org",
		"label too long":           "ada@" + strings.Repeat("b", 64) + ".org",
	} {
		_, _, err := domain.CheckEmail(address)
		if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.InvalidEmail || r.Pointer != "/email" {
			t.Errorf("%s: %q gives %v", situation, address, err)
		}
	}
}

func TestNameOfWhichPartsCannotBeSeenIsRefused(t *testing.T) {
	for _, r := range []rune{0xFE0F, 0xE0100, 0x17B5, 0x16FE4, 0x3164, 0x115F, 0x034F, 0x180B, 0xFFA0, 0x200B, 0x00AD, 0x2060, 0xE0001} {
		for _, name := range []string{"Ada" + string(r), "A" + string(r) + "da", string(r) + "Ada", string([]rune{r, r, r})} {
			if shown, _, err := domain.CheckName(name); err == nil {
				t.Errorf("%U: %q was taken", r, shown)
			}
		}
	}
}

func TestNamesThatMeanSomebodyElseAreRefused(t *testing.T) {
	for _, name := range []string{"you", "You", "Yоu", "n0body", "The Dummy", "ADMIN", "Tender"} {
		if shown, _, err := domain.CheckName(name); err == nil {
			t.Errorf("%q was taken", shown)
		}
	}
}
