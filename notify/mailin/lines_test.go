package mailin

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime/quotedprintable"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// simple is a grammar as strict as those of the kinds.
func simple(line string) verdict {
	line = strings.TrimSuffix(strings.ToLower(strings.Join(strings.Fields(line), " ")), ".")
	switch {
	case regexp.MustCompile(`^(keep|help|status|swap (i|bob)|bid( \d+)+|bid (dollar|yen) \d+(, (dollar|yen) \d+( x\d)?)*(, fake)?)$`).MatchString(line):
		return right
	case regexp.MustCompile(`^(keep|help|status|swap|bid)\b`).MatchString(line):
		return wrong
	}
	return none
}

// said gives the commands of a message as text, wrong ones with a question mark.
func said(t *testing.T, raw []byte) string {
	t.Helper()
	m, err := Read(raw)
	if err != nil {
		return "broken"
	}
	var lines []string
	for _, c := range commands(m.Text, simple) {
		line := c.text
		if c.verdict == wrong {
			line += "?"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, " | ")
}

// text is a message with one part, encoded as told.
func text(kind, transfer string, charset encoding.Encoding, body string) []byte {
	encoded, err := charset.NewEncoder().String(strings.ReplaceAll(body, "\n", "\r\n"))
	if err != nil {
		panic(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: Bob <bob@example.org>\r\nMessage-ID: <1@example.org>\r\nContent-Type: %s\r\nContent-Transfer-Encoding: %s\r\n\r\n", kind, transfer)
	switch transfer {
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		_, _ = io.WriteString(w, encoded)
		_ = w.Close()
	case "base64":
		for chunk := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString([]byte(encoded))), 76) {
			b.Write(append(chunk, "\r\n"...))
		}
	default:
		b.WriteString(encoded)
	}
	return b.Bytes()
}

func plainly(body string) []byte {
	return text("text/plain; charset=utf-8", "quoted-printable", encoding.Nop, body)
}
func inHTML(body string) []byte {
	return text("text/html; charset=utf-8", "quoted-printable", encoding.Nop, body)
}

// ourMail is a mail of ours, as it is quoted: it lists commands, after prose.
const ourMail = `Your bid is wanted, until Fri 1 Mar 2030, 12:00 UTC.

Answer this mail with, for example:

bid 17 0 3
swap I
keep
`

func quoted(s string) string {
	return "> " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n> ") + "\n"
}

func TestRepliesOfMailProgramsAreUnderstoodOrNotAtAll(t *testing.T) {
	t.Parallel()
	outlook := "\n\n________________________________\nFrom: Tender <reply+x@example.org>\nSent: Friday, 1 March 2030 11:00\nTo: Bob\nSubject: [Tender] Money: an evening\n\n" + ourMail
	german := "\n\nVon: Tender <reply+x@example.org>\nGesendet: Freitag, 1. März 2030 11:00\nAn: Bob\nBetreff: [Tender]\n\n" + ourMail
	for situation, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"Gmail on top":                       {plainly("bid 17 0\n\nOn Fri, Mar 1, 2030 at 11:00 AM Tender <reply+x@example.org>\nwrote:\n\n" + quoted(ourMail)), "bid 17 0"},
		"Gmail in German":                    {plainly("bid 17 0\n\nAm Fr., 1. März 2030 um 11:00 Uhr schrieb Tender <\nreply+x@example.org>:\n\n" + quoted(ourMail)), "bid 17 0"},
		"Gmail in Danish":                    {plainly("swap I\n\nDen fre. 1. mar. 2030 kl. 11.00 skrev Tender <\nreply+x@example.org>:\n\n" + quoted(ourMail)), "swap I"},
		"Gmail in Swedish":                   {plainly("keep\n\nDen fre 1 mars 2030 kl 11:00 skrev Tender <reply+x@example.org>:\n\n" + quoted(ourMail)), "keep"},
		"Gmail in Japanese":                  {plainly("keep\n\n2030年3月1日(金) 11:00 Tender <reply+x@example.org>:\n\n" + quoted(ourMail)), "keep"},
		"below, in a language of its own":    {plainly("Op vr 1 mrt 2030 om 11:00 schreef Tender <\nreply+x@example.org>:\n\n" + quoted(ourMail) + "\nbid 17 0\n\n-- \nBob\n"), "bid 17 0"},
		"below, in Japanese with wide signs": {plainly("2030年3月1日(金) 11:00 Tender：\n" + quoted(ourMail) + "\nｂｉｄ １７ ０\n"), "bid 17 0"},
		"below, without an attribution":      {plainly(quoted(ourMail) + "\nbid 17 0\n"), "bid 17 0"},
		"only quoted":                        {plainly("On Friday Tender wrote:\n" + quoted(ourMail)), ""},
		"an earlier command is quoted":       {plainly("bid 17\n\nOn Friday Bob wrote:\n> bid 5\n>> bid 4\n"), "bid 17"},
		"only an earlier command, quoted":    {plainly("> bid 5\n"), ""},
		"Outlook":                            {plainly("bid 17 0" + outlook), "bid 17 0"},
		"Outlook with nothing in it":         {plainly(outlook), ""},
		"Outlook in German, nothing in it":   {plainly(german), ""},
		"original message, nothing in it":    {plainly("\n-----Original Message-----\n" + ourMail), ""},
		"the mail itself, unquoted":          {plainly(ourMail), ""},
		"Apple Mail on a telephone":          {plainly("bid 17\n\nSent from my iPhone\n\n> On 1 Mar 2030, at 11:00, Tender <reply+x@example.org> wrote:\n> \n" + quoted(ourMail)), "bid 17"},
		"only the signature of a telephone":  {plainly("Sent from my iPhone\n\n" + quoted(ourMail)), ""},
		"a signature with a command in it":   {plainly("bid 17\n-- \nkeep\n"), "bid 17"},
		"only a signature":                   {plainly("-- \nkeep\n"), ""},
		"a greeting first":                   {plainly("Hi,\n\nbid 17\n"), ""},
		"prose that begins like a command":   {plainly("keep the change\n"), "keep the change?"},
		"prose after the command":            {plainly("bid 17\nThanks and good luck!\nkeep\n"), "bid 17"},
		"two commands, the second wrong":     {plainly("swap I\nswap nobody\n"), "swap I | swap nobody?"},
		"empty lines before and between":     {plainly("\n\n\nswap I\n\n\nkeep\n"), "swap I | keep"},
		"spaces that do not break":           {plainly("\u00a0bid\u00a017\u202f0\u200b\n\u200b\n"), "bid 17 0"},
		"a mark that orders bytes":           {plainly("\ufeffbid 17\n"), "bid 17"},
		"quoted-printable =3D":               {[]byte("From: bob@example.org\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nbid =\r\n17=20=30\r\n=3D\r\n"), "bid 17 0"},
		"base64 with LF":                     {bytes.ReplaceAll(text("text/plain; charset=utf-8", "base64", encoding.Nop, "bid 17\n\nGrüße"), []byte("\r\n"), []byte("\n")), "bid 17"},
		"ISO-8859-1":                         {text("text/plain; charset=iso-8859-1", "8bit", charmap.ISO8859_1, "bid 17\n\nGrüße"), "bid 17"},
		"ISO-2022-JP":                        {text("text/plain; charset=iso-2022-jp", "7bit", japanese.ISO2022JP, "bid 17\n\nよろしく"), "bid 17"},
		"UTF-16":                             {text("text/plain; charset=utf-16", "base64", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "bid 17\n\nGrüße"), "bid 17"},
		"a charset that nobody knows":        {text("text/plain; charset=x-klingon", "8bit", encoding.Nop, "bid 17\n"), ""},
		"an encoding that nobody knows":      {[]byte("From: bob@example.org\r\nContent-Transfer-Encoding: x-zip\r\n\r\nbid 17\r\n"), ""},
		"no Content-Type, LF only":           {[]byte("From: bob@example.org\n\nbid 17\n"), "bid 17"},
		"only CR between lines":              {[]byte("From: bob@example.org\r\n\r\nswap I\rkeep\r"), "swap I | keep"},
		"flowed, a bid over two lines":       {text("text/plain; charset=utf-8; format=flowed", "7bit", encoding.Nop, "bid 17 \n0\n\n-- \nBob\n"), "bid 17 0"},
		"flowed with delsp":                  {text("text/plain; charset=utf-8; format=flowed; delsp=yes", "7bit", encoding.Nop, "bid 17  \n0\nkee \np\n"), "bid 17 0 | keep"},
		"flowed, quoted, stuffed":            {text("text/plain; format=flowed", "7bit", encoding.Nop, "On Friday Tender wrote:\n> Your bid is \n> wanted\n> bid 5\n bid 17\n"), "bid 17"},
		"broken after a comma":               {plainly("bid dollar 20, yen 30 x2, dollar 50, dollar 60, yen 10, yen 20,\nyen 50 x2, fake\n"), "bid dollar 20, yen 30 x2, dollar 50, dollar 60, yen 10, yen 20, yen 50 x2, fake"},
		"broken between numbers":             {plainly("bid 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36\n37 38\n\nOn Friday Tender wrote:\n"), "bid 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38"},
		"a long bid with prose right below":  {plainly("bid 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36\nThanks\n"), "bid 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 Thanks?"},
		"a short bid with prose right below": {plainly("bid 17 18\n19 would be too much\n"), "bid 17 18"},
		"HTML only":                          {inHTML(`<html><head><title>bid 1</title><style>bid 2</style></head><body><p>bid&nbsp;17 0</p><p>Sent from my phone</p></body></html>`), "bid 17 0"},
		"HTML only, quoted":                  {inHTML(`<div dir="ltr">bid 17</div><br><div class="gmail_quote"><div>On Friday Tender wrote:<br></div><blockquote><p>bid 5</p></blockquote></div>`), "bid 17"},
		"HTML only, quoted, empty":           {inHTML(`<div><br></div><div>On Friday Tender wrote:</div><blockquote><p>bid 5</p><blockquote>bid 4</blockquote>bid 3</blockquote>`), ""},
		"HTML only, below":                   {inHTML(`<div>On Friday Tender wrote:</div><blockquote type="cite"><p>bid 5</p></blockquote><div>bid 17</div>`), "bid 17"},
		"HTML only, a quotation left open":   {inHTML(`<blockquote><p>bid 5</p><div>bid 17</div>`), ""},
		"HTML of Outlook, nothing in it": {inHTML(`<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none'><p><b>From:</b> Tender<br><b>Sent:</b> Friday<br></p></div><p>Your bid is wanted.</p><p>` +
			`swap I</p><pre>bid 17 0 3` + "\n" + `keep</pre>`), ""},
		"HTML, words over lines and tags": {inHTML("<div>bid\n <b>17</b>\n <!-- bid 3 -->0</div>"), "bid 17 0"},
		"HTML, kept lines":                {inHTML("<pre>swap I\nkeep</pre>"), "swap I | keep"},
		"HTML, items of a table":          {inHTML("<table><tr><td>bid</td><td>17</td></tr><tr><td>Bob</td></tr></table>"), "bid 17"},
		"HTML, a script":                  {inHTML("<script>\nbid 3\n</script><p>bid 17</p>"), "bid 17"},
		"both, which differ": {[]byte("From: bob@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nbid 17\r\n" +
			"--b\r\nContent-Type: text/html\r\n\r\n<p>bid 5\r\n--b--\r\n"), "bid 17"},
		"both, the plain one empty": {[]byte("From: bob@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\r\n" +
			"--b\r\nContent-Type: text/html\r\n\r\n<p>bid 17\r\n--b--\r\n"), "bid 17"},
		"an attachment first": {[]byte("From: bob@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nbid 5\r\n" +
			"--b\r\nContent-Type: text/plain\r\n\r\nbid 17\r\n--b--\r\n"), "bid 17"},
		"a forwarded message": {[]byte("From: bob@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: a@example.org\r\n\r\nbid 5\r\n--b--\r\n"), ""},
		"no text at all":      {[]byte("From: bob@example.org\r\nContent-Type: image/png\r\n\r\nbid 17\r\n"), ""},
		"cut off in base64":   {[]byte("From: bob@example.org\r\nContent-Transfer-Encoding: base64\r\n\r\nYmlkIDE3I"), "broken"},
	} {
		if got := said(t, c.raw); got != c.want {
			t.Errorf("%s: got %q, want %q", situation, got, c.want)
		}
	}
}

func TestACommandIsNeverMadeLongerOrShorterByWhatIsAroundIt(t *testing.T) {
	t.Parallel()
	for _, around := range []string{"On Friday Bob wrote:", "> bid 5", "-- ", "Thanks", "________", "From: Tender", "Von: Tender", ">", "##- reply above this line -##"} {
		for _, raw := range [][]byte{plainly("bid 17\n" + around + "\n"), plainly("bid 17\n\n" + around + "\nbid 3\n"), plainly("\n\nbid 17\n\n\n" + around), inHTML("<div>bid 17</div><div>" + around + "</div><div>bid 3</div>")} {
			if got := said(t, raw); got != "bid 17" {
				t.Errorf("%q: %q", around, got)
			}
		}
	}
}
