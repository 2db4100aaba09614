package money

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// orderForms are the standing orders for the kinds page and for help.
var orderForms = []domain.OrderForm{
	{Usage: "side SIDE if SERIALS", Example: orderOf(Move{Type: MoveSwap, With: "I"}, Condition{Cards: []int{17, 23}}),
		About: "Swap with side I or II of the market if it still has these cards, whatever else. Without if: whatever it has."},
	{Usage: "bid SEAT", Example: orderOf(Move{Type: MoveSwap, With: "3"}, Condition{}),
		About: "Swap with the bid of that seat if it is still on the table. A condition can follow here too."},
	{Usage: "any side if NUMBER CURRENCY", Example: orderOf(Move{Type: MoveSwap, With: anySide}, Condition{Currency: "yen", Count: 2}),
		About: "Swap with the first side, I before II, that has so many cards of a currency or more. \"if yen worth 90\" asks for what they are worth together, " +
			"\"if worth 150\" and \"if 5 cards\" for the same of all cards; \"and\" joins conditions."},
	{Usage: MoveKeep, Example: orderOf(Move{Type: MoveKeep}, Condition{}),
		About: "Take back what lies in the place of your bid; with if, when that has what the condition says."},
}

// orderOf is an order as its player would give it.
func orderOf(m Move, c Condition) domain.Order {
	var o domain.Order
	o.Move, _ = json.Marshal(m) // plain structs
	if raw, _ := json.Marshal(c); string(raw) != "{}" {
		o.If = raw
	}
	return o
}

// The words of orders.
const (
	wordAny   = "any"
	wordSide  = "side"
	wordBid   = "bid"
	wordSeat  = "seat"
	wordIf    = "if"
	wordWorth = "worth"
	wordCards = "cards"
)

// readOrder reads "side I if 17 23", "swap with bid 3", "any side if 2 yen and yen worth 90", "keep". Players are not called by
// name: a name could lead astray, and the order has to stand for longer than a turn.
func readOrder(text string, d domain.Drawing) (domain.Order, error) {
	tokens, err := domain.CommandLine{Rest: halves(text)}.Tokens()
	if err != nil {
		return domain.Order{}, err
	}
	what, conditions := tokens, []domain.Token(nil)
	if at := slices.IndexFunc(tokens, func(t domain.Token) bool { return t.Text == wordIf }); at >= 0 {
		what, conditions = tokens[:at], tokens[at+1:]
		if len(conditions) == 0 {
			return domain.Order{}, bad("Say behind if what must hold, such as: side I if 17 23.")
		}
	}
	m, ok := readOrdered(what)
	if !ok {
		return domain.Order{}, bad("%q is no standing order; write one such as side I if 17 23, bid 3, any side if 2 yen, or keep.", domain.Echo(text))
	}
	c, err := readCondition(conditions, d.Edition)
	return orderOf(m, c), err
}

// halves parts the ids of two bids of one seat, 2L and 2R: otherwise they are no words.
func halves(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		if len(word) == 2 && word[0] >= '1' && word[0] <= '9' && strings.ContainsAny(word[1:], "lLrR") {
			words[i] = word[:1] + " " + word[1:]
		}
	}
	return strings.Join(words, " ")
}

// readOrdered reads what an order does.
func readOrdered(tokens []domain.Token) (Move, bool) {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Text
	}
	if slices.Equal(words, []string{MoveKeep}) {
		return Move{Type: MoveKeep}, true
	}
	for _, word := range []string{MoveSwap, "with"} {
		if len(words) > 0 && words[0] == word {
			words = words[1:]
		}
	}
	half := ""
	if n := len(words) - 1; n == 2 && (words[n] == "l" || words[n] == "r") {
		half, words = strings.ToUpper(words[n]), words[:n]
	}
	if len(words) != 2 || half != "" && words[0] != wordBid {
		return Move{}, false
	}
	m := Move{Type: MoveSwap}
	switch {
	case slices.Equal(words, []string{wordAny, wordSide}):
		m.With = anySide
	case words[0] == wordSide && (words[1] == "i" || words[1] == "1"):
		m.With = sides[0]
	case words[0] == wordSide && (words[1] == "ii" || words[1] == "2"):
		m.With = sides[1]
	case words[0] == wordBid || words[0] == wordSeat:
		if n, err := strconv.Atoi(words[1]); err != nil || n < 1 {
			return m, false
		}
		m.With = words[1] + half
	default:
		return m, false
	}
	return m, true
}

// readCondition reads what stands behind if.
func readCondition(tokens []domain.Token, edition string) (c Condition, err error) {
	if len(tokens) == 0 {
		return c, nil
	}
	items, ok := domain.Items(tokens)
	if !ok {
		return c, badCondition(tokens)
	}
	for _, item := range items {
		if !c.read(item, namesOf(edition)) {
			return c, badCondition(item)
		}
	}
	return c, nil
}

func badCondition(tokens []domain.Token) error {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Text
	}
	return bad("%q is no condition, or there are two such; write serials (17 23), 2 yen, yen worth 90, worth 150 or 5 cards, with and between.", domain.Echo(strings.Join(words, " ")))
}

// read reads "17 23", "2 yen", "yen worth 90", "worth 150", "5 cards". It is false for what is none of these, or contradicts
// what was read before.
func (c *Condition) read(item []domain.Token, names []string) bool {
	if !slices.ContainsFunc(item, func(t domain.Token) bool { return !t.IsNumber() }) {
		for _, t := range item {
			c.Cards = append(c.Cards, t.Number)
		}
		return true
	}
	currency, amount := "", &c.Count
	switch {
	case len(item) == 2 && item[0].IsNumber() && item[1].Text == wordCards:
	case len(item) == 2 && item[0].IsNumber():
		currency = item[1].Text
	case len(item) == 2 && item[0].Text == wordWorth && item[1].IsNumber():
		amount, item = &c.Value, item[1:]
	case len(item) == 3 && item[1].Text == wordWorth && item[2].IsNumber():
		currency, amount, item = item[0].Text, &c.Value, item[2:]
	default:
		return false
	}
	if currency != "" {
		name, ok := currencyOf(currency, names)
		if !ok {
			return false
		}
		currency = name
	}
	if other := c.Count > 0 || c.Value > 0; *amount != 0 || item[0].Number == 0 || other && c.Currency != currency {
		return false
	}
	*amount, c.Currency = item[0].Number, currency
	return true
}

// writeOrder writes an order as readOrder reads it.
func writeOrder(o domain.Order, _ domain.Drawing) string {
	var m Move
	var c Condition
	if json.Unmarshal(o.Move, &m) != nil || len(o.If) > 0 && json.Unmarshal(o.If, &c) != nil {
		return ""
	}
	text := MoveKeep
	switch {
	case m.With == anySide:
		text = wordAny + " " + wordSide
	case m.With != "":
		text = sayTarget(m.With)
	}
	var conditions []string
	if len(c.Cards) > 0 {
		conditions = append(conditions, list(c.Cards))
	}
	if c.Count > 0 {
		sort := c.Currency
		if sort == "" {
			sort = wordCards
		}
		conditions = append(conditions, strconv.Itoa(c.Count)+" "+sort)
	}
	if c.Value > 0 {
		conditions = append(conditions, strings.TrimSpace(c.Currency+" "+wordWorth+" "+strconv.Itoa(c.Value)))
	}
	if len(conditions) > 0 {
		text += " " + wordIf + " " + strings.Join(conditions, " and ")
	}
	return text
}
