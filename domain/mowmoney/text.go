package mowmoney

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"tender/domain"
)

const width = 78 // columns of a drawing

// draw writes a view as text: the table, the viewer's hand, what it sealed, what it can do, and the scores at the end.
func draw(d domain.Drawing) string {
	var t Table
	if err := json.Unmarshal(d.Table, &t); err != nil {
		return "This table cannot be drawn.\n"
	}
	p := page{Drawing: d}
	p.heading(&t)
	p.neighborhoods(&t)
	p.seats(&t)
	p.decks(&t)
	p.report()
	if d.Over {
		p.result()
		return p.String()
	}
	var own *Own
	if err := json.Unmarshal(d.Own, &own); err == nil && own != nil {
		p.hand(own)
		p.sealed()
		p.choices()
	}
	return p.String()
}

// page is a drawing while it is written.
type page struct {
	domain.Drawing
	strings.Builder
}

func (p *page) line(format string, args ...any) {
	p.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ")) // #nosec G104 -- a builder takes everything
	p.WriteByte('\n')                                                   // #nosec G104 -- as above
}

// wrapped writes a list after a label, further lines indented below it. Its items are not broken.
func (p *page) wrapped(label string, items []string) {
	parts := make([]string, len(items))
	for i, item := range items {
		if parts[i] = item; i < len(items)-1 {
			parts[i] += ","
		}
	}
	p.filled(label, parts)
}

// broken writes a text after a label, broken at its spaces, further lines indented below it.
func (p *page) broken(label, text string) { p.filled(label, strings.Fields(text)) }

func (p *page) filled(label string, words []string) {
	indent := utf8.RuneCountInString(label)
	text := label
	for _, word := range words {
		if utf8.RuneCountInString(text)+1+utf8.RuneCountInString(word) > width && text != label {
			p.line("%s", text)
			text = strings.Repeat(" ", indent)
		}
		text += " " + word
	}
	p.line("%s", text)
}

// name of a seat, cut to fit into its column.
func (p *page) name(seat int) string {
	name := []rune(p.Names[seat])
	if len(name) == 0 {
		return fmt.Sprintf("seat %d", seat)
	}
	if len(name) > nameWidth {
		name = append(name[:nameWidth-1], '…')
	}
	return string(name)
}

const nameWidth = 16

// heading tells how near the end is. Round, phase and who is waited for stand above every kind's drawing.
func (p *page) heading(t *Table) {
	switch {
	case p.Over:
	case t.Dummy != nil:
		p.line("Round %d of %d against the dummy.", t.Round, t.Dummy.Rounds)
	case t.LastRound:
		p.line("This is the last round.")
	case t.Stalled > 0 && t.StallRounds > 0:
		p.line("No contract taken for %s; after %d the next round is the last.", plural(t.Stalled, "round", "rounds"), t.StallRounds)
	}
}

func (p *page) neighborhoods(t *Table) {
	for _, n := range t.Neighborhoods {
		if n.Contract == nil {
			p.line("  %s %-14s no contract left", n.Token, n.Name)
			continue
		}
		p.line("  %s %-14s %d RP  %-40s +%d below", n.Token, n.Name, n.Contract.RP, asks(n.Contract.Asks), n.Below)
	}
}

func (p *page) seats(t *Table) {
	p.line("")
	p.line("    %-*s money  mowers  contracts      hand        RP", nameWidth, "* starts")
	for i := range t.Seats {
		s := &t.Seats[i]
		you, starts := ' ', ' '
		if s.Seat == p.Seat {
			you = '>'
		}
		if s.Seat == t.First {
			starts = '*'
		}
		mowers := [deckCount]byte{'.', '.', '.'}
		for _, m := range s.Mowers {
			mowers[m] = "bma"[m]
		}
		rp := 0
		for _, c := range s.Contracts {
			rp += c.RP
		}
		p.line("%c%c%d %-*s %5s  %-6s  %2d (%2d RP)  %-12s %3d", you, starts, s.Seat, nameWidth, p.name(s.Seat), fmt.Sprintf("$%d", s.Money),
			mowers[:], len(s.Contracts), rp, fmt.Sprintf("%db %dm %da", s.Hand.Basic, s.Hand.Medium, s.Hand.Advanced), s.Score.Total)
	}
	if t.Dummy != nil {
		p.line("    %-*s                %2d (%2d RP)  %12s %3d", nameWidth, "the dummy", len(t.Dummy.Contracts), t.Dummy.RP, "", t.Dummy.RP)
	}
}

func (p *page) decks(t *Table) {
	var words []string
	for _, d := range t.Decks {
		words = append(words, fmt.Sprintf("%s %d left and %d discarded", d.Deck, d.Left, len(d.Discards)))
	}
	p.line("")
	p.wrapped("  decks:", words)
}

// hand lists the viewer's cards by deck: number, value, star, odd jobs.
func (p *page) hand(own *Own) {
	p.line("")
	p.line("Your hand (number $value★ odd jobs), and %d bluff cards", own.Bluffs)
	for d := range Deck(deckCount) {
		var words []string
		for i := range own.Hand {
			if c := &own.Hand[i]; c.Deck == d {
				words = append(words, cardText(c))
			}
		}
		if len(words) > 0 {
			p.wrapped(fmt.Sprintf("  %-9s", d), words)
		}
	}
	if over := [deckCount]int{own.Over.Basic, own.Over.Medium, own.Over.Advanced}; over != [deckCount]int{} {
		p.broken("  Over the hand limits:", "discard exactly "+overText(over)+" with done.")
	}
	if len(own.Stakes) > 0 {
		var words []string
		for _, c := range own.Stakes {
			words = append(words, fmt.Sprintf("%d (%d RP)", c.ID, c.RP))
		}
		p.wrapped("  stakes:", words)
	}
}

func cardText(c *Card) string {
	star := ""
	if c.Star {
		star = "★"
	}
	return fmt.Sprintf("%d $%d%s %s", c.ID, c.Value, star, jobsText(c.Jobs))
}
