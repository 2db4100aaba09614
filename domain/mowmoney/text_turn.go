package mowmoney

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// report tells what the last resolve did: who did which odd job and who took which contract.
func (p *page) report() {
	var t struct {
		Report []struct {
			OddJob string `json:"odd_job"`
			Seat   int    `json:"seat"`
			Paid   int    `json:"paid"`
			At     string `json:"at"`
			Winner any    `json:"winner"`
		} `json:"report"`
	}
	if json.Unmarshal(p.Table, &t) != nil {
		return
	}
	var words []string
	for _, l := range t.Report {
		switch {
		case l.OddJob != "":
			words = append(words, fmt.Sprintf("%s: %s for $%d", p.name(l.Seat), spoken(l.OddJob), l.Paid))
		case l.Winner != nil && l.Paid > 0:
			words = append(words, fmt.Sprintf("%s took %s for $%d", p.winner(l.Winner), l.At, l.Paid))
		case l.Winner != nil:
			words = append(words, fmt.Sprintf("%s took %s", p.winner(l.Winner), l.At))
		}
	}
	if len(words) > 0 {
		p.line("")
		p.wrapped("  last bids:", words)
	}
}

// winner names a seat or the dummy, as JSON gives them.
func (p *page) winner(w any) string {
	if seat, ok := w.(float64); ok {
		return p.name(int(seat))
	}
	return "the dummy"
}

func (p *page) sealed() {
	var m Move
	if len(p.Sealed) == 0 || string(p.Sealed) == "null" || json.Unmarshal(p.Sealed, &m) != nil {
		return
	}
	p.line("")
	if len(m.Stacks) == 0 {
		p.line("You have sealed a pass.")
		return
	}
	p.line("You have sealed")
	for i := range m.Stacks {
		p.broken("  "+m.Stacks[i].Token+":", strings.Join(stackWords(&m.Stacks[i], "cards "+numbers(m.Stacks[i].Cards)), ", "))
	}
}

// stackWords says what lies in a stack; cards says which cards, if there are any.
func stackWords(t *Stack, cards string) []string {
	var words []string
	if len(t.Cards) > 0 {
		words = append(words, cards)
	}
	if len(t.Stake) > 0 {
		words = append(words, "stake "+numbers(t.Stake))
	}
	if t.Bluffs > 0 {
		words = append(words, plural(t.Bluffs, "bluff card", "bluff cards"))
	}
	if t.Job != "" {
		words = append(words, "for "+spoken(t.Job))
	}
	if t.decoy() {
		words = append(words, "a decoy")
	}
	return words
}

func numbers(ids []int) string { return strings.Trim(fmt.Sprint(ids), "[]") }

func (p *page) choices() {
	if len(p.Choices) == 0 {
		return
	}
	p.line("")
	p.line("You can")
	for _, c := range p.Choices {
		does := c.Does
		if c.Example {
			does += ", for example"
		}
		words := strings.Fields(does + ":")
		raw, err := json.Marshal(c.Move)
		if err != nil {
			continue
		}
		const label = "  -"
		command := []string{writeCommand(raw, p.Drawing)} // in one piece, where it fits: half a command may be another one
		if len(label)+1+utf8.RuneCountInString(command[0]) > width {
			command = strings.Fields(command[0])
		}
		p.filled(label, append(words, command...))
	}
}

// result lists the scores; the rows stand in the order of the seats, that of the dummy below them.
func (p *page) result() {
	var r struct {
		Scores  []Score `json:"scores"`
		Winners []any   `json:"winners"`
		Rounds  int     `json:"rounds"`
		Dummy   *int    `json:"dummy"`
	}
	if json.Unmarshal(p.Result, &r) != nil {
		return
	}
	p.line("")
	p.line("The game is over after %s.", plural(r.Rounds, "round", "rounds"))
	for i, s := range r.Scores {
		p.line("  %-*s contracts %3d   mowers %2d   money %3d   total %3d", nameWidth, p.name(i+1), s.Contracts, s.Mowers, s.Money, s.Total)
	}
	if r.Dummy != nil {
		p.line("  %-*s contracts %3d%24s   total %3d", nameWidth, "the dummy", *r.Dummy, "", *r.Dummy)
	}
	var names []string
	for _, w := range r.Winners {
		names = append(names, p.winner(w))
	}
	if len(names) == 1 {
		p.line("Winner: %s.", names[0])
		return
	}
	p.broken("Winners:", listed(names, "and")+".")
}
