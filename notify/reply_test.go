package notify

import (
	"bytes"
	"io"
	"net/mail"
	"strings"
	"testing"
	"time"

	message "github.com/emersion/go-message/mail"

	"tender/domain"
)

// answered sends what a mail is answered with, and gives it with its plain part.
func answered(t *testing.T, p domain.Post, change func(*MailSetup)) (*mail.Message, string) {
	t.Helper()
	var out sack
	p.ID, p.Type, p.To, p.Account = "l1", domain.MailAnswer, domain.Account{ID: "a1", Name: "Ana", Email: "ana@example.com", Zone: p.To.Zone}, "a1"
	p.CreatedAt = noon
	if r := newMailWith(t, &out, change).Post(t.Context(), p, secrets{}); r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	m, err := mail.ReadMessage(bytes.NewReader(out.mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	parts, err := message.CreateReader(bytes.NewReader(out.mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	first, err := parts.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(first.Body)
	if err != nil {
		t.Fatal(err)
	}
	return m, strings.ReplaceAll(string(text), "\r\n", "\n")
}

func TestAnswerStandsInTheThreadOfItsGameBelowTheMailThatItAnswers(t *testing.T) {
	t.Parallel()
	g := begin(t)
	v := g.view(1)
	replies := func(s *MailSetup) { s.Domain = "play.example.org" }
	m, text := answered(t, domain.Post{Letter: domain.Letter{Game: v.ID, Answers: "x@example.com", Body: "Your move is stored: bid 7.\n"}, View: &v}, replies)
	for name, want := range map[string]string{"In-Reply-To": "<x@example.com>", "References": "<game." + v.ID + "@tender.example.org> <x@example.com>", "Auto-Submitted": "auto-replied",
		"List-Unsubscribe": "", "Subject": "Re: [Tender] Money!: Friday"} {
		if got := m.Header.Get(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	if to := m.Header.Get("Reply-To"); !strings.Contains(to, "reply+") {
		t.Errorf("it cannot be answered: %q", to)
	}
	if !strings.HasPrefix(text, "Your move is stored: bid 7.\n") || !strings.Contains(text, "Begin with a line such as\n\n  bid ") {
		t.Errorf("it says\n%s", text)
	}
	m, text = answered(t, domain.Post{Letter: domain.Letter{Game: v.ID}, View: &v}, func(*MailSetup) {})
	if m.Header.Get("In-Reply-To") != m.Header.Get("References") || m.Header.Get("Reply-To") != "" || strings.Contains(text, "answer this mail") {
		t.Errorf("without a mail domain and an id: %v\n%s", m.Header, text)
	}
}

func TestTimesInAnAnswerAreThoseOfItsReader(t *testing.T) {
	t.Parallel()
	g := begin(t)
	v := g.view(1)
	_, text := answered(t, domain.Post{To: domain.Account{Zone: time.FixedZone("CET", 3600)}, Letter: domain.Letter{Game: v.ID}, View: &v}, func(*MailSetup) {})
	if !strings.Contains(text, " CET.") || !strings.Contains(text, "Times are those of CET.") || strings.Contains(text, "UTC") {
		t.Errorf("it says\n%s", text)
	}
}

func TestAnswerSaysWhatTheGameWaitsFor(t *testing.T) {
	t.Parallel()
	g := begin(t)
	say := func() string {
		t.Helper()
		m, err := composer.Answer("", g.view(1), time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(m.Text()), " ")
	}
	if said := say(); !strings.HasPrefix(said, "This is the game as it stands. Your bid is wanted, until ") {
		t.Errorf("%.200s", said)
	}
	g.do(domain.Seal{Move: []byte(`{"type":"bid","cards":[0]}`), Ready: true, Receipt: "r", Nonce: strings.Repeat("0", 32)}, "a1")
	if said := say(); !strings.Contains(said, "The game waits for Ben and Cleo, until ") {
		t.Errorf("%.200s", said)
	}
	g.until(domain.GameOver)
	if said := say(); !strings.Contains(said, "The game is over. ") || !strings.Contains(said, " won.") {
		t.Errorf("%.300s", said)
	}
}

// Programs that drop quotation marks leave our own words below an empty reply: none of them may be read as a command, so
// every mail must begin with prose.
func TestNoMailBeginsWithALineThatIsACommand(t *testing.T) {
	t.Parallel()
	g := begin(t)
	c := composer
	c.Replies = true
	for _, happened := range []string{"", "Your move is stored: bid the fake (0).\n", "Done: keep your bid.\n", "Nothing was done. Write pass alone on its line.\n"} {
		m, err := c.Answer(happened, g.view(1), time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		notBegun(t, g.view(1), m)
	}
	for _, what := range domain.NoticeTypes {
		m, err := c.Compose(domain.Notice{Type: what, Seat: 1, Step: 1}, g.view(1), nil, time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		notBegun(t, g.view(1), m)
	}
}

func notBegun(t *testing.T, v domain.View, m Message) {
	t.Helper()
	kind, err := composer.Kinds.Find(v.Kind)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(m.Text(), "\n")
	_, err = kind.Command(v, first)
	if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.UnknownCommand {
		t.Errorf("%q would be read as a command: %v", first, err)
	}
}

// What is asked for by mail is told as what is told unasked: in the reader's zone, by name, in both parts.
func TestAnswersTellTimesInTheReadersZone(t *testing.T) {
	t.Parallel()
	lord, err := time.LoadLocation("Australia/Lord_Howe")
	if err != nil {
		t.Fatal(err)
	}
	g := begin(t)
	for seat := 1; seat <= 2; seat++ { // one of whom a move is wanted, and perhaps one of whom none is
		v := g.view(seat)
		var out sack
		p := domain.Post{Letter: domain.Letter{ID: "l1", Type: domain.MailAnswer, Game: v.ID, CreatedAt: noon}, View: &v,
			To: domain.Account{ID: "a1", Name: "Ana", Email: "ana@example.com", Zone: lord}}
		if r := newMailWith(t, &out, func(*MailSetup) {}).Post(t.Context(), p, secrets{}); r.Status != domain.Delivered {
			t.Fatalf("%+v", r)
		}
		m, err := mail.ReadMessage(bytes.NewReader(out.mails[0]))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range leavesOf(t, m)[:2] {
			if until := v.Deadline.In(lord).Format("15:04"); !strings.Contains(part.body, until) || strings.Contains(part.body, "UTC") || !strings.Contains(part.body, "Times are those of Australia/Lord_Howe.") {
				t.Errorf("the deadline is at %s, and it says\n%s", until, part.body)
			}
		}
	}
}

// The table in words is under that heading, and nothing else is.
func TestOnlyTheTableIsCalledTheTable(t *testing.T) {
	t.Parallel()
	g := begin(t)
	v := g.view(1)
	said, err := composer.Answer("Write one of these.\n\n  help\n      List the commands.\n", v, time.UTC)
	if err != nil || said.Scene == nil {
		t.Fatalf("%+v, %v", said, err)
	}
	html, err := page(said, "x", 1)
	if err != nil || strings.Count(html, "The table in words") != 1 || strings.Index(html, "The table in words") < strings.Index(html, "List the commands") {
		t.Errorf("%v\n%s", err, html)
	}
}
