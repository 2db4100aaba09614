package notify

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"tender/domain"
)

// maxChat is the longest message that is written for a chat, in runes: what Discord takes.
const maxChat = 2000

// body writes a notice as a webhook of a format receives it.
func (c Composer) body(d domain.Delivery, v domain.View, format domain.HookFormat) ([]byte, error) {
	switch format {
	case domain.DiscordFormat:
		return c.discord(d.Notice, v)
	case domain.SlackFormat:
		return c.slack(d.Notice, v)
	case domain.StandardFormat, "":
	}
	return c.Payload(d, v)
}

// chatted is what a message in a chat says. All in it may be told to everybody: a chat has more readers than the owner of
// the webhook. Nothing in it is escaped yet.
type chatted struct {
	game string // kind and title
	lead string // the news, with the name of the player who is to move
	url  string
}

// chat puts a notice into a few words. Times are in UTC, as nobody knows where the readers are.
func (c Composer) chat(n domain.Notice, v domain.View) (chatted, error) {
	kind, err := c.Kinds.At(v.Kind, v.Revision)
	if err != nil {
		return chatted{}, err
	}
	v.Whom = "" // whom a host invites is not for all readers
	w := words{kind: kind, view: v, zone: time.UTC, public: c.Public}
	said := chatted{game: strings.TrimPrefix(w.subject(), "[Tender] "), lead: w.lead(n.Type), url: w.url()}
	if w.wanted() && n.Type != domain.GameStarted { // the first call to move is a notice of its own to webhooks
		said.lead = oneLine(v.Names().Of(v.You.Seat)) + ": " + said.lead
	} else {
		w.view.You = nil // nobody in particular is spoken to: winners have names, not "you"
		said.lead = w.lead(n.Type)
	}
	return said, nil
}

// discordMessage is what a Discord webhook takes. It mentions nobody, whatever the content says.
type discordMessage struct {
	Content  string `json:"content"`
	Mentions struct {
		Parse []string `json:"parse"`
	} `json:"allowed_mentions"`
}

func (c Composer) discord(n domain.Notice, v domain.View) ([]byte, error) {
	said, err := c.chat(n, v)
	if err != nil {
		return nil, err
	}
	link := "\n<" + said.url + ">" // in brackets, so that it shows no preview
	var m discordMessage
	m.Content = cut("**"+plainDiscord(said.game)+"**\n"+plainDiscord(said.lead), maxChat-utf8.RuneCountInString(link)) + link
	m.Mentions.Parse = []string{}
	return json.Marshal(m)
}

// plainDiscord makes text mean only itself: Discord takes a backslash before any sign as that sign. The space of no width
// after an @ keeps it from being a mention also where allowed_mentions is not known.
func plainDiscord(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r > ' ' && r < 0x7f && !asciiLetter(r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		if r == '@' {
			b.WriteString(noWidth)
		}
	}
	return b.String()
}

// noWidth is a space that is not seen.
const noWidth = "\u200b"

func asciiLetter(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// waiting has Discord answer whether the message is there, not that it may be soon.
func waiting(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return target // which is refused where it is sent
	}
	query := u.Query()
	query.Set("wait", "true")
	u.RawQuery = query.Encode()
	return u.String()
}

// slackMessage is what Slack's incoming webhooks take, and those of Mattermost and others.
type slackMessage struct {
	Text     string `json:"text"`
	Parse    string `json:"parse"`      // none: nothing in the text is looked for
	Names    int    `json:"link_names"` // 0: @here is but a word
	Markdown bool   `json:"mrkdwn"`
	Unfurl   bool   `json:"unfurl_links"`
}

func (c Composer) slack(n domain.Notice, v domain.View) ([]byte, error) {
	said, err := c.chat(n, v)
	if err != nil {
		return nil, err
	}
	link := "\n<" + slackSigns.Replace(said.url) + ">"
	m := slackMessage{Parse: "none"}
	m.Text = plainSlack(cut(said.game+"\n"+said.lead, maxChat-utf8.RuneCountInString(link))) + link
	return json.Marshal(m)
}

// slackSigns are those that Slack wants written out: nothing else begins a mention or a link there.
var slackSigns = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// lookalikes stand for the signs that would be markup. Slack has no way to escape these, and where others take the same
// messages, each has its own.
var lookalikes = strings.NewReplacer("*", "∗", "_", "＿", "~", "∼", "`", "ˋ", "[", "［", "]", "］",
	"@", "@"+noWidth, "://", ":"+noWidth+"//")

// plainSlack makes text mean only itself.
func plainSlack(text string) string { return slackSigns.Replace(lookalikes.Replace(text)) }

// cut shortens text to at most n runes, with … for what is missing, and never between a backslash and its sign.
func cut(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	short := string(runes[:n-1])
	if backslashes := len(short) - len(strings.TrimRight(short, `\`)); backslashes%2 == 1 {
		short = short[:len(short)-1]
	}
	return short + "…"
}
