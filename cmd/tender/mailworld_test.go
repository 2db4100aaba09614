package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	gomail "github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"
)

// mailHost is the mail domain of servers in tests.
const mailHost = "play.example.org"

// sink is a mail server that keeps what it is sent.
type sink struct {
	address string
	mails   chan arrived
}

// arrived is a mail as it came.
type arrived struct {
	from, to string // of the envelope
	header   gomail.Header
	text     string // its plain part
}

// newSink opens a sink.
func newSink(t testing.TB) *sink {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &sink{listener.Addr().String(), make(chan arrived, 1000)}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &sinking{sink: s}, nil }))
	server.Domain, server.ErrorLog = "sink", log.New(io.Discard, "", 0)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return s
}

// sinking is a connection to a sink.
type sinking struct {
	*sink
	from, to string
}

func (s *sinking) Reset()        {}
func (s *sinking) Logout() error { return nil }
func (s *sinking) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}
func (s *sinking) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}
func (s *sinking) Data(body io.Reader) error {
	m, err := gomail.CreateReader(body)
	if err != nil {
		return err
	}
	part, err := m.NextPart()
	if err != nil {
		return err
	}
	text, err := io.ReadAll(part.Body)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return err
	}
	s.mails <- arrived{s.from, s.to, m.Header, strings.ReplaceAll(string(text), "\r\n", "\n")}
	return nil
}

// next is the next mail that arrives.
func (s *sink) next(t testing.TB) arrived {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	select {
	case m := <-s.mails:
		return m
	case <-ctx.Done():
		t.Fatal("no mail has come")
	}
	return arrived{}
}

// mailing lets a server take in mail, and send to a sink.
func takingMail(s *sink) func(*config) {
	return func(c *config) {
		c.SMTP, c.SMTPIn, c.MailDomain, c.VerifyMail, c.MailPolicy = "smtp://"+s.address+"?tls=off", "127.0.0.1:0", mailHost, "off", "token"
	}
}

// reply is where an answer to a mail goes.
func (m arrived) reply(t testing.TB) string {
	t.Helper()
	list, err := m.header.AddressList("Reply-To")
	if err != nil || len(list) != 1 {
		t.Fatalf("Reply-To: %v, %v", list, err)
	}
	return list[0].Address
}

// letter writes a mail. Fields come before the others of its header.
func letter(from, id, body string, fields ...string) string {
	var b strings.Builder
	for _, f := range fields {
		b.WriteString(f + "\r\n")
	}
	if id != "" {
		fmt.Fprintf(&b, "Message-ID: <%s>\r\n", id)
	}
	fmt.Fprintf(&b, "From: %s\r\nSubject: Re: a game\r\nDate: Fri, 01 Mar 2019 12:00:00 +0000\r\n\r\n%s", from, strings.ReplaceAll(body, "\n", "\r\n"))
	return b.String()
}

// post sends a mail to a server and gives the code of its answer.
func (w *world) post(back, to, mail string) int {
	w.Helper()
	client, err := smtp.Dial(w.MailIn)
	if err != nil {
		w.Fatal(err)
	}
	defer client.Close()
	err = client.SendMail(back, []string{to}, strings.NewReader(mail))
	if err == nil {
		_ = client.Quit()
		return 250
	}
	if refused, ok := err.(*smtp.SMTPError); ok {
		return refused.Code
	}
	w.Fatal(err)
	return 0
}

// lines are the commands that a mail offers.
func (m arrived) lines() (all []string) {
	_, list, found := strings.Cut(m.text, "Begin with a line such as\n\n")
	if !found {
		return nil
	}
	list, _, _ = strings.Cut(list, "\n\n")
	for line := range strings.Lines(list) {
		all = append(all, strings.TrimSpace(line))
	}
	return all
}

// quotedBelow is an answer above what it answers, as mail programs write it.
func (m arrived) quotedBelow(line string) string {
	var b bytes.Buffer
	b.WriteString(line + "\n\nOn Friday Tender wrote:\n")
	for quoted := range strings.Lines(m.text) {
		b.WriteString("> " + quoted)
	}
	return b.String()
}

// settled waits until nothing is to be sent any more and gives what the sink has got since.
func (w *world) settled(s *sink) (all []arrived) {
	w.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	const lease = 10 * time.Minute // what is due later is not under way
	for {
		letter, err := w.Store.NextLetter(ctx)
		if err != nil {
			w.Fatal(err)
		}
		delivery, err := w.Store.NextDelivery(ctx)
		if err != nil {
			w.Fatal(err)
		}
		if letter.IsZero() && (delivery.IsZero() || delivery.After(w.clock().Add(lease))) {
			break
		}
		runtime.Gosched()
	}
	for len(s.mails) > 0 {
		all = append(all, <-s.mails)
	}
	return all
}

// table is a game of Money for two whose mails have all arrived.
type table struct {
	*world
	sink  *sink
	game  string
	who   []person
	mails []arrived // of the start, by seat
}

func atTable(t *testing.T, test func(t *testing.T, at *table), changes ...func(*config)) {
	s := newSink(t)
	everywhere(t, func(t *testing.T, w *world) {
		at := &table{world: w, sink: s, who: w.people(2), mails: make([]arrived, 2)}
		at.game = w.game("money", "2025", "{}", at.who)
		for _, m := range w.settled(s) {
			at.mails[strings.Index("12", m.to[len("player"):len("player")+1])] = m
		}
		test(t, at)
	}, append([]func(*config){takingMail(s), func(c *config) { c.MailFrom = "Tender <tender@example.org>" }}, changes...)...)
}

// answer sends an answer from the right person in a seat and gives the mails that it brings about.
func (at *table) answer(seat int, id, body string, fields ...string) []arrived {
	at.Helper()
	m := at.mails[seat-1]
	if code := at.post(m.to, m.reply(at), letter(m.to, id, body, fields...)); code != 250 {
		at.Fatalf("the answer to a mail is %d", code)
	}
	return at.settled(at.sink)
}

// stored counts the inputs of the game.
func (at *table) stored() int {
	at.Helper()
	log, err := at.Store.Log(context.Background(), at.game)
	if err != nil {
		at.Fatal(err)
	}
	return len(log)
}

// only expects one mail, to a seat, that says something.
func (at *table) only(mails []arrived, seat int, says string) arrived {
	at.Helper()
	if len(mails) != 1 || mails[0].to != at.mails[seat-1].to || !strings.Contains(strings.Join(strings.Fields(mails[0].text), " "), says) {
		at.Fatalf("want one mail to seat %d that says %q, got %d: %+v", seat, says, len(mails), mails)
	}
	return mails[0]
}
