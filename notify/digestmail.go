package notify

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"tender/domain"
)

//go:embed templates/digest.html
var digestHTML string

var digestPage = template.Must(template.New("digest").Parse(digestHTML))

// digestWords are what a digest says: in short, as each game shows itself at its address.
type digestWords struct {
	Subject string
	Lead    string
	Games   []gameWords
	Zone    string // of the times; empty when that is UTC
	Stop    string // where digests are turned off
}

// gameWords is what a digest says of one game.
type gameWords struct{ Title, Says, URL string }

// sayDigest puts a digest into words. Times are written in the given zone.
func (c Composer) sayDigest(items []Item, zone *time.Location) (digestWords, error) {
	said := digestWords{Subject: "[Tender] Your games"}
	waiting := 0
	for _, item := range items {
		kind, err := c.Kinds.At(item.View.Kind, item.View.Revision)
		if err != nil {
			return said, err
		}
		w := words{kind: kind, view: item.View, zone: zone, public: c.Public}
		var news []string
		for _, what := range item.Notices {
			if one := w.said(what); one != "" && !slices.Contains(news, one) {
				news = append(news, one)
			}
		}
		if wants := w.wants(); wants != "" {
			waiting++
			news = append(news, wants)
		}
		said.Games = append(said.Games, gameWords{Title: strings.TrimPrefix(w.subject(), "[Tender] "), Says: strings.Join(news, " "), URL: w.url()})
	}
	said.Lead = fmt.Sprintf("There is news of %s.", games(len(items)))
	switch waiting {
	case 0:
	case 1:
		said.Lead = "One of your games waits for you."
	default:
		said.Lead = fmt.Sprintf("%d of your games wait for you.", waiting)
	}
	if zone != time.UTC {
		said.Zone = strings.TrimSpace(timesOf(zone))
	}
	return said, nil
}

func games(n int) string {
	if n == 1 {
		return "one of your games"
	}
	return fmt.Sprintf("%d of your games", n)
}

// Text is the digest in plain text, complete by itself.
func (w digestWords) Text() string {
	var b strings.Builder
	b.WriteString(domain.Paragraph(w.Lead))
	for _, g := range w.Games {
		fmt.Fprintf(&b, "\n%s%s%s\n", domain.Wrap(g.Title), domain.Wrap(g.Says), g.URL)
	}
	if w.Zone != "" {
		b.WriteString("\n" + w.Zone + "\n")
	}
	fmt.Fprintf(&b, "\nStop mails of this sort:\n%s\n", w.Stop)
	return b.String()
}

// Digest writes one mail about several games and hands it over. Mail is a Digester.
func (m *Mail) Digest(ctx context.Context, id string, to domain.Account, items []Item) Reply {
	if !plainAddress(to.Email) {
		return Reply{Status: domain.Failed, Why: domain.WhyRefused, Detail: "the account's address is not one that can be mailed"}
	}
	said, err := m.Composer.sayDigest(items, to.ZoneOrUTC())
	if err != nil {
		return unwritten(err)
	}
	stop, err := m.Tokens.MailToken(ctx, domain.MailToken{Purpose: domain.ToUnsubscribe, Account: to.ID, Notice: domain.InDigests})
	if err != nil {
		return unwritten(err)
	}
	said.Stop = m.stopLink(stop)
	var html strings.Builder
	if err := digestPage.Execute(&html, said); err != nil {
		return unwritten(err)
	}
	name := fmt.Sprintf("%s-digest-%s", m.Now().UTC().Format("20060102"), id)
	letter := m.single(id, to, said.Subject, said.Text(), html.String())
	stopsAt(letter, said.Stop)
	if err := m.comesBack(ctx, letter, to.ID, id); err != nil {
		return unwritten(err)
	}
	return m.carry(ctx, name, letter)
}
