package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tender/domain"
)

// Answer puts into words what became of a mail that came in, for the person whose view it is: what happened, as the
// game had it then, and what comes next, as it is now.
func (c Composer) Answer(happened string, v domain.View, zone *time.Location) (Message, error) {
	kind, err := c.Kinds.At(v.Kind, v.Revision)
	if err != nil {
		return Message{}, err
	}
	w := words{kind: kind, view: v, zone: zone, public: c.Public, replies: c.Replies}
	lead, rest, _ := strings.Cut(happened, "\n")
	if lead == "" {
		lead = "This is the game as it stands."
	}
	m := Message{Subject: "Re: " + w.subject(), Lead: lead, URL: w.url()}
	if rest = strings.Trim(rest, "\n"); rest != "" {
		m.Parts = append(m.Parts, Part{Text: rest + "\n", Drawn: true})
	}
	m.Parts = append(m.Parts, Part{Text: domain.Paragraph(w.next())}, Part{Text: kind.Text(withoutBid(v), zone), Drawn: true, Table: true})
	if w.wanted() {
		m.Parts, m.Scene = append(m.Parts, w.ask()...), kind.Picture(v)
	}
	if zone != time.UTC {
		m.Parts = append(m.Parts, Part{Text: timesOf(zone)})
	}
	return m, nil
}

// next says what the game waits for now.
func (w words) next() string {
	switch {
	case w.view.Status == domain.Over:
		return w.lead(domain.GameOver)
	case w.view.Status == domain.Abandoned:
		return w.lead(domain.GameAbandoned)
	case w.view.Status == domain.Opened:
		return "The game has not started yet."
	case w.wanted():
		return w.lead(domain.TurnStarted)
	}
	text := "The game waits for " + w.view.Names().All(w.view.WaitingFor)
	if w.view.Deadline != nil {
		text += ", until " + w.clock(*w.view.Deadline)
	}
	return text + "."
}

// answer sends what a mail that came in is answered with: in the thread of its game and below that mail. It can be
// answered in turn.
func (m *Mail) answer(ctx context.Context, p domain.Post) Reply {
	if p.View == nil {
		return unwritten(errors.New("an answer about no game"))
	}
	said, err := m.Composer.Answer(p.Body, *p.View, p.To.ZoneOrUTC())
	if err != nil {
		return unwritten(err)
	}
	token, err := m.replyToken(ctx, p.Account, p.Game, p.View.Step)
	if err != nil {
		return unwritten(err)
	}
	letter := m.begin(p.ID, p.To, said.Subject)
	m.inThread(letter, p.Game, p.Answers)
	letter.SetGenHeader("Auto-Submitted", "auto-replied")
	letter.SetGenHeader("X-Auto-Response-Suppress", "All") // for servers that do not know the one above
	m.address(letter, token)
	if err := m.write(letter, p.ID, said); err != nil {
		return unwritten(err)
	}
	return m.carry(ctx, letterName(p), letter)
}

// letterName sorts letters by when they came up, and says nothing of whom they are for.
func letterName(p domain.Post) string {
	return fmt.Sprintf("%s-%s-%s", p.CreatedAt.UTC().Format("20060102T150405"), p.Type, p.ID)
}
