package notify

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"
	"net/url"
	"regexp"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"tender/domain"
)

// smtpTime is how long connecting may take, then greeting and TLS, then sending: 30 s together.
const smtpTime = 10 * time.Second

// Answers that say more of the server, or of our set-up, than of the mail.
const (
	serviceCloses = 421
	loginWanted   = 530
)

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
func (s *SMTP) Carry(ctx context.Context, p Parcel) Reply {
	ctx, cancel := context.WithTimeout(ctx, smtpTime)
	defer cancel()
	client, err := gomail.NewClient(s.host, s.options...) // one for each mail: a client keeps what it learns of a server
	if err != nil {
		return Reply{Status: domain.Pending, Why: domain.WhyServiceDown, Detail: "the mail server is not set up right", Err: err}
	}
	server, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return Reply{Status: domain.Pending, Why: domain.WhyServiceDown, Detail: "the mail server was not reached, or did not let us in", Err: err}
	}
	defer func() { // what goes wrong then is only the farewell
		_ = client.CloseWithSMTPClient(server)
		_ = server.Close()
	}()
	step, err := hand(server, p)
	if err != nil {
		return smtpReply(step, err)
	}
	return Reply{Status: domain.Delivered, Answer: 250}
}

// The steps of handing a mail over, as they are named when one fails.
const (
	namingSender   = "told whom it is from"
	namingReceiver = "told whom it is for"
	givingMail     = "given the mail"
)

// hand gives a mail to a server, and says at which step that failed.
func hand(server *smtp.Client, p Parcel) (step string, err error) {
	if err := server.UpdateDeadline(smtpTime); err != nil {
		return namingSender, err
	}
	if err := server.Mail("<" + p.From + ">"); err != nil {
		return namingSender, err
	}
	if err := server.Rcpt("<" + p.To + ">"); err != nil {
		return namingReceiver, err
	}
	data, err := server.Data()
	if err != nil {
		return givingMail, err
	}
	if _, err := data.Write(p.Mail); err != nil {
		return givingMail, err
	}
	return givingMail, data.Close()
}

// enhanced is the status (RFC 3463) that a server's words may begin with.
var enhanced = regexp.MustCompile(`^[245]\.[0-9]{1,3}\.[0-9]{1,3}\b`)

// noMailbox are the statuses that say of an address that it is nobody's, or of one who is there no more (RFC 3463, 5.1.10
// is of RFC 7505). Every other 5xx may be about us: a server that does not pass our mails on says 5.7.1 to each.
var noMailbox = regexp.MustCompile(`^5\.(1\.(1|2|3|6|10)|2\.1)$`)

// smtpReply reads what a server said at a step. Its words stay out of it: they tend to repeat the address.
func smtpReply(step string, err error) Reply {
	var said *textproto.Error
	if !errors.As(err, &said) {
		return Reply{Status: domain.Pending, Why: domain.WhyUnreachable, Detail: "the connection to the mail server broke off when it was " + step}
	}
	r := Reply{Status: domain.Pending, Why: domain.WhyRefused, Answer: said.Code, Detail: fmt.Sprintf("the mail server answered %d", said.Code)}
	status := enhanced.FindString(said.Msg)
	if status != "" {
		r.Detail += " " + status
	}
	if step == namingReceiver && said.Code >= 500 && noMailbox.MatchString(status) {
		r.Gone = status
	}
	r.Detail += " when it was " + step
	switch {
	case step == namingSender, said.Code == serviceCloses, said.Code == loginWanted:
		r.Why = domain.WhyServiceDown
	case said.Code >= 500:
		r.Status = domain.Failed
	}
	return r
}

// Reach connects to the mail server and logs in, and sends nothing.
func (s *SMTP) Reach(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, smtpTime)
	defer cancel()
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	server, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return err
	}
	defer func() { // as in Carry
		_ = client.CloseWithSMTPClient(server)
		_ = server.Close()
	}()
	return nil
}
