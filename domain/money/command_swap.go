package money

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// targets is what a bid can be swapped with, and what it may be called.
type targets struct {
	bids  []OpenBid
	names map[int]string
	own   int
}

func targetsOf(t TableView, d domain.Drawing) targets {
	return targets{bids: t.Bids, names: d.Names, own: d.Seat}
}

// readSwap reads what to swap with: a side of the market, a bid by its id, or a player's bid by name or seat. A text
// that could mean two of them is refused, so that no player can lead another astray by a name.
func readSwap(text string, d domain.Drawing) (domain.Command, error) {
	var table TableView
	if err := json.Unmarshal(d.Table, &table); err != nil {
		return domain.Command{}, bad("The table cannot be read; write status to see the game.")
	}
	t := targetsOf(table, d)
	text = domain.Unquoted(text)
	found := t.meant(text)
	switch {
	case len(found) == 1:
		return understood(Move{Type: MoveSwap, With: found[0]}, "swap your bid with "+t.say(found[0]))
	case len(found) > 1:
		return domain.Command{}, bad("%q can mean more than one thing here; write %s.", domain.Echo(text), listed(t.spellings(found)))
	}
	if seats := t.players(text); len(seats) > 0 {
		return domain.Command{}, bad("%s has no bid on the table; write %s, or keep.", t.names[seats[0]], listed(t.spellings(t.all())))
	}
	return domain.Command{}, bad("There is no %q to swap with; write %s, or keep.", domain.Echo(text), listed(t.spellings(t.all())))
}

// all are the ids of what can be swapped with.
func (t targets) all() []string {
	ids := slices.Clone(sides[:])
	for _, bid := range t.bids {
		if bid.Seat != t.own {
			ids = append(ids, bid.ID)
		}
	}
	return ids
}

// meant are the ids of all that a text can mean, each once.
func (t targets) meant(text string) (ids []string) {
	add := func(more ...string) {
		for _, id := range more {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	for _, text := range []string{text, after(text, "with")} {
		for _, seat := range t.players(text) {
			add(t.ofSeat(seat)...)
		}
		for _, word := range []string{text, after(text, "side"), after(text, "market")} {
			for _, side := range sides {
				if strings.EqualFold(word, side) {
					add(side)
				}
			}
		}
		for _, word := range []string{text, after(text, "bid"), after(text, "seat")} {
			add(t.numbered(word)...)
		}
	}
	return ids
}

// after is what follows a word, or nothing when the text does not begin with it.
func after(text, word string) string {
	if n := len(word); len(text) > n && text[n] == ' ' && strings.EqualFold(text[:n], word) {
		return text[n+1:]
	}
	return ""
}

// players are the seats of those who are called so.
func (t targets) players(name string) (seats []int) {
	for seat, called := range t.names {
		if name != "" && domain.SameName(name, called) {
			seats = append(seats, seat)
		}
	}
	slices.Sort(seats)
	return seats
}

// ofSeat are the ids of a seat's bids on the table.
func (t targets) ofSeat(seat int) (ids []string) {
	for _, bid := range t.bids {
		if bid.Seat == seat {
			ids = append(ids, bid.ID)
		}
	}
	return ids
}

// numbered is the bid of an id, "2" or "2L", or the bids of a seat. The id of a bid that is not on the table stands for
// itself: whether it left it, the rules know.
func (t targets) numbered(text string) []string {
	if text == "" {
		return nil
	}
	digit, half := text[:1], text[1:]
	seat, _ := strconv.Atoi(digit) // 0 is no seat
	if _, seated := t.names[seat]; !seated {
		return nil
	}
	for _, letter := range []string{"L", "R"} {
		if strings.EqualFold(half, letter) {
			return []string{digit + letter}
		}
	}
	if ids := t.ofSeat(seat); half == "" && len(ids) > 0 {
		return ids
	}
	if half == "" {
		return []string{digit}
	}
	return nil
}

// say names a target in words.
func (t targets) say(id string) string {
	if slices.Contains(sides[:], id) {
		return "side " + id
	}
	return "bid " + id + " of " + domain.Names(t.names).Of(owner(id))
}

// spelling is how a target is written so that it means nothing else: by its id, or with a word before it where a
// player is called like that.
func (t targets) spelling(id string) string {
	for _, before := range []string{"", "side ", "market ", "bid ", "seat "} {
		if found := t.meant(before + id); len(found) == 1 && found[0] == id {
			return before + id
		}
	}
	return id
}

func (t targets) spellings(ids []string) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = MoveSwap + " " + t.spelling(id)
	}
	return all
}
