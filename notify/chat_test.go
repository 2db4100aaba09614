package notify

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tender/domain"
	"tender/notify/egress"
)

// evil is what people may call themselves and their games, given the chance.
const evil = "@everyone <!channel> @here [x](http://evil.example) **a** _b_ ~c~ `d` ||e|| <@123> <#4> & # >"

// chatOf gives the call to move, as a webhook of a format receives it, of a game with such names.
func chatOf(t testing.TB, format domain.HookFormat, what domain.NoticeType, name string) string {
	t.Helper()
	g := begin(t)
	n, v := g.until(what)
	v.Title = name
	for i := range v.Seats {
		v.Seats[i].Player = name
	}
	body, err := composer.body(domain.Delivery{Notice: n, CreatedAt: noon, Seq: 1}, v, format)
	if err != nil || !json.Valid(body) {
		t.Fatalf("%v: %s", err, body)
	}
	return string(body)
}

func TestDiscordMessageMentionsNobodyAndIsPlain(t *testing.T) {
	t.Parallel()
	for _, what := range []domain.NoticeType{domain.TurnStarted, domain.GameOver} {
		var m struct {
			Content  string `json:"content"`
			Mentions *struct {
				Parse []string `json:"parse"`
			} `json:"allowed_mentions"`
		}
		body := chatOf(t, domain.DiscordFormat, what, evil)
		if err := json.Unmarshal([]byte(body), &m); err != nil || m.Mentions == nil || m.Mentions.Parse == nil || len(m.Mentions.Parse) != 0 {
			t.Fatalf("%v: %s", err, body)
		}
		rest, link, ok := strings.Cut(m.Content, "\n<")
		if !ok || !strings.HasPrefix(link, "https://tender.example.org/v1/games/") {
			t.Errorf("no link: %s", m.Content)
		}
		rest = strings.TrimPrefix(strings.Replace(rest, "**\n", "\n", 1), "**") // our own
		if strings.Contains(rest, "@everyone") || strings.Contains(rest, "@here") {
			t.Errorf("a mention: %s", rest)
		}
		runes := []rune(rest)
		for i := 0; i < len(runes); i++ {
			if runes[i] == '\\' {
				i++ // what follows means itself
			} else if strings.ContainsRune("*_~`|[]()<>@#:/", runes[i]) {
				t.Errorf("%q at %d means something: %s", runes[i], i, rest)
			}
		}
	}
}

func TestSlackMessageMentionsNobodyAndIsPlain(t *testing.T) {
	t.Parallel()
	for _, what := range []domain.NoticeType{domain.TurnStarted, domain.GameOver} {
		var m map[string]any
		body := chatOf(t, domain.SlackFormat, what, evil)
		if err := json.Unmarshal([]byte(body), &m); err != nil || m["parse"] != "none" || m["mrkdwn"] != false || m["link_names"] != 0.0 {
			t.Fatalf("%v: %s", err, body)
		}
		text := m["text"].(string)
		rest, link, ok := strings.Cut(text, "\n<")
		if !ok || !strings.HasPrefix(link, "https://tender.example.org/v1/games/") || strings.Count(text, "<") != 1 {
			t.Errorf("no link, or more than one: %s", text)
		}
		if strings.ContainsAny(rest, "<>*_~`[]") || strings.Contains(rest, "@here") || strings.Contains(rest, "@everyone") || strings.Contains(rest, "://") {
			t.Errorf("not plain: %s", rest)
		}
		if !strings.Contains(rest, "&lt;!channel&gt;") || !strings.Contains(rest, " &amp; ") {
			t.Errorf("not escaped: %s", rest)
		}
	}
}

func TestChatIsToldWhoIsToMoveAndNothingThatIsHidden(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.BidWanted)
	for _, format := range []domain.HookFormat{domain.DiscordFormat, domain.SlackFormat} {
		told, err := composer.body(domain.Delivery{Notice: n, CreatedAt: noon}, v, format)
		if err != nil || !strings.Contains(string(told), v.Names().Of(n.Seat)) || !strings.Contains(string(told), "until") {
			t.Errorf("%v: %s", err, told)
		}
		bare := v // as one at the table who has another hand would have it
		bare.Own, bare.Moves = nil, nil
		if other, err := composer.body(domain.Delivery{Notice: n, CreatedAt: noon}, bare, format); err != nil || string(other) != string(told) {
			t.Errorf("%s depends on the hand: %s, %s", format, told, other)
		}
	}
}

func TestChatIsToldByNameWhoHasWon(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.GameOver)
	seat, ok := v.Result.Winners[0].(int)
	if !ok {
		t.Fatalf("%T", v.Result.Winners[0])
	}
	v.You = &domain.You{Seat: seat} // the owner of the webhook
	body, err := composer.body(domain.Delivery{Notice: n, CreatedAt: noon}, v, domain.SlackFormat)
	if want := v.Names().Of(seat) + " has won."; err != nil || !strings.Contains(string(body), want) {
		t.Errorf("%v: no %q in %s", err, want, body)
	}
}

func TestChatMessageIsCutBetweenWholeSigns(t *testing.T) {
	t.Parallel()
	for _, format := range []domain.HookFormat{domain.DiscordFormat, domain.SlackFormat} {
		for extra := range 4 {
			var m map[string]any
			if err := json.Unmarshal([]byte(chatOf(t, format, domain.TurnStarted, strings.Repeat("x", extra)+strings.Repeat("é*", 3000))), &m); err != nil {
				t.Fatal(err)
			}
			text, _ := m["content"].(string)
			if format == domain.SlackFormat {
				text = m["text"].(string)
			}
			if n := utf8.RuneCountInString(text); n > maxChat || !strings.HasSuffix(text, ">") || !strings.Contains(text, "…\n<https://") || strings.Contains(text, `\…`) {
				t.Errorf("%s: %d runes, ends in %s", format, n, text[len(text)-80:])
			}
		}
	}
}

// asked is a Poster that notes where it is sent.
type asked struct{ url *string }

func (a asked) Post(_ context.Context, target string, _ http.Header, _ []byte) (egress.Answer, error) {
	*a.url = target
	return egress.Answer{Code: 200}, nil
}

func TestDiscordIsAskedToWait(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"https://discord.example/api/webhooks/1/x":                        "https://discord.example/api/webhooks/1/x?wait=true",
		"https://discord.example/api/webhooks/1/x?wait=false&thread_id=5": "https://discord.example/api/webhooks/1/x?thread_id=5&wait=true",
	} {
		var at string
		h := &Hooks{Composer: composer, Client: asked{&at}, Now: func() time.Time { return noon }}
		to := hook
		to.URL, to.Format = target, domain.DiscordFormat
		if r := h.Send(t.Context(), "d1", to, []byte("{}")); r.Status != domain.Delivered || at != want {
			t.Errorf("%+v at %s", r, at)
		}
		to.Format = domain.StandardFormat
		if h.Send(t.Context(), "d1", to, []byte("{}")); at != target {
			t.Errorf("%s became %s", target, at)
		}
	}
}

// The first call to move of a game is a notice of its own to webhooks: a channel reads it once.
func TestChatIsCalledToMoveOnceWhenAGameStarts(t *testing.T) {
	t.Parallel()
	for _, format := range []domain.HookFormat{domain.DiscordFormat, domain.SlackFormat} {
		started, called := chatOf(t, format, domain.GameStarted, "Ana"), chatOf(t, format, domain.BidWanted, "Ana")
		if !strings.Contains(started, "The game has started") || strings.Contains(started, "wanted") || !strings.Contains(called, "wanted") {
			t.Errorf("%s:\n%s\n%s", format, started, called)
		}
	}
}
