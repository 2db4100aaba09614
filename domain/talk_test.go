package domain_test

import (
	"strings"
	"testing"
	"time"

	"tender/domain"
)

func TestMessagesAreVisibleText(t *testing.T) {
	for text, want := range map[string]string{
		"well bid":                           "well bid",
		"first\r\nsecond\n\nthird":           "first\nsecond\n\nthird",
		"Zoë, שלום, 你好, مرحبا":               "Zoë, שלום, 你好, مرحبا",
		"می\u200cخواهم":                      "می\u200cخواهم", // the sign that keeps two letters of one word apart
		"❤\ufe0f 👩\U0001f3fd\u200d🚀 1\ufe0f": "❤\ufe0f 👩\U0001f3fd\u200d🚀 1\ufe0f",
		"<script>alert(1)</script>":          "<script>alert(1)</script>", // text is text
		strings.Repeat("é", 1000):            strings.Repeat("é", 1000),
		strings.Repeat("x\n", 39) + "x":      strings.Repeat("x\n", 39) + "x",
		"บ้ำ ก\u0e34\u0e4c":                  "บ้ำ ก\u0e34\u0e4c",
	} {
		if got, err := domain.CheckMessage(text); err != nil || got != want {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	}
	for situation, text := range map[string]string{
		"nothing":                "",
		"spaces":                 " \n\u00a0\u3000",
		"only an accent":         "\u0301",
		"a blank picture":        "\u2800\u2800",
		"a filler":               "\u3164",
		"a filler in words":      "a\u115fb",
		"too long":               strings.Repeat("é", 1001),
		"too many lines":         strings.Repeat("x\n", 40) + "x",
		"a bell":                 "ding\a",
		"an escape":              "\x1b[2Jgone",
		"a lone carriage return": "over\rwritten",
		"a tabulator":            "a\tb",
		"NUL":                    "a\x00b",
		"right to left override": "a\u202eb",
		"isolate":                "a\u2066b",
		"left to right mark":     "a\u200eb",
		"zero width space":       "a\u200bb",
		"joiner at the start":    "\u200dx",
		"joiner after a space":   "x \u200d",
		"joiners in a row":       "x\u200d\u200cy",
		"byte order mark":        "\ufeffx",
		"line separator":         "a\u2028b",
		"tag characters":         "a\U000e0041",
		"private use":            "a\ue000",
		"invalid UTF-8":          "a\xff",
		"a pile of accents":      "z" + strings.Repeat("\u0301", 7),
	} {
		_, err := domain.CheckMessage(text)
		if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.InvalidMessage || r.Pointer != "/text" {
			t.Errorf("%s: %v", situation, err)
		}
	}
}

func TestWhoSpeaksAndHearsWhere(t *testing.T) {
	ended := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	player, spectator := domain.View{You: &domain.You{Seat: 1}}, domain.View{}
	after, watched := player, spectator
	after.EndedAt, watched.EndedAt = &ended, &ended
	const fine = domain.Code("")
	for situation, c := range map[string]struct {
		view                                   domain.View
		usual                                  domain.TalkChannel
		speaksTable, speaksBeside, hearsBeside domain.Code
	}{
		"a player":                  {player, domain.AtTable, fine, domain.SpectatorsOnly, domain.SpectatorsOnly},
		"a player afterwards":       {after, domain.AtTable, fine, fine, fine},
		"a spectator":               {spectator, domain.AmongSpectators, domain.NotSeated, fine, fine},
		"a spectator of what ended": {watched, domain.AmongSpectators, domain.NotSeated, fine, fine},
	} {
		code := func(err error) domain.Code {
			if r, ok := domain.AsRefusal(err); ok {
				return r.Code
			}
			return fine
		}
		v := c.view
		if v.Talks() != c.usual || code(v.MaySpeak(domain.AtTable)) != c.speaksTable || code(v.MaySpeak(domain.AmongSpectators)) != c.speaksBeside ||
			code(v.MayHear(domain.AmongSpectators)) != c.hearsBeside || v.MayHear(domain.AtTable) != nil {
			t.Errorf("%s: speaks at %s; %v, %v, %v, %v", situation, v.Talks(), v.MaySpeak(domain.AtTable), v.MaySpeak(domain.AmongSpectators),
				v.MayHear(domain.AmongSpectators), v.MayHear(domain.AtTable))
		}
	}
}
