package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/mail"
	"os"
	"strings"
	"time"

	"tender/domain"
	"tender/domain/kinds"
	"tender/notify"
	"tender/notify/mailin"
	"tender/persistence"
)

// incoming says where mail comes in and whom it is believed.
type incoming struct {
	SMTPIn        string `env:"TENDER_SMTP_IN" name:"smtp-in" placeholder:"ADDR" help:"Where to take in mail for --mail-domain: HOST:PORT for SMTP, lmtp:HOST:PORT or lmtp:/PATH for LMTP from a mail server in front. Without it none is taken in here."`
	SMTPInTLSCert string `env:"TENDER_SMTP_IN_TLS_CERT" name:"smtp-in-tls-cert" placeholder:"FILE" help:"Certificate for STARTTLS there, PEM with its chain; read anew for each connection."`
	SMTPInTLSKey  string `env:"TENDER_SMTP_IN_TLS_KEY" name:"smtp-in-tls-key" placeholder:"FILE" help:"And its private key."`
	MailPolicy    string `default:"token" enum:"token,strict" env:"TENDER_MAIL_POLICY" help:"What a mail must bring beside the address it was asked to come to and the right sender: token: nothing, but what it brings must be right; strict: a DKIM signature of the sender's domain, or SPF (${default})."`
	MailAuthserv  string `env:"TENDER_MAIL_AUTHSERV" placeholder:"NAME" help:"What the mail server in front writes at the beginning of Authentication-Results; without it that field is not read."`
}

// desk carries out mails that come in, for addresses in a domain.
func (c config) desk(store *persistence.Store, host string, around surroundings) (*mailin.Desk, error) {
	if host == "" {
		return nil, errors.New("mail can come in only with --mail-domain")
	}
	own := ""
	if from, err := mail.ParseAddress(c.MailFrom); err == nil {
		_, own, _ = domain.CheckEmail(from.Address) // "" for one that nobody can write from, such as tender@localhost
	}
	return &mailin.Desk{Tokens: store, Mails: store, Games: store, Bounces: store, Kinds: kinds.All, Host: host, Own: own, Log: around.log,
		Senders: mailin.Senders{Policy: mailin.Policy(c.MailPolicy), Authserv: c.MailAuthserv, Resolver: around.resolver}}, nil
}

// receive opens where mail comes in; it is nil when it is not to.
func (c config) receive(ctx context.Context, store *persistence.Store, host string, around surroundings) (*mailin.Receiver, net.Listener, error) {
	if c.SMTPIn == "" {
		if c.SMTPInTLSCert != "" || c.SMTPInTLSKey != "" {
			return nil, nil, errors.New("--smtp-in-tls-cert and --smtp-in-tls-key need --smtp-in")
		}
		return nil, nil, nil
	}
	desk, err := c.desk(store, host, around)
	if err != nil {
		return nil, nil, err
	}
	address, lmtp := strings.CutPrefix(c.SMTPIn, "lmtp:")
	o := mailin.Options{LMTP: lmtp}
	if c.SMTPInTLSCert != "" || c.SMTPInTLSKey != "" {
		if _, err := tls.LoadX509KeyPair(c.SMTPInTLSCert, c.SMTPInTLSKey); err != nil {
			return nil, nil, fmt.Errorf("--smtp-in-tls-cert and --smtp-in-tls-key: %w", err)
		}
		o.Certificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			certificate, err := tls.LoadX509KeyPair(c.SMTPInTLSCert, c.SMTPInTLSKey)
			return &certificate, err
		}
	}
	network := "tcp"
	if lmtp && strings.HasPrefix(address, "/") {
		network = "unix"
		if err := removeSocket(address); err != nil {
			return nil, nil, err
		}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, network, address)
	if err != nil {
		return nil, nil, fmt.Errorf("--smtp-in: %w", err)
	}
	return mailin.NewReceiver(desk, o), listener, nil
}

// removeSocket takes away what a server that was killed has left.
func removeSocket(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || info.Mode()&fs.ModeSocket == 0 {
		return fmt.Errorf("--smtp-in: %s is there and is no socket", path)
	}
	return os.Remove(path)
}

// mailInCommand carries out one mail, for the pipe of a mail server. It takes the settings of the server that it is for.
type mailInCommand struct {
	To   string `placeholder:"ADDRESS" help:"The address that the mail came to; without it those in its header count."`
	File string `arg:"" optional:"" default:"-" help:"The mail; - is standard input (${default})."`
	config
}

// exitCode is an error that ends the program with a code of its own.
type exitCode struct {
	code int
	err  error
}

func (e exitCode) Error() string { return e.err.Error() }

// tryAgain is what mail servers take for a reason to bring a mail again (EX_TEMPFAIL).
const tryAgain = 75

func (c mailInCommand) Run(ctx context.Context, s *streams) error {
	if err := c.take(ctx, s); err != nil {
		return exitCode{tryAgain, err}
	}
	return nil
}

// take carries the mail out. An error means that it is to come again.
func (c mailInCommand) take(ctx context.Context, s *streams) error {
	raw, err := c.read(s.in)
	if err != nil {
		return err
	}
	log := c.logger(s.err)
	store, err := persistence.Open(ctx, c.Database, persistence.Options{Kinds: kinds.All, Now: time.Now, Random: rand.Reader, Log: log,
		Plan: notify.Channels, VerifyMail: c.verifyMail(), Existing: true})
	if err != nil {
		return err
	}
	defer store.Close()
	desk, err := c.desk(store, strings.ToLower(c.MailDomain), surroundings{log: log})
	if err != nil {
		return err
	}
	for _, to := range c.recipients(raw, desk, log) {
		if err := desk.Take(ctx, to, mailin.Envelope{}, raw); err != nil {
			return err
		}
	}
	return nil
}

// read reads the mail, and takes away the line that mail servers put above mails in files.
func (c mailInCommand) read(in io.Reader) ([]byte, error) {
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	raw, err := io.ReadAll(io.LimitReader(in, mailin.MaxBytes+1))
	if bytes.HasPrefix(raw, []byte("From ")) {
		_, raw, _ = bytes.Cut(raw, []byte("\n"))
	}
	return raw, err
}

// recipients are the addresses of ours that the mail came to. Without any there is nothing to do.
func (c mailInCommand) recipients(raw []byte, desk *mailin.Desk, log *slog.Logger) []mailin.Address {
	var all []mailin.Address
	if c.To != "" {
		if to, ok := mailin.ReadAddress(c.To, desk.Host); ok {
			all = append(all, to)
		}
	} else {
		all = mailin.Named(raw, desk.Host)
	}
	if len(all) == 0 {
		log.Info("a mail that came in is broken or to no address of ours", "bytes", len(raw))
	}
	return all
}
