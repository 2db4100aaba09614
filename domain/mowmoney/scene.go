package mowmoney

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

var deckColours = [deckCount]domain.Colour{domain.Green, domain.Blue, domain.Purple}

// scene lays out what a viewer sees: the contracts, the viewer's hand, what lies before everybody, and the decks; at the
// end the seats alone, the best first.
func scene(d domain.Drawing) []domain.Group {
	var t Table
	if json.Unmarshal(d.Table, &t) != nil || len(t.Seats) == 0 {
		return nil
	}
	seats := seatGroups(d, &t)
	if t.Dummy != nil {
		seats = append(seats, domain.Group{Title: "The dummy", Note: fmt.Sprintf("%d RP", t.Dummy.RP), Faces: contractFaces(t.Dummy.Contracts)})
	}
	if d.Over {
		return seats
	}
	groups := []domain.Group{contractsGroup(&t)}
	var own *Own
	if json.Unmarshal(d.Own, &own) == nil && own != nil {
		groups = append(groups, handGroup(own))
	}
	return append(append(groups, seats...), decksGroup(&t))
}

func contractsGroup(t *Table) domain.Group {
	g := domain.Group{Title: "Contracts"}
	if t.LastRound {
		g.Note = "this is the last round"
	}
	for _, n := range t.Neighborhoods {
		f := domain.Face{Top: n.Token, Value: "–", Beside: n.Name + "\nno contract left", Colour: domain.Grey}
		if n.Contract != nil {
			f = domain.Face{Top: n.Token, Value: strconv.Itoa(n.Contract.RP), Bottom: "RP", Colour: domain.Gold,
				Beside: fmt.Sprintf("%s (%d more below)\n%s", n.Name, n.Below, asks(n.Contract.Asks))}
		}
		g.Faces = append(g.Faces, f)
	}
	return g
}

// seatGroups show mowers, contracts, and the backs of hands; at the end in the order of the totals.
func seatGroups(d domain.Drawing, t *Table) (groups []domain.Group) {
	var r struct {
		Winners []any `json:"winners"`
	}
	if d.Over && json.Unmarshal(d.Result, &r) == nil {
		slices.SortStableFunc(t.Seats, func(a, b SeatView) int { return cmp.Compare(b.Score.Total, a.Score.Total) })
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		notes := []string{fmt.Sprintf("$%d", s.Money), fmt.Sprintf("%d RP", s.Score.Total)}
		wins := slices.Contains(r.Winners, any(float64(s.Seat)))
		switch {
		case wins:
			notes = append(notes, "wins")
		case s.Seat == t.First && !d.Over:
			notes = append(notes, "starts")
		}
		g := domain.Group{Seat: s.Seat, Player: d.Names[s.Seat], Note: strings.Join(notes, ", "), Marked: wins}
		if s.Seat == d.Seat {
			g.Title = "(you)"
		}
		for _, m := range s.Mowers {
			g.Faces = append(g.Faces, domain.Face{Value: strings.ToUpper(m.String()[:1]), Bottom: "mower", Colour: deckColours[m]})
		}
		g.Faces = append(g.Faces, contractFaces(s.Contracts)...)
		for deck, n := range [deckCount]int{s.Hand.Basic, s.Hand.Medium, s.Hand.Advanced} {
			if n > 0 && s.Seat != d.Seat {
				g.Faces = append(g.Faces, domain.Face{Bottom: Deck(deck).short(), Colour: deckColours[deck], Back: true, Count: n})
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// contractFaces put contracts of the same worth onto each other, the best first.
func contractFaces(contracts []Contract) (all []domain.Face) {
	var count [worths + 1]int
	for _, c := range contracts {
		count[c.RP]++
	}
	for rp := worths; rp > 0; rp-- {
		if count[rp] > 0 {
			all = append(all, domain.Face{Value: strconv.Itoa(rp), Bottom: "RP", Colour: domain.Gold, Count: count[rp]})
		}
	}
	return all
}

func handGroup(own *Own) domain.Group {
	g := domain.Group{Seat: own.Seat, Title: "Your hand", Note: plural(own.Bluffs, "bluff card", "bluff cards"), Marked: true}
	for d := range Deck(deckCount) {
		for i := range own.Hand {
			if c := &own.Hand[i]; c.Deck == d {
				value := fmt.Sprintf("$%d", c.Value)
				if c.Star {
					value += "★"
				}
				g.Faces = append(g.Faces, domain.Face{Top: d.short(), Value: value, Bottom: "(" + strconv.Itoa(c.ID) + ")",
					Beside: strings.ReplaceAll(jobsText(c.Jobs), "/", "\n"), Colour: deckColours[d]})
			}
		}
	}
	return g
}

func decksGroup(t *Table) domain.Group {
	g := domain.Group{Title: "Decks"}
	for _, d := range t.Decks {
		g.Faces = append(g.Faces, domain.Face{Bottom: d.Deck.short(), Colour: deckColours[d.Deck], Back: true,
			Beside: fmt.Sprintf("%d left\n%d gone", d.Left, len(d.Discards))})
	}
	return g
}

// short is a deck's name where there is little room.
func (d Deck) short() string { return [deckCount]string{"basic", "medium", "adv."}[d] }
