package mailin

import (
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plainOf makes lines of HTML, as a reader sees them. What is quoted becomes a single line with a >. It reads tags one
// after the other and builds no tree: what is nested a million times costs no more than what is long.
func plainOf(source string) string {
	var p plain
	z := html.NewTokenizer(strings.NewReader(source))
	z.SetMaxBuf(MaxBytes)
	for {
		switch z.Next() {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) {
				return "" // what comes before may be half of a line
			}
			return p.b.String()
		case html.TextToken:
			p.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			p.begin(atom.Lookup(name))
		case html.EndTagToken:
			name, _ := z.TagName()
			p.end(atom.Lookup(name))
		}
	}
}

// plain is a text under way.
type plain struct {
	b      strings.Builder
	quoted int       // how many quotations are open
	hidden atom.Atom // the element that is open whose text nobody sees
	kept   int       // how many elements are open that keep their lines
	spaced bool      // a space is owed before the next word
	within bool      // the line has words already
}

func (p *plain) begin(a atom.Atom) {
	switch a {
	case atom.Style, atom.Script, atom.Head, atom.Title, atom.Template:
		if p.hidden == 0 {
			p.hidden = a
		}
	case atom.Body:
		p.hidden = 0
	case atom.Blockquote:
		if p.quoted++; p.quoted == 1 {
			p.newLine()
			p.b.WriteString(">\n")
		}
	case atom.Td, atom.Th:
		p.spaced = true
	case atom.Pre:
		p.kept++
		p.newLine()
	default:
		if breaking(a) {
			p.newLine()
		}
	}
}

func (p *plain) end(a atom.Atom) {
	switch {
	case a == p.hidden:
		p.hidden = 0
	case a == atom.Blockquote:
		p.newLine()
		p.quoted = max(0, p.quoted-1)
	case a == atom.Pre:
		p.kept = max(0, p.kept-1)
		p.newLine()
	case breaking(a):
		p.newLine()
	}
}

// breaking says whether an element stands on lines of its own.
func breaking(a atom.Atom) bool {
	switch a {
	case atom.Br, atom.P, atom.Div, atom.Tr, atom.Table, atom.Li, atom.Ul, atom.Ol, atom.Dl, atom.Dt, atom.Dd, atom.Hr,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Main,
		atom.Aside, atom.Address, atom.Center, atom.Form, atom.Fieldset, atom.Html, atom.Body:
		return true
	}
	return false
}

func (p *plain) newLine() {
	if p.quoted == 0 {
		p.b.WriteByte('\n')
	}
	p.spaced, p.within = false, false
}

// text adds words. Any white space is one space; one that does not break is a letter like others.
func (p *plain) text(s string) {
	if p.hidden != 0 || p.quoted > 0 {
		return
	}
	for _, r := range s {
		if r == '\n' && p.kept > 0 {
			p.newLine()
			continue
		}
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' {
			p.spaced = true
			continue
		}
		if p.spaced && p.within {
			p.b.WriteByte(' ')
		}
		p.b.WriteRune(r)
		p.spaced, p.within = false, true
	}
}
