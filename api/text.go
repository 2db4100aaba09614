package api

import (
	"context"
	"fmt"
	"mime"
	"strconv"
	"strings"

	"tender/domain"
)

// wantsText says whether the request prefers text/plain to JSON. Whoever says nothing gets JSON.
func wantsText(ctx context.Context) bool {
	accept, _ := ctx.Value(acceptKey).([]string)
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
		case "text/plain", "text/*":
			text = max(text, weight)
		case "application/json", "application/*", "*/*":
			other = max(other, weight)
		}
	}
	return text > other
}

func turnsText(turns []domain.Turn) string {
	if len(turns) == 0 {
		return "No game waits for you.\n"
	}
	var b strings.Builder
	for _, t := range turns {
		fmt.Fprintf(&b, "%s  %s  %s\n    round %d, %s", t.Deadline.UTC().Format(domain.TimeLayout), t.Kind, domain.Heading(t.Title, t.Game), t.Round, t.Phase)
		if t.Stored {
			b.WriteString("; a bid is stored, but not ready")
		}
		fmt.Fprintf(&b, "\n    GET /v1/games/%s\n", t.Game)
	}
	return b.String()
}

func gamesText(games []domain.GameSummary, next string) string {
	if len(games) == 0 {
		return "No games.\n"
	}
	var b strings.Builder
	for _, g := range games {
		fmt.Fprintf(&b, "%s (%s)  %s  %d of %d seats  %s\n    %s\n    GET /v1/games/%s\n", g.Kind, g.Edition, g.Status, len(g.Players),
			g.Size, domain.Heading(g.Title, g.ID), strings.Join(g.Players, ", "), g.ID)
	}
	if next != "" {
		fmt.Fprintf(&b, "\nmore: cursor=%s\n", next)
	}
	return b.String()
}

func kindsText(kinds domain.Kinds) string {
	var b strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&b, "%s: %s\n", k.Name, k.Title)
		for _, e := range k.Editions {
			fmt.Fprintf(&b, "    %s  %d to %d players\n", e.Name, e.MinSeats, e.MaxSeats)
		}
	}
	return b.String()
}

func kindText(k *domain.Kind) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n\n%s\n", k.Title, k.Name, wrapped(k.About, ""))
	for _, e := range k.Editions {
		fmt.Fprintf(&b, "\nEdition %s, %d to %d players: %s\n%s\n", e.Name, e.MinSeats, e.MaxSeats, e.Title, wrapped(e.About, "    "))
		for _, o := range e.Options {
			fmt.Fprintf(&b, "    %s (%s, default %s)\n%s\n", o.Name, o.Type, plain(o.Default), wrapped(o.About, "        "))
		}
	}
	b.WriteString("\nPhases\n")
	for _, p := range k.Phases {
		how := "open"
		if p.Sealed {
			how = "sealed"
		}
		fmt.Fprintf(&b, "    %s (%s): %s; in time or else %s\n", p.Name, how, p.Asks, p.Absent)
	}
	return b.String()
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
