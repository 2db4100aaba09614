package money

import (
	"encoding/json"
	"slices"
	"strconv"

	"tender/domain"
)

// colours by what a card shows.
var colours = map[string]domain.Colour{
	"dollar": domain.Green, "euro": domain.Blue, "franc": domain.Red, "peso": domain.Orange, "pound": domain.Purple,
	"rupee": domain.Teal, "yen": domain.Pink, Gold: domain.Gold, Silver: domain.Silver, Coin: domain.Copper, FakeCard: domain.Grey,
}

// scene lays out what a viewer sees: the market, the bids in the order in which they move, the viewer's hand, and what
// the others hold; at the end all hands, the best first.
func scene(d domain.Drawing) []domain.Group {
	var table TableView
	if json.Unmarshal(d.Table, &table) != nil || table.Hands == nil {
		return nil
	}
	market := []domain.Group{
		{Title: "Market I", Note: plural(table.DeckLeft, "card", "cards") + " in the deck", Faces: faces(table.Market.I)},
		{Title: "Market II", Faces: faces(table.Market.II)},
	}
	if table.LastRound && !d.Over {
		market[1].Note = "this is the last round"
	}
	if d.Over {
		return slices.Concat(finals(d, table), market)
	}
	groups := append(market, bidGroups(d, table)...)
	if own, ok := readOwn(d.Own); ok {
		groups = append(groups, domain.Group{Seat: d.Seat, Title: "Your hand", Note: "would count " + strconv.Itoa(own.Score.Total),
			Marked: true, Faces: append(faces(own.Hand), face(Card{Serial: Fake, Currency: FakeCard}))})
	}
	return append(groups, handGroups(d, table)...)
}

func bidGroups(d domain.Drawing, table TableView) (groups []domain.Group) {
	for i, bid := range table.Bids {
		title := "bid " + bid.ID
		if bid.Seat == d.Seat {
			title += ", yours"
		}
		groups = append(groups, domain.Group{Seat: bid.Seat, Player: d.Names[bid.Seat], Title: title,
			Note: "worth " + strconv.Itoa(bid.Value), Marked: i == 0, Faces: faces(bid.Cards)})
	}
	return groups
}

// handGroups say how much the others hold, and show what everybody has seen of it if the game does.
func handGroups(d domain.Drawing, table TableView) (groups []domain.Group) {
	for i, n := range table.Hands {
		seat := i + 1
		if seat == d.Seat {
			continue
		}
		group := domain.Group{Seat: seat, Player: d.Names[seat], Title: "holds " + plural(n, "card", "cards")}
		if i < len(table.Known) {
			group.Faces = faces(table.Known[i])
			if n -= len(table.Known[i]); n > 0 {
				group.Faces = append(group.Faces, domain.Face{Back: true, Count: n})
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// finals are the hands at the end. Nothing is done with single cards any more: those alike lie on each other.
func finals(d domain.Drawing, table TableView) (groups []domain.Group) {
	var result struct {
		Scores  []Score `json:"scores"`
		Winners []int   `json:"winners"`
	}
	if json.Unmarshal(d.Result, &result) != nil || len(result.Scores) > len(table.FinalHands) {
		return nil
	}
	for _, seat := range ranking(result.Scores) {
		note := "total " + strconv.Itoa(result.Scores[seat-1].Total)
		wins := slices.Contains(result.Winners, seat)
		if wins {
			note += ", wins"
		}
		groups = append(groups, domain.Group{Seat: seat, Player: d.Names[seat], Note: note, Marked: wins, Faces: stacks(table.FinalHands[seat-1])})
	}
	return groups
}

func faces(cards []Card) (all []domain.Face) {
	for _, group := range groups(cards) {
		for _, card := range group {
			all = append(all, face(card))
		}
	}
	return all
}

func face(card Card) domain.Face {
	return domain.Face{Top: card.Currency, Value: strconv.Itoa(card.Value), Bottom: "(" + strconv.Itoa(card.Serial) + ")",
		Colour: colours[card.Currency]}
}

func stacks(cards []Card) (all []domain.Face) {
	for _, f := range faces(cards) {
		f.Bottom = ""
		if n := len(all); n > 0 && all[n-1].Top == f.Top && all[n-1].Value == f.Value {
			all[n-1].Count++
			continue
		}
		f.Count = 1
		all = append(all, f)
	}
	return all
}
