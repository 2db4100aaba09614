package mailin

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
)

func TestWhatCannotBeReadIsBroken(t *testing.T) {
	t.Parallel()
	nested := "From: bob@example.org\r\n"
	for i := range maxDepth + 1 {
		nested += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	for situation, raw := range map[string]string{
		"nothing":                 "",
		"no header":               "\r\n\r\nbid 17\r\n",
		"no sender":               "To: a@example.org\r\n\r\nbid 17\r\n",
		"two senders":             "From: a@example.org\r\nFrom: b@example.org\r\n\r\nbid 17\r\n",
		"two addresses":           "From: a@example.org, b@example.org\r\n\r\nbid 17\r\n",
		"a sender that is none":   "From: Bob\r\n\r\nbid 17\r\n",
		"a quoted local part":     "From: \"a@x> b\"@example.org\r\n\r\nbid 17\r\n",
		"a group":                 "From: all: ;\r\n\r\nbid 17\r\n",
		"a header that is none":   "From bob\r\nFrom: bob@example.org\r\n\r\nbid 17\r\n",
		"a header without end":    "From: bob@example.org\r\nX: " + strings.Repeat("x", maxHeader) + "\r\n\r\nbid 17\r\n",
		"larger than allowed":     "From: bob@example.org\r\n\r\n" + strings.Repeat("x", MaxBytes),
		"too many parts":          "From: bob@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nbid 17\r\n", maxParts+1) + "--b--\r\n",
		"parts in parts in parts": nested,
	} {
		if m, err := Read([]byte(raw)); err == nil {
			t.Errorf("%s: %+v", situation, m)
		} else if strings.Contains(err.Error(), "bid") || strings.Contains(err.Error(), "bob") {
			t.Errorf("%s: the error tells what is in the message: %v", situation, err)
		}
	}
}

func TestTwentyThousandPartsCostLittle(t *testing.T) {
	t.Parallel()
	raw := "From: bob@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", 20_000)
	deep := inHTML(strings.Repeat("<div><blockquote>", 40_000))
	started := time.Now()
	_, _ = Read([]byte(raw))
	_, _ = Read(deep)
	if took := time.Since(started); took > 2*time.Second { // milliseconds, in truth
		t.Errorf("they took %v", took)
	}
}

func TestSenderIsReadAsAccountsKeepAddresses(t *testing.T) {
	t.Parallel()
	m, err := Read([]byte("From: =?utf-8?q?B=C3=B6b?=\r\n <Bob.B@EXAMPLE.org>\r\nMessage-ID:\r\n <1.x@example.org>\r\n\r\nkeep\r\n"))
	if err != nil || m.FromKey != "bob.b@example.org" || m.ID != "1.x@example.org" {
		t.Errorf("%+v, %v", m, err)
	}
	without, err := Read([]byte("From: bob@example.org\r\n\r\nkeep\r\n"))
	if err != nil || without.ID != "" || len(without.Hash) != 64 {
		t.Errorf("%+v, %v", without, err)
	}
}

func TestMachinesAreKnown(t *testing.T) {
	t.Parallel()
	for _, field := range []string{"Auto-Submitted: auto-replied", "Auto-Submitted: AUTO-GENERATED; x=y", "X-Auto-Response-Suppress: All", "Precedence: Bulk", "Precedence: list",
		"Precedence: junk", "Precedence: auto_reply", "List-Id: <x.example.org>", "List-Unsubscribe: <https://x>", "X-Autoreply: yes", "X-Autorespond: out", "Return-Path: <>",
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b", "X-Failed-Recipients: a@example.org"} {
		m, err := Read([]byte("From: bob@example.org\r\n" + field + "\r\n\r\nkeep\r\n"))
		if err == nil && m.Automatic == "" {
			t.Errorf("%s passes for a person's", field)
		}
	}
	for _, field := range []string{"Auto-Submitted: no", "X-Auto-Response-Suppress: None", "Precedence: first-class", "Return-Path: <bob@example.org>", "Date: Mon, 1 Jan 1990 00:00:00 +0000", "X: y"} {
		if m, err := Read([]byte("From: bob@example.org\r\n" + field + "\r\n\r\nkeep\r\n")); err != nil || m.Automatic != "" {
			t.Errorf("%s is taken for a machine's: %q, %v", field, m.Automatic, err)
		}
	}
}

const token = "0123456789abcdefghjkmnpqrs"

func TestAddressIsReadHoweverItIsSpelled(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"reply+" + token + "@play.example.org", "<Reply+" + strings.ToUpper(token) + "@PLAY.example.org.>"} {
		if a, ok := ReadAddress(address, "play.example.org"); !ok || a != (Address{Token: token}) {
			t.Errorf("%s: %v, %v", address, a, ok)
		}
	}
	if a, ok := ReadAddress("BOUNCE+"+token+"@play.example.org", "play.example.org"); !ok || !a.Bounce {
		t.Errorf("%v, %v", a, ok)
	}
	for _, address := range []string{"", "reply@play.example.org", "reply+@play.example.org", "reply+" + token + "@example.org", "reply+" + token + "@x@play.example.org", "other+" + token + "@play.example.org",
		"reply+" + token + "x@play.example.org", "reply+" + token, "reply-" + token + "@play.example.org", "postmaster@play.example.org", `"reply+` + token + `"@play.example.org`} {
		if a, ok := ReadAddress(address, "play.example.org"); ok {
			t.Errorf("%s is read as %v", address, a)
		}
	}
}

func TestAddressesOfOursAreFoundInTheHeader(t *testing.T) {
	t.Parallel()
	ours := "reply+" + token + "@play.example.org"
	for _, header := range []string{"To: " + ours, "To: Tender\r\n <" + ours + ">", "To: a@example.org\r\nCc: b@example.org,\r\n  Tender <" + strings.ToUpper(ours) + ">", "Delivered-To: " + ours + "\r\nTo: " + ours,
		"X-Original-To: " + ours, "To: undisclosed-recipients:;\r\nEnvelope-To: " + ours} {
		for _, from := range []string{"From: bob@example.org\r\n", "", "From: MAILER-DAEMON (Mail Delivery System)\r\n", "From: <>\r\n"} {
			if got := Named([]byte(from+header+"\r\n\r\nkeep\r\n"), "play.example.org"); !slices.Equal(got, []Address{{Token: token}}) {
				t.Errorf("%q: %v", from+header, got)
			}
		}
	}
	elsewhere := []byte("From: bob@example.org\r\nSubject: " + ours + "\r\nReferences: <" + ours + ">\r\n\r\n" + ours + "\r\n")
	if got := Named(elsewhere, "play.example.org"); len(got) != 0 {
		t.Errorf("found elsewhere: %v", got)
	}
}

// Whatever comes, reading ends without a panic, its lines are lines of the text, and no line that is quoted is one of them.
func FuzzRead(f *testing.F) {
	f.Add(plainly("bid 17\n\n> bid 5\n"))
	f.Add(inHTML("<blockquote>bid 5</blockquote><p>bid 17"))
	f.Add(text("text/plain; format=flowed; delsp=yes", "7bit", encoding.Nop, "bid \n17\n"))
	f.Add([]byte("From: a@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nkeep\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n--b--\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		Named(raw, "play.example.org")
		m, err := Read(raw)
		if err != nil {
			return
		}
		spaced := strings.Join(strings.Fields(m.Text), " ")
		for _, c := range commands(m.Text, simple) {
			if strings.HasPrefix(c.text, ">") || c.verdict == right && !strings.Contains(spaced, strings.Join(strings.Fields(c.text), " ")) && !bytes.ContainsFunc([]byte(m.Text), unseen) {
				t.Errorf("%q out of %q", c.text, m.Text)
			}
		}
	})
}
