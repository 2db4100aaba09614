package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

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
