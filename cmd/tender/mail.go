package main

import (
	"errors"
	mathrand "math/rand/v2"
	"net/mail"
	"strings"
	"time"

	"tender/domain/kinds"
	"tender/notify"
)

// mailing says where mails come back to and how they are signed.
type mailing struct {
	MailDomain   string `env:"TENDER_MAIL_DOMAIN" placeholder:"DOMAIN" help:"Mail domain of the addresses that replies and bounces come to; without it mails can be neither answered nor seen to come back."`
	DKIMKey      string `env:"TENDER_DKIM_KEY" name:"dkim-key" placeholder:"FILE" help:"Private key that signs mails by DKIM: ed25519 or RSA, PEM, PKCS#8. Without it they are not signed here."`
	DKIMSelector string `default:"tender" env:"TENDER_DKIM_SELECTOR" name:"dkim-selector" placeholder:"NAME" help:"Where its public key is: NAME._domainkey. and the domain (${default})."`
	DKIMDomain   string `env:"TENDER_DKIM_DOMAIN" name:"dkim-domain" placeholder:"DOMAIN" help:"The domain that signs (that of --mail-from)."`
}

// key gives what signs mails, nil for nothing.
func (c config) key() (*notify.Key, error) {
	if c.DKIMKey == "" {
		if c.DKIMDomain != "" {
			return nil, errors.New("--dkim-domain needs --dkim-key")
		}
		return nil, nil
	}
	host := c.DKIMDomain
	if from, err := mail.ParseAddress(c.MailFrom); host == "" && err == nil {
		host = from.Address[strings.LastIndex(from.Address, "@")+1:]
	}
	return notify.OpenKey(c.DKIMKey, c.DKIMSelector, host)
}

// mail makes the mails of a server that people reach at public, and what keeps them while the mail service is down.
func (c config) mail(public string, tokens notify.MailTokens, now func() time.Time) (*notify.Mail, *notify.Breaker, error) {
	key, err := c.key()
	if err != nil {
		return nil, nil, err
	}
	var carrier notify.Carrier
	if c.SMTP != "" {
		carrier, err = notify.OpenSMTP(c.SMTP)
	} else {
		carrier, err = notify.OpenFiles(c.mailDir())
	}
	if err != nil {
		return nil, nil, err
	}
	breaker := &notify.Breaker{Out: carrier, Now: now, Jitter: mathrand.Float64}
	mail, err := notify.NewMail(notify.MailSetup{Composer: notify.Composer{Kinds: kinds.All, Public: public}, From: c.MailFrom, Domain: c.MailDomain,
		Key: key, Tokens: tokens, Out: breaker, Now: now})
	return mail, breaker, err
}
