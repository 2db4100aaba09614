package proof

import (
	"encoding/json"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// Sink takes every webhook and every mail, and remembers under which id each came and how often.
type Sink struct {
	Hook string // the URL for webhooks; what is added to its path tells whose they are
	SMTP string // for --smtp

	mu      sync.Mutex
	hooks   map[string]int // by the webhook's id
	mails   map[string]int // by the message's id, before the @
	told    map[HookSaid]string
	strange []string
}

// HookSaid is what a webhook says that no other one says.
type HookSaid struct {
	Path, Type, Game string
	Seat, Event, Seq int
}

// NewSink listens on loopback until the test ends.
func NewSink(tb testing.TB) *Sink {
	tb.Helper()
	s := &Sink{hooks: map[string]int{}, mails: map[string]int{}, told: map[HookSaid]string{}}
	web := httptest.NewServer(http.HandlerFunc(s.hook))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	box := smtp.NewServer(letterbox{s})
	box.Domain, box.MaxMessageBytes, box.ErrorLog = "sink.example.org", 1<<20, log.New(io.Discard, "", 0) // killed senders hang up
	go func() { _ = box.Serve(listener) }()
	tb.Cleanup(func() {
		web.Close()
		_ = box.Close()
	})
	s.Hook, s.SMTP = web.URL, "smtp://"+listener.Addr().String()+"?tls=off"
	return s
}

// Hooks says how often each webhook came, and Mails how often each mail, by their ids.
func (s *Sink) Hooks() map[string]int { return s.copy(s.hooks) }

// Mails is described with Hooks.
func (s *Sink) Mails() map[string]int { return s.copy(s.mails) }

func (s *Sink) copy(of map[string]int) map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(of)
}

// Strange lists what came that cannot be: the same notice under two ids, or two notices under one.
func (s *Sink) Strange() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.strange
}

func (s *Sink) hook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the sender was killed in the middle of it
	}
	var payload struct {
		Type string
		Seq  int
		Data struct {
			Game        string
			Seat, Event int
		}
	}
	id := r.Header.Get("Webhook-Id")
	err = json.Unmarshal(body, &payload)
	s.mu.Lock()
	defer s.mu.Unlock()
	said := HookSaid{r.URL.Path, payload.Type, payload.Data.Game, payload.Data.Seat, payload.Data.Event, payload.Seq}
	before, known := s.told[said]
	switch {
	case err != nil || id == "":
		s.strange = append(s.strange, "a webhook that cannot be read: "+string(body))
	case known && before != id:
		s.strange = append(s.strange, "one notice under the ids "+before+" and "+id)
	case !known && s.hooks[id] > 0:
		s.strange = append(s.strange, "two notices under the id "+id)
	}
	s.told[said] = id
	s.hooks[id]++
	w.WriteHeader(http.StatusNoContent)
}

// letterbox is the mail server of a sink.
type letterbox struct{ sink *Sink }

func (l letterbox) NewSession(*smtp.Conn) (smtp.Session, error) { return l, nil }
func (letterbox) Mail(string, *smtp.MailOptions) error          { return nil }
func (letterbox) Rcpt(string, *smtp.RcptOptions) error          { return nil }
func (letterbox) Reset()                                        {}
func (letterbox) Logout() error                                 { return nil }
func (l letterbox) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, m.Body); err != nil {
		return err
	}
	id, _, _ := strings.Cut(strings.Trim(m.Header.Get("Message-Id"), "<>"), "@")
	l.sink.mu.Lock()
	defer l.sink.mu.Unlock()
	l.sink.mails[id]++
	return nil
}
