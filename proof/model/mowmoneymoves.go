package model

import "slices"

func (g *mowMoney) Refuses(seat int, m Move) string {
	switch {
	case g.phase == "bid" && m.Type == "bid":
		return g.refusesBid(seat, m.Stacks)
	case g.phase == "invest" && m.Type == "buy_mower":
		if !slices.Contains(g.mowersFor(seat), m.Mower) {
			return "owned, or too dear"
		}
		return ""
	case g.phase == "invest" && m.Type == "buy_card":
		if !slices.Contains(g.cardsFor(seat), m.Deck) {
			return "no mower, no money or no cards"
		}
		return ""
	case g.phase == "invest" && m.Type == "done":
		gone := map[string]int{}
		for _, c := range m.Discard {
			if !slices.Contains(g.firms[seat].hand, c) {
				return "not in hand"
			}
			gone[g.cards[c].Deck]++
		}
		for _, d := range decks {
			if gone[d] != g.over(seat)[d] {
				return "not exactly what is over the limit"
			}
		}
		if repeats(m.Discard) {
			return "a card twice"
		}
		return ""
	case g.phase == "pickup" && m.Type == "pass":
		return ""
	case g.phase == "pickup" && m.Type == "pickup":
		for _, c := range m.Cards {
			if !slices.Contains(g.firms[seat].hand, c) {
				return "not in hand"
			}
		}
		if repeats(m.Cards) || g.job(m.Cards, m.Job) == "" {
			return "no odd job"
		}
		return ""
	}
	return "not in this phase"
}

func (g *mowMoney) refusesBid(seat int, stacks []Stack) string {
	if len(stacks) > 2 {
		return "more than two stacks"
	}
	bluffs, cards, stakes := 0, []int{}, []int{}
	for i, s := range stacks {
		bluffs += s.Bluffs
		cards = append(cards, s.Cards...)
		stakes = append(stakes, s.Stake...)
		if s.Token != "OJ" && g.place(s.Token) < 0 {
			return "a token that is not in play"
		}
		if i > 0 && stacks[0].Token == s.Token {
			return "one token twice"
		}
		if len(s.Cards)+s.Bluffs == 0 {
			return "nothing under a token"
		}
		decoy := s.Decoy || len(s.Cards) == 0
		if decoy && len(s.Stake) > 0 {
			return "a decoy with a stake"
		}
		if s.Token == "OJ" {
			if len(s.Stake) > 0 {
				return "a stake on an odd job"
			}
			if !decoy && g.job(s.Cards, s.Job) == "" {
				return "no odd job"
			}
		} else if !decoy && !g.meets(s.Cards, g.top(g.place(s.Token))) {
			return "the contract is not met"
		}
	}
	if bluffs > 3 {
		return "more than three bluffs"
	}
	for _, c := range cards {
		if !slices.Contains(g.firms[seat].hand, c) {
			return "not in hand"
		}
	}
	for _, c := range stakes {
		if !slices.Contains(g.firms[seat].contracts, c) {
			return "a contract that is not one's own"
		}
	}
	if repeats(cards) || repeats(stakes) {
		return "a card twice"
	}
	return ""
}

func (g *mowMoney) Play(moves map[int]Move) {
	switch g.phase {
	case "bid":
		g.resolve(moves)
	case "invest":
		g.invest(moves[g.turn])
	case "pickup":
		for seat, m := range moves {
			if m.Type == "pickup" {
				g.firms[seat].money += jobPays[g.job(m.Cards, m.Job)]
				g.spend(seat, m.Cards)
			}
			g.pickups = without(g.pickups, seat)
		}
		if len(g.pickups) == 0 {
			g.maintain()
		}
	}
}

// spend puts cards from a hand on the discards.
func (g *mowMoney) spend(seat int, cards []int) {
	g.firms[seat].hand = without(g.firms[seat].hand, cards...)
	g.discard(cards...)
}

func (g *mowMoney) invest(m Move) {
	f := g.firms[g.turn]
	switch m.Type {
	case "buy_mower":
		f.money -= mowerPrice[m.Mower]
		f.mowers = append(f.mowers, m.Mower)
	case "buy_card":
		f.money -= cardPrice[m.Deck]
		card, _ := g.draw(m.Deck)
		f.hand = append(f.hand, card)
	case "done":
		g.spend(g.turn, m.Discard)
		g.turn = g.next(g.turn)
		g.done++
		g.passOver()
	}
}

// passOver goes on from seats that can buy nothing, and to the bids when everybody has had a turn.
func (g *mowMoney) passOver() {
	for g.done < g.seats && len(g.mowersFor(g.turn))+len(g.cardsFor(g.turn)) == 0 {
		g.turn = g.next(g.turn)
		g.done++
	}
	if g.done == g.seats {
		g.phase = "bid"
	}
}

// bidder is a bid on a neighborhood.
type bidder struct {
	seat, bid, staked int
	cards             []int
}

func (g *mowMoney) resolve(moves map[int]Move) {
	g.report = []any{}
	for seat := 1; seat <= g.seats; seat++ {
		g.firms[seat].busy = false
	}
	seat := g.first
	for range g.seats { // odd jobs, in an order that matters to the report alone
		for _, s := range moves[seat].Stacks {
			if s.Token == "OJ" && !s.Decoy && len(s.Cards) > 0 {
				job := g.job(s.Cards, s.Job)
				g.firms[seat].money += jobPays[job] + 3
				g.firms[seat].busy = true
				g.spend(seat, s.Cards)
				g.report = append(g.report, object{"odd_job": job, "seat": seat, "paid": jobPays[job] + 3})
			}
		}
		seat = g.next(seat)
	}
	taken := false
	for place, pile := range g.piles {
		g.award(place, moves)
		if len(g.piles[place]) < len(pile) {
			taken = true
			continue
		}
		// The rules do this in maintenance; the recorded games, which the server follows, before the pick-ups.
		g.piles[place] = append(slices.Clone(pile[1:]), pile[0])
	}
	g.stalled++
	if taken {
		g.stalled = 0
	}
	g.pickups = nil
	for seat := 1; seat <= g.seats; seat++ {
		able := false
		for _, j := range jobs {
			able = able || g.canDo(seat, j)
		}
		if able && !g.firms[seat].busy {
			g.pickups = append(g.pickups, seat)
		}
	}
	g.phase = "pickup"
	if len(g.pickups) == 0 {
		g.maintain()
	}
}

func (g *mowMoney) award(place int, moves map[int]Move) {
	contract, bids := g.top(place), []bidder{}
	for seat := 1; seat <= g.seats; seat++ {
		for _, s := range moves[seat].Stacks {
			if g.place(s.Token) != place || s.Decoy || len(s.Cards) == 0 {
				continue
			}
			b := bidder{seat: seat, cards: s.Cards}
			for _, c := range s.Cards {
				b.bid += g.cards[c].Value
			}
			for _, c := range s.Stake {
				b.staked += worth(c)
			}
			bids = append(bids, b)
			g.removed = append(g.removed, s.Stake...)
			g.firms[seat].contracts = without(g.firms[seat].contracts, s.Stake...)
		}
	}
	entry := object{"contract": contract, "at": string(rune('A' + place)), "winner": nil}
	g.report = append(g.report, entry)
	if g.seats == 1 {
		g.awardSolo(place, contract, bids, entry)
		return
	}
	if len(bids) == 0 {
		return
	}
	best := bids[0]
	for _, b := range bids[1:] {
		if g.beats(b, best) {
			best = b
		}
	}
	g.win(place, contract, best, entry)
}

// beats says whether one bid goes before another.
func (g *mowMoney) beats(a, b bidder) bool {
	if a.bid-a.staked != b.bid-b.staked {
		return a.bid-a.staked < b.bid-b.staked
	}
	if a.staked != b.staked {
		return a.staked > b.staked
	}
	fromFirst := func(seat int) int { return (seat - g.first + g.seats) % g.seats }
	return fromFirst(a.seat) < fromFirst(b.seat)
}

func (g *mowMoney) win(place, contract int, b bidder, entry object) {
	f := g.firms[b.seat]
	f.money += b.bid
	f.busy = true
	f.contracts = append(f.contracts, contract)
	g.spend(b.seat, b.cards)
	g.piles[place] = g.piles[place][1:]
	entry["winner"], entry["bid"], entry["paid"] = b.seat, b.bid-b.staked, b.bid
}

// awardSolo is a contract of the solo game: the dummy takes it, or bids against the player.
func (g *mowMoney) awardSolo(place, contract int, bids []bidder, entry object) {
	lost := len(bids) == 0
	if !lost {
		n := g.metBy(bids[0].cards, contract)
		drawn, fit, sum := 0, 0, 0
		for _, card := range g.deck[n.Deck] {
			if fit == n.Count {
				break
			}
			drawn++
			if g.cards[card].Star || !n.Star {
				fit++
				sum += g.cards[card].Value
			}
		}
		g.discard(g.deck[n.Deck][:drawn]...)
		g.deck[n.Deck] = g.deck[n.Deck][drawn:]
		if fit == n.Count { // else the deck has run dry
			entry["dummy_bid"] = sum
			lost = sum < bids[0].bid-bids[0].staked
		}
	}
	if !lost {
		g.win(place, contract, bids[0], entry)
		delete(entry, "bid") // the report of a solo game tells the dummy's bid
		delete(entry, "paid")
		return
	}
	g.dummy = append(g.dummy, contract)
	g.piles[place] = g.piles[place][1:]
	entry["winner"] = "dummy"
}

// metBy is which of the things that a contract asks for the cards are.
func (g *mowMoney) metBy(cards []int, contract int) need {
	for _, n := range asks[worth(contract)] {
		if n.Count == len(cards) && n.Deck == g.cards[cards[0]].Deck {
			return n
		}
	}
	panic("a bid that meets nothing")
}

func (g *mowMoney) maintain() {
	over := g.lastRound || g.seats == 1 && g.round == 8
	for _, pile := range g.piles {
		over = over || len(pile) == 0
	}
	if over {
		g.phase = "over"
		return
	}
	g.lastRound = g.stall > 0 && g.stalled >= g.stall
	g.first = g.next(g.first)
	g.round++
	g.phase, g.turn, g.done = "invest", g.first, 0
	g.passOver()
}
