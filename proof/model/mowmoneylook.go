package model

import (
	"math/rand/v2"
	"slices"
)

func contractFaces(ids []int) []any {
	out := []any{}
	for _, id := range sorted(ids) {
		out = append(out, object{"id": id, "rp": worth(id), "asks": asks[worth(id)]})
	}
	return out
}

func (g *mowMoney) faces(ids []int) []any {
	out := []any{}
	for _, id := range sorted(ids) {
		out = append(out, g.cards[id])
	}
	return out
}

func (g *mowMoney) mowers(seat int) (owned []string) {
	for _, d := range decks {
		if slices.Contains(g.firms[seat].mowers, d) {
			owned = append(owned, d)
		}
	}
	return owned
}

func total(contracts []int) (rp int) {
	for _, c := range contracts {
		rp += worth(c)
	}
	return rp
}

func (g *mowMoney) score(seat int) object {
	f, mowers := g.firms[seat], 0
	for _, m := range f.mowers {
		mowers += mowerRP[m]
	}
	return object{"contracts": total(f.contracts), "mowers": mowers, "money": f.money / 3, "total": total(f.contracts) + mowers + f.money/3}
}

func (g *mowMoney) Table() object {
	hoods, seats, piles := []any{}, []any{}, []any{}
	for i, pile := range g.piles {
		hood := object{"token": string(rune('A' + i)), "name": places[i], "contract": nil, "below": max(0, len(pile)-1)}
		if len(pile) > 0 {
			hood["contract"] = contractFaces(pile[:1])[0]
		}
		hoods = append(hoods, hood)
	}
	for seat := 1; seat <= g.seats; seat++ {
		f := g.firms[seat]
		seats = append(seats, object{"seat": seat, "money": f.money, "mowers": g.mowers(seat), "contracts": contractFaces(f.contracts),
			"hand": g.held(seat), "score": g.score(seat)})
	}
	for _, d := range decks {
		piles = append(piles, object{"deck": d, "left": len(g.deck[d]), "discards": g.faces(g.discards[d])})
	}
	t := object{"round": g.round, "phase": g.phase, "first": g.first, "last_round": g.lastRound, "stalled": g.stalled,
		"stall_rounds": g.stall, "neighborhoods": hoods, "seats": seats, "decks": piles, "removed": contractFaces(g.removed), "report": g.report}
	if g.phase == "invest" {
		t["turn"] = g.turn
	}
	if g.seats == 1 {
		t["dummy"] = object{"contracts": contractFaces(g.dummy), "rp": total(g.dummy), "rounds": 8}
	}
	return t
}

func (g *mowMoney) Own(seat int) object {
	f := g.firms[seat]
	mowers, cards, meet, do := []any{}, []any{}, []any{}, []any{}
	if g.phase == "invest" && g.turn == seat {
		for _, d := range g.mowersFor(seat) {
			mowers = append(mowers, object{"mower": d, "price": mowerPrice[d]})
		}
		for _, d := range g.cardsFor(seat) {
			cards = append(cards, object{"deck": d, "price": cardPrice[d]})
		}
	}
	for place := range g.piles {
		meet = append(meet, g.canMeet(seat, place)...)
	}
	for i := len(jobs) - 1; i >= 0; i-- { // the best paid first
		if g.canDo(seat, jobs[i]) {
			do = append(do, object{"job": jobs[i], "pays": jobPays[jobs[i]], "cards": sorted(g.withIcon(seat, jobs[i]))})
		}
	}
	return object{"seat": seat, "hand": g.faces(f.hand), "bluffs": 3, "money": f.money, "hand_limit": handLimit, "over": g.over(seat),
		"stakes": contractFaces(f.contracts), "can_buy": object{"mowers": mowers, "cards": cards}, "can_meet": meet, "can_do": do,
		"max_stacks": 2, "job_bonus": 3}
}

func (g *mowMoney) canMeet(seat, place int) (meet []any) {
	contract := g.top(place)
	if contract == 0 {
		return nil
	}
	for _, n := range asks[worth(contract)] {
		fit, values := []int{}, []int{}
		for _, c := range g.firms[seat].hand {
			if g.cards[c].Deck == n.Deck && (g.cards[c].Star || !n.Star) {
				fit, values = append(fit, c), append(values, g.cards[c].Value)
			}
		}
		if len(fit) < n.Count {
			continue
		}
		lowest := 0
		for _, v := range sorted(values)[:n.Count] {
			lowest += v
		}
		meet = append(meet, object{"token": string(rune('A' + place)), "contract": contract, "rp": worth(contract), "with": n,
			"cards": sorted(fit), "lowest": lowest})
	}
	return meet
}

func (g *mowMoney) Cover(m Move) any {
	if !g.sizes {
		return nil
	}
	sizes := []int{}
	for _, s := range m.Stacks {
		sizes = append(sizes, len(s.Cards)+len(s.Stake)+s.Bluffs)
	}
	slices.Sort(sizes)
	slices.Reverse(sizes) // an order that says nothing of the tokens
	return object{"stacks": sizes}
}

func (g *mowMoney) Open(seat int) (moves []Move, all bool) {
	if g.phase != "invest" || g.turn != seat {
		return nil, false
	}
	for _, d := range g.mowersFor(seat) {
		moves = append(moves, Move{Type: "buy_mower", Mower: d})
	}
	for _, d := range g.cardsFor(seat) {
		moves = append(moves, Move{Type: "buy_card", Deck: d})
	}
	over := g.over(seat)
	return moves, over["basic"]+over["medium"]+over["advanced"] == 0
}

func (g *mowMoney) Result() object {
	scores, totals, winners, best := []any{}, []int{}, []any{}, 0
	for seat := 1; seat <= g.seats; seat++ {
		s := g.score(seat)
		scores, totals = append(scores, s), append(totals, s["total"].(int))
		best = max(best, s["total"].(int))
	}
	if g.seats == 1 {
		best = max(best, total(g.dummy))
	}
	for i, t := range totals {
		if t == best {
			winners = append(winners, i+1)
		}
	}
	out := object{"scores": scores, "totals": totals, "winners": winners, "rounds": g.round}
	if g.seats == 1 {
		out["dummy"] = total(g.dummy)
		if total(g.dummy) == best {
			out["winners"] = append(winners, "dummy")
		}
	}
	return out
}

func (g *mowMoney) Think(seat int, r *rand.Rand) Move {
	f := g.firms[seat]
	anyCards := func(n int) []int {
		cards := some(f.hand, n, r)
		if r.IntN(10) == 0 {
			cards = append(cards, 1+r.IntN(106))
		}
		return cards
	}
	switch g.phase {
	case "invest":
		return g.thinkOfBuying(seat, r)
	case "pickup":
		if r.IntN(3) == 0 {
			return Move{Type: "pass"}
		}
		for _, j := range jobs {
			if g.canDo(seat, j) && r.IntN(2) == 0 {
				m := Move{Type: "pickup", Cards: some(g.withIcon(seat, j), 3, r)}
				if r.IntN(2) == 0 {
					m.Job = jobs[r.IntN(len(jobs))]
				}
				return m
			}
		}
		return Move{Type: "pickup", Cards: anyCards(2 + r.IntN(3))}
	}
	m := Move{Type: "bid", Stacks: []Stack{}}
	left := f.hand
	stakes := f.contracts
	for range []int{0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3}[r.IntN(12)] {
		s := Stack{Token: string(rune('A' + r.IntN(len(g.piles))))}
		if r.IntN(6) == 0 {
			s.Token = []string{"OJ", "OJ", "OJ", "OJ", string(rune('A' + r.IntN(6)))}[r.IntN(5)]
		}
		s.Cards = g.thinkOfCards(s.Token, left, r)
		if r.IntN(6) == 0 || len(s.Cards) == 0 {
			s.Bluffs = 1 + r.IntN(2)
		}
		if r.IntN(4) == 0 && (len(s.Cards) > 0 && s.Token != "OJ" || r.IntN(10) == 0) {
			s.Stake = some(stakes, 1+r.IntN(2), r)
		}
		if r.IntN(80) == 0 {
			s.Stake = append(s.Stake, 1+r.IntN(36))
		}
		if s.Token == "OJ" && r.IntN(3) == 0 && len(s.Cards) > 0 {
			s.Job = jobs[r.IntN(len(jobs))]
			s.Stake = nil
		}
		if r.IntN(12) == 0 && s.Job == "" {
			s.Decoy = true
			s.Cards, s.Stake = anyCards(1+r.IntN(3)), nil
		}
		if r.IntN(20) > 0 {
			left, stakes = without(left, s.Cards...), without(stakes, s.Stake...)
		}
		m.Stacks = append(m.Stacks, s)
	}
	return m
}

// thinkOfCards picks cards that meet what a token asks for, or now and then any.
func (g *mowMoney) thinkOfCards(token string, left []int, r *rand.Rand) []int {
	var fit []int
	n := 3
	if place := g.place(token); place >= 0 && r.IntN(12) > 0 {
		all := asks[worth(g.top(place))]
		for _, i := range r.Perm(len(all)) {
			fit = nil
			for _, c := range left {
				if g.cards[c].Deck == all[i].Deck && (g.cards[c].Star || !all[i].Star) {
					fit = append(fit, c)
				}
			}
			if n = all[i].Count; len(fit) >= n {
				break
			}
		}
		if len(fit) < n {
			return nil
		}
		return some(fit, n, r)
	}
	if token == "OJ" {
		j := jobs[r.IntN(len(jobs))]
		for _, c := range left {
			if slices.Contains(g.cards[c].Jobs, j) {
				fit = append(fit, c)
			}
		}
		if len(fit) < 3 && r.IntN(6) > 0 {
			return nil
		}
		return some(fit, 3, r)
	}
	return some(left, r.IntN(4), r)
}

func (g *mowMoney) thinkOfBuying(seat int, r *rand.Rand) Move {
	switch n := r.IntN(16); {
	case n == 0:
		return Move{Type: "buy_card", Deck: decks[r.IntN(3)]}
	case n == 1:
		return Move{Type: "buy_mower", Mower: decks[r.IntN(3)]}
	case n < 12:
		if can, _ := g.Open(seat); len(can) > 0 {
			return can[r.IntN(len(can))]
		}
	}
	m := Move{Type: "done"}
	for _, d := range decks {
		var of []int
		for _, c := range g.firms[seat].hand {
			if g.cards[c].Deck == d {
				of = append(of, c)
			}
		}
		m.Discard = append(m.Discard, some(of, g.over(seat)[d], r)...)
	}
	if r.IntN(12) == 0 && len(m.Discard) > 0 {
		m.Discard = m.Discard[1:]
	}
	if r.IntN(20) == 0 {
		m.Discard = append(m.Discard, some(g.firms[seat].hand, 1, r)...)
	}
	return m
}
