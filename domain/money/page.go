package money

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// pageWidth is the most columns of a line, so that it survives quoting in a mail.
const pageWidth = 78

// nameLength is the most characters of a player's name that are drawn. Names may be in scripts whose characters are
// two columns wide; so many fit beside a number even then.
const nameLength = 24

// page is text in the making.
type page struct {
	strings.Builder
	names map[int]string
	you   int // the viewer's seat, 0 for a spectator
}

// name is what a seat's player is called here.
func (p *page) name(seat int) string {
	if seat == p.you {
		return "you"
	}
	name := p.names[seat]
	if name == "" {
		return "seat " + strconv.Itoa(seat)
	}
	if r := []rune(name); len(r) > nameLength {
		name = string(r[:nameLength-1]) + "…"
	}
	return name
}

func (p *page) line(format string, args ...any) {
	p.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ")) // #nosec G104 -- a builder takes everything
	p.WriteByte('\n')                                                   // #nosec G104 -- as above
}

// text is what was written, without an empty line at its end.
func (p *page) text() string { return strings.TrimRight(p.String(), "\n") + "\n" }

// wrap writes text over as many lines as it needs, the first behind one indentation, the others behind another.
func (p *page) wrap(first, others, text string) {
	line := first
	fresh := true
	for _, word := range wordsOf(text) {
		if !fresh && utf8.RuneCountInString(strings.TrimRight(line+word, " ")) > pageWidth {
			p.line("%s", line)
			line = others
		}
		line += word
		fresh = false
	}
	p.line("%s", line)
}

// wordsOf cuts text into pieces that stay on one line, each with the spaces behind it: words, and cards with their
// currency and serial, "gold 20 (64)".
func wordsOf(text string) []string {
	var pieces []string
	start := 0
	for i := 1; i < len(text); i++ {
		if text[i-1] != ' ' || text[i] == ' ' || text[i] == '(' {
			continue
		}
		before := strings.TrimRight(text[start:i], " ")
		if isDigit(text[i]) && before != "" && isLetter(before[len(before)-1]) {
			continue
		}
		pieces = append(pieces, text[start:i])
		start = i
	}
	return append(pieces, text[start:])
}

func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
func isLetter(b byte) bool { return 'a' <= b && b <= 'z' }

// groups sorts cards by currency, metal last, then value, then serial, and parts them by currency.
func groups(cards []Card) [][]Card {
	sorted := slices.Clone(cards)
	slices.SortFunc(sorted, func(a, b Card) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Currency, b.Currency), a.Value-b.Value, a.Serial-b.Serial)
	})
	var parts [][]Card
	for i, card := range sorted {
		if i == 0 || card.Currency != sorted[i-1].Currency {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], card)
	}
	return parts
}

func rank(card Card) int {
	if slices.Contains(Currencies, card.Currency) {
		return 0
	}
	return 1
}

// describe writes cards in a line: "dollar 20 (3) 20 (17), gold 20 (64)".
func describe(cards []Card) string {
	if len(cards) == 0 {
		return "nothing"
	}
	var parts []string
	for _, group := range groups(cards) {
		parts = append(parts, group[0].Currency+" "+serials(group, " "))
	}
	return strings.Join(parts, ", ")
}

// serials writes values with serials: "20 (3) 20 (17)".
func serials(cards []Card, between string) string {
	var parts []string
	for _, card := range cards {
		parts = append(parts, strconv.Itoa(card.Value)+" ("+strconv.Itoa(card.Serial)+")")
	}
	return strings.Join(parts, between)
}

func name(card Card) string {
	return card.Currency + " " + serials([]Card{card}, "")
}

// plural is a number with its noun: "1 card", "3 cards".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
