package money

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// anySide is the "with" of an order to swap with the first side of the market that fits.
const anySide = "any"

// MostOrdered bounds the counts and values that an order can ask for.
const MostOrdered = 10_000

// Condition of an order says what the cards that its move gets must be: those that lie there now, or for keep those that
// lie in the place of one's own bid. All that is given must hold.
type Condition struct {
	Cards    []int  `json:"cards,omitempty"`    // all of these are among them, by serial
	Currency string `json:"currency,omitempty"` // of which Count and Value speak; empty for cards of any sort
	Count    int    `json:"count,omitempty"`    // so many or more
	Value    int    `json:"value,omitempty"`    // worth so much or more together
}

// CheckOrder takes swap and keep. A bid on the table is named by the seat that laid it, whether or not it lies there yet.
func (rules) CheckOrder(s *State, seat int, m Move, raw json.RawMessage) (Move, json.RawMessage, error) {
	if m.Type == MoveBid {
		return m, nil, domain.Refuse(domain.MalformedOrder, "Standing orders are for swap turns: order a swap or keep, and seal bids yourself.").At("/move/type")
	}
	if r, ok := domain.AsRefusal(checkShape(PhaseSwap, m)); ok {
		return m, nil, r.At("/move" + r.Pointer)
	}
	if m.Type == MoveSwap {
		if err := s.checkTarget(seat, m.With); err != nil {
			return m, nil, err
		}
		if m.With == anySide && len(raw) == 0 {
			return m, nil, domain.Refuse(domain.MalformedOrder, `Say with "if" what a side must hold, or name the side.`).At("/move/with")
		}
	}
	cond, err := s.checkCondition(raw)
	return m, cond, err
}

// checkTarget refuses what can never be swapped with.
func (s *State) checkTarget(seat int, with string) error {
	if with == anySide || slices.Contains(sides[:], with) {
		return nil
	}
	of := owner(with)
	tail := strings.TrimPrefix(with, strconv.Itoa(of))
	two := s.edition().twoBids && len(s.Hands) == 2
	switch {
	case of < 1 || of > len(s.Hands) || tail != "" && (!two || tail != "L" && tail != "R"):
		return domain.Refuse(domain.MalformedOrder, "There can be no %q to swap with; name I, II, any, or the seat of another player's bid.", domain.Echo(with)).At("/move/with")
	case of == seat:
		return domain.Refuse(OwnBid, "Bid %s is your own; order a swap with a side or with another player's bid, or keep.", with).At("/move/with")
	}
	return nil
}

// checkCondition reads a condition strictly; it is empty when there is none.
func (s *State) checkCondition(raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var c Condition
	if r, ok := domain.AsRefusal(domain.DecodeStrict(domain.MalformedOrder, raw, &c)); ok {
		return nil, r.At("/if" + r.Pointer)
	}
	refuse := func(at, format string, args ...any) error {
		return domain.Refuse(domain.MalformedOrder, format, args...).At("/if" + at)
	}
	for i, serial := range c.Cards {
		switch at := "/cards/" + strconv.Itoa(i); {
		case serial < 1 || serial > len(s.edition().cards):
			return nil, refuse(at, "There is no card %d that could lie there.", serial)
		case slices.Contains(c.Cards[:i], serial):
			return nil, refuse(at, "Card %d is named twice; name it once.", serial)
		}
	}
	names := namesOf(s.Edition)
	switch {
	case c.Currency != "" && !slices.Contains(names, c.Currency):
		return nil, refuse("/currency", "There is no currency %q; name one of %s.", domain.Echo(c.Currency), strings.Join(names, ", "))
	case c.Count < 0 || c.Count > MostOrdered:
		return nil, refuse("/count", "Ask for 1 to %d cards.", MostOrdered)
	case c.Value < 0 || c.Value > MostOrdered:
		return nil, refuse("/value", "Ask for a value from 1 to %d.", MostOrdered)
	case len(c.Cards) == 0 && c.Count == 0 && c.Value == 0 && c.Currency == "":
		return nil, refuse("", "Say what the cards must be: cards, count or value, or leave the condition out.")
	}
	if c.Currency != "" && c.Count == 0 && c.Value == 0 {
		c.Count = 1
	}
	cond, err := json.Marshal(c)
	return cond, err
}

// Follow goes by what lies open: the market, the bids on the table, and one's own.
func (rules) Follow(s *State, seat int, m Move, raw json.RawMessage) (Move, string, bool) {
	var c Condition
	if len(raw) > 0 && json.Unmarshal(raw, &c) != nil {
		return m, "It cannot be read.", false
	}
	if m.Type == MoveKeep {
		return s.followKeep(seat, m, c)
	}
	targets := []string{m.With}
	if m.With == anySide {
		targets = sides[:]
	}
	var why []string
	for _, with := range targets {
		id, ok := s.onTable(with)
		if !ok {
			return m, "Bid " + with + " is not on the table.", false
		}
		cards := *s.at(id)
		if missing := s.missing(c, cards); missing != "" {
			why = append(why, sayTarget(id)+" "+missing)
			continue
		}
		return Move{Type: MoveSwap, With: id}, "swap with " + sayTarget(id) + ": get " + s.describe(cards), true
	}
	text := strings.Join(why, "; ") + "."
	return m, strings.ToUpper(text[:1]) + text[1:], false
}

func (s *State) followKeep(seat int, m Move, c Condition) (Move, string, bool) {
	at := slices.IndexFunc(s.Bids, func(b Bid) bool { return b.Seat == seat })
	if at < 0 {
		if c.Count > 0 || c.Value > 0 || len(c.Cards) > 0 {
			return m, "You have no bid on the table.", false
		}
		return m, "keep your bid", true
	}
	if missing := s.missing(c, s.Bids[at].Cards); missing != "" {
		return m, "What lies in the place of your bid " + missing + ".", false
	}
	return m, "keep bid " + s.Bids[at].ID + ": take back " + s.describe(s.Bids[at].Cards), true
}

// onTable finds what an order names: a side, or a bid that is on the table. A seat stands for the first of its bids that
// moves, whether or not it has laid two.
func (s *State) onTable(with string) (id string, ok bool) {
	if slices.Contains(sides[:], with) {
		return with, true
	}
	for _, named := range []func(Bid) bool{
		func(b Bid) bool { return b.ID == with },
		func(b Bid) bool { return strconv.Itoa(b.Seat) == with },
	} {
		if at := slices.IndexFunc(s.Bids, named); at >= 0 {
			return s.Bids[at].ID, true
		}
	}
	return "", false
}

// missing says what cards do not have that a condition asks for; it is empty when the condition holds.
func (s *State) missing(c Condition, cards []int) string {
	if lost := slices.DeleteFunc(slices.Clone(c.Cards), func(serial int) bool { return slices.Contains(cards, serial) }); len(lost) > 0 {
		return "does not have " + s.describe(lost)
	}
	count, value, sort := 0, 0, "cards"
	for _, serial := range cards {
		if card := s.card(serial); c.Currency == "" || card.Currency == c.Currency {
			count, value = count+1, value+card.Value
		}
	}
	if c.Currency != "" {
		sort = c.Currency
	}
	switch {
	case count < c.Count:
		return fmt.Sprintf("has %d %s, not %d", count, sort, c.Count)
	case value < c.Value:
		return fmt.Sprintf("has %s worth %d, not %d", sort, value, c.Value)
	}
	return ""
}

// sayTarget names a side or a bid.
func sayTarget(id string) string {
	if slices.Contains(sides[:], id) {
		return "side " + id
	}
	return "bid " + id
}
