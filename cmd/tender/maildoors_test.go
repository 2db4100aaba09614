package main

import (
	"bytes"
	"fmt"
	"net/textproto"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheReceiverKeepsToItsProtocol(t *testing.T) {
	s := newSink(t)
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"), takingMail(s))
	w.game("money", "2025", "{}", w.people(2))
	m := w.settled(s)[0]
	talk := func(lines ...string) string {
		c, err := textproto.Dial("tcp", w.MailIn)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		last := ""
		for i, line := range append([]string{"", "EHLO x", "MAIL FROM:<" + m.to + ">", "RCPT TO:<" + m.reply(t) + ">"}, lines...) {
			if i > 0 {
				if _, err := c.W.WriteString(line + "\r\n"); err != nil {
					return last
				}
				if err := c.W.Flush(); err != nil {
					return last
				}
			}
			code, text, err := c.ReadResponse(0)
			if err != nil && code == 0 {
				return last
			}
			last = fmt.Sprint(code, " ", text)
			if i == 1 && (strings.Contains(text, "AUTH") || strings.Contains(text, "STARTTLS")) {
				t.Errorf("it offers %s", text)
			}
		}
		return last
	}
	mail := letter(m.to, "1@example.org", "bid 0\r\n")
	// What only some take for an end does not end a message: nothing can be smuggled in behind it.
	smuggled := mail + "\n.\nMAIL FROM:<x@example.org>\nRCPT TO:<" + m.reply(t) + ">\nDATA\n" + letter(m.to, "2@example.org", "bid 0\n") + "\r\n."
	if said := talk("DATA", smuggled); !strings.HasPrefix(said, "250") {
		t.Errorf("smuggling: %s", said)
	}
	if mails := w.settled(s); len(mails) != 1 {
		t.Errorf("two messages in one: %+v", mails)
	}
	if said := talk("DATA", letter(m.to, "3@example.org", strings.Repeat("x", 5000))+"\r\n."); strings.HasPrefix(said, "250") {
		t.Errorf("an endless line: %s", said)
	}
	if said := talk("DATA", letter(m.to, "4@example.org", strings.Repeat(strings.Repeat("x", 1000)+"\n", 1100))+"\r\n."); !strings.HasPrefix(said, "552") {
		t.Errorf("more than a megabyte: %s", said)
	}
	for range 4 {
		if said := talk("RCPT TO:<"+m.reply(t)+">", "RCPT TO:<"+m.reply(t)+">", "RCPT TO:<"+m.reply(t)+">", "RCPT TO:<"+m.reply(t)+">", "RCPT TO:<"+m.reply(t)+">"); !strings.HasPrefix(said, "452") {
			t.Errorf("six receivers: %s", said)
		}
	}
	if said := talk("AUTH PLAIN AGEAYg=="); strings.HasPrefix(said, "235") {
		t.Errorf("AUTH: %s", said)
	}
}

func TestAMailFromAPipeIsCarriedOutOnceOrComesAgain(t *testing.T) {
	s := newSink(t)
	dir := t.TempDir()
	w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"), takingMail(s))
	w.game("money", "2025", "{}", w.people(2))
	m := w.settled(s)[0]
	pipe := func(database, mail string, more ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(t.Context(), append([]string{"mail-in", "--database", database, "--mail-domain", "Play.Example.org", "--verify-mail", "off"}, more...), strings.NewReader(mail), &out, &errs)
		return code, out.String() + errs.String()
	}
	mail := "From someone Fri Mar  1 12:00:00 2030\n" + strings.ReplaceAll(letter(m.to, "1@example.org", "bid 0\n", "Delivered-To: "+strings.ToUpper(m.reply(t)), "To: "+m.reply(t)), "\r\n", "\n")
	for name, c := range map[string]struct {
		database, mail string
		more           []string
	}{
		"no database":     {"sqlite:" + filepath.Join(dir, "none.db"), mail, nil},
		"no such file":    {w.database, mail, []string{filepath.Join(dir, "none.eml")}},
		"no mail domain":  {w.database, mail, []string{"--mail-domain="}},
		"no real setting": {"mysql:x", mail, nil},
	} {
		if code, said := pipe(c.database, c.mail, c.more...); code != 75 || strings.Contains(said, "player1@") {
			t.Errorf("%s: %d %s", name, code, said)
		}
	}
	for _, nothing := range []string{"", "not a mail", letter(m.to, "x", "bid 0"), letter(m.to, "x", "bid 0", "To: reply+"+strings.Repeat("0", 26)+"@"+mailHost)} {
		if code, said := pipe(w.database, nothing); code != 0 {
			t.Errorf("%.40q: %d %s", nothing, code, said)
		}
	}
	before := w.settled(s)
	for range 2 {
		if code, said := pipe(w.database, mail); code != 0 || strings.Contains(said, "player1@") || strings.Contains(said, "reply+") {
			t.Fatalf("%d %s", code, said)
		}
	}
	if code, said := pipe(w.database, letter(m.to, "2@example.org", "bid 0"), "--to", m.reply(t)); code != 0 {
		t.Fatalf("%d %s", code, said)
	}
	for _, from := range []string{"MAILER-DAEMON (Mail Delivery System)", "<>", "Mail Delivery Subsystem <MAILER-DAEMON>", "postmaster@localhost"} {
		report := "From: " + from + "\nTo: " + strings.Replace(m.reply(t), "reply+", "bounce+", 1) + "\nContent-Type: multipart/report; report-type=delivery-status; boundary=q\n\n" +
			"--q\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; x\nAction: delayed\nStatus: 4.4.1\n\n--q--\n"
		if code, said := pipe(w.database, report); code != 0 || !strings.Contains(said, "status=4.4.1") {
			t.Errorf("a report from %s: %d %s", from, code, said)
		}
	}
	db := w.raw()
	defer db.Close()
	var n int
	if err := db.QueryRow(`SELECT COUNT(*) FROM inputs WHERE type = 'seal'`).Scan(&n); err != nil || n != 2 || len(before) != 0 {
		t.Errorf("%d bids, %v, %v", n, err, before)
	}
}
