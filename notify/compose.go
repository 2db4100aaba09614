package notify

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tender/domain"
)

// timeFormat writes a moment for people: absolute, with its zone.
const timeFormat = "Mon 2 Jan 2006, 15:04 MST"

// Composer puts notices into words and data. It is pure: the same notice and view give the same bytes.
type Composer struct {
	Kinds  domain.Kinds
	Public string // the URL in front of /v1, without a slash at its end
}

// Message is what is said to one person. All of it is one line but Text.
type Message struct {
	Subject string // the same for all messages of a game, so that mail readers keep them together
	Lead    string // the news in one sentence
	Text    string // all of it, the lead included, complete by itself; lines end in "\n"
	URL     string // of the game
}

// Compose puts a notice into words for the person whose view it is. Times are written in the given zone.
func (c Composer) Compose(n domain.Notice, v domain.View, zone *time.Location) (Message, error) {
	kind, err := c.Kinds.Find(v.Kind)
	if err != nil {
		return Message{}, err
	}
	w := words{kind: kind, view: v, zone: zone, public: c.Public}
	lead := w.lead(n.Type)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s", lead, kind.Text(withoutBid(v), zone))
	switch {
	case v.Status == domain.Over:
		w.end(&b)
	case w.wanted():
		w.ask(&b)
	}
	fmt.Fprintf(&b, "\nThe game: %s\n", w.url())
	return Message{Subject: w.subject(), Lead: lead, Text: b.String(), URL: w.url()}, nil
}

// withoutBid takes the reader's own sealed bid out of a view: mails are quoted and forwarded, hooks are logged.
func withoutBid(v domain.View) domain.View {
	if v.You != nil {
		v.You = &domain.You{Seat: v.You.Seat}
	}
	return v
}

// words is one message on its way.
type words struct {
	kind   *domain.Kind
	view   domain.View
	zone   *time.Location
	public string
}

func (w words) url() string { return w.public + "/v1/games/" + w.view.ID }

// subject names the game and nothing that changes.
func (w words) subject() string {
	title := oneLine(w.view.Title)
	if title == "" {
		title = "game " + w.view.ID
	}
	return fmt.Sprintf("[Tender] %s: %s", w.kind.Title, title)
}

// lead is the news. A call to move says what is wanted and until when.
func (w words) lead(what domain.NoticeType) string {
	news := ""
	switch what {
	case domain.GameStarted:
		news = "The game has started."
	case domain.GameOver:
		return "The game is over. " + w.winners()
	case domain.GameAbandoned:
		return "The game was called off."
	case domain.BidWanted, domain.TurnStarted:
	}
	if w.wanted() {
		ask := sentence(w.phase().Asks)
		if w.view.Deadline != nil {
			ask += ", until " + w.view.Deadline.In(w.zone).Format(timeFormat)
		}
		news += " " + ask + "."
	}
	return strings.TrimSpace(news)
}

// wanted says whether the reader has yet to move. A stored move will count, so that nothing more is asked.
func (w words) wanted() bool {
	if w.view.You == nil || w.view.You.Sealed != nil || w.view.Status != domain.Active || w.kind.Phase(w.view.Phase) == nil {
		return false
	}
	for _, seat := range w.view.WaitingFor {
		if seat == w.view.You.Seat {
			return true
		}
	}
	return false
}

// phase is the present one; wanted has seen that there is one.
func (w words) phase() *domain.Phase { return w.kind.Phase(w.view.Phase) }

// winners names who has won. A kind may name a rival that is no seat by a word.
func (w words) winners() string {
	if w.view.Result == nil {
		return ""
	}
	var names []string
	for _, winner := range w.view.Result.Winners {
		names = append(names, w.rival(winner))
	}
	switch len(names) {
	case 0:
		return "Nobody has won."
	case 1:
		return names[0] + " has won."
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " have won."
}

func (w words) rival(winner any) string {
	for _, s := range w.view.Seats {
		if fmt.Sprint(winner) == fmt.Sprint(s.Seat) {
			return oneLine(s.Player)
		}
	}
	return oneLine(fmt.Sprint(winner))
}

// end gives the totals and says how to check the shuffle.
func (w words) end(b *strings.Builder) {
	if r := w.view.Result; r != nil {
		fmt.Fprintf(b, "\nTotals after round %d\n", r.Rounds)
		for i, total := range r.Totals {
			fmt.Fprintf(b, "  %6d  %s\n", total, w.rival(i+1))
		}
	}
	fmt.Fprintf(b, "\nTo check the shuffle: before the game the server promised the SHA-256 of its seed,\n  %s\n"+
		"and now that it is over the seed is out,\n  %s\n"+
		"The record has it with every player's nonce and all moves. This plays it again:\n\n"+
		"curl -s %s/record | tender replay -\n", w.view.Commitment, w.view.ServerSeed, w.url())
}

// sentence begins with a capital letter.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// oneLine makes text that people typed fit to stand in a line, a header's above all: no breaks or invisible characters,
// no doubled spaces, and nothing that a mail reader would decode into them.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, s)
	s = strings.ReplaceAll(s, "=?", "= ?")
	return strings.Join(strings.Fields(s), " ")
}
