package notify

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net/mail"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"tender/domain"
)

//go:embed templates/letter.html
var letterHTML string

var letterPage = template.Must(template.New("letter").Parse(letterHTML))

// secrets are what a letter lets its reader do. They are made when it is sent, and are in no log and no table.
type secrets struct {
	token string // of the link
	short string // what can be typed instead, if anything
}

// words of a letter: one paragraph a line. Link and Code are lines of their own.
type letterWords struct {
	Subject string
	Lines   []string
	Link    string
	Code    string
}

// Text is the letter in plain text, complete by itself.
func (w letterWords) Text() string { return strings.Join(w.Lines, "\n\n") + "\n" }

// sayLetter puts a letter into words. Links go to the public URL that the operator has set and nowhere else.
func sayLetter(p domain.Post, public string, s secrets) letterWords {
	name, minutes := oneLine(p.To.Name), int(domain.CodeLife.Minutes())
	say := func(subject string, lines ...string) letterWords {
		return letterWords{Subject: "[Tender] " + subject, Lines: append(lines, "This is Tender at "+public+".")}
	}
	switch p.Type {
	case domain.VerifyAddress:
		link := public + "/verify?token=" + s.token
		w := say("Is this address yours?",
			fmt.Sprintf("Somebody, you it is hoped, gave this address for the account %s. If that is you, open this page within %d minutes and press its button:", name, minutes),
			link,
			"Or send this code to "+public+"/v1/email/verification:",
			s.token,
			"If it is not you, do nothing: the address does not become anybody's, and nothing more is sent to it.")
		w.Link, w.Code = link, s.token
		return w
	case domain.SignInLink:
		link := public + "/sign-in?token=" + s.token
		w := say("Sign in",
			fmt.Sprintf("To sign in as %s, open this page within %d minutes and press its button:", name, minutes),
			link,
			"Or give this code to the program that asks for it:",
			s.short,
			"Whoever has the link or the code can sign in as you, once: pass them on to nobody. If you did not ask for this, do nothing.")
		w.Link, w.Code = link, s.short
		return w
	case domain.AlreadyRegistered:
		return say("You have an account",
			fmt.Sprintf("Somebody, perhaps you, gave this address for an account of theirs. It is the address of %s already, and stays that: nothing has changed.", name),
			"If it was you, sign in to that account, with your password or by a link that "+public+"/v1/sessions/link sends you. If not, there is nothing to do.")
	case domain.AddressChanged:
		return say("Your address has changed",
			fmt.Sprintf("The account %s has another e-mail address now, and this one is not its any more.", name),
			"If that was not you, somebody has got into your account: tell the operator of this server.")
	case domain.SessionReused:
		return say("A sign-in of yours was ended",
			fmt.Sprintf("A refresh token of the account %s was used for a second time. That happens when somebody has copied it, or a program has gone wrong; so that sign-in was ended, with all its tokens.", name),
			"Sign in again where you were signed out. If you do not know why it happened, change your password.")
	case domain.PasswordChanged:
		return say("Your password has changed",
			fmt.Sprintf("The password of the account %s was changed, and everybody was signed out.", name),
			"If that was not you, ask for a sign-in link at "+public+"/v1/sessions/link and set another one.")
	case domain.TestMail:
		return say("Mails arrive",
			fmt.Sprintf("This is the test mail that you, as %s, asked for. That you read it shows that mails arrive.", name),
			"If it lay among the spam, tell your mail program that it is none: the notices of your games come from the same sender.",
			"What was sent to you lately, and why something was not, is at "+public+"/why.")
	case domain.WebhookFailing, domain.WebhookDisabled:
		if p.Hook != nil {
			return say(sayHook(p.Type, *p.Hook, p.To, public))
		}
	case domain.ForeignReply:
		title := "a game"
		if p.View != nil && oneLine(p.View.Title) != "" {
			title = oneLine(p.View.Title)
		}
		return say("A reply from another address",
			fmt.Sprintf("A mail came to the address at which you, %s, answer the mails of %s. It was not from you, as far as can be told: it came from another address than this one, or nothing in it proves that it came from here. So nothing was done.", name, title),
			"If it was you, answer from this address. If not, somebody has seen a mail that was sent to you: pass none of them on, since the address for replies is in them.")
	case domain.InvitedLetter: // see sayInvitation
	case domain.MailAnswer: // has a game, and is written as its mails are
	}
	return letterWords{}
}

// Post writes a letter with its secrets and hands it over. All but answers to mails belong to no game and so to no thread.
func (m *Mail) Post(ctx context.Context, p domain.Post, s secrets) Reply {
	if !plainAddress(p.To.Email) {
		return Reply{Status: domain.Failed, Detail: "the address is not one that can be mailed"}
	}
	if p.Type == domain.MailAnswer {
		return m.answer(ctx, p)
	}
	if p.Type == domain.InvitedLetter {
		return m.invitation(ctx, p)
	}
	said := sayLetter(p, m.Composer.Public, s)
	if said.Subject == "" {
		return Reply{Status: domain.Failed, Detail: "no such letter"}
	}
	var html strings.Builder
	if err := letterPage.Execute(&html, said); err != nil {
		return unwritten(err)
	}
	letter := m.single(p.ID, p.To, said.Subject, said.Text(), html.String())
	if p.Account != "" && p.Address == "" { // else it says nothing of the address that the account has
		if err := m.comesBack(ctx, letter, p.Account, p.ID); err != nil {
			return unwritten(err)
		}
	}
	return m.carry(ctx, letterName(p), letter)
}

// comesBack says where a letter to an account's own address comes back to, if mail comes in.
func (m *Mail) comesBack(ctx context.Context, letter *gomail.Msg, account, id string) error {
	if m.Domain == "" {
		return nil
	}
	token, err := m.Tokens.MailToken(ctx, domain.MailToken{Purpose: domain.ToBounce, Account: account, Game: id})
	if err == nil {
		letter.EnvelopeFromMailAddress(&mail.Address{Address: BounceBox.Address(token, m.Domain)})
	}
	return err
}

// single is a mail that belongs to no game and so to no thread.
func (m *Mail) single(id string, to domain.Account, subject, text, html string) *gomail.Msg {
	letter := m.begin(id, to, subject)
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	letter.SetGenHeader("X-Auto-Response-Suppress", "All") // for servers that do not know the one above
	letter.SetBodyString(gomail.TypeTextPlain, text)
	letter.AddAlternativeString(gomail.TypeTextHTML, html)
	return letter
}
