package mailin

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"
)

// The bounds of what a mail server may ask of us.
const (
	maxRecipients  = 5
	maxLine        = 2000             // bytes, twice what RFC 5321 (4.5.3.1.6) asks for
	maxConnections = 50               // at once; more wait
	commandTime    = time.Minute      // for a command, and for all of a message
	takeTime       = 45 * time.Second // for carrying a message out
	farewellTime   = 5 * time.Second  // for what is being carried out when the receiver is to stop
)

// Receiver is a mail server for our addresses: it passes nothing on and knows no passwords.
type Receiver struct {
	desk   *Desk
	lmtp   bool
	server *smtp.Server
	ctx    context.Context // of what is carried out
	stop   context.CancelFunc

	mu       sync.Mutex
	closing  bool
	listener net.Listener
	busy     sync.WaitGroup // messages that are being carried out
}

// Options says how a Receiver talks.
type Options struct {
	LMTP bool // to a mail server in front that keeps the queue (RFC 2033), and not SMTP to all the world
	// Certificate is asked for at every STARTTLS, which is not offered if it is nil.
	Certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error)
}

// NewReceiver makes a Receiver that hands what it gets to a desk.
func NewReceiver(desk *Desk, o Options) *Receiver {
	r := &Receiver{desk: desk, lmtp: o.LMTP}
	r.ctx, r.stop = context.WithCancel(context.Background())
	r.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{r: r, conn: c}, nil }))
	r.server.Domain, r.server.LMTP = desk.Host, o.LMTP
	r.server.MaxRecipients, r.server.MaxMessageBytes, r.server.MaxLineLength = maxRecipients, MaxBytes, maxLine
	r.server.ReadTimeout, r.server.WriteTimeout = commandTime, commandTime
	r.server.ErrorLog = quiet{desk.Log}
	if o.Certificate != nil {
		r.server.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: o.Certificate}
	}
	return r
}

// Serve takes connections until Close is called; then it returns nil.
func (r *Receiver) Serve(l net.Listener) error {
	r.mu.Lock()
	r.listener = netutil.LimitListener(newCrowd(l), maxConnections)
	closing := r.closing
	r.mu.Unlock()
	if closing {
		return l.Close()
	}
	err := r.server.Serve(r.listener)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closing {
		return nil
	}
	return err
}

// Close takes no more messages, lets those that are being carried out end, and closes all connections. A server that has
// not heard what became of a message will send it again. It may be called twice.
func (r *Receiver) Close() error {
	r.mu.Lock()
	r.closing = true
	if r.listener != nil {
		_ = r.listener.Close()
	}
	r.mu.Unlock()
	late := time.AfterFunc(farewellTime, r.stop)
	defer late.Stop()
	r.busy.Wait()
	r.stop()
	if err := r.server.Close(); err != nil && !errors.Is(err, net.ErrClosed) && !errors.Is(err, smtp.ErrServerClosed) {
		return err
	}
	return nil
}

// begin says whether a message may still be carried out; then busy.Done is owed.
func (r *Receiver) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closing {
		r.busy.Add(1)
	}
	return !r.closing
}

// quiet logs that something went wrong with a connection, and not what: it would name addresses.
type quiet struct{ log *slog.Logger }

func (q quiet) Printf(format string, _ ...any) { q.log.Debug("mail receiver", "what", format) }
func (q quiet) Println(...any)                 { q.log.Debug("mail receiver") }

// What a mail server is told. Wrong tokens and addresses of others are told the same: nobody learns what there is here.
var (
	errUnknown = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "There is no such address here"}
	errLater   = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Something is wrong here, try again later"}
	errStops   = &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "The server is stopping, try again later"}
	errLine    = &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "A line is too long"}
)

// session is what one connection has said.
type session struct {
	r    *Receiver
	conn *smtp.Conn
	from string
	to   []recipient
}

// recipient is an address as it was spelled and as it was read.
type recipient struct {
	spelled string
	Address
}

// Reset forgets the message under way.
func (s *session) Reset() { s.from, s.to = "", nil }

// Logout ends a connection.
func (s *session) Logout() error { return nil }

// Mail begins a message. Where it goes back to proves nothing and is not written to.
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.Reset()
	s.from = from
	return nil
}

// Rcpt says where the message goes.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	a, ok := ReadAddress(to, s.r.desk.Host)
	if !ok {
		return errUnknown
	}
	ctx, cancel := context.WithTimeout(s.r.ctx, takeTime)
	defer cancel()
	known, err := s.r.desk.Known(ctx, a)
	switch {
	case err != nil:
		s.r.desk.Log.Error("an address cannot be looked up", "error", err)
		return errLater
	case !known:
		return errUnknown
	}
	s.to = append(s.to, recipient{to, a})
	return nil
}

// Data takes the message: all of its recipients have it or it is to come again. What was carried out then is not twice.
func (s *session) Data(body io.Reader) error {
	var worst error
	s.take(body, func(_ string, err error) {
		if err != nil {
			worst = err
		}
	})
	return worst
}

// LMTPData is Data with an answer for each recipient.
func (s *session) LMTPData(body io.Reader, status smtp.StatusCollector) error {
	s.take(body, status.SetStatus)
	return nil
}

// take carries the message out for each recipient.
func (s *session) take(body io.Reader, answer func(to string, err error)) {
	raw, err := io.ReadAll(io.LimitReader(body, MaxBytes+1))
	switch {
	case errors.Is(err, smtp.ErrTooLongLine):
		err = errLine
	case err == nil && len(raw) > MaxBytes:
		err = smtp.ErrDataTooLarge
	case err == nil && !s.r.begin():
		err = errStops
	case err == nil:
		defer s.r.busy.Done()
	}
	ctx, cancel := context.WithTimeout(s.r.ctx, takeTime)
	defer cancel()
	var done []Address
	for _, to := range s.to {
		result := err
		if result == nil && !slices.Contains(done, to.Address) {
			if result = s.r.desk.Take(ctx, to.Address, s.envelope(), raw); result != nil {
				s.r.desk.Log.Error("a mail cannot be carried out now", "error", result)
				result = errLater
			} else {
				done = append(done, to.Address)
			}
		}
		answer(to.spelled, result)
	}
}

// envelope says where the message comes from. A server on this machine or in its network is our own: it has passed the
// message on, and it is not for its address to say whose it may be.
func (s *session) envelope() Envelope {
	e := Envelope{From: s.from, Null: s.from == "", Helo: s.conn.Hostname()}
	if ip := stranger(s.conn.Conn().RemoteAddr()); ip.IsValid() && !s.r.lmtp {
		e.IP = net.IP(ip.AsSlice())
	}
	return e
}
