package notify

import (
	"bytes"
	"context"
	"encoding/base64"
	"html/template"
	"image/png"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"tender/domain"
	"tender/notify/picture"
)

// leaf is a part of a mail that is no multipart.
type leaf struct {
	where  string // the types of the multiparts around it
	header textproto.MIMEHeader
	body   string
}

func leavesOf(t testing.TB, m *mail.Message) []leaf {
	t.Helper()
	return leaves(t, "", textproto.MIMEHeader(m.Header), m.Body)
}

func leaves(t testing.TB, where string, header textproto.MIMEHeader, body io.Reader) (all []leaf) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(kind, "multipart/") {
		switch header.Get("Content-Transfer-Encoding") {
		case "quoted-printable":
			body = quotedprintable.NewReader(body)
		case "base64":
			body = base64.NewDecoder(base64.StdEncoding, body)
		}
		raw, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(kind, "text/") {
			raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
		}
		return []leaf{{where, header, string(raw)}}
	}
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, leaves(t, where+kind+" ", p.Header, p)...)
	}
}

func TestBothPartsOfAMailSayTheSame(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	m := mailOf(t, domain.Delivery{ID: "d1", Game: v.ID, Notice: n}, v, ana, g.news(n.Seat, g.knows[n.Seat])...)
	said := g.compose(n, v)
	said.Stop = strings.Trim(m.Header.Get("List-Unsubscribe"), "<>")
	parts := leavesOf(t, m)
	if len(parts) != 3 || parts[0].where != "multipart/alternative " || parts[0].body != said.Text() {
		t.Fatalf("%d parts, the first: %+v", len(parts), parts[0])
	}
	if parts[1].where != "multipart/alternative multipart/related " || parts[2].where != parts[1].where {
		t.Errorf("the parts stand in %q and %q", parts[1].where, parts[2].where)
	}
	page := parts[1].body
	for _, part := range g.compose(n, v).Parts {
		text := part.Text
		if !part.Drawn && !part.Command {
			text = part.Flowing()
		}
		if !strings.Contains(page, template.HTMLEscapeString(text)) || !strings.Contains(page, part.Heading) {
			t.Errorf("the HTML lacks:\n%s", part.Text)
		}
	}
	if !strings.Contains(page, "Market") || !strings.Contains(page, "color-scheme") {
		t.Errorf("the HTML:\n%s", page)
	}
}

func TestPictureComesWithTheMail(t *testing.T) {
	t.Parallel()
	for _, what := range []domain.NoticeType{domain.GameStarted, domain.BidWanted, domain.TurnStarted, domain.GameOver} {
		g := begin(t)
		n, v := g.until(what)
		parts := leavesOf(t, mailOf(t, domain.Delivery{ID: "d1", Game: v.ID, Notice: n}, v, ana))
		drawn := parts[2]
		if got := drawn.header.Get("Content-Disposition"); got != `inline; filename="table.png"` {
			t.Errorf("%s: disposition %s", what, got)
		}
		id := strings.Trim(drawn.header.Get("Content-Id"), "<>")
		if id == "" || !strings.Contains(parts[1].body, `src="cid:`+id+`"`) {
			t.Errorf("%s: the page does not show %q:\n%s", what, id, parts[1].body)
		}
		if p, err := png.Decode(strings.NewReader(drawn.body)); err != nil || p.Bounds().Dx() != 2*picture.Width {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A mail server passes on a mail that says 8bit to one that takes none by rewriting it, and that breaks its signature.
func TestAMailWithAPictureIsSevenBitThroughout(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	v.Title = "Ärger, \u4eba"
	var out sack
	if r := newMailWith(t, &out, func(*MailSetup) {}).Mail(t.Context(), domain.Delivery{ID: "d1", Game: v.ID, Notice: n}, v, ana); r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	mail := string(out.mails[0])
	if !strings.Contains(mail, "multipart/related") || strings.Contains(strings.ToLower(mail), "8bit") ||
		strings.ContainsFunc(mail, func(r rune) bool { return r > '~' }) {
		t.Errorf("it is\n%s", mail)
	}
}

func TestMailThatAsksForNothingHasNoPicture(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.TurnStarted)
	v.WaitingFor, v.Moves = nil, nil
	v.Status, n.Type = domain.Abandoned, domain.GameAbandoned
	parts := leavesOf(t, mailOf(t, domain.Delivery{ID: "d1", Game: v.ID, Notice: n}, v, ana))
	if len(parts) != 2 || strings.Contains(parts[1].body, "<img") {
		t.Errorf("%d parts:\n%s", len(parts), parts[1].body)
	}
}

// TestEveryAttemptSendsTheSameMail is what lets a receiver see that a mail has come twice.
func TestEveryAttemptSendsTheSameMail(t *testing.T) {
	t.Parallel()
	g := begin(t)
	n, v := g.until(domain.BidWanted)
	var out sack
	m := newMail(t, &out)
	for range 2 {
		m.Mail(context.Background(), domain.Delivery{ID: "d1", Game: v.ID, Notice: n}, v, ana)
	}
	if len(out.mails) != 2 || !bytes.Equal(out.mails[0], out.mails[1]) {
		t.Error("two attempts sent two mails that differ")
	}
}

// wild is what people may type where names and titles stand.
const wild = `</title><script>alert(1)</script> "quoted' & <b>bold</b> <img src=x> {{.}} cid:x`

func TestPagesAreValidAndLoadNothing(t *testing.T) {
	t.Parallel()
	for _, what := range []domain.NoticeType{domain.GameStarted, domain.BidWanted, domain.TurnStarted, domain.GameOver} {
		g := begin(t)
		n, v := g.until(what)
		v.Title = wild
		for i := range v.Seats {
			v.Seats[i].Player = wild
		}
		page := leavesOf(t, mailOf(t, domain.Delivery{ID: "d1", Game: v.ID, Notice: n}, v, ana, g.news(n.Seat, 0)...))[1].body
		const clipped = 60 << 10 // Gmail shows about 100 KB of a mail, with what it adds
		if len(page) > clipped {
			t.Errorf("%s: %d bytes", what, len(page))
		}
		wantValid(t, page)
	}
}

// allowed are the elements of a mail's page, with their attributes.
var allowed = map[atom.Atom][]string{
	atom.Html: {"lang"}, atom.Head: nil, atom.Meta: {"charset", "name", "content"}, atom.Title: nil, atom.Style: nil, atom.Body: nil,
	atom.H1: nil, atom.H2: nil, atom.P: nil, atom.A: {"href"}, atom.Img: {"src", "width", "height", "alt"}, atom.Pre: {"class"}, atom.Div: {"class"},
	atom.Code: nil,
}

// wantValid reads a page token by token: every element is one of those that are meant to be there and is closed in the
// right order, and nothing is loaded from anywhere.
func wantValid(t testing.TB, page string) {
	t.Helper()
	if !strings.HasPrefix(page, "<!DOCTYPE html>\n<html lang=\"en\">") {
		t.Errorf("the page begins %.40q", page)
	}
	var open []atom.Atom
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if z.Err() != io.EOF || len(open) > 0 {
				t.Errorf("the page ends within %v: %v", open, z.Err())
			}
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			wantAllowed(t, token)
			if token.DataAtom != atom.Meta && token.DataAtom != atom.Img {
				open = append(open, token.DataAtom)
			}
		case html.EndTagToken:
			token := z.Token()
			if len(open) == 0 || open[len(open)-1] != token.DataAtom {
				t.Fatalf("%s is closed within %v", token.Data, open)
			}
			open = open[:len(open)-1]
		case html.TextToken:
			text := string(z.Raw())
			if within := open; len(within) > 0 && within[len(within)-1] == atom.Style {
				if strings.Contains(text, "url(") || strings.Contains(text, "@import") {
					t.Errorf("the style loads something: %s", text)
				}
			} else if strings.ContainsAny(text, "<>") {
				t.Errorf("text that is not escaped: %s", text)
			}
		case html.CommentToken:
			t.Errorf("a comment: %s", z.Token().Data)
		case html.DoctypeToken:
		}
	}
}

func wantAllowed(t testing.TB, token html.Token) {
	t.Helper()
	attributes, ok := allowed[token.DataAtom]
	if !ok {
		t.Errorf("an element that nobody meant: %s", token)
	}
	for _, a := range token.Attr {
		switch {
		case !slices.Contains(attributes, a.Key):
			t.Errorf("an attribute that nobody meant: %s", token)
		case a.Key == "src" && !strings.HasPrefix(a.Val, "cid:table."):
			t.Errorf("something is loaded: %s", token)
		case a.Key == "href" && !strings.HasPrefix(a.Val, composer.Public+"/"):
			t.Errorf("a link away: %s", token)
		}
	}
}

func TestLettersAreValidAndLoadNothing(t *testing.T) {
	t.Parallel()
	for _, what := range []domain.LetterType{domain.VerifyAddress, domain.SignInLink, domain.AlreadyRegistered, domain.AddressChanged,
		domain.SessionReused, domain.PasswordChanged} {
		var b strings.Builder
		said := sayLetter(domain.Post{Letter: domain.Letter{Type: what}, To: domain.Account{Name: wild}}, composer.Public, secrets{token: "t", short: "ABCD-EFGH"})
		if err := letterPage.Execute(&b, said); err != nil {
			t.Fatal(err)
		}
		wantValid(t, b.String())
	}
}
