package domain

import (
	"fmt"
	"strings"
)

// Scene is a view on its way to becoming a picture: what lies on the table and before whom, as data. How it looks is
// for whoever draws it.
type Scene struct {
	Title  string  `json:"title"`
	Note   string  `json:"note"` // a line below the title
	Groups []Group `json:"groups"`
}

// Group is what lies together: a market, a hand, a bid.
type Group struct {
	Seat   int    `json:"seat,omitempty"`   // whose it is, 0 when it is nobody's
	Player string `json:"player,omitempty"` // the player's name as typed, where it heads the group
	Title  string `json:"title,omitempty"`  // behind the name, or alone
	Note   string `json:"note,omitempty"`   // how it stands
	Marked bool   `json:"marked,omitempty"` // to be seen first: the viewer's own, or the one that is next
	Faces  []Face `json:"faces,omitempty"`
}

// Face is a card, or several that are alike.
type Face struct {
	Top    string `json:"top,omitempty"`    // small, above the value
	Value  string `json:"value,omitempty"`  // large: a number or a letter or two
	Bottom string `json:"bottom,omitempty"` // small, below the value: what one calls the card by
	Beside string `json:"beside,omitempty"` // to the right of the card: lines, parted by "\n"
	Colour Colour `json:"colour,omitempty"`
	Back   bool   `json:"back,omitempty"`  // face down
	Count  int    `json:"count,omitempty"` // how many; 0 means one
}

// Colour is one of a few that can be told apart.
type Colour string

// The colours. The empty one is that of paper.
const (
	Green  Colour = "green"
	Blue   Colour = "blue"
	Red    Colour = "red"
	Orange Colour = "orange"
	Purple Colour = "purple"
	Teal   Colour = "teal"
	Pink   Colour = "pink"
	Grey   Colour = "grey"
	Gold   Colour = "gold"
	Silver Colour = "silver"
	Copper Colour = "copper"
)

// Colours lists all but that of paper.
func Colours() []Colour {
	return []Colour{Green, Blue, Red, Orange, Purple, Teal, Pink, Grey, Gold, Silver, Copper}
}

// Picture describes a view as a scene: nothing that the view does not hold, and never the viewer's own sealed move, so
// that a picture can be passed on. It is nil where there is nothing to see: the game has not begun, or its kind has no
// Scene.
func (k *Kind) Picture(v View) *Scene {
	if v.Table == nil || k.Scene == nil {
		return nil
	}
	v.You = v.You.withoutBid()
	groups := k.Scene(v.Drawing())
	if len(groups) == 0 {
		return nil
	}
	s := Scene{Title: k.Title + " · " + Heading(v.Title, v.ID), Note: fmt.Sprintf("round %d", v.Round), Groups: groups}
	switch {
	case v.Status == Over:
		s.Note = "over after " + s.Note
	case v.Status == Abandoned:
		s.Note = "abandoned in " + s.Note
	case k.Phase(v.Phase) != nil:
		s.Note += " · " + v.Phase
	}
	s.mark(v)
	return &s
}

// withoutBid is the same seat without its sealed move.
func (y *You) withoutBid() *You {
	if y == nil {
		return nil
	}
	return &You{Seat: y.Seat}
}

// mark notes at the first group of each seat what the game waits for it for.
func (s *Scene) mark(v View) {
	said := map[int]bool{}
	for i := range s.Groups {
		g := &s.Groups[i]
		if g.Player == "" || said[g.Seat] {
			continue
		}
		for _, seat := range v.Seats {
			if seat.Seat == g.Seat {
				said[g.Seat] = true
				g.Note = strings.Join(append(seat.state(), g.notes()...), " · ")
			}
		}
	}
}

func (g *Group) notes() []string {
	if g.Note == "" {
		return nil
	}
	return []string{g.Note}
}
