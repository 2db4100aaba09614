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

	Replies bool // mails can be answered with moves
}

// Message is what is said to one person. All of it is one line but Text and Parts.
type Message struct {
	Subject string        // the same for all messages of a game, so that mail readers keep them together
	Lead    string        // the news in one sentence
	Parts   []Part        // what follows the lead, in order
	URL     string        // of the game
	Stop    string        // where mails of this sort are turned off; empty when it is no mail
	Scene   *domain.Scene // the table, where seeing it helps; it says nothing that the parts do not
}

// Part is a piece of a message. The lines of its text end in "\n" and have at most domain.TextWidth columns, but for
// addresses and commands.
type Part struct {
	Heading string // may be empty
	Text    string
	Drawn   bool // it holds columns, which stand only in letters of one width
	Table   bool // it is the table, which the picture shows too
	Command bool // it is for a shell or a program, which want every character
}

// Flowing is the text of a part without the breaks that were put between its words, for a reader that breaks lines where
// its screen ends.
func (p Part) Flowing() string {
	return strings.TrimSuffix(strings.ReplaceAll(p.Text, "\n  ", " "), "\n")
}

// Text is all of a message, complete by itself.
func (m Message) Text() string {
	var b strings.Builder
	b.WriteString(domain.Paragraph(m.Lead))
	for _, part := range m.Parts {
		b.WriteString("\n")
		if part.Heading != "" {
			b.WriteString(part.Heading + "\n\n")
		}
		b.WriteString(part.Text)
	}
	fmt.Fprintf(&b, "\nThe game: %s\n", m.URL)
	if m.Stop != "" {
		fmt.Fprintf(&b, "\nStop mails of this sort:\n%s\n", m.Stop)
	}
	return b.String()
}

// Compose puts a notice into words for the person whose view it is. news is what has happened since that person was last
// told, the latest maxNews+1 of it. Times are written in the given zone.
func (c Composer) Compose(n domain.Notice, v domain.View, news []domain.EventView, zone *time.Location) (Message, error) {
	kind, err := c.Kinds.At(v.Kind, v.Revision)
	if err != nil {
		return Message{}, err
	}
	w := words{kind: kind, view: v, zone: zone, public: c.Public, replies: c.Replies}
	if v.Deadline != nil {
		w.before = domain.DeadlineBefore(news, *v.Deadline)
	}
	m := Message{Subject: w.subject(), Lead: w.lead(n.Type), URL: w.url()}
	if told := w.happened(news); told.Text != "" {
		m.Parts = append(m.Parts, told)
	}
	m.Parts = append(m.Parts, Part{Text: kind.Text(withoutBid(v), zone), Drawn: true, Table: true})
	switch {
	case v.Status == domain.Over:
		m.Parts, m.Scene = append(m.Parts, w.end()...), kind.Picture(v)
	case w.wanted():
		m.Parts, m.Scene = append(m.Parts, w.ask()...), kind.Picture(v)
	}
	if zone != time.UTC {
		m.Parts = append(m.Parts, Part{Text: timesOf(zone)})
	}
	return m, nil
}

// timesOf names the zone of all times in a mail: the few letters that stand behind each mean several.
func timesOf(zone *time.Location) string { return "Times are those of " + zone.String() + ".\n" }

// maxNews is how many events a message tells of.
const maxNews = 40

// happened tells what is news to the reader, the latest last. Its text is empty when there is none.
func (w words) happened(news []domain.EventView) Part {
	told, more := Part{Heading: "Since the last mail"}, ""
	if len(news) > 0 && news[0].Number == 1 {
		told.Heading = "What has happened"
	}
	if cut := len(news) - maxNews; cut > 0 {
		news = news[cut:]
		more = fmt.Sprintf("(More has happened before this; all of it is at\n%s/events)\n", w.url())
	}
	if told.Text = w.kind.TellAll(news, w.view.Names(), w.zone); told.Text != "" {
		told.Text = more + told.Text
	}
	return told
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
	before time.Time // the deadline that the present one has replaced, zero when the news tell of none

	replies bool
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
	return strings.TrimSpace(w.said(what) + " " + w.wants())
}

// said is the news but for what is wanted.
func (w words) said(what domain.NoticeType) string {
	switch what {
	case domain.GameStarted:
		return "The game has started."
	case domain.GameOver:
		return "The game is over. " + w.winners()
	case domain.GameAbandoned:
		return "The game was called off."
	case domain.SeatLost:
		return w.lost()
	case domain.SeatOpened:
		return "A player is gone, and the seat is open to a substitute: if you know somebody, tell them."
	case domain.DeadlineMoved:
		if !w.before.IsZero() {
			return "The deadline has moved; it was " + w.clock(w.before) + "."
		}
		return "The deadline has moved."
	case domain.GamePaused:
		if w.view.Paused == nil {
			return "The game is paused."
		}
		return "The game is paused until " + w.clock(*w.view.Paused) + "; nobody can move before that."
	case domain.GameResumed:
		return "The game goes on after a pause."
	case domain.Reminder:
		return "A reminder: half the time is over."
	case domain.LastReminder:
		return "The last reminder: the time is nearly over."
	case domain.InvitationDeclinedNotice, domain.InvitationExpiredNotice:
		return w.invited(what)
	case domain.BidWanted, domain.TurnStarted:
	}
	return ""
}

// lost says what has become of the reader's seat, and how to have it back.
func (w words) lost() string {
	said := "You have missed too many turns in a row, so that your seat is not yours any more."
	if w.view.Lost == 0 {
		return said
	}
	switch w.view.Seats[w.view.Lost-1].Held {
	case domain.HeldByBot:
		said += " A bot plays for you."
	case domain.SeatVacant:
		said += " Whoever comes first can take it."
	case domain.SeatDropped:
		said += " What stands for the absent is played for you."
	case domain.HeldByPlayer:
	}
	return said + " Until somebody else has it you can take it back, with no new time: POST " + w.url() + "/seats/me."
}

// wants says what is wanted of the reader, and until when; it is empty when nothing is.
func (w words) wants() string {
	if !w.wanted() {
		return ""
	}
	ask := sentence(w.phase().Asks)
	if until := w.until(); until != nil {
		ask += ", until " + w.clock(*until)
	}
	return ask + "."
}

// until is the end of the reader's time to move, which may come after the deadline.
func (w words) until() *time.Time {
	if w.view.Overtime != nil {
		for _, late := range w.view.Overtime.Late {
			if late.Seat == w.view.You.Seat {
				return &late.Until
			}
		}
	}
	return w.view.Deadline
}

// clock writes a moment in the reader's zone.
func (w words) clock(at time.Time) string { return at.In(w.zone).Format(timeFormat) }

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

// winners says who has won. A kind may name a rival that is no seat by a word.
func (w words) winners() string {
	if w.view.Result == nil {
		return ""
	}
	if len(w.view.Result.Winners) == 0 {
		return "Nobody has won."
	}
	var names []string
	for _, winner := range w.view.Result.Winners {
		names = append(names, w.rival(winner))
	}
	said := domain.Together(names)
	if names[0] == you || strings.HasPrefix(said, "the ") {
		said = sentence(said) // a player's name stays as it is
	}
	if len(names) == 1 && names[0] != you {
		return said + " has won."
	}
	return said + " have won."
}

const you = "you"

// rival is what a winner is called here.
func (w words) rival(winner any) string {
	if w.view.You != nil && fmt.Sprint(winner) == fmt.Sprint(w.view.You.Seat) {
		return you
	}
	for _, s := range w.view.Seats {
		if fmt.Sprint(winner) == fmt.Sprint(s.Seat) {
			return oneLine(s.Player)
		}
	}
	return "the " + oneLine(fmt.Sprint(winner))
}

// end says how to check the shuffle. It gives the totals only where the kind draws none.
func (w words) end() (parts []Part) {
	if r := w.view.Result; r != nil && w.kind.Draw == nil {
		var b strings.Builder
		fmt.Fprintf(&b, "Totals after round %d\n", r.Rounds)
		for i, total := range r.Totals {
			fmt.Fprintf(&b, "  %6d  %s\n", total, w.rival(i+1))
		}
		parts = append(parts, Part{Text: b.String(), Drawn: true})
	}
	return append(parts,
		Part{Heading: "To check the shuffle", Text: "Before the game the server promised the SHA-256 of its seed:\n"},
		Part{Text: w.view.Commitment + "\n", Command: true},
		Part{Text: "Now that the game is over the seed is out. This gives the promise again:\n"},
		Part{Text: fmt.Sprintf("printf %%s %s \\\n  | xxd -r -p | sha256sum\n", w.view.ServerSeed), Command: true},
		Part{Text: "The record has every player's nonce and all moves. This plays it again:\n"},
		Part{Text: fmt.Sprintf("curl -s %s/record | tender replay -\n", w.url()), Command: true})
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
