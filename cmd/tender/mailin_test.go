package main

import (
	"bytes"
	"context"
	"fmt"
	"net/textproto"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

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

func TestABidIsStoredAndAnsweredInItsThread(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		m := at.only(at.answer(1, "one@example.org", at.mails[0].quotedBelow("bid 0")), 1, "Your move is stored: bid the fake (0)")
		root := strings.Fields(at.mails[0].header.Get("References"))[0]
		if refs := m.header.Get("References"); refs != root+" <one@example.org>" || m.header.Get("In-Reply-To") != "<one@example.org>" {
			t.Errorf("the thread is %q", refs)
		}
		if subject, err := m.header.Subject(); err != nil || strings.Contains(subject, "fake") || !strings.HasPrefix(subject, "Re: [Tender] ") {
			t.Errorf("subject %q, %v", subject, err)
		}
		if m.header.Get("Auto-Submitted") != "auto-replied" || !strings.Contains(m.text, "waits for") {
			t.Errorf("%v\n%s", m.header.Get("Auto-Submitted"), m.text)
		}
		// Another mail in place of the first, of which it need not know: what counts is the turn.
		at.only(at.answer(1, "two@example.org", "status\n"), 1, "This is the game as it stands.")
		at.only(at.answer(1, "three@example.org", "withdraw"), 1, "Done: withdraw your bid.")
		if n := at.stored(); n != 4 { // opened, joined, sealed, withdrawn
			t.Errorf("%d inputs", n)
		}
		for _, secret := range []string{at.mails[0].reply(t), "player1@", "one@example.org", "fake"} {
			if strings.Contains(at.logs.String(), secret) {
				t.Errorf("the log holds %q", secret)
			}
		}
	})
}

func TestAMailCountsOnceHoweverOftenItComes(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		for _, id := range []string{"same@example.org", ""} {
			before := at.stored()
			at.only(at.answer(1, id, "bid 0"), 1, "is stored")
			if again := at.answer(1, id, "bid 0"); len(again) != 0 {
				t.Errorf("the same mail %q again is answered: %+v", id, again)
			}
			if n := at.stored(); n != before+1 {
				t.Errorf("it has made %d inputs", n-before)
			}
		}
		at.only(at.answer(1, "", "bid 0\n\nanother one"), 1, "is stored")
	})
}

func TestAMailThatComesToTwoReplicasAtOnceCountsOnce(t *testing.T) {
	s := newSink(t)
	everywhere(t, func(t *testing.T, w *world) {
		at := &table{world: w, sink: s, who: w.people(2), mails: make([]arrived, 2)}
		at.game = w.game("money", "2025", "{}", at.who)
		for _, m := range w.settled(s) {
			at.mails[strings.Index("12", m.to[len("player"):len("player")+1])] = m
		}
		doors := []*world{w, w}
		if !strings.HasPrefix(w.database, "sqlite:") {
			doors[1] = newWorld(t, t.TempDir(), w.database, takingMail(s))
		}
		before := at.stored()
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				if code := doors[i%2].post(at.mails[0].to, at.mails[0].reply(t), letter(at.mails[0].to, "at.once@example.org", "bid 0")); code != 250 {
					t.Errorf("answer %d", code)
				}
			})
		}
		all.Wait()
		at.only(w.settled(s), 1, "is stored")
		if n := at.stored(); n != before+1 {
			t.Errorf("%d inputs", n-before)
		}
	}, takingMail(s))
}

func TestAllCommandsOfAMailAreCarriedOutOrNone(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		before := at.stored()
		for body, says := range map[string]string{
			"bid 0\n\nbid 0\n":        "Nothing was done. Line 3: A mail can hold one bid",
			"bid 0\nbid dollarr 20\n": "Nothing was done. Line 2:",
			"withdraw\nbid 0\n":       "Nothing was done. Line 2: A mail can hold one bid",
			"withdraw":                "Nothing was done. You have no bid stored",
			"keep":                    "Nothing was done.",
			"status\nkeep":            "Nothing was done. Line 2:",
			"bid " + strings.Repeat("9 ", 30) + "\nand so on": "Nothing was done.",
		} {
			at.only(at.answer(1, fmt.Sprintf("%x@example.org", body), body), 1, says)
		}
		if n := at.stored(); n != before {
			t.Errorf("%d inputs were taken", n-before)
		}
	})
}

func TestAMailOfARoundThatIsOverIsRefusedWithTheStateOfNow(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		at.answer(1, "1@example.org", "bid 0")
		at.answer(2, "2@example.org", "bid 0") // nobody bids: the next round
		before := at.stored()
		m := at.only(at.answer(1, "3@example.org", "bid 0"), 1, "Nothing was done. This was meant for step 1, but the game is at step 2")
		if n := at.stored(); n != before || len(m.lines()) == 0 {
			t.Errorf("%d inputs\n%s", n-before, m.text)
		}
		at.mails[0] = m // and to that one can be answered
		at.only(at.answer(1, "4@example.org", "bid 0"), 1, "is stored")
	})
}

func TestAReplyWithoutACommandGetsHelpOnceAnHour(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		m := at.only(at.answer(1, "1@example.org", "Hello there,\nbid 0\n"), 1, "The first line of your mail is no command, so nothing was done.")
		if !strings.Contains(m.text, "bid CARDS") {
			t.Errorf("no help:\n%s", m.text)
		}
		if again := at.answer(1, "2@example.org", at.mails[0].quotedBelow("")); len(again) != 0 {
			t.Errorf("help again: %+v", again)
		}
		at.only(at.answer(2, "3@example.org", "Hello"), 2, "is no command")
		at.only(at.answer(1, "4@example.org", "help"), 1, "bid CARDS") // who asks for it gets it
		at.now.Add(time.Hour.Milliseconds())
		at.only(at.answer(1, "5@example.org", "Hello"), 1, "is no command")
	})
}

func TestTheRightTokenWithAForeignSenderDoesNothing(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		before, to := at.stored(), at.mails[0].reply(t)
		send := func(from, id string) []arrived {
			if code := at.post(from, to, letter(from, id, "bid 0")); code != 250 {
				t.Errorf("answer %d", code)
			}
			return at.settled(at.sink)
		}
		m := at.only(send("eve@example.org", "1@example.org"), 1, "It was not from you, as far as can be told")
		if strings.Contains(m.text, "eve@") || strings.Contains(m.text, to) {
			t.Errorf("it tells too much:\n%s", m.text)
		}
		// A rival in the same game, a friend to whom the mail was forwarded, and many more: once an hour it is told.
		for i, from := range []string{at.mails[1].to, "player1@example.com", "player1@sub.example.org", "PLAYER1@example.net"} {
			if again := send(from, fmt.Sprint(i, "@x.example.org")); len(again) != 0 {
				t.Errorf("%s: %+v", from, again)
			}
		}
		if n := at.stored(); n != before {
			t.Errorf("%d inputs", n-before)
		}
		// The forger has not used up the id of a mail that is yet to come, and case does not matter.
		at.mails[0].to = "Player1@EXAMPLE.org"
		mails := at.answer(1, "1@example.org", "bid 0")
		at.mails[0].to = "player1@example.org"
		at.only(mails, 1, "is stored")
	})
}

func TestWithAStrictPolicyAMailMustProveItsSender(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		before := at.stored()
		at.only(at.answer(1, "1@example.org", "bid 0"), 1, "nothing in it proves")
		if n := at.stored(); n != before {
			t.Errorf("%d inputs", n-before)
		}
	}, func(c *config) { c.MailPolicy = "strict" })
}

func TestMachinesAreNeverAnswered(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		before, m := at.stored(), at.mails[0]
		for i, field := range []string{"Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <x.example.org>", "X-Auto-Response-Suppress: All"} {
			if mails := at.answer(1, fmt.Sprint(i, "@example.org"), "bid 0", field); len(mails) != 0 {
				t.Errorf("%s is answered: %+v", field, mails)
			}
		}
		for situation, c := range map[string][2]string{
			"back to nowhere": {"", m.to}, "from ourselves": {m.reply(t), m.reply(t)}, "from our sender": {"tender@example.org", "tender@example.org"},
			"from a mail server": {"x@example.org", "MAILER-DAEMON@example.org"}, "broken": {m.to, "nobody"},
		} {
			if code := at.post(c[0], m.reply(t), letter(c[1], situation+"@example.org", "hello")); code != 250 {
				t.Errorf("%s: %d", situation, code)
			}
			if mails := at.settled(at.sink); len(mails) != 0 {
				t.Errorf("%s is answered: %+v", situation, mails)
			}
		}
		if n := at.stored(); n != before {
			t.Errorf("%d inputs", n-before)
		}
	})
}

// People may have their mailboxes in the domain in which mail comes in.
func TestPeopleOfTheMailDomainAreNoLoop(t *testing.T) {
	s := newSink(t)
	everywhere(t, func(t *testing.T, w *world) {
		at := &table{world: w, sink: s, who: w.people(2)}
		w.game("money", "2025", "{}", at.who)
		for _, m := range w.settled(s) {
			if code := w.post(m.to, m.reply(t), letter(m.to, m.to, "bid 0")); code != 250 {
				t.Fatal(code)
			}
		}
		for _, m := range w.settled(s) {
			if strings.HasPrefix(m.text, "Your move is stored") {
				return
			}
		}
		t.Error("they are not answered")
	}, takingMail(s), func(c *config) { c.MailDomain, c.MailFrom = "example.org", "tender@example.org" })
}

func TestOnlyAddressesOfOursAreTaken(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		right := at.mails[0].reply(t)
		wrong := "reply+" + strings.Repeat("0", 26) + "@" + mailHost
		for _, to := range []string{wrong, "bounce" + strings.TrimPrefix(wrong, "reply"), "postmaster@" + mailHost, "eve@example.org", right + "x", strings.Replace(right, mailHost, "example.org", 1)} {
			if code := at.post("player1@example.org", to, letter("player1@example.org", "x@example.org", "bid 0")); code != 550 {
				t.Errorf("%s: %d", to, code)
			}
		}
		spelled := strings.ToUpper(right) + "."
		if code := at.post("player1@example.org", spelled, letter("player1@example.org", "y@example.org", "bid 0")); code != 250 {
			t.Errorf("%s: %d", spelled, code)
		}
		at.only(at.settled(at.sink), 1, "is stored")
	})
}

func TestAMailThatTheDatabaseCannotTakeComesAgain(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		db := at.raw()
		defer db.Close()
		before, m := at.stored(), at.mails[0]
		for _, broken := range []string{"mail_tokens", "mails_in", "letters"} {
			at.exec(db, "ALTER TABLE "+broken+" RENAME TO away")
			code := at.post(m.to, m.reply(t), letter(m.to, "again@example.org", "bid 0"))
			at.exec(db, "ALTER TABLE away RENAME TO "+broken)
			if code != 451 {
				t.Errorf("without %s: %d", broken, code)
			}
			if n := at.stored(); n != before {
				t.Errorf("without %s: %d inputs", broken, n-before)
			}
		}
		at.only(at.answer(1, "again@example.org", "bid 0"), 1, "is stored")
	})
}

func TestAReportOfAMailServerStopsMail(t *testing.T) {
	atTable(t, func(t *testing.T, at *table) {
		report := strings.ReplaceAll("From: MAILER-DAEMON@example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nbid 0\n"+
			"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\nFinal-Recipient: rfc822; player1@example.org\nAction: failed\nStatus: 5.1.1\n\n--b--\n", "\n", "\r\n")
		back := at.mails[0].from
		if !strings.HasPrefix(back, "bounce+") {
			t.Fatalf("mails come back to %q", back)
		}
		if code := at.post("", back, report); code != 250 {
			t.Errorf("answer %d", code)
		}
		if mails := at.answer(1, "1@example.org", "bid 0"); len(mails) != 0 {
			t.Errorf("mail still goes there: %+v", mails)
		}
	})
}

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
