package mowmoney

import (
	"encoding/json"
	"fmt"
	"strings"
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
		p.broken("  "+m.Stacks[i].Token+":", strings.Join(stackWords(&m.Stacks[i]), ", "))
	}
}

func stackWords(t *Stack) []string {
	var words []string
	if len(t.Cards) > 0 {
		words = append(words, "cards "+numbers(t.Cards))
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
		if cards := choiceCards(c.Move); cards != "" {
			does += ": " + cards
		}
		p.broken("  -", does)
	}
}

// choiceCards names the cards of a choice.
func choiceCards(move any) string {
	raw, err := json.Marshal(move)
	var m Move
	if err != nil || json.Unmarshal(raw, &m) != nil {
		return ""
	}
	ids := append(m.Cards, m.Discard...)
	for i := range m.Stacks {
		ids = append(ids, m.Stacks[i].Cards...)
	}
	return numbers(ids)
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
