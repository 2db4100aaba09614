package notify

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tender/domain"
	"tender/domain/money"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is different; look at it, and write it anew with -update if it is right:\n%s", path, got)
	}
}

func TestWhatMailsSay(t *testing.T) {
	t.Parallel()
	for _, what := range []domain.NoticeType{domain.GameStarted, domain.BidWanted, domain.TurnStarted, domain.GameOver} {
		t.Run(string(what), func(t *testing.T) {
			t.Parallel()
			g := begin(t)
			n, v := g.until(what)
			said := g.compose(n, v)
			golden(t, string(what)+".golden", "Subject: "+said.Subject+"\n\n"+said.Text())
		})
	}
}

func TestSubjectIsTheSameThroughoutAGame(t *testing.T) {
	t.Parallel()
	g := begin(t)
	subjects := map[string]bool{}
	for g.table.Status == domain.Active {
		g.move()
		for _, n := range g.last {
			subjects[g.compose(n, g.view(n.Seat)).Subject] = true
		}
	}
	if len(subjects) != 1 || !subjects["[Tender] Money!: Friday"] {
		t.Errorf("subjects: %v", subjects)
	}
}

// TestCurlLineDoesTheFirstChoice takes the line out of the mail and gives what it sends to the game.
func TestCurlLineDoesTheFirstChoice(t *testing.T) {
	t.Parallel()
	for what, path := range map[domain.NoticeType]string{
		domain.BidWanted:   "-X PUT https://tender.example.org/v1/games/7fq2m8x4zt/bid ",
		domain.TurnStarted: "-X POST https://tender.example.org/v1/games/7fq2m8x4zt/moves ",
	} {
		g := begin(t)
		n, v := g.until(what)
		text := g.compose(n, v).Text()
		if !strings.Contains(text, path) {
			t.Errorf("%s: no %s in\n%s", what, path, text)
		}
		_, rest, _ := strings.Cut(text, "-d '")
		sent, _, _ := strings.Cut(rest, "'\n")
		var body struct {
			Bid, Move json.RawMessage
			Step      int
		}
		if err := json.Unmarshal([]byte(sent), &body); err != nil {
			t.Fatalf("%s: %v", sent, err)
		}
		account, meant := g.table.Seats[n.Seat-1].Account, domain.Meant{Step: body.Step}
		if what == domain.BidWanted {
			g.do(domain.Seal{Move: body.Bid, Meant: meant}, account)
			continue
		}
		g.do(domain.PlayMoves{Moves: []json.RawMessage{body.Move}, Meant: meant}, account)
	}
}

func TestEveryChoiceIsListed(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	text := g.compose(n, v).Text()
	for _, choice := range v.Moves {
		body := `{"move":` + moveJSON(choice) + `,"step":` + strconv.Itoa(v.Step) + "}"
		if strings.Count(text, body) != 1 || !strings.Contains(text, head(choice)) {
			t.Errorf("%s is not listed", moveJSON(choice))
		}
	}
}

func TestNoticeThatComesAfterTheTurnAsksForNothing(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, _ := g.until(domain.TurnStarted)
	g.move()
	v := g.table.View("nobody", players)
	if text := g.compose(n, v).Text(); strings.Contains(text, "curl -X") {
		t.Errorf("a spectator is asked to move:\n%s", text)
	}
}

func TestNoNoticeRepeatsASealedBid(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, before := g.until(domain.GameStarted)
	move, err := json.Marshal(before.Moves[len(before.Moves)-1].Move)
	if err != nil {
		t.Fatal(err)
	}
	g.do(domain.Seal{Move: move, Receipt: "r", Nonce: "a nonce"}, "a1")
	v := g.view(1)
	text := g.compose(n, v).Text()
	v.You.Sealed = nil
	unsealed := g.compose(n, v).Text()
	if strings.Contains(text, "curl") || !strings.Contains(unsealed, "curl") {
		t.Errorf("who has stored a bid is asked for one:\n%s", text)
	}
	payload, err := composer.Payload(domain.Delivery{Notice: n, CreatedAt: noon, Seq: 1}, g.view(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{text, string(payload)} {
		if strings.Contains(said, "a nonce") || strings.Contains(said, "sealed bid") || strings.Contains(said, "is stored") {
			t.Errorf("the bid is repeated:\n%s", said)
		}
	}
}

func TestTimesAreInTheGivenZone(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	said, err := composer.Compose(n, v, nil, zone(t, "Pacific/Auckland"))
	if err != nil || strings.Contains(said.Text(), "UTC") || strings.Count(said.Text(), "NZDT") != 2 || !strings.Contains(said.Text(), "Times are those of Pacific/Auckland.") {
		t.Errorf("%v\n%s", err, said.Text())
	}
}

// TestLinesFitTheMail plays a whole game and looks at every mail of it.
func TestLinesFitTheMail(t *testing.T) {
	t.Parallel()
	g := begin(t)
	check := func() {
		for _, n := range g.last {
			text := g.compose(n, g.view(n.Seat)).Text()
			for line := range strings.Lines(text) {
				long := utf8.RuneCountInString(line) > domain.TextWidth+1
				if long && !strings.Contains(line, "https://") && !strings.Contains(line, "-H 'Content-Type") || strings.HasSuffix(line, " \n") {
					t.Errorf("too long, or blanks at the end: %q", line)
				}
			}
			if strings.Contains(text, "\n\n\n") || strings.Count(text, "until ") > 2 || strings.Count(text, "The game: ") != 1 {
				t.Errorf("something is said twice:\n%s", text)
			}
		}
	}
	for check(); g.table.Status == domain.Active; check() {
		g.move()
	}
}

func TestMissedDeadlineIsTold(t *testing.T) {
	t.Parallel()
	g := begin(t)
	g.at = g.table.Deadline
	g.do(domain.Expire{}, "")
	n := g.last[0]
	want := "Since the last mail\n\nAna, Ben and Cleo missed the deadline of phase bid; a pass stood for the move\n  of each.\n"
	if text := g.compose(n, g.view(n.Seat)).Text(); !strings.Contains(text, want) {
		t.Errorf("%+v:\n%s", n, text)
	}
}

func TestNewsThatAreTooMuchAreCutAtTheFront(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.GameOver)
	for size, cut := range map[int]bool{maxNews: false, maxNews + 1: true} {
		news := g.news(1, len(g.told)-size)
		said, err := composer.Compose(n, v, news, time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		text := said.Text()
		told := money.Kind.TellAll(news[len(news)-maxNews:], v.Names(), time.UTC)
		if strings.Contains(text, "More has happened") != cut || !strings.Contains(text, told) {
			t.Errorf("%d events:\n%s", size, text)
		}
	}
}

func TestMailWithoutNewsHasNoHeadingForThem(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	said, err := composer.Compose(n, v, nil, time.UTC)
	if err != nil || strings.Contains(said.Text(), "last mail") || strings.Contains(said.Text(), "happened") {
		t.Errorf("%v\n%s", err, said.Text())
	}
}

// TestPromiseIsCheckedByTheCommandOfTheMail does what the command in the last mail of a game does.
func TestPromiseIsCheckedByTheCommandOfTheMail(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.GameOver)
	text := g.compose(n, v).Text()
	_, rest, _ := strings.Cut(text, "printf %s ")
	seed, pipe, _ := strings.Cut(rest, " ")
	raw, err := hex.DecodeString(seed)
	if sum := sha256.Sum256(raw); err != nil || hex.EncodeToString(sum[:]) != v.Commitment || !strings.HasPrefix(pipe, "\\\n  | xxd -r -p | sha256sum\n") {
		t.Errorf("%v: not the promise:\n%s", err, text)
	}
}

func TestQuoteInAMoveStaysInsideTheShellsQuotes(t *testing.T) {
	t.Parallel()
	if got := moveJSON(domain.Choice{Move: map[string]string{"with": "Ana's <I>"}}); got != `{"with":"Ana\u0027s <I>"}` {
		t.Error(got)
	}
}

func TestChannels(t *testing.T) {
	t.Parallel()
	both, hook := []domain.Channel{domain.ByEmail, domain.ByWebhook}, []domain.Channel{domain.ByWebhook}
	for _, c := range []struct {
		n    domain.Notice
		want []domain.Channel
	}{
		{domain.Notice{Type: domain.GameStarted, Step: 1}, both},
		{domain.Notice{Type: domain.BidWanted, Step: 1, AtStart: true}, hook}, // part of the mail above
		{domain.Notice{Type: domain.TurnStarted, Step: 1, AtStart: true}, hook},
		{domain.Notice{Type: domain.BidWanted, Step: 1}, both}, // to who takes a seat
		{domain.Notice{Type: domain.TurnStarted, Step: 1}, both},
		{domain.Notice{Type: domain.BidWanted, Step: 5}, both},
		{domain.Notice{Type: domain.TurnStarted, Step: 2}, both},
		{domain.Notice{Type: domain.GameOver, Step: 90}, both},
		{domain.Notice{Type: domain.GameAbandoned}, both},
	} {
		if got := Channels(c.n); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c.n, got)
		}
	}
}

func TestWinnersAreToldSo(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.GameOver)
	for _, c := range []struct {
		winners []any
		want    string
	}{
		{[]any{v.You.Seat}, "You have won."},
		{[]any{2}, "Ben has won."},
		{[]any{2, 3}, "Ben and Cleo have won."},
		{[]any{1, 2, 3}, "You, Ben and Cleo have won."},
		{[]any{"dummy"}, "The dummy has won."},
		{[]any{2, "dummy"}, "Ben and the dummy have won."},
		{[]any{}, "Nobody has won."},
	} {
		result := *v.Result
		result.Winners = c.winners
		v.Result = &result
		if lead := g.compose(n, v).Lead; lead != "The game is over. "+c.want {
			t.Errorf("%v: %s", c.winners, lead)
		}
	}
}

func TestRemindersSayWhatTheyAreAndWhatIsWanted(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.BidWanted)
	for what, want := range map[domain.NoticeType]string{
		domain.Reminder: "A reminder: half the time is over. ", domain.LastReminder: "The last reminder: the time is nearly over. ", domain.DeadlineMoved: "The deadline has moved. "} {
		n.Type = what
		if lead := g.compose(n, v).Lead; lead != want+"Your bid is wanted, until Tue 3 Mar 2026, 12:08 UTC." {
			t.Errorf("%s: %s", what, lead)
		}
	}
}
