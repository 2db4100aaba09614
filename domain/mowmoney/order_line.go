package mowmoney

import (
	"encoding/json"
	"strconv"

	"tender/domain"
)

// orderForms are the standing orders for the kinds page and for help.
var orderForms = []domain.OrderForm{
	{Usage: "pickup for JOB", Example: orderOf(Move{Type: movePickup, Job: "plant_trees"}, Condition{}),
		About: "Pick up that odd job if your hand can do it, with the cards of the lowest value that show its icon. Without for: the best paid."},
	{Usage: "pickup CARDS", Example: orderOf(Move{Type: movePickup, Cards: []int{10, 15, 49}}, Condition{}),
		About: "The same with these three cards if you still hold them."},
	{Usage: "pickup if pays DOLLARS", Example: orderOf(Move{Type: movePickup}, Condition{Pays: 9}), About: "Only an odd job that pays so much or more."},
	{Usage: movePass, Example: orderOf(Move{Type: movePass}, Condition{}), About: "Do no odd job."},
	{Usage: moveDone, Example: orderOf(Move{Type: moveDone}, Condition{}), About: "In an invest turn buy nothing and say done."},
}

// orderOf is an order as its player would give it.
func orderOf(m Move, c Condition) domain.Order {
	var o domain.Order
	o.Move, _ = json.Marshal(m) // plain structs
	if c != (Condition{}) {
		o.If, _ = json.Marshal(c)
	}
	return o
}

const (
	wordIf   = "if"
	wordPays = "pays"
)

// readOrder reads "done", "pass", "pickup", "pickup 10 15 49 for clean up", "pickup for plant trees if pays 9".
func readOrder(text string, _ domain.Drawing) (domain.Order, error) {
	tokens, err := domain.CommandLine{Rest: text}.Tokens()
	if err != nil {
		return domain.Order{}, err
	}
	no := bad("%q is no standing order; write one such as pickup for plant trees, pickup 10 15 49, pickup if pays 9, pass, or done.", echo(text))
	if len(tokens) == 0 {
		return domain.Order{}, no
	}
	m, rest := Move{Type: tokens[0].Text}, tokens[1:]
	var c Condition
	switch m.Type {
	case moveDone, movePass:
	case movePickup:
		m.Cards, rest = numbersOf(rest)
		if len(rest) > 0 && rest[0].Text == "for" {
			var ok bool
			if m.Job, rest, ok = takeJob(rest); !ok {
				return domain.Order{}, no
			}
		}
		if n := len(rest); n >= 3 && rest[n-3].Text == wordIf && rest[n-2].Text == wordPays && rest[n-1].Number > 0 {
			c.Pays, rest = rest[n-1].Number, rest[:n-3]
		}
	default:
		return domain.Order{}, no
	}
	if len(rest) > 0 {
		return domain.Order{}, no
	}
	return orderOf(m, c), nil
}

// writeOrder writes an order as readOrder reads it.
func writeOrder(o domain.Order, _ domain.Drawing) string {
	var m Move
	var c Condition
	if json.Unmarshal(o.Move, &m) != nil || len(o.If) > 0 && json.Unmarshal(o.If, &c) != nil {
		return ""
	}
	text := m.Type
	if len(m.Cards) > 0 {
		text += " " + numbers(m.Cards)
	}
	text += forJob(m.Job)
	if c.Pays > 0 {
		text += " " + wordIf + " " + wordPays + " " + strconv.Itoa(c.Pays)
	}
	return text
}
