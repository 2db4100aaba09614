package money

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// draw writes what a viewer sees for terminals and mails. It shows what it can of a view that it cannot read.
func draw(d domain.Drawing) string {
	var table TableView
	if err := json.Unmarshal(d.Table, &table); err != nil {
		return "This view cannot be drawn.\n"
	}
	p := &page{names: d.Names, you: d.Seat}
	p.market(table)
	p.bids(table)
	if d.Over {
		p.scores(d.Result, table.FinalHands)
		return p.text()
	}
	p.pace(table)
	p.hands(table)
	p.own(d.Own)
	p.sealed(d.Sealed, d.Own)
	p.choices(d)
	return p.text()
}

func (p *page) market(t TableView) {
	deck := plural(t.DeckLeft, "card", "cards") + " in the deck"
	if len(t.Removed) > 0 {
		deck += "; out of this game: " + strings.Join(t.Removed, ", ")
	}
	p.line("Market (%s)", deck)
	p.wrap("  I   ", "      ", describe(t.Market.I))
	p.wrap("  II  ", "      ", describe(t.Market.II))
	p.line("")
}

// pace says how near the end is.
func (p *page) pace(t TableView) {
	switch {
	case t.LastRound:
		p.line("This is the last round.")
	case t.QuietRounds > 0:
		p.line("%s ended without dealing a card.", plural(t.QuietRounds, "round", "rounds in a row"))
	default:
		return
	}
	p.line("")
}

func (p *page) bids(t TableView) {
	if len(t.Bids) == 0 {
		return
	}
	p.line("Bids, in the order in which they move")
	for i, bid := range t.Bids {
		mark := " "
		if i == 0 {
			mark = ">"
		}
		p.wrap(fmt.Sprintf("%s %-2s %4d  ", mark, bid.ID, bid.Value), "           ", p.name(bid.Seat)+": "+describe(bid.Cards))
	}
	p.line("")
}

// hands draws how many cards everybody holds, and which of them everybody has seen if the game shows it.
func (p *page) hands(t TableView) {
	if t.Known == nil {
		var hands []string
		for i, n := range t.Hands {
			hands = append(hands, p.name(i+1)+" "+strconv.Itoa(n))
		}
		p.wrap("Cards in hand: ", "  ", strings.Join(hands, ", "))
		p.line("")
		return
	}
	p.line("Cards in hand, and which of them everybody has seen")
	for i, cards := range t.Known {
		p.wrap("  ", "    ", fmt.Sprintf("%s %d: %s", p.name(i+1), t.Hands[i], describe(cards)))
	}
	p.line("")
}

// own draws the hand, a line for each currency, and what it is worth.
func (p *page) own(raw json.RawMessage) {
	own, ok := readOwn(raw)
	if !ok {
		return
	}
	p.line("Your hand: %s and the fake (0); each currency with its sum", plural(len(own.Hand), "card", "cards"))
	for _, group := range groups(own.Hand) {
		sum := 0
		for _, card := range group {
			sum += card.Value
		}
		name := group[0].Currency
		p.wrap(fmt.Sprintf("  %-7s %4d  ", name, sum), strings.Repeat(" ", 16), serials(group, "  "))
	}
	p.line("  Counted now: currencies %d, metal %d, sets %d, together %d.", sumOf(own.Score.Currencies), own.Score.Metals,
		own.Score.Sets, own.Score.Total)
	p.line("")
}

// sealed draws the viewer's own sealed bid, in its order.
func (p *page) sealed(raw, rawOwn json.RawMessage) {
	var move Move
	own, ok := readOwn(rawOwn)
	if !ok || len(raw) == 0 || json.Unmarshal(raw, &move) != nil || len(move.Cards) == 0 {
		return
	}
	p.line("Your sealed bid (you can replace it until the reveal)")
	if len(move.Cards) == 1 && move.Cards[0] == Fake {
		p.line("  a pass: the fake alone")
		p.line("")
		return
	}
	var cards []string
	for _, serial := range move.Cards {
		text := "the fake (0)"
		if i := slices.IndexFunc(own.Hand, func(c Card) bool { return c.Serial == serial }); i >= 0 {
			text = name(own.Hand[i])
		}
		cards = append(cards, text)
	}
	p.wrap("  ", "  ", strings.Join(cards, ", "))
	p.line("")
}

func (p *page) choices(d domain.Drawing) {
	choices := d.Choices
	if len(choices) == 0 {
		return
	}
	title := "You can"
	if choices[0].Example {
		title = "You can bid any of your cards, for example"
	}
	p.line("%s", title)
	width := 0
	commands := make([]string, len(choices))
	for i, choice := range choices {
		if raw, err := json.Marshal(choice.Move); err == nil {
			commands[i] = writeCommand(raw, d)
			width = max(width, len(commands[i]))
		}
	}
	for i, choice := range choices {
		does := choice.Does
		if _, after, ok := strings.Cut(does, ": "); ok && !choice.Example {
			does = after // the command says what stands before
		}
		p.wrap(fmt.Sprintf("  %-*s  ", width, commands[i]), strings.Repeat(" ", width+4), does)
	}
}

// scores draws how the game ended, the best first.
func (p *page) scores(raw json.RawMessage, hands [][]Card) {
	var result struct {
		Scores  []Score `json:"scores"`
		Winners []int   `json:"winners"`
	}
	if json.Unmarshal(raw, &result) != nil {
		return
	}
	seats := ranking(result.Scores)
	p.line("Scores  total  currencies  metal  sets")
	for _, seat := range seats {
		score, wins := result.Scores[seat-1], ""
		if slices.Contains(result.Winners, seat) {
			wins = "wins"
		}
		p.line("  %-5s %5d  %10d  %5d  %4d  %s", wins, score.Total, sumOf(score.Currencies), score.Metals, score.Sets, p.name(seat))
	}
	p.line("")
	for _, seat := range seats {
		if seat <= len(hands) {
			p.wrap("", "  ", p.name(seat)+": "+describe(hands[seat-1]))
		}
	}
}

// ranking lists the seats by their totals, the best first.
func ranking(scores []Score) []int {
	seats := make([]int, len(scores))
	for i := range seats {
		seats[i] = i + 1
	}
	slices.SortStableFunc(seats, func(a, b int) int { return scores[b-1].Total - scores[a-1].Total })
	return seats
}

func readOwn(raw json.RawMessage) (own OwnView, ok bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return own, false
	}
	return own, json.Unmarshal(raw, &own) == nil
}

func sumOf(scores map[string]int) int {
	total := 0
	for _, score := range scores {
		total += score
	}
	return total
}
