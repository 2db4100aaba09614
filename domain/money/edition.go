package money

import "tender/domain"

// edition is a version of the rules, as data.
type edition struct {
	name      string
	seats     [2]int      // fewest, most
	cards     []Card      // by serial less one, metal at its default value
	leave     map[int]int // how many currencies leave the game, by number of players
	metalSets bool        // three of the same metal are a set too
	twoBids   bool        // with two players a seat may lay two bids
}

// The names of the editions.
const (
	Edition2025    = "2025"
	EditionClassic = "classic"
)

var (
	edition2025 = edition{
		name:  Edition2025,
		seats: [2]int{2, 5},
		cards: deckOf(
			Card{Currency: Gold, Value: 20}, Card{Currency: Silver, Value: 10},
			Card{Currency: Gold, Value: 20}, Card{Currency: Silver, Value: 10},
			Card{Currency: Gold, Value: 20}, Card{Currency: Silver, Value: 10},
			Card{Currency: Gold, Value: 20}, Card{Currency: Silver, Value: 10},
			Card{Currency: Gold, Value: 20}, Card{Currency: Silver, Value: 10},
			Card{Currency: Gold, Value: 20}, Card{Currency: Silver, Value: 10},
		),
		leave:     map[int]int{2: 1, 3: 2, 4: 1, 5: 0},
		metalSets: true,
		twoBids:   true,
	}
	editionClassic = edition{
		name:  EditionClassic,
		seats: [2]int{3, 5},
		cards: deckOf(
			Card{Currency: Coin, Value: 10}, Card{Currency: Coin, Value: 10}, Card{Currency: Coin, Value: 10},
			Card{Currency: Coin, Value: 10}, Card{Currency: Coin, Value: 10}, Card{Currency: Coin, Value: 10},
		),
		leave: map[int]int{3: 2, 4: 1, 5: 0},
	}
)

// editionOf finds an edition by name, nil when there is none.
func editionOf(name string) *edition {
	switch name {
	case Edition2025:
		return &edition2025
	case EditionClassic:
		return &editionClassic
	}
	return nil
}

func (s *State) edition() *edition { return editionOf(s.Edition) }

// mostLeaving is how many currencies leave at most, when a game opened for so many seats starts with those or fewer.
func (e *edition) mostLeaving(seats int) int {
	most := 0
	for players := e.seats[0]; players <= seats; players++ {
		most = max(most, e.leave[players])
	}
	return most
}

// describe tells people about an edition.
func (e *edition) describe(title, about string, options ...domain.Option) domain.Edition {
	return domain.Edition{Name: e.name, Title: title, MinSeats: e.seats[0], MaxSeats: e.seats[1], About: about, Options: options}
}
