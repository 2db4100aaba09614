package domain

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Text draws a view for a terminal or a mail: at most 78 columns, nothing that the view does not hold. Times are shown
// in the given zone.
func (k *Kind) Text(v View, zone *time.Location) string {
	var b strings.Builder
	title := v.Title
	if title == "" {
		title = "game " + v.ID
	}
	fmt.Fprintf(&b, "%s (%s) · %s\n", k.Title, v.Edition, title)
	b.WriteString(v.headline(k, zone))
	b.WriteString("\n")
	v.drawSeats(&b)
	if v.Table != nil && k.Draw != nil {
		b.WriteString("\n")
		b.WriteString(k.Draw(v.drawing()))
	}
	if v.You != nil && v.You.Sealed != nil && !v.You.Sealed.Ready {
		b.WriteString("\nYour bid is stored but not marked ready: it counts at the deadline.\n")
	}
	return b.String()
}

// headline says in a line or two where the game stands.
func (v View) headline(k *Kind, zone *time.Location) string {
	switch v.Status {
	case Opened:
		return fmt.Sprintf("open: %d of %d seats taken; the host is in seat %d\n", len(v.Seats), v.Size, v.Host)
	case Abandoned:
		return "abandoned\n"
	case Over:
		return fmt.Sprintf("over after round %d\n", v.Round)
	case Active:
	}
	line := fmt.Sprintf("round %d · %s · step %d", v.Round, v.Phase, v.Step)
	if v.Deadline != nil {
		line += " · until " + v.Deadline.In(zone).Format("Mon 2 Jan 2006, 15:04 MST")
	}
	waits := "waiting for " + v.people(v.WaitingFor)
	if v.You != nil {
		for _, seat := range v.WaitingFor {
			if p := k.Phase(v.Phase); seat == v.You.Seat && p != nil {
				waits += "; " + p.Asks
			}
		}
	}
	return line + "\n" + waits + "\n"
}

func (v View) drawSeats(b *strings.Builder) {
	for _, s := range v.Seats {
		mark := " "
		if v.You != nil && v.You.Seat == s.Seat {
			mark = "*"
		}
		var notes []string
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
		if s.Missed > 0 {
			notes = append(notes, fmt.Sprintf("missed turns: %d", s.Missed))
		}
		line := fmt.Sprintf("%s %d %-24s %s", mark, s.Seat, s.Player, strings.Join(notes, " · "))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
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
		names = append(names, v.Seats[seat-1].Player)
	}
	return strings.Join(names, ", ")
}

func (v View) drawing() Drawing {
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
