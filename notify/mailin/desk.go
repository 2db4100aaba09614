package mailin

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"tender/domain"
	"tender/notify"
)

// Tokens knows whom the tokens in addresses stand for.
type Tokens interface {
	// MailTokenByText finds a token or refuses with domain.NotFound.
	MailTokenByText(ctx context.Context, text string) (domain.MailToken, error)
}

// Mails lets each mail count once.
type Mails interface {
	// MailOnce calls do unless the mail was carried out before, and writes down what came of it and the answer, all in one
	// transaction: do's calls to the store, with its context, are part of that. What do has changed is undone unless it
	// has moved. The outcome is empty for a mail that was carried out before.
	MailOnce(ctx context.Context, in domain.MailIn, do func(context.Context, domain.Account) (domain.MailDone, error)) (domain.MailOutcome, error)
}

// Games are what mails are about.
type Games interface {
	View(ctx context.Context, game, account string) (domain.View, error)
	Decide(ctx context.Context, game string, in domain.Input, by domain.Actor) (domain.Outcome, error)
}

// Bounces counts mails that came back.
type Bounces interface {
	// Bounced notes that a mail with a token in its sender came back, for good or for now, and says whether no more mail is
	// sent to that address. It refuses unknown tokens with domain.NotFound.
	Bounced(ctx context.Context, token, status string, hard bool) (suspended bool, err error)
}

// Desk carries mails out. All fields are needed.
type Desk struct {
	Tokens  Tokens
	Mails   Mails
	Games   Games
	Kinds   domain.Kinds
	Senders Senders
	Host    string // what stands behind the @ of our addresses
	Own     string // the key of the address that we send from
	Bounces Bounces
	Log     *slog.Logger
}

// Known says whether there is such an address. An error means that it could not be found out now.
func (d *Desk) Known(ctx context.Context, a Address) (bool, error) {
	t, err := d.Tokens.MailTokenByText(ctx, a.Token)
	if refused(err, domain.NotFound) {
		return false, nil
	}
	return err == nil && a.standsFor(t), err
}

// standsFor says whether a token is one for the box of an address. What is replied to comes back to the same token.
func (a Address) standsFor(t domain.MailToken) bool {
	return t.Purpose == domain.ToReply || a.Bounce && t.Purpose == domain.ToBounce
}

// Take carries out a mail to an address. Without an error it has been dealt with, whatever came of it, and need not come
// again; an error means that it must.
func (d *Desk) Take(ctx context.Context, a Address, e Envelope, raw []byte) (err error) {
	defer func() {
		if p := recover(); p != nil { // without its value, which may be out of the mail
			d.Log.Error("a mail that came in panicked", "type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			err = errors.New("internal error")
		}
	}()
	t, err := d.Tokens.MailTokenByText(ctx, a.Token)
	if refused(err, domain.NotFound) || err == nil && !a.standsFor(t) {
		return nil
	}
	if err != nil {
		return err
	}
	if a.Bounce {
		return d.bounced(ctx, t, raw)
	}
	m, err := Read(raw)
	if err != nil {
		d.Log.Info("a mail that came in is broken", "game", t.Game, "bytes", len(raw))
		return nil
	}
	if why := d.unanswerable(m, e); why != "" {
		d.Log.Info("a mail that came in was sent by a machine", "game", t.Game, "known_by", why)
		return nil
	}
	genuine, err := d.Senders.Genuine(ctx, raw, m, e)
	if err != nil {
		return err
	}
	in := domain.MailIn{ID: m.name(t, genuine), Account: t.Account, Game: t.Game, Answers: m.ID}
	outcome, err := d.Mails.MailOnce(ctx, in, func(ctx context.Context, who domain.Account) (domain.MailDone, error) {
		if !genuine || m.FromKey != who.EmailKey {
			return domain.MailDone{Outcome: domain.MailForeign}, nil
		}
		return d.do(ctx, m, t)
	})
	if err != nil {
		return err
	}
	d.Log.Info("mail in", "game", t.Game, "outcome", outcome, "again", outcome == "")
	return nil
}

// bounced notes that a mail came back. Nothing is answered to what is no report.
func (d *Desk) bounced(ctx context.Context, t domain.MailToken, raw []byte) error {
	status, hard, ok := notify.ReadBounce(bytes.NewReader(raw))
	if !ok {
		d.Log.Info("a mail that came back is no report", "bytes", len(raw))
		return nil
	}
	suspended, err := d.Bounces.Bounced(ctx, t.Text, status, hard)
	if refused(err, domain.NotFound) {
		return nil
	}
	if err == nil {
		d.Log.Info("a mail came back", "account", t.Account, "status", status, "hard", hard, "suspended", suspended)
	}
	return err
}

// unanswerable says why nothing must be answered to a message: a machine has written it, we ourselves perhaps.
func (d *Desk) unanswerable(m Message, e Envelope) string {
	_, ours := ReadAddress(m.From, d.Host)
	switch {
	case e.Null:
		return "MAIL FROM"
	case m.Automatic != "":
		return m.Automatic
	case byMachine(m.FromKey):
		return "From"
	case m.FromKey == d.Own || ours:
		return "our own address"
	}
	return ""
}

// name tells a mail from all others. A forger who learns a mail's id must not be able to use it up.
func (m Message) name(t domain.MailToken, genuine bool) string {
	id := "id " + m.ID
	if m.ID == "" {
		id = "hash " + m.Hash
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%t\n%s", t.Text, m.FromKey, genuine, id))
	return hex.EncodeToString(sum[:])
}

func refused(err error, code domain.Code) bool {
	r, ok := domain.AsRefusal(err)
	return ok && r.Code == code
}
