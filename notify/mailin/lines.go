package mailin

import (
	"strings"
	"unicode"
)

// maxLines is how many commands a mail may hold: more than any turn needs.
const maxLines = 20

// wrapped is the length in bytes from which on a program may have broken a line in two without saying so.
const wrapped = 55

// line is a line of a reply.
type line struct {
	text   string
	number int  // in the text, from 1
	quoted bool // of somebody else, or the dashes above a signature
	ends   bool // nothing after this line is the reader's
}

// linesOf gives the lines of a text that are not empty.
func linesOf(text string) (all []line) {
	n := 0
	for raw := range strings.Lines(text) {
		n++
		s := strings.Join(strings.Fields(strings.TrimFunc(raw, unseen)), " ")
		if s == "" {
			continue
		}
		all = append(all, line{text: s, number: n, quoted: s[0] == '>', ends: s == "--" || strings.HasPrefix(s, "##-")})
	}
	return all
}

// unseen is what programs put around lines that nobody sees.
func unseen(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// verdict is what a grammar says of a line: it is a command, or one that is wrong, or none at all.
type verdict int

const (
	none verdict = iota
	wrong
	right
)

// found is a line that is a command, right or wrong.
type found struct {
	line
	verdict verdict
}

// commands finds the commands of a reply: the first lines that are not quoted, up to the first that is none. Below a
// quotation they may stand too, and then the line that says whose it is stands above that. judge is asked about one
// line after the other.
func commands(text string, judge func(string) verdict) (all []found) {
	lines := linesOf(text)
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if l.ends || len(all) > 0 && l.quoted || len(all) == maxLines {
			return all
		}
		if l.quoted {
			continue
		}
		v := judge(l.text)
		if v == none {
			above, is := attribution(lines[i:])
			if !is || len(all) > 0 {
				return all
			}
			i += above - 1
			continue
		}
		whole := l
		for i+1 < len(lines) && goesOn(lines[i], lines[i+1]) && judge(lines[i+1].text) == none {
			i++
			whole.text += " " + lines[i].text
		}
		if whole.text != l.text { // half of a bid would be another bid: if the whole is no command, none is carried out
			l = whole
			if v = judge(l.text); v == none {
				v = wrong
			}
		}
		all = append(all, found{l, v})
	}
	return all
}

// attribution says whether lines begin with what programs write above a quotation, in any language: it ends in a colon,
// and the quotation follows.
func attribution(lines []line) (n int, is bool) {
	const longest = 4
	for i := 0; i+1 < len(lines) && i < longest && !lines[i].quoted; i++ {
		if strings.HasSuffix(lines[i].text, ":") && lines[i+1].quoted {
			return i + 1, true
		}
	}
	return 0, false
}

// goesOn says whether a line may have been broken before the next one, which stands right under it.
func goesOn(l, next line) bool {
	first, _, _ := strings.Cut(next.text, " ")
	return next.number == l.number+1 && !next.quoted && !next.ends && len(l.text)+1+len(first) > wrapped
}
