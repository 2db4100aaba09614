package api

import (
	"fmt"
	"strings"

	"tender/domain"
)

// kindsText lists what can be played.
func kindsText(kinds domain.Kinds) string {
	var b strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&b, "%s: %s\n", k.Name, k.Title)
		for _, e := range k.Editions {
			fmt.Fprintf(&b, "    %s  %d to %d players\n", e.Name, e.MinSeats, e.MaxSeats)
		}
		fmt.Fprintf(&b, "    GET /v1/kinds/%s\n", k.Name)
	}
	return b.String()
}

// kindText describes a kind: what it is, how to open a game of it, and how to move.
func kindText(k *domain.Kind) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n\n%s\n", k.Title, k.Name, wrapped(k.About, ""))
	for _, e := range k.Editions {
		fmt.Fprintf(&b, "\nEdition %s, %d to %d players: %s\n%s\n", e.Name, e.MinSeats, e.MaxSeats, e.Title, wrapped(e.About, "    "))
		for _, o := range e.Options {
			fmt.Fprintf(&b, "%s\n%s\n", wrapped(fmt.Sprintf("%s (%s, default %s)", o.Name, o.Type, plain(o.Default)), "    "), wrapped(o.About, "        "))
		}
	}
	b.WriteString("\nPhases\n")
	for _, p := range k.Phases {
		how := "open"
		if p.Sealed {
			how = "sealed"
		}
		fmt.Fprintf(&b, "%s\n", wrapped(fmt.Sprintf("%s (%s): %s; in time or else %s", p.Name, how, p.Asks, p.Absent), "    "))
	}
	fmt.Fprintf(&b, "\nPace\n%s\n", wrapped(fmt.Sprintf("For each phase, how many seconds it may take: from %d (a minute) to %d (30 days); %d (a day) where "+
		"the host says nothing.", domain.MinPace, domain.MaxPace, domain.DefaultPace), "    "))
	b.WriteString("\nMoves\n")
	for _, m := range k.Moves {
		request, name := "POST /v1/games/{id}/moves", "move"
		if p := k.Phase(m.Phase); p != nil && p.Sealed {
			request, name = "PUT /v1/games/{id}/bid", "bid"
		}
		fmt.Fprintf(&b, "    %s, in phase %s: %s\n        {%q: %s}\n%s\n", m.Type, m.Phase, request, name, plain(m.Example), wrapped(m.About, "        "))
	}
	if len(k.Orders) > 0 {
		b.WriteString("\nStanding orders\n    PUT /v1/games/{id}/orders: {\"orders\": [ORDER, …]}\n")
	}
	for _, o := range k.Orders {
		fmt.Fprintf(&b, "    %s\n    %s\n%s\n", o.Usage, plain(o.Example), wrapped(o.About, "        "))
	}
	return b.String()
}
