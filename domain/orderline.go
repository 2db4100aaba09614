package domain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// wordOrders begins the line that gives all standing orders of a seat, noOrders stands in it for none.
const (
	wordOrders = "orders"
	noOrders   = "none"
)

// orderForms are the commands for standing orders, for help.
func (k *Kind) orderForms() []CommandForm {
	if k.ReadOrder == nil {
		return nil
	}
	forms := []CommandForm{{Usage: wordOrders + ": ORDER; ORDER; …", Example: wordOrders + ": " + k.exampleOrders(),
		About: "Give standing orders in the place of all that you have: when a turn of yours comes, the first that applies is carried out at " +
			"once and leaves the list; if none applies you are asked. \"in round 4\" behind one keeps it for that round. Nobody else sees them."}}
	for _, form := range k.Orders {
		forms = append(forms, CommandForm{Usage: wordOrders + ": " + form.Usage, About: form.About, Example: wordOrders + ": " + k.writeOrder(form.Example, Drawing{Edition: k.Editions[0].Name})})
	}
	return append(forms, CommandForm{Usage: wordOrders + ": " + noOrders, Example: wordOrders + ": " + noOrders, About: "Take all your standing orders away."})
}

// exampleOrders are the first example and the last, with a round, as a line has them.
func (k *Kind) exampleOrders() string {
	d := Drawing{Edition: k.Editions[0].Name}
	last := k.Orders[len(k.Orders)-1].Example
	last.Round = 4
	return k.writeOrder(k.Orders[0].Example, d) + "; " + k.writeOrder(last, d)
}

// writeOrder writes an order as a line has it.
func (k *Kind) writeOrder(o Order, d Drawing) string {
	text := k.WriteOrder(o, d)
	if o.Round != 0 {
		text += " in round " + itoa(o.Round)
	}
	return text
}

// orders reads the rest of a line of orders.
func (k *Kind) orders(rest string, v View) (Command, error) {
	c := Command{Verb: VerbOrders, Orders: []json.RawMessage{}, Said: "no standing orders"}
	if asciiLower(rest) == noOrders {
		return c, nil
	}
	d, said := v.Drawing(), []string{}
	for i, text := range strings.Split(rest, ";") {
		text, round, err := cutRound(strings.TrimSpace(text))
		if err != nil {
			return Command{}, err
		}
		o, err := k.ReadOrder(text, d)
		if err != nil {
			return Command{}, err
		}
		o.Round = round
		c.Orders = append(c.Orders, encode(o))
		said = append(said, fmt.Sprintf("%d. %s", i+1, k.writeOrder(o, d)))
	}
	c.Said = "standing orders: " + strings.Join(said, "; ")
	return c, nil
}

// cutRound takes "in round 4" off the end of an order.
func cutRound(text string) (rest string, round int, err error) {
	words := strings.Fields(text)
	n := len(words) - 3
	if n < 0 || asciiLower(words[n]+" "+words[n+1]) != "in round" {
		return text, 0, nil
	}
	if round, err = strconv.Atoi(words[n+2]); err != nil || round < 1 || itoa(round) != words[n+2] {
		return "", 0, Refuse(BadCommand, "%q is no round; write its number behind the order, such as: in round 4.", Echo(words[n+2]))
	}
	return strings.Join(words[:n], " "), round, nil
}

// OrdersText lists the viewer's own standing orders, and what they do now, in lines of at most TextWidth columns.
func (k *Kind) OrdersText(v View) string {
	var b strings.Builder
	v.drawOrders(&b, k)
	if b.Len() == 0 {
		return "You have no standing orders.\n"
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// drawOrders lists the viewer's own standing orders, and what they do now.
func (v View) drawOrders(b *strings.Builder, k *Kind) {
	if v.You == nil || len(v.You.Orders) == 0 || k.WriteOrder == nil {
		return
	}
	b.WriteString("\nYour standing orders (only you see them)\n")
	d := v.Drawing()
	for i, o := range v.You.Orders {
		wrapBehind(b, fmt.Sprintf("  %2d. ", i+1), "      ", k.writeOrder(o, d))
	}
	now := v.You.OrderNow
	if now == nil {
		return
	}
	for i, why := range now.WhyNot {
		wrapBehind(b, "  ", "    ", fmt.Sprintf("Not %d: %s", i+1, why))
	}
	switch {
	case now.Index == 0:
		wrapBehind(b, "  ", "    ", "As the game stands none applies: you would be asked.")
	default:
		wrapBehind(b, "  ", "    ", fmt.Sprintf("As the game stands %d applies: %s.", now.Index, strings.TrimSuffix(now.Does, ".")))
	}
}

// isOrders says whether a line begins as one of orders does.
func isOrders(verb string) bool { return slices.Contains([]string{wordOrders, wordOrders + ":"}, verb) }
