package main

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
)

// storage says where games are kept. Every flag has an environment variable of the same name.
type storage struct {
	Database string `default:"sqlite:data/tender.db" env:"TENDER_DATABASE" placeholder:"URL" help:"Where games are stored: sqlite:PATH or a postgres:// URL (${default})."`
}

// logging says what is logged, to standard error.
type logging struct {
	LogLevel  string `default:"info" enum:"debug,info,warn,error" env:"TENDER_LOG_LEVEL" help:"What is logged: debug, info, warn or error (${default})."`
	LogFormat string `default:"text" enum:"text,json" env:"TENDER_LOG_FORMAT" help:"How: text or json (${default})."`
}

func (l logging) logger(w io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(l.LogLevel)) // the enum above allows only levels
	options := &slog.HandlerOptions{Level: level}
	if l.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// config is what a server is told.
type config struct {
	storage
	logging
	access
	Addr       string `default:"127.0.0.1:8080" env:"TENDER_ADDR" placeholder:"HOST:PORT" help:"Where to listen (${default})."`
	PublicURL  string `env:"TENDER_PUBLIC_URL" name:"public-url" placeholder:"URL" help:"What people put in front of /v1: it stands in mails and webhooks (http:// and the address listened on)."`
	Data       string `default:"data" env:"TENDER_DATA" placeholder:"DIR" help:"Directory for what is kept in files, such as mails when there is no SMTP server (${default})."`
	SMTP       string `env:"TENDER_SMTP" name:"smtp" placeholder:"URL" help:"Mail server: smtp://USER:PASSWORD@HOST:PORT, smtps://…; TLS is required unless ?tls=off is added. Without it mails are written to files in DIR/mail."`
	MailFrom   string `default:"tender@localhost" env:"TENDER_MAIL_FROM" placeholder:"ADDRESS" help:"Sender of mails (${default})."`
	VerifyMail string `default:"auto" enum:"auto,on,off" env:"TENDER_VERIFY_MAIL" name:"verify-mail" help:"Whether an address is somebody's only after a mail to it was answered: on, off, or auto: on where mails are sent by SMTP (${default})."`
	mailing
	incoming
	provider
	operating
	VacationDays int    `default:"42" env:"TENDER_VACATION_DAYS" placeholder:"N" help:"Days of a calendar year that somebody may be on vacation: deadlines of their games move out; 0: none (${default})."`
	WebhookAllow string `env:"TENDER_WEBHOOK_ALLOW" placeholder:"CIDR" help:"Private networks to which webhooks may be sent, separated by commas; none unless named."`
}

// publicURL is where people reach a server that listens on an address.
func (c config) publicURL(listening string) (string, error) {
	if c.PublicURL == "" {
		return "http://" + listening, nil
	}
	u, err := url.Parse(c.PublicURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("--public-url must look like https://tender.example.org, not %q", c.PublicURL)
	}
	return strings.TrimSuffix(c.PublicURL, "/"), nil
}

// mailDir is where mails go when there is no mail server.
func (c config) mailDir() string { return filepath.Join(c.Data, "mail") }
