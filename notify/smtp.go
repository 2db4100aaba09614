package notify

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"tender/domain"
)

// smtpTime is how long connecting may take, then greeting and TLS, then sending: 30 s together.
const smtpTime = 10 * time.Second

// SMTP carries mails to a mail server, each over a connection of its own.
type SMTP struct {
	host    string
	options []gomail.Option
}

// OpenSMTP reads smtp://user:password@host:port (STARTTLS is required, port 587 unless named), the same with ?tls=off
// for a server on the same machine or network (without a password, which would be readable), or smtps:// (TLS from the
// first byte, port 465 unless named). It connects to nothing.
func OpenSMTP(raw string) (*SMTP, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.Path != "" && u.Path != "/" {
		return nil, errors.New("mail server: give it as smtp://user:password@host:port") // the URL holds a password
	}
	port, o := 587, []gomail.Option{gomail.WithTimeout(smtpTime), gomail.WithTLSPolicy(gomail.TLSMandatory)}
	tls := u.Query().Get("tls")
	switch {
	case u.Scheme == "smtps" && tls == "":
		port, o = 465, append(o, gomail.WithSSL())
	case u.Scheme == "smtp" && tls == "off":
		o = append(o, gomail.WithTLSPolicy(gomail.NoTLS))
	case u.Scheme != "smtp" || tls != "":
		return nil, errors.New("mail server: the URL begins with smtp:// or smtps://, and smtp:// may end in ?tls=off")
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, errors.New("mail server: the port is not a number")
		}
	}
	o = append(o, gomail.WithPort(port))
	if u.User != nil {
		if tls == "off" {
			return nil, errors.New("mail server: a password is not sent without TLS; leave out ?tls=off, or user and password")
		}
		password, _ := u.User.Password()
		o = append(o, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	s := &SMTP{u.Hostname(), o}
	_, err = gomail.NewClient(s.host, s.options...)
	return s, err
}

// Carry sends one mail. A server that says 5xx to the mail or its address has the last word; everything else may be
// better the next time.
func (s *SMTP) Carry(ctx context.Context, _ string, m *gomail.Msg) Reply {
	ctx, cancel := context.WithTimeout(ctx, smtpTime)
	defer cancel()
	client, err := gomail.NewClient(s.host, s.options...) // one for each mail: a client keeps what it learns of a server
	if err != nil {
		return Reply{Status: domain.Pending, Detail: "the mail server is not set up right", Err: err}
	}
	err = client.DialAndSendWithContext(ctx, m)
	if m.IsDelivered() { // what goes wrong after that is only the farewell
		return Reply{Status: domain.Delivered, Answer: 250}
	}
	return smtpReply(err)
}

// smtpReply reads an error of go-mail. The server's words stay out of it: they tend to repeat the address.
func smtpReply(err error) Reply {
	var refused *gomail.SendError
	if !errors.As(err, &refused) {
		return Reply{Status: domain.Pending, Why: domain.WhyServiceDown, Detail: "the mail server was not reached, or did not let us in", Err: err}
	}
	code := refused.ErrorCode()
	if code == 0 {
		return Reply{Status: domain.Pending, Why: domain.WhyUnreachable,
			Detail: "the connection to the mail server broke off when " + refused.Reason.String()}
	}
	r := Reply{Status: domain.Pending, Why: domain.WhyRefused, Answer: code, Detail: fmt.Sprintf("the mail server answered %d", code)}
	if enhanced := refused.EnhancedStatusCode(); enhanced != "" {
		r.Detail += " " + enhanced
	}
	r.Detail += " when " + refused.Reason.String()
	switch {
	case ofService(refused):
		r.Why = domain.WhyServiceDown
	case code >= 500:
		r.Status = domain.Failed
	}
	return r
}

// Codes that say more of the server, or of our set-up, than of the mail and its reader.
const (
	serviceCloses = 421
	loginWanted   = 530
)

// ofService says whether a server would answer the same whoever the mail is for: also what it says for now to the sender,
// before it has heard of a reader.
func ofService(refused *gomail.SendError) bool {
	code := refused.ErrorCode()
	return code == serviceCloses || code == loginWanted || code < 500 && refused.Reason == gomail.ErrSMTPMailFrom
}
