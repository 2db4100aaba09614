package notify

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"

	"tender/domain"
)

// postOffice is a mail server that answers each command as told, and everything else with a yes.
type postOffice struct {
	answers map[string]string // by the command's first word; "." is the end of the data; "" hangs up

	mu    sync.Mutex
	said  []string // first words
	lines []string
	data  strings.Builder
}

func (p *postOffice) open(t testing.TB) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			p.serve(conn)
		}
	}()
	return "smtp://" + l.Addr().String()
}

func (p *postOffice) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	say := func(s string) { _, _ = fmt.Fprintf(conn, "%s\r\n", s) }
	say("220 office")
	lines := bufio.NewScanner(conn)
	for inData := false; lines.Scan(); {
		line := lines.Text()
		word, _, _ := strings.Cut(line, " ")
		p.mu.Lock()
		if inData && line != "." {
			p.data.WriteString(line + "\r\n")
			p.mu.Unlock()
			continue
		}
		p.said, p.lines = append(p.said, word), append(p.lines, line)
		p.mu.Unlock()
		answer, told := p.answers[word]
		if !told {
			answer = map[string]string{"EHLO": "250-office\r\n250 ENHANCEDSTATUSCODES", "DATA": "354 go on", "QUIT": "221 bye"}[word]
			if answer == "" {
				answer = "250 2.0.0 fine"
			}
		}
		if answer == "" {
			return
		}
		inData = strings.HasPrefix(answer, "354")
		say(answer)
	}
}

func carry(t testing.TB, url string) Reply {
	t.Helper()
	out, err := OpenSMTP(url)
	if err != nil {
		t.Fatal(err)
	}
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	return newMail(t, out).Mail(context.Background(), domain.Delivery{ID: "d8s1k4m0vb", Game: v.ID, Notice: n, CreatedAt: noon.In(time.FixedZone("NZDT", 13*60*60))}, v, ana)
}

func TestMailServersAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers map[string]string
		status  domain.DeliveryStatus
		code    int
		why     domain.Why
	}{
		"takes it":                       {nil, domain.Delivered, 250, ""},
		"takes it, then hangs up":        {map[string]string{"RSET": "", "QUIT": ""}, domain.Delivered, 250, ""},
		"passes nothing on for us":       {map[string]string{"RCPT": "550 5.7.1 no relaying for ana@example.com"}, domain.Failed, 550, domain.WhyRefused},
		"takes nothing from us":          {map[string]string{"RCPT": "550 ana@example.com"}, domain.Failed, 550, domain.WhyRefused},
		"does not like the mail":         {map[string]string{".": "550 5.1.1 no"}, domain.Failed, 550, domain.WhyRefused},
		"is greylisting":                 {map[string]string{"RCPT": "451 4.7.1 ana@example.com comes back later"}, domain.Pending, 451, domain.WhyRefused},
		"is full":                        {map[string]string{"DATA": "452 4.3.1 ana@example.com"}, domain.Pending, 452, domain.WhyRefused},
		"takes no such content":          {map[string]string{".": "554 5.6.0 no"}, domain.Failed, 554, domain.WhyRefused},
		"does not let us be its sender":  {map[string]string{"MAIL": "553 5.7.1 tender@example.org is not yours"}, domain.Pending, 553, domain.WhyServiceDown},
		"is too busy":                    {map[string]string{"DATA": "421 4.3.2 later"}, domain.Pending, 421, domain.WhyServiceDown},
		"wants a login that we have not": {map[string]string{"MAIL": "530 5.7.0 sign in first"}, domain.Pending, 530, domain.WhyServiceDown},
		"hangs up before the end":        {map[string]string{".": ""}, domain.Pending, 0, domain.WhyUnreachable},
		"hangs up at once":               {map[string]string{"EHLO": "", "HELO": ""}, domain.Pending, 0, domain.WhyServiceDown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			office := &postOffice{answers: c.answers}
			r := carry(t, office.open(t)+"?tls=off")
			if r.Status != c.status || r.Answer != c.code || r.Why != c.why {
				t.Errorf("%+v", r)
			}
			if r.Gone != "" {
				t.Errorf("it is taken for a mailbox that is not there: %+v", r)
			}
			if strings.Contains(r.Detail, "ana") || r.Err != nil && strings.Contains(r.Err.Error(), "ana@") {
				t.Errorf("the address is repeated: %+v", r)
			}
		})
	}
}

func TestAMailServerThatKnowsNoSuchMailboxSaysSoOfTheAddress(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"} {
		office := &postOffice{answers: map[string]string{"RCPT": "550 " + status + " <ana@example.com>"}}
		r := carry(t, office.open(t)+"?tls=off")
		if r.Status != domain.Failed || r.Why != domain.WhyRefused || r.Gone != status || strings.Contains(r.Detail, "ana") {
			t.Errorf("%s: %+v", status, r)
		}
		if a := outcome(r, noon, noon, 0, noon, 0); a.NoMailbox != status {
			t.Errorf("%s is not written down: %+v", status, a)
		}
	}
}

func TestMailThatArrivesIsTheOneThatWasWritten(t *testing.T) {
	t.Parallel()
	office := &postOffice{}
	if r := carry(t, office.open(t)+"?tls=off"); r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	office.mu.Lock()
	defer office.mu.Unlock()
	m, err := mail.ReadMessage(strings.NewReader(office.data.String()))
	if err != nil || m.Header.Get("Message-Id") != "<d8s1k4m0vb@tender.example.org>" {
		t.Errorf("%v %v", m, err)
	}
}

func TestMailServerWithoutTLSIsToldNothing(t *testing.T) {
	t.Parallel()
	offers := "250-office\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS"
	for name, answers := range map[string]map[string]string{
		"does not offer it":                 {"EHLO": "250-office\r\n250 AUTH PLAIN LOGIN"},
		"had its offer stripped on the way": {"EHLO": "250-office\r\n250-AUTH PLAIN LOGIN\r\n250 XXXXXXXA"},
		"offers it and then has none":       {"EHLO": offers, "STARTTLS": "454 4.7.0 not now"},
		"offers it and goes on without":     {"EHLO": offers, "STARTTLS": "220 go on"},
		"hangs up instead":                  {"EHLO": offers, "STARTTLS": ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			office := &postOffice{answers: answers}
			url := strings.Replace(office.open(t), "smtp://", "smtp://tender:hush@", 1)
			if r := carry(t, url); r.Status != domain.Pending || r.Why != domain.WhyServiceDown || r.Err == nil || strings.Contains(r.Err.Error(), "hush") {
				t.Errorf("%+v", r)
			}
			office.mu.Lock()
			defer office.mu.Unlock()
			for _, word := range office.said {
				if word == "MAIL" || word == "AUTH" || word == "RCPT" || word == "DATA" {
					t.Errorf("said %q", office.said)
				}
			}
		})
	}
}

func TestMailServerThatNobodyVouchesForIsToldNothing(t *testing.T) {
	t.Parallel()
	stranger := httptest.NewUnstartedServer(nil) // has a certificate that no root has signed
	stranger.StartTLS()
	t.Cleanup(stranger.Close)
	if r := carry(t, "smtps://tender:hush@"+stranger.Listener.Addr().String()); r.Status != domain.Pending || r.Why != domain.WhyServiceDown ||
		r.Err == nil || !strings.Contains(r.Err.Error(), "certificate") {
		t.Errorf("%+v", r)
	}
}

func TestMailServerThatIsNotThereIsTriedAgain(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if r := carry(t, "smtp://"+l.Addr().String()+"?tls=off"); r.Status != domain.Pending || r.Err == nil {
		t.Errorf("%+v", r)
	}
}

func TestURLsOfMailServers(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"smtp://mail.example.org", "smtp://user:pass@mail.example.org:587", "smtps://u:p@mail.example.org",
		"smtp://mailpit:1025?tls=off", "smtp://127.0.0.1:1025/?tls=off"} {
		if _, err := OpenSMTP(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://mail?tls=maybe", "smtps://mail?tls=off",
		"smtp://user:hush@mail?tls=off", "smtp://user:hush@mail/path", "smtp://user:hush@mail:99999", "smtp://user:hush@mail:x"} {
		if _, err := OpenSMTP(bad); err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestFilesHoldOneMailEach(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data", "mail")
	out, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	for range 2 { // the second time after a crash: it replaces the first
		r := newMail(t, out).Mail(context.Background(), domain.Delivery{ID: "d8s1k4m0vb", Game: v.ID, Notice: n, CreatedAt: noon.In(time.FixedZone("NZDT", 13*60*60))}, v, ana)
		if r.Status != domain.Delivered {
			t.Fatalf("%+v", r)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 || files[0].Name() != "20260302T120000-turn_started-d8s1k4m0vb.eml" {
		t.Fatalf("%v, %v", files, err)
	}
	file, err := os.Open(filepath.Join(dir, files[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if _, err := mail.ReadMessage(file); err != nil {
		t.Error(err)
	}
	if info, err := file.Stat(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v, %v", info.Mode(), err)
	}
	for _, id := range []string{"", "../x", "a/b", ".", `a\b`} {
		if r := out.Carry(context.Background(), Parcel{Name: id}); r.Status != domain.Pending || r.Err == nil {
			t.Errorf("%q: %+v", id, r)
		}
	}
}

func TestMailThatCannotBeWrittenLeavesNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	broken := gomail.NewMsg()
	broken.FromMailAddress(&mail.Address{Address: "tender@example.org"})
	broken.ToMailAddress(&mail.Address{Address: ana.Email})
	broken.SetBodyWriter(gomail.TypeTextPlain, func(io.Writer) (int64, error) {
		return 0, errors.New("broken")
	})
	if r := newMail(t, out).carry(context.Background(), "d1", broken); r.Status != domain.Pending || r.Err == nil {
		t.Errorf("%+v", r)
	}
	if err := os.Mkdir(filepath.Join(dir, "d2.eml"), 0o700); err != nil { // nothing can be written there
		t.Fatal(err)
	}
	if r := out.Carry(context.Background(), Parcel{Name: "d2", Mail: []byte("x")}); r.Status != domain.Pending || r.Err == nil {
		t.Errorf("%+v", r)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}
