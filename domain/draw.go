package domain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// TimeLayout writes a moment for people: absolute, with its zone.
const TimeLayout = "Mon 2 Jan 2006, 15:04 MST"

// The width of a drawing in columns, and how much of a name is shown in a column of names.
const (
	TextWidth = 78
	nameWidth = 24
)

// Heading names a game: by its title or, when it has none, by its id.
func Heading(title, id string) string {
	if title == "" {
		return "game " + id
	}
	return title
}

// Text draws a view for a terminal or a mail: at most TextWidth columns, nothing that the view does not hold. Times are
// shown in the given zone.
func (k *Kind) Text(v View, zone *time.Location) string {
	var b strings.Builder
	wrap(&b, fmt.Sprintf("%s (%s) · %s", k.Title, v.Edition, Heading(v.Title, v.ID)))
	v.headline(&b, k, zone)
	v.drawTime(&b, zone)
	b.WriteString("\n")
	v.drawSeats(&b)
	if v.Table != nil && k.Draw != nil {
		b.WriteString("\n")
		b.WriteString(k.Draw(v.Drawing()))
	}
	if v.You != nil && v.You.Sealed != nil && !v.You.Sealed.Ready {
		b.WriteString("\nYour bid is stored but not marked ready: it counts at the deadline.\n")
	}
	v.drawOrders(&b, k)
	return b.String()
}

// wrap writes a line, broken between words where it is too long.
func wrap(b *strings.Builder, text string) { wrapBehind(b, "", "  ", text) }

// wrapBehind writes a line behind one indentation, and what it is broken into behind another.
func wrapBehind(b *strings.Builder, first, others, text string) {
	b.WriteString(first)
	column := len(first)
	for i, word := range words(text) {
		width := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+width > TextWidth:
			b.WriteString("\n" + others)
			column = len(others)
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += width
	}
	b.WriteString("\n")
}

// words are the parts between which a line may be broken: what stands in brackets stays with the word before it.
func words(text string) []string {
	var all []string
	for _, word := range strings.Fields(text) {
		if n := len(all); n > 0 && strings.HasPrefix(word, "(") && utf8.RuneCountInString(all[n-1]+word) < TextWidth/2 {
			all[n-1] += " " + word
			continue
		}
		all = append(all, word)
	}
	return all
}

// headline says in a line or two where the game stands.
func (v View) headline(b *strings.Builder, k *Kind, zone *time.Location) {
	switch v.Status {
	case Opened:
		taken := fmt.Sprintf("open: %d of %d seats taken", len(v.Seats), v.Size)
		if v.Kept > 0 {
			taken += fmt.Sprintf(", %d kept for who is invited", v.Kept)
		}
		if v.Visibility != Public && v.Visibility != "" {
			taken += " · " + string(v.Visibility)
		}
		wrap(b, taken+fmt.Sprintf("; the host is in seat %d", v.Host))
		wrap(b, "pace: "+v.Pace.Text(k))
	case Abandoned:
		wrap(b, "abandoned"+v.rematchText())
	case Over:
		wrap(b, fmt.Sprintf("over after round %d", v.Round)+v.rematchText())
	case Active:
		line := fmt.Sprintf("round %d · %s · step %d", v.Round, v.Phase, v.Step)
		if v.Deadline != nil {
			line += " · until " + v.Deadline.In(zone).Format(TimeLayout)
		}
		wrap(b, line)
		waits := "waiting for " + v.people(v.WaitingFor)
		if p := k.Phase(v.Phase); p != nil && v.You != nil && slices.Contains(v.WaitingFor, v.You.Seat) {
			waits += "; " + p.Asks
		}
		wrap(b, waits)
	}
}

func (v View) rematchText() string {
	if v.Rematch == "" {
		return ""
	}
	return "; the rematch is game " + v.Rematch
}

func (v View) drawSeats(b *strings.Builder) {
	for _, s := range v.Seats {
		mark := " "
		if v.You != nil && v.You.Seat == s.Seat {
			mark = "*"
		}
		notes := s.state()
		if s.Bank != nil {
			notes = append(notes, "bank "+seconds(*s.Bank))
		}
		switch s.Held {
		case SeatVacant:
			notes = append(notes, "vacant: a substitute may take it")
		case SeatDropped:
			notes = append(notes, "dropped: nobody is waited for")
		case HeldByPlayer, HeldByBot:
		}
		if s.Missed > 0 {
			notes = append(notes, fmt.Sprintf("missed turns: %d", s.Missed))
		}
		name := s.Player
		if s.Held == SeatVacant {
			name = "nobody"
		}
		line := fmt.Sprintf("%s %d %-*s %s", mark, s.Seat, nameWidth, short(name), strings.Join(notes, " · "))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// state says whether the game waits for a seat, and what everybody sees of its sealed move.
func (s *SeatView) state() (notes []string) {
	switch {
	case s.Stored && s.Ready:
		notes = append(notes, "bid is in")
	case s.Stored:
		notes = append(notes, "bid is in, still thinking")
	case s.Wanted:
		notes = append(notes, "to move")
	}
	if cover, ok := s.Cover.(fmt.Stringer); ok {
		notes = append(notes, cover.String())
	}
	return notes
}

// short is a name that fits its column.
func short(name string) string {
	runes := []rune(name)
	if len(runes) <= nameWidth {
		return name
	}
	return string(runes[:nameWidth-1]) + "…"
}

// people names the players in seats.
func (v View) people(seats []int) string {
	if len(seats) == 0 {
		return "nobody"
	}
	names := make([]string, 0, len(seats))
	for _, seat := range seats {
		if v.You != nil && v.You.Seat == seat {
			names = append(names, "you")
			continue
		}
		names = append(names, v.Names().Of(seat))
	}
	return strings.Join(names, ", ")
}

// Drawing is what a kind needs of a view to draw it or to read a command.
func (v View) Drawing() Drawing {
	d := Drawing{Edition: v.Edition, Names: map[int]string{}, Table: encode(v.Table), Own: encode(v.Own),
		Sealed: json.RawMessage("null"), Choices: v.Moves, Over: v.Status == Over, Result: encode(v.Result)}
	for _, s := range v.Seats {
		d.Names[s.Seat] = s.Player
	}
	if v.You != nil {
		d.Seat = v.You.Seat
		if v.You.Sealed != nil {
			d.Sealed = v.You.Sealed.Bid
		}
	}
	return d
}
