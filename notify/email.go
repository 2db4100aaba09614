package notify

import (
	"context"
	"fmt"
	"net/mail"
	"net/url"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"

	"tender/domain"
	"tender/notify/picture"
)

// MailSetup says how mails are made and where they go. All but Domain and Key is needed.
type MailSetup struct {
	Composer Composer
	From     string // an address, with or without a name ("Tender <tender@example.org>")
	Domain   string // of the addresses that replies and bounces come to; empty when no mail comes in
	Key      *Key   // signs
	Tokens   MailTokens
	Out      Carrier
	Now      func() time.Time
}

// Mail makes mails and hands them to a carrier. It is a Mailer.
type Mail struct {
	MailSetup
	from *mail.Address
	host string     // of message ids
	desk sync.Mutex // held by who draws a mail's picture
}

// NewMail makes a Mail. Message ids end in the host of the composer's public URL.
func NewMail(p MailSetup) (*Mail, error) {
	sender, err := mail.ParseAddress(p.From)
	if err != nil || !plainAddress(sender.Address) {
		return nil, fmt.Errorf("sender of mails: %q is not an address", p.From)
	}
	sender.Name = oneLine(sender.Name)
	if sender.Name == "" {
		sender.Name = "Tender"
	}
	if p.Domain != "" {
		address, _, err := domain.CheckEmail("reply@" + p.Domain)
		if err != nil {
			return nil, fmt.Errorf("domain of replies: %q is not the name of a mail domain", p.Domain)
		}
		p.Domain = strings.ToLower(strings.TrimPrefix(address, "reply@"))
	}
	p.Composer.Replies = p.Domain != ""
	public, err := url.Parse(p.Composer.Public)
	if err != nil || public.Hostname() == "" {
		return nil, fmt.Errorf("public URL: %q has no host", p.Composer.Public)
	}
	host := public.Hostname()
	if strings.Contains(host, ":") {
		host = "[IPv6:" + host + "]"
	}
	return &Mail{MailSetup: p, from: sender, host: host}, nil
}

// Mail composes a mail from the view and the news and hands it over.
func (m *Mail) Mail(ctx context.Context, d domain.Delivery, v domain.View, to domain.Account, news ...domain.EventView) Reply {
	said, err := m.Composer.Compose(d.Notice, v, news, to.ZoneOrUTC())
	if err != nil {
		return unwritten(err)
	}
	if !plainAddress(to.Email) {
		return Reply{Status: domain.Failed, Why: domain.WhyRefused, Detail: "the account's address is not one that can be mailed"}
	}
	made, err := m.marksOf(ctx, d)
	if err != nil {
		return unwritten(err)
	}
	said.Stop = m.stopLink(made.stop)
	letter, err := m.letter(d, said, to)
	if err != nil {
		return unwritten(err)
	}
	m.address(letter, made.reply)
	return m.carry(ctx, nameOf(d), letter)
}

func unwritten(err error) Reply {
	return Reply{Status: domain.Pending, Why: domain.WhyInternal, Detail: "the mail could not be written", Err: err}
}

// nameOf sorts mails by when they came up, and says nothing of whom they are for.
func nameOf(d domain.Delivery) string {
	return fmt.Sprintf("%s-%s-%s", d.CameUp().UTC().Format("20060102T150405"), d.Notice.Type, d.ID)
}

// begin gives a mail the headers that every mail has. Header names are constants and values go through go-mail's encoding; what
// people typed becomes one line before.
func (m *Mail) begin(id string, to domain.Account, subject string) *gomail.Msg {
	letter := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithBoundary("tender"+id))
	letter.FromMailAddress(m.from)
	letter.ToMailAddress(&mail.Address{Name: oneLine(to.Name), Address: to.Email})
	letter.Subject(oneLine(subject))
	letter.SetDateWithValue(m.Now().UTC())
	letter.SetMessageIDWithValue(id + "@" + m.host)
	return letter
}

// inThread puts a mail in the thread of its game, below the mail with the id that it answers, if it answers one. All mails of
// a game answer to one root that is never sent itself, so that they stand together whichever of them was read, lost or
// deleted.
func (m *Mail) inThread(letter *gomail.Msg, game, answers string) {
	above := fmt.Sprintf("<game.%s@%s>", game, m.host)
	all := above
	if answers != "" {
		above = "<" + answers + ">"
		all += " " + above
	}
	letter.SetGenHeader(gomail.HeaderInReplyTo, above)
	letter.SetGenHeader(gomail.HeaderReferences, all)
	letter.SetGenHeader("List-Id", fmt.Sprintf("<%s.games.%s>", game, m.host))
}

// letter is a mail about a notice.
func (m *Mail) letter(d domain.Delivery, said Message, to domain.Account) (*gomail.Msg, error) {
	letter := m.begin(d.ID, to, said.Subject)
	m.inThread(letter, d.Game, "")
	stopsAt(letter, said.Stop)
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	return letter, m.write(letter, d.ID, said)
}

// write gives a letter its body: the text, and the same as HTML, with a picture if there is one. The same message gives
// the same bytes.
func (m *Mail) write(letter *gomail.Msg, id string, said Message) error {
	letter.SetBodyString(gomail.TypeTextPlain, said.Text())
	if said.Scene == nil {
		html, err := page(said, "", 0)
		letter.AddAlternativeString(gomail.TypeTextHTML, html)
		return err
	}
	drawn, err := m.draw(*said.Scene)
	if err != nil {
		return err
	}
	name := "table." + id + "@tender"
	html, err := page(said, name, drawn.Height)
	if err != nil {
		return err
	}
	both, err := newRelated("related"+id, html, name, drawn)
	if err != nil {
		return err
	}
	both.addTo(letter)
	return nil
}

// draw draws one picture after the other: all that are wanted at a moment would keep every processor busy for long, and with
// it the webhooks about the same moves.
func (m *Mail) draw(s domain.Scene) (picture.Picture, error) {
	m.desk.Lock()
	defer m.desk.Unlock()
	return picture.Draw(s)
}

// address says where replies go and where a mail comes back to, if mail comes in.
func (m *Mail) address(letter *gomail.Msg, token string) {
	if token != "" {
		letter.ReplyToMailAddress(m.replyTo(token))
		letter.EnvelopeFromMailAddress(&mail.Address{Address: BounceBox.Address(token, m.Domain)})
	}
}

// plainAddress lets through one mailbox without quotes, comments or a route: other forms have been used to smuggle
// commands to mail servers.
func plainAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && len(s) <= 254 && strings.Count(s, "@") == 1 &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`"<>(),;:\[]`, r) })
}
