package notify

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"tender/domain"
)

// Answer puts into words what became of a mail that came in, for the person whose view it is: what happened, as the
// game had it then, and what comes next, as it is now.
func (c Composer) Answer(happened string, v domain.View, zone *time.Location) (Message, error) {
	kind, err := c.Kinds.Find(v.Kind)
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
	m.Parts = append(m.Parts, Part{Text: domain.Wrap(w.next())}, Part{Text: kind.Text(withoutBid(v), zone), Drawn: true, Table: true})
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
		text += ", until " + w.view.Deadline.In(w.zone).Format(timeFormat)
	}
	return text + "."
}

// answer sends what a mail that came in is answered with: in the thread of its game and below that mail. It can be
// answered in turn.
func (m *Mail) answer(ctx context.Context, p domain.Post) Reply {
	failed := func(err error) Reply {
		return Reply{Status: domain.Pending, Why: domain.WhyInternal, Detail: "the mail could not be written", Err: err}
	}
	if p.View == nil {
		return failed(errors.New("an answer about no game"))
	}
	said, err := m.Composer.Answer(p.Body, *p.View, p.To.ZoneOrUTC())
	if err != nil {
		return failed(err)
	}
	made := marks{}
	if m.Domain != "" {
		token := domain.MailToken{Purpose: domain.ToReply, Account: p.Account, Game: p.Game, Step: p.View.Step}
		if made.reply, err = m.Tokens.MailToken(ctx, token); err != nil {
			return failed(err)
		}
	}
	root := fmt.Sprintf("<game.%s@%s>", p.Game, m.host)
	above := root
	letter := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithBoundary("tender"+p.ID))
	if p.Answers != "" {
		above = "<" + p.Answers + ">"
		letter.SetGenHeader(gomail.HeaderReferences, root+" "+above)
	} else {
		letter.SetGenHeader(gomail.HeaderReferences, root)
	}
	letter.SetGenHeader(gomail.HeaderInReplyTo, above)
	letter.FromMailAddress(m.from)
	letter.ToMailAddress(&mail.Address{Name: oneLine(p.To.Name), Address: p.To.Email})
	letter.Subject(oneLine(said.Subject))
	letter.SetDateWithValue(m.Now().UTC())
	letter.SetMessageIDWithValue(p.ID + "@" + m.host)
	letter.SetGenHeader("List-Id", fmt.Sprintf("<%s.games.%s>", p.Game, m.host))
	letter.SetGenHeader("Auto-Submitted", "auto-replied")
	letter.SetGenHeader("X-Auto-Response-Suppress", "All") // for servers that do not know the one above
	m.address(letter, made)
	if err := write(letter, p.ID, said); err != nil {
		return failed(err)
	}
	return m.carry(ctx, letterName(p), letter)
}

// letterName sorts letters by when they came up, and says nothing of whom they are for.
func letterName(p domain.Post) string {
	return fmt.Sprintf("%s-%s-%s", p.CreatedAt.UTC().Format("20060102T150405"), p.Type, p.ID)
}
