package notify

import (
	"context"
	"net/mail"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"tender/domain"
)

// MailTokens keeps what stands for people in the addresses and links of mails.
type MailTokens interface {
	// MailToken gives the text of the one token that there is, or is from now on, for what t says besides text and time.
	MailToken(ctx context.Context, t domain.MailToken) (text string, err error)
}

// Box is what an address of ours is for: the word before the + in it.
type Box string

// The boxes there are. Replies are read for moves, bounces for whether mail arrives.
const (
	ReplyBox  Box = "reply"
	BounceBox Box = "bounce"
)

// Address is where mail for a box comes in, with the token that says whose it is: reply+TOKEN@host.
func (b Box) Address(token, host string) string { return string(b) + "+" + token + "@" + host }

// ReadAddress reads an address that Box.Address made, however mail servers and people have spelled it since. ok is false
// for every other address, also for one of another host. Whether there is such a token is not looked up.
func ReadAddress(address, host string) (box Box, token string, ok bool) {
	local, at, found := strings.Cut(address, "@")
	if !found || host == "" || !strings.EqualFold(strings.TrimSuffix(at, "."), host) {
		return "", "", false
	}
	word, text, _ := strings.Cut(local, "+")
	if box = Box(strings.ToLower(word)); box != ReplyBox && box != BounceBox {
		return "", "", false
	}
	token, ok = domain.ReadMailToken(text)
	return box, token, ok
}

// marks are the tokens of one mail. reply is empty where no mail comes in.
type marks struct{ reply, stop string }

// marksOf gives the tokens of a notice's mail.
func (m *Mail) marksOf(ctx context.Context, d domain.Delivery) (made marks, err error) {
	made.stop, err = m.Tokens.MailToken(ctx, domain.MailToken{Purpose: domain.ToUnsubscribe, Account: d.Account, Notice: d.Notice.Type})
	if err == nil {
		made.reply, err = m.replyToken(ctx, d.Account, d.Game, d.Notice.Step)
	}
	return made, err
}

// replyToken stands for a player's turn in the address for replies; it is empty where no mail comes in.
func (m *Mail) replyToken(ctx context.Context, account, game string, step int) (string, error) {
	if m.Domain == "" {
		return "", nil
	}
	return m.Tokens.MailToken(ctx, domain.MailToken{Purpose: domain.ToReply, Account: account, Game: game, Step: step})
}

// stopLink is where a token turns its sort of mail off.
func (m *Mail) stopLink(token string) string {
	return m.Composer.Public + "/unsubscribe?token=" + token
}

// stopsAt lets a mail program turn a letter's sort of mail off with one click (RFC 8058).
func stopsAt(letter *gomail.Msg, link string) {
	letter.SetGenHeader("List-Unsubscribe", "<"+link+">")
	letter.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
}

// replyTo is the address for replies, with the sender's name.
func (m *Mail) replyTo(token string) *mail.Address {
	return &mail.Address{Name: m.from.Name, Address: ReplyBox.Address(token, m.Domain)}
}
