package notify

import (
	"strings"
	"testing"
)

// report is a mail server's word about one of ours, with fields of its group about a recipient.
func report(recipient ...string) string {
	return strings.Join(append([]string{
		"Return-Path: <>", "From: MAILER-DAEMON@mx.example.com", "To: bounce+x@mail.example.org", "Subject: Undelivered Mail", "MIME-Version: 1.0",
		`Content-Type: multipart/report; report-type=delivery-status; boundary="b"`, "",
		"--b", "Content-Type: text/plain; charset=us-ascii", "", "I am sorry. Status: 5.0.0", "Action: failed", "",
		"--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.example.com", "Arrival-Date: Mon, 2 Mar 2026 12:00:00 +0000", ""},
		append(recipient, "", "--b", "Content-Type: message/rfc822", "", "Subject: ours", "", "text", "--b--", "")...), "\r\n")
}

func TestBouncesAreRead(t *testing.T) {
	t.Parallel()
	failed := func(status string) string {
		return report("Final-Recipient: rfc822; ana@example.com", "Action: failed", "Status: "+status, "Diagnostic-Code: smtp; 550 5.1.1 unknown")
	}
	type read struct {
		status   string
		hard, ok bool
	}
	for situation, c := range map[string]struct {
		mail string
		want read
	}{
		"nobody there":              {failed("5.1.1"), read{"5.1.1", true, true}},
		"with a comment":            {failed("5.2.1 (mailbox disabled)"), read{"5.2.1", true, true}},
		"given up after days":       {failed("4.4.7"), read{"4.4.7", false, true}},
		"late":                      {report("Final-Recipient: rfc822; ana@example.com", "Action: delayed", "Status: 4.4.1", "Will-Retry-Until: x"), read{"4.4.1", false, true}},
		"late, of a strange status": {report("Action: delayed", "Status: 5.0.0"), read{"5.0.0", false, true}},
		"in capitals":               {strings.NewReplacer("Action: failed\r\nS", "ACTION: Failed\r\nS", "delivery-status;", "DELIVERY-STATUS;", "multipart/report", "Multipart/Report", "message/delivery-status", "Message/Delivery-Status").Replace(failed("5.1.1")), read{"5.1.1", true, true}},
		"with bare LF":              {strings.ReplaceAll(failed("5.1.1"), "\r\n", "\n"), read{"5.1.1", true, true}},
		"the second of two":         {report("Final-Recipient: rfc822; x", "Action: relayed", "Status: 2.0.0", "", "Final-Recipient: rfc822; y", "Action: failed", "Status: 5.1.2"), read{"5.1.2", true, true}},
		"in a strange encoding":     {strings.Replace(failed("5.1.1"), "charset=us-ascii", "charset=x-unknown", 1), read{"5.1.1", true, true}},
		"of internationalized mail": {strings.Replace(failed("5.1.1"), "message/delivery-status", "message/global-delivery-status", 1), read{"5.1.1", true, true}},

		"it has arrived":           {report("Action: delivered", "Status: 2.1.5"), read{}},
		"no status":                {report("Action: failed"), read{}},
		"a status that is none":    {report("Action: failed", "Status: 5.1"), read{}},
		"a status of three digits": {report("Action: failed", "Status: 550 5.1.1"), read{}},
		"no action":                {report("Status: 5.1.1"), read{}},
		"another sort of report":   {strings.Replace(failed("5.1.1"), "report-type=delivery-status", "report-type=disposition-notification", 1), read{}},
		"no sort of report":        {strings.Replace(failed("5.1.1"), "report-type=delivery-status; ", "", 1), read{}},
		"no report":                {"From: ana@example.com\r\nContent-Type: text/plain\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n", read{}},
		"no multipart":             {"Content-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n", read{}},
		"cut off before it":        {failed("5.1.1")[:420], read{}},
		"nothing":                  {"", read{}},
		"no mail":                  {"\x00\x01: \xff", read{}},
		"behind too many parts":    {strings.Replace(failed("5.1.1"), "--b\r\nContent-Type: text/plain", strings.Repeat("--b\r\n\r\nx\r\n", 2000)+"--b\r\nContent-Type: text/plain", 1), read{}},
	} {
		status, hard, ok := ReadBounce(strings.NewReader(c.mail))
		if !ok {
			status, hard = "", false
		}
		if got := (read{status, hard, ok}); got != c.want {
			t.Errorf("%s: %+v, not %+v", situation, got, c.want)
		}
	}
}

func TestABounceIsReadOnlyAsFarAsItMustBe(t *testing.T) {
	t.Parallel()
	endless := &endlessReader{start: strings.SplitAfter(report(), "Reporting-MTA")[0]}
	if _, _, ok := ReadBounce(endless); ok || endless.read > 2*maxBounce {
		t.Errorf("read %d bytes, %v", endless.read, ok)
	}
}

// endlessReader gives a beginning and then lines without an end.
type endlessReader struct {
	start string
	read  int
}

func (r *endlessReader) Read(b []byte) (int, error) {
	if r.start != "" {
		n := copy(b, r.start)
		r.start, r.read = r.start[n:], r.read+n
		return n, nil
	}
	n := copy(b, strings.Repeat(": x\r\n", len(b)/5+1))
	r.read += n
	return n, nil
}

func FuzzReadBounce(f *testing.F) {
	f.Add(report("Action: failed", "Status: 5.1.1"))
	f.Add(strings.ReplaceAll(report("Action: delayed", "Status: 4.4.1"), "\r\n", "\n"))
	f.Add("Content-Type: multipart/report; report-type=delivery-status\n\n--\n\n")
	f.Fuzz(func(t *testing.T, mail string) {
		status, hard, ok := ReadBounce(strings.NewReader(mail))
		if ok && statusForm.FindString(status) != status || hard && (!ok || status[0] != '5') {
			t.Errorf("%q, hard %v, %v", status, hard, ok)
		}
	})
}
