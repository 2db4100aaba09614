package model

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
)

var currencies = []string{"dollar", "euro", "franc", "peso", "pound", "rupee", "yen"}

type note struct {
	serial   int
	currency string
	value    int
}

// moneyCards makes the deck of an edition with the serials of the rules.
func moneyCards(edition string, gold, silver int) map[int]note {
	cards := map[int]note{}
	for k, value := range []int{20, 20, 20, 30, 30, 30, 40, 50, 60} {
		for c, currency := range currencies {
			serial := 7*k + (c+k)%7 + 1
			cards[serial] = note{serial, currency, value}
		}
	}
	if edition == "classic" {
		for serial := 64; serial <= 69; serial++ {
			cards[serial] = note{serial, "coin", 10}
		}
		return cards
	}
	for serial := 64; serial <= 75; serial++ {
		if serial%2 == 0 {
			cards[serial] = note{serial, "gold", gold}
		} else {
			cards[serial] = note{serial, "silver", silver}
		}
	}
	return cards
}

// MoneyOptions are those of both editions of Money!.
type MoneyOptions struct {
	Removed        []string       `json:"removed,omitempty"`
	MetalValues    map[string]int `json:"metal_values,omitempty"`
	StallRounds    *int           `json:"stall_rounds,omitempty"`
	ShowBidSizes   *bool          `json:"show_bid_sizes,omitempty"`
	ShowKnownCards *bool          `json:"show_known_cards,omitempty"`
	TieBreak       string         `json:"tie_break,omitempty"`
}

type openBid struct {
	id    string
	seat  int
	cards []int
}

type money struct {
	edition                string
	seats, stall           int
	sizes, known, bySum    bool
	cards                  map[int]note
	removed                []string
	deck                   []int
	market                 map[string][]int
	hand                   map[int][]int
	seen                   map[int]bool // cards that everybody has seen since they were last hidden in a hand
	bids                   []openBid    // still on the table
	left                   []string     // ids of bids of this round that have left it
	round, quiet           int
	lastRound, over, swaps bool
}

// NewMoney sets a game up.
func NewMoney(edition string, seats int, o MoneyOptions, seed []byte) Game {
	g := &money{edition: edition, seats: seats, stall: 6, sizes: true, market: map[string][]int{}, hand: map[int][]int{}, seen: map[int]bool{}, round: 1}
	gold, silver := 20, 10
	if o.MetalValues != nil {
		gold, silver = o.MetalValues["gold"], o.MetalValues["silver"]
	}
	if o.StallRounds != nil {
		g.stall = *o.StallRounds
	}
	if o.ShowBidSizes != nil {
		g.sizes = *o.ShowBidSizes
	}
	g.known = o.ShowKnownCards != nil && *o.ShowKnownCards
	g.bySum = o.TieBreak == "serial-sum"
	g.cards = moneyCards(edition, gold, silver)

	leave := map[int]int{2: 1, 3: 2, 4: 1, 5: 0}[seats]
	// The rules are silent on fewer names than leave: the rest is drawn from the names that are left.
	left := []string{}
	for _, c := range currencies {
		if !slices.Contains(o.Removed, c) {
			left = append(left, c)
		}
	}
	g.removed = append(append([]string{}, o.Removed...), shuffled(seed, "money/removed", left)...)[:leave]
	stay := []int{}
	for serial := 1; serial <= 75; serial++ {
		if c, ok := g.cards[serial]; ok && !slices.Contains(g.removed, c.currency) {
			stay = append(stay, serial)
		}
	}
	g.deck = shuffled(seed, "money/deck", stay)
	for range 6 {
		for seat := 1; seat <= seats; seat++ {
			g.hand[seat] = append(g.hand[seat], g.deal())
		}
	}
	for _, side := range []string{"I", "II"} {
		for range 4 {
			g.show(side)
		}
	}
	return g
}

func (g *money) deal() int {
	card := g.deck[0]
	g.deck = g.deck[1:]
	return card
}

func (g *money) show(side string) {
	card := g.deal()
	g.seen[card] = true
	g.market[side] = append(g.market[side], card)
}

func (g *money) State() (int, string, bool, []int) {
	switch {
	case g.over:
		return g.round, "over", false, []int{}
	case g.swaps:
		return g.round, "swap", false, []int{g.bids[0].seat}
	}
	everybody := []int{}
	for seat := 1; seat <= g.seats; seat++ {
		everybody = append(everybody, seat)
	}
	return g.round, "bid", true, everybody
}

func (g *money) splits() bool { return g.seats == 2 && g.edition == "2025" }

func (g *money) Refuses(seat int, m Move) string {
	_, phase, _, _ := g.State()
	switch {
	case phase == "bid" && m.Type == "bid":
		if len(m.Cards) == 0 {
			return "empty"
		}
		if repeats(m.Cards) {
			return "a card twice"
		}
		for _, c := range m.Cards {
			if c != 0 && !slices.Contains(g.hand[seat], c) {
				return "not in hand"
			}
		}
		return ""
	case phase == "swap" && m.Type == "keep":
		return ""
	case phase == "swap" && m.Type == "swap":
		if m.With == "I" || m.With == "II" {
			return ""
		}
		for _, b := range g.bids {
			if b.id == m.With {
				if b.seat == seat {
					return "one's own"
				}
				return ""
			}
		}
		return "no such bid on the table"
	}
	return "not in this phase"
}

func (g *money) Play(moves map[int]Move) {
	for seat, m := range moves {
		switch m.Type {
		case "bid":
		case "keep":
			b := g.leave()
			g.hand[seat] = append(g.hand[seat], b.cards...)
		case "swap":
			b := g.leave()
			got := g.market[m.With]
			if m.With == "I" || m.With == "II" {
				g.market[m.With] = b.cards
			} else {
				for i := range g.bids {
					if g.bids[i].id == m.With {
						got = g.bids[i].cards
						g.bids[i].cards = b.cards
					}
				}
			}
			g.hand[seat] = append(g.hand[seat], got...)
		}
	}
	if !g.swaps {
		g.reveal(moves)
	}
	g.swaps = len(g.bids) > 0
	g.order()
	if !g.swaps {
		g.endRound()
	}
}

// leave takes the bid that is next from the table.
func (g *money) leave() openBid {
	b := g.bids[0]
	g.bids = g.bids[1:]
	g.left = append(g.left, b.id)
	return b
}

func (g *money) reveal(moves map[int]Move) {
	for seat := 1; seat <= g.seats; seat++ {
		id := fmt.Sprint(seat)
		cards := moves[seat].Cards
		before, after := without(cards, 0), []int{}
		if at := slices.Index(cards, 0); at >= 0 && g.splits() {
			before, after = slices.Clone(cards[:at]), slices.Clone(cards[at+1:])
		}
		switch {
		case len(before) > 0 && len(after) > 0:
			g.bids = append(g.bids, openBid{id + "L", seat, before}, openBid{id + "R", seat, after})
		case len(before)+len(after) > 0:
			g.bids = append(g.bids, openBid{id, seat, append(before, after...)})
		}
		g.hand[seat] = without(g.hand[seat], cards...)
		for _, c := range cards {
			g.seen[c] = true
		}
	}
}

func (g *money) value(cards []int) (sum int) {
	for _, c := range cards {
		sum += g.cards[c].value
	}
	return sum
}

// order puts the bids in the order in which they will move.
func (g *money) order() {
	serials := func(b openBid) (sum int) {
		for _, c := range b.cards {
			sum += c
		}
		return sum
	}
	sort.SliceStable(g.bids, func(i, j int) bool {
		a, b := g.bids[i], g.bids[j]
		if g.value(a.cards) != g.value(b.cards) {
			return g.value(a.cards) > g.value(b.cards)
		}
		if g.bySum && serials(a) != serials(b) {
			return serials(a) < serials(b)
		}
		return slices.Min(a.cards) < slices.Min(b.cards)
	})
}

func (g *money) endRound() {
	g.left = nil
	if g.lastRound { // then the hands are scored
		g.over = true
		return
	}
	dealt := 0
	for _, side := range []string{"I", "II"} {
		for len(g.market[side]) < 4 && len(g.deck) > 0 {
			g.show(side)
			dealt++
		}
	}
	g.quiet++
	if dealt > 0 {
		g.quiet = 0
	}
	if dealt > 0 && len(g.deck) == 0 || g.stall > 0 && g.quiet >= g.stall {
		g.lastRound = true
	}
	g.round++
}

func (g *money) faces(cards []int) []any {
	out := []any{}
	for _, c := range sorted(cards) {
		out = append(out, object{"serial": c, "currency": g.cards[c].currency, "value": g.cards[c].value})
	}
	return out
}

func (g *money) Table() object {
	bids, hands, known, final := []any{}, []any{}, []any{}, []any{}
	for _, b := range g.bids {
		bids = append(bids, object{"id": b.id, "seat": b.seat, "cards": g.faces(b.cards), "value": g.value(b.cards)})
	}
	for seat := 1; seat <= g.seats; seat++ {
		hands = append(hands, len(g.hand[seat]))
		final = append(final, g.faces(g.hand[seat]))
		public := []int{}
		for _, c := range g.hand[seat] {
			if g.seen[c] {
				public = append(public, c)
			}
		}
		known = append(known, g.faces(public))
	}
	t := object{"market": object{"I": g.faces(g.market["I"]), "II": g.faces(g.market["II"])}, "bids": bids, "turn": nil,
		"deck_left": len(g.deck), "last_round": g.lastRound, "quiet_rounds": g.quiet, "removed": g.removed, "hands": hands}
	if g.swaps {
		t["turn"] = g.bids[0].id
	}
	if g.known {
		t["known"] = known
	}
	if g.over {
		t["final_hands"] = final
	}
	return t
}

func (g *money) Own(seat int) object {
	return object{"hand": g.faces(g.hand[seat]), "fake": true, "score": g.score(g.hand[seat])}
}

func (g *money) score(hand []int) object {
	sums, metals, sets, total := map[string]int{}, 0, 0, 0
	alike := map[string]int{}
	for _, c := range hand {
		n := g.cards[c]
		switch n.currency {
		case "gold", "silver", "coin":
			metals += n.value
		default:
			sums[n.currency] += n.value
		}
		if n.currency != "coin" {
			alike[fmt.Sprint(n.currency, n.value)]++
		}
	}
	scores := object{}
	for currency, sum := range sums {
		worth := 0
		if sum >= 200 {
			worth = sum
		} else if sum > 100 {
			worth = sum - 100
		}
		scores[currency] = worth
		total += worth
	}
	for _, n := range alike {
		sets += n / 3 * 100
	}
	return object{"currencies": scores, "metals": metals, "sets": sets, "total": total + metals + sets}
}

func (g *money) Cover(m Move) any {
	if !g.sizes {
		return nil
	}
	return object{"cards": len(m.Cards)}
}

func (g *money) Open(seat int) ([]Move, bool) {
	if !g.swaps || g.bids[0].seat != seat {
		return nil, false
	}
	moves := []Move{{Type: "keep"}, {Type: "swap", With: "I"}, {Type: "swap", With: "II"}}
	for _, b := range g.bids {
		if b.seat != seat {
			moves = append(moves, Move{Type: "swap", With: b.id})
		}
	}
	return moves, true
}

func (g *money) Result() object {
	scores, totals, winners, best := []any{}, []int{}, []int{}, -1
	for seat := 1; seat <= g.seats; seat++ {
		s := g.score(g.hand[seat])
		total := s["total"].(int)
		scores, totals = append(scores, s), append(totals, total)
		if total > best {
			best, winners = total, nil
		}
		if total == best {
			winners = append(winners, seat)
		}
	}
	return object{"scores": scores, "totals": totals, "winners": winners, "rounds": g.round}
}

func (g *money) Think(seat int, r *rand.Rand) Move {
	if g.swaps {
		moves, _ := g.Open(seat)
		if r.IntN(12) > 0 && moves != nil {
			if r.IntN(3) == 0 {
				return moves[1+r.IntN(2)] // the market, so that games end
			}
			return moves[r.IntN(len(moves))]
		}
		odd := append([]string{"III", "0", "1L", fmt.Sprint(seat), fmt.Sprint(g.seats + 1)}, g.left...)
		return Move{Type: "swap", With: odd[r.IntN(len(odd))]}
	}
	cards := some(g.hand[seat], 1+r.IntN(1+r.IntN(max(1, len(g.hand[seat])))), r)
	if r.IntN(3) == 0 {
		cards = slices.Insert(cards, r.IntN(len(cards)+1), 0)
	}
	switch r.IntN(30) {
	case 0:
		return Move{Type: "bid", Cards: []int{}}
	case 1:
		cards = append(cards, cards[r.IntN(len(cards)):][:1]...)
	case 2:
		cards = append(cards, 1+r.IntN(75))
	case 3, 4:
		cards = []int{0}
	case 5:
		cards = append([]int{}, g.hand[seat]...)
	}
	return Move{Type: "bid", Cards: cards}
}
