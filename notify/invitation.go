package notify

import (
	"context"
	"fmt"
	"strings"

	"tender/domain"
)

// sayInvitation puts an invitation into words. Its reader need not know this server, and did not ask for it: of what people
// typed it holds the host's name and nothing else, and it says how to hear no more of this.
func (c Composer) sayInvitation(p domain.Post) (letterWords, error) {
	if p.Invitation == nil || p.View == nil {
		return letterWords{}, fmt.Errorf("an invitation without its game")
	}
	kind, err := c.Kinds.Find(p.View.Kind)
	if err != nil {
		return letterWords{}, err
	}
	by, link := oneLine(p.Invitation.By), c.Public+"/invitation?token="+p.Body
	how := fmt.Sprintf("To join, sign up at %s with this address; the seat is then yours to take. The page tells how.", c.Public)
	if name := oneLine(p.To.Name); name != "" {
		how = fmt.Sprintf("To join as %s, send POST %s/v1/games/%s/seats.", name, c.Public, p.View.ID)
	}
	return letterWords{Subject: "[Tender] " + by + " invites you to " + kind.Title, Link: link, Lines: []string{
		fmt.Sprintf("%s invites you to a game of %s (%s) for %d. A seat is kept for you until %s.", by, kind.Title, p.View.Edition, p.View.Size,
			p.Invitation.Until.In(p.To.ZoneOrUTC()).Format(timeFormat)),
		"See the game, and decline if you would rather not:",
		link,
		how,
		"If you do nothing, the seat is given to somebody else after that time, and nothing more is sent to you about it.",
		"No more invitations to this address, whoever they come from: " + c.neverLink(p.Body),
		"This is Tender at " + c.Public + ", where people play games by sealed bids, a move now and then."}}, nil
}

// neverLink is where an address is kept free of invitations.
func (c Composer) neverLink(token string) string { return c.Public + "/no-invitations?token=" + token }

// invitation sends one.
func (m *Mail) invitation(ctx context.Context, p domain.Post) Reply {
	said, err := m.Composer.sayInvitation(p)
	if err != nil {
		return unwritten(err)
	}
	var html strings.Builder
	if err := letterPage.Execute(&html, said); err != nil {
		return unwritten(err)
	}
	letter := m.single(p.ID, p.To, said.Subject, said.Text(), html.String())
	stopsAt(letter, m.Composer.neverLink(p.Body))
	if p.Account != "" {
		if err := m.comesBack(ctx, letter, p.Account, p.ID); err != nil {
			return unwritten(err)
		}
	}
	return m.carry(ctx, letterName(p), letter)
}

// invited says what became of an invitation, to the host.
func (w words) invited(what domain.NoticeType) string {
	whom := oneLine(w.view.Whom)
	if whom == "" {
		whom = "somebody whom you invited"
	}
	if what == domain.InvitationDeclinedNotice {
		return sentenceAbout(whom) + " has declined your invitation; the seat is free again."
	}
	return sentenceAbout(whom) + " has not answered your invitation in time; the seat is free again."
}

// sentenceAbout begins a sentence with a name or an address as it is written, or with words.
func sentenceAbout(whom string) string {
	if strings.HasPrefix(whom, "somebody") {
		return sentence(whom)
	}
	return whom
}
