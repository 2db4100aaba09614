package mailin

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"tender/domain"
)

// office is a store that knows three tokens: of one the mails can be taken, of one not now, of one not even the token.
type office struct {
	mu   sync.Mutex
	took []string
	hold chan struct{} // if any, each mail waits for it
}

const (
	takenToken  = "00000000000000000000000001"
	laterToken  = "00000000000000000000000002"
	brokenToken = "00000000000000000000000003"
	bounceToken = "00000000000000000000000004"
)

func (o *office) MailTokenByText(_ context.Context, text string) (domain.MailToken, error) {
	switch text {
	case takenToken, laterToken:
		return domain.MailToken{Text: text, Purpose: domain.ToReply, Account: "bob", Game: "game", Step: 1}, nil
	case bounceToken:
		return domain.MailToken{Text: text, Purpose: domain.ToBounce, Account: "bob", Game: "letter"}, nil
	case brokenToken:
		return domain.MailToken{}, errors.New("the database is away")
	}
	return domain.MailToken{}, domain.Refuse(domain.NotFound, "no such token")
}

func (o *office) MailOnce(_ context.Context, in domain.MailIn, _ func(context.Context, domain.Account) (domain.MailDone, error)) (domain.MailOutcome, error) {
	if o.hold != nil {
		o.hold <- struct{}{}
		<-o.hold
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.took = append(o.took, in.Answers)
	if strings.HasPrefix(in.Answers, "later") {
		return "", errors.New("the database is away")
	}
	return domain.MailMoved, nil
}

// received opens a receiver over a network and gives its address.
func receiving(t *testing.T, o *office, network string, options Options) (*Receiver, net.Addr) {
	t.Helper()
	address := "127.0.0.1:0"
	if network == "unix" {
		address = t.TempDir() + "/in"
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), network, address)
	if err != nil {
		t.Fatal(err)
	}
	r := NewReceiver(&Desk{Tokens: o, Mails: o, Host: "play.example.org", Log: slog.New(slog.DiscardHandler), Senders: Senders{Policy: ByToken, Resolver: names{}}}, options)
	done := make(chan error, 1)
	go func() { done <- r.Serve(l) }()
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return r, l.Addr()
}

// sendMail sends a mail without TLS.
func sendMail(address net.Addr, to []string, mail string) error {
	c, err := smtp.Dial(address.String())
	if err != nil {
		return err
	}
	defer c.Close()
	return c.SendMail("bob@example.org", to, strings.NewReader(mail))
}

func mailFor(id string) string {
	return "From: bob@example.org\r\nMessage-ID: <" + id + "@example.org>\r\n\r\nkeep\r\n"
}

func TestWhatIsOnlyForBouncesCannotBeRepliedTo(t *testing.T) {
	t.Parallel()
	o := &office{}
	r, address := receiving(t, o, "tcp", Options{})
	err := sendMail(address, []string{"reply+" + bounceToken + "@play.example.org"}, mailFor("one"))
	if refused, ok := err.(*smtp.SMTPError); !ok || refused.Code != 550 {
		t.Errorf("a reply: %v", err)
	}
	if err := r.desk.Take(t.Context(), Address{Token: bounceToken}, Envelope{}, []byte(mailFor("two"))); err != nil || len(o.took) != 0 {
		t.Errorf("a reply through a pipe: %v, taken: %v", err, o.took)
	}
	if err := sendMail(address, []string{"bounce+" + bounceToken + "@play.example.org"}, mailFor("three")); err != nil {
		t.Errorf("a bounce: %v", err)
	}
}

func TestLMTPAnswersForEachReceiver(t *testing.T) {
	t.Parallel()
	o := new(office)
	_, address := receiving(t, o, "unix", Options{LMTP: true})
	conn, err := new(net.Dialer).DialContext(t.Context(), "unix", address.String())
	if err != nil {
		t.Fatal(err)
	}
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	if err := c.Mail("bob@example.org", nil); err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]int{takenToken: 0, brokenToken: 451, strings.Repeat("0", 26): 550} {
		err := c.Rcpt("reply+"+token+"@play.example.org", nil)
		var refused *smtp.SMTPError
		if code := 0; errors.As(err, &refused) && refused.Code != want || err == nil && want != code {
			t.Errorf("%s: %v", token, err)
		}
	}
	send := func(id string, want int) {
		w, err := c.Data()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(mailFor(id))); err != nil {
			t.Fatal(err)
		}
		_, err = w.CloseWithLMTPResponse()
		var each smtp.LMTPDataError
		if got := errors.As(err, &each); got != (want != 250) || got && each["reply+"+takenToken+"@play.example.org"].Code != want {
			t.Errorf("%s: %v", id, err)
		}
	}
	send("a", 250)
	for _, step := range []error{c.Mail("bob@example.org", nil), c.Rcpt("reply+"+takenToken+"@play.example.org", nil)} {
		if step != nil {
			t.Fatal(step)
		}
	}
	send("later", 451)
	if !slices.Equal(o.took, []string{"a@example.org", "later@example.org"}) {
		t.Errorf("took %v", o.took)
	}
}

func TestOneMailForSeveralReceiversComesAgainWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	o := new(office)
	_, address := receiving(t, o, "tcp", Options{})
	to := []string{"reply+" + takenToken + "@play.example.org", "reply+" + laterToken + "@play.example.org", "REPLY+" + takenToken + "@PLAY.example.org."}
	if err := sendMail(address, to, mailFor("a")); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.took, []string{"a@example.org", "a@example.org"}) { // once for each token
		t.Errorf("took %v", o.took)
	}
	err := sendMail(address, to[:1], mailFor("later"))
	var refused *smtp.SMTPError
	if !errors.As(err, &refused) || refused.Code != 451 {
		t.Errorf("%v", err)
	}
}

func TestAReceiverThatStopsFinishesWhatItHas(t *testing.T) {
	t.Parallel()
	o := &office{hold: make(chan struct{})}
	r, address := receiving(t, o, "tcp", Options{})
	idle, err := new(net.Dialer).DialContext(t.Context(), "tcp", address.String()) // says nothing, and must not be waited for
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	sent, closed := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(sent)
		// Whether it hears of it before the connection is closed does not matter: it would send the mail again.
		_ = sendMail(address, []string{"reply+" + takenToken + "@play.example.org"}, mailFor("a"))
	}()
	<-o.hold
	go func() {
		defer close(closed)
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}()
	select {
	case <-closed:
		t.Error("it stops before the mail is carried out")
	default:
	}
	o.hold <- struct{}{}
	<-closed
	<-sent
	if !slices.Equal(o.took, []string{"a@example.org"}) {
		t.Errorf("took %v", o.took)
	}
}

func TestMailComesInOverTLSWhereThereIsACertificate(t *testing.T) {
	t.Parallel()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"play.example.org"}}
	raw, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	o := new(office)
	_, address := receiving(t, o, "tcp", Options{Certificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		return &tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, nil
	}})
	c, err := smtp.DialStartTLS(address.String(), &tls.Config{InsecureSkipVerify: true}) // it has signed itself
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SendMail("bob@example.org", []string{"reply+" + takenToken + "@play.example.org"}, strings.NewReader(mailFor("a"))); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.took, []string{"a@example.org"}) {
		t.Errorf("took %v", o.took)
	}
}
