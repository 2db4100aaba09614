package money

import (
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// wish is a part of a bid as it was written: certain cards by serial, or so many of a name.
type wish struct {
	currency string // empty for serials alone
	value    int
	count    int
	serials  []int // those named; the others of count are to be found
}

// readBid reads the cards of a bid. Parted by commas, they may be named in different ways; between two commas stand
// serials only or names only, so that no number can be taken for another.
func readBid(line domain.CommandLine, d domain.Drawing) (domain.Command, error) {
	tokens, err := line.Tokens()
	if err != nil {
		return domain.Command{}, err
	}
	items, ok := domain.Items(tokens)
	if !ok {
		return domain.Command{}, bad("Name the cards with one comma between them, such as: bid dollar 20, yen 30 x2, fake. To pass, write pass.")
	}
	var wishes []wish
	for _, item := range items {
		some, err := readItem(item, d.Edition)
		if err != nil {
			return domain.Command{}, err
		}
		wishes = append(wishes, some...)
	}
	hand := readOwnHand(d)
	cards, err := find(wishes, hand)
	if err != nil {
		return domain.Command{}, err
	}
	said := sayBid(cards, hand)
	if e := editionOf(d.Edition); e != nil && e.twoBids && len(d.Names) == 2 {
		if at := slices.Index(cards, Fake); at > 0 && at < len(cards)-1 {
			said += ": two bids, parted by the fake"
		}
	}
	return understood(Move{Type: MoveBid, Cards: cards}, said)
}

// readItem reads what stands between two commas.
func readItem(item []domain.Token, edition string) (wishes []wish, err error) {
	r := &itemReader{rest: item, names: namesOf(edition)}
	serials := !slices.ContainsFunc(item, func(t domain.Token) bool { return !t.IsNumber() && t.Text != FakeCard })
	for len(r.rest) > 0 {
		w, ok := wish{}, false
		switch {
		case !serials:
			w, ok = r.named()
		case r.rest[0].IsNumber():
			w, ok = wish{count: 1, serials: []int{r.rest[0].Number}}, true
			r.rest = r.rest[1:]
		default:
			w, ok = r.fake()
		}
		if !ok {
			return nil, r.refuse(item)
		}
		wishes = append(wishes, w)
	}
	return wishes, nil
}

// itemReader takes names of cards from the front of an item.
type itemReader struct {
	rest  []domain.Token
	names []string
}

// word takes one word if it is next.
func (r *itemReader) word(text string) bool {
	if len(r.rest) == 0 || r.rest[0].Text != text {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

func (r *itemReader) number() (n int, ok bool) {
	if len(r.rest) == 0 || !r.rest[0].IsNumber() {
		return 0, false
	}
	n, r.rest = r.rest[0].Number, r.rest[1:]
	return n, true
}

func (r *itemReader) currency() (name string, ok bool) {
	if len(r.rest) == 0 || r.rest[0].IsNumber() {
		return "", false
	}
	if name, ok = currencyOf(r.rest[0].Text, r.names); ok {
		r.rest = r.rest[1:]
	}
	return name, ok
}

// named reads "dollar 20", "20 dollars", "yen 30 x2", "dollar 20 (17)" or the fake.
func (r *itemReader) named() (w wish, ok bool) {
	if w, ok = r.fake(); ok {
		return w, true
	}
	w.count = 1
	if w.value, ok = r.number(); ok {
		w.currency, ok = r.currency()
	} else if w.currency, ok = r.currency(); ok {
		w.value, ok = r.number()
	}
	if !ok {
		return w, false
	}
	if r.word("x") {
		if w.count, ok = r.number(); !ok || w.count == 0 {
			return w, false
		}
		return w, true
	}
	if r.word("(") {
		w.serials, ok = r.bracket()
		w.count = len(w.serials)
	}
	return w, ok
}

// fake reads "fake", "the fake card", "the fake (0)".
func (r *itemReader) fake() (w wish, ok bool) {
	before := r.rest
	r.word("the")
	if !r.word(FakeCard) {
		r.rest = before
		return w, false
	}
	r.word("card")
	if r.word("(") {
		if !r.word("0") || !r.word(")") {
			r.rest = before
			return w, false
		}
	}
	return wish{count: 1, serials: []int{Fake}}, true
}

// bracket reads serials behind a name, up to the closing bracket.
func (r *itemReader) bracket() (serials []int, ok bool) {
	for {
		n, ok := r.number()
		if !ok {
			return nil, false
		}
		serials = append(serials, n)
		if r.word(")") {
			return serials, true
		}
		r.word(",")
	}
}

// refuse says what of an item could not be read.
func (r *itemReader) refuse(item []domain.Token) error {
	words := make([]string, len(item))
	for i, t := range item {
		words[i] = t.Text
	}
	return bad("%q names no card; name currency and value, such as dollar 20, or serials, such as 17 42 0, with commas between. "+
		"The names are %s and fake.", domain.Echo(strings.Join(words, " ")), strings.Join(r.names, ", "))
}

// namesOf are the names of an edition's cards, without the fake.
func namesOf(edition string) (names []string) {
	e := editionOf(edition)
	if e == nil {
		return nil
	}
	for _, card := range e.cards {
		if !slices.Contains(names, card.Currency) {
			names = append(names, card.Currency)
		}
	}
	slices.Sort(names)
	return names
}

// shortest is the fewest letters of a currency's name that stand for it.
const shortest = 2

// currencyOf finds a name by itself, its plural, or the beginning of it and of no other.
func currencyOf(word string, names []string) (found string, ok bool) {
	for _, name := range names {
		if word == name || word == name+"s" {
			return name, true
		}
		if len(word) >= shortest && strings.HasPrefix(name, word) {
			if ok {
				return "", false
			}
			found, ok = name, true
		}
	}
	return found, ok && !strings.HasPrefix(FakeCard, word)
}

// sayBid writes a bid with its serials, in its order: "bid dollar 20 (17), yen 30 (42, 43), the fake (0)".
func sayBid(cards []int, hand []Card) string {
	var parts []string
	last := Card{}
	for _, serial := range cards {
		if serial == Fake {
			parts, last = append(parts, "the fake (0)"), Card{}
			continue
		}
		card := hand[slices.IndexFunc(hand, func(c Card) bool { return c.Serial == serial })]
		number := strconv.Itoa(serial) + ")"
		if n := len(parts) - 1; card.Currency == last.Currency && card.Value == last.Value {
			parts[n] = strings.TrimSuffix(parts[n], ")") + ", " + number
		} else {
			parts = append(parts, card.Currency+" "+strconv.Itoa(card.Value)+" ("+number)
		}
		last = card
	}
	return MoveBid + " " + strings.Join(parts, ", ")
}
