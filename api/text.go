package api

import (
	"context"
	"fmt"
	"mime"
	"slices"
	"strconv"
	"strings"
	"time"

	"tender/domain"
)

// wantsText says whether the request prefers text to JSON. Browsers ask for text/html and get plain text; whoever says
// nothing gets JSON.
func wantsText(ctx context.Context) bool {
	accept := askingOf(ctx).accept
	if len(accept) == 0 || len(accept) == 1 && (accept[0] == "*/*" || accept[0] == "application/json") {
		return false // what most say
	}
	text, other := 0.0, 0.0
	for one := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		kind, params, err := mime.ParseMediaType(strings.TrimSpace(one))
		if err != nil {
			continue
		}
		weight := 1.0
		if q, given := params["q"]; given {
			if weight, err = strconv.ParseFloat(q, 64); err != nil {
				continue
			}
		}
		switch kind {
		case "text/plain", "text/html", "text/*":
			text = max(text, weight)
		case "application/json", "application/*", "*/*":
			other = max(other, weight)
		}
	}
	return text > other
}

// turnsText lists games that wait, in lines of at most textWidth columns.
func turnsText(turns []domain.Turn, kinds domain.Kinds) string {
	if len(turns) == 0 {
		return "No game waits for you.\n"
	}
	var b strings.Builder
	for _, t := range turns {
		fmt.Fprintf(&b, "%s\n%s\n", wrapped(domain.Heading(t.Title, t.Game), ""), wrapped(fmt.Sprintf("%s · round %d · %s · step %d · until %s",
			t.Kind, t.Round, t.Phase, t.Step, t.Deadline.UTC().Format(domain.TimeLayout)), "    "))
		asks := ""
		if kind, err := kinds.At(t.Kind, t.Revision); err == nil {
			if phase := kind.Phase(t.Phase); phase != nil {
				asks = phase.Asks
			}
		}
		if t.Series != nil {
			asks += fmt.Sprintf(" (game %d of %d)", t.Series.Number, t.Series.Of)
		}
		if t.Stored {
			asks = "a bid is stored but not marked ready: it counts at the deadline"
		}
		fmt.Fprintf(&b, "%s\n    GET /v1/games/%s\n", wrapped(asks, "    "), t.Game)
	}
	return b.String()
}

// gamesText lists games, in lines of at most textWidth columns. more is the address of the next page, one line however
// long; empty on the last page.
func gamesText(games []domain.GameSummary, more string) string {
	if len(games) == 0 {
		return "No games.\n"
	}
	var b strings.Builder
	for _, g := range games {
		fmt.Fprintf(&b, "%s\n%s\n", wrapped(domain.Heading(g.Title, g.ID), ""), wrapped(fmt.Sprintf("%s (%s) · %s · %s", g.Kind, g.Edition,
			g.Status, seatsText(g)), "    "))
		if len(g.Players) > 0 {
			fmt.Fprintf(&b, "%s\n", wrapped(strings.Join(playersOf(g), ", "), "    "))
		}
		if terms := g.Terms.Text(); terms != "" && g.Status == domain.Opened {
			fmt.Fprintf(&b, "%s\n", wrapped(terms, "    "))
		}
		fmt.Fprintf(&b, "    GET /v1/games/%s\n", g.ID)
	}
	if more != "" {
		fmt.Fprintf(&b, "\nmore: %s\n", more)
	}
	return b.String()
}

// playersOf names those who hold the seats; a vacant one has no name.
func playersOf(g domain.GameSummary) []string {
	names := slices.Clone(g.Players)
	for i, name := range names {
		if name == "" {
			names[i] = fmt.Sprintf("nobody in seat %d", i+1)
		}
	}
	return names
}

// seatsText says how many seats are taken and, where some are kept for who is invited, how many are free.
func seatsText(g domain.GameSummary) string {
	text := fmt.Sprintf("%d of %d seats taken", len(g.Players)-g.Vacant, g.Size)
	if g.Status == domain.Opened && g.Free < g.Size-len(g.Players) {
		text += fmt.Sprintf(", %d free", g.Free)
	}
	if g.Visibility != domain.Public {
		text += " · " + string(g.Visibility)
	}
	return text
}

// eventsText tells a page of events in sentences. A full page says how to go on.
func eventsText(kind *domain.Kind, view domain.View, events []domain.EventView, limit int) string {
	if len(events) == 0 {
		return "Nothing more has happened.\n"
	}
	text := kind.TellAll(events, view.Names(), time.UTC)
	if len(events) == limit {
		text += fmt.Sprintf("\nmore: after=%d\n", events[len(events)-1].Number)
	}
	return text
}

// receiptText proves what was stored. The preimage is one line, however long: its hash is the commitment.
func receiptText(r *domain.Receipt) string {
	return fmt.Sprintf("receipt     %s\nat          %s\ncommitment  %s\npreimage    %s\n", r.ID, r.At.UTC().Format(time.RFC3339Nano), r.Commitment, r.Preimage)
}

// plain writes a default as JSON.
func plain(v any) string {
	r, err := asJSON(0, v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(string(r.body))
}

// textWidth is the most columns of a line.
const textWidth = 78

// wrapped breaks text into lines of at most textWidth columns behind an indentation.
func wrapped(text, indent string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+n > textWidth:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
