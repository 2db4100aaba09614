package money

// Card is a card as everybody sees it once it is open.
type Card struct {
	Serial   int    `json:"serial"`   // printed on it, unique in the deck; 0 for the fake card
	Currency string `json:"currency"` // one of Currencies, or gold, silver, coin, fake
	Value    int    `json:"value"`
}

// Currencies are the seven that have notes, in alphabetical order.
var Currencies = []string{"dollar", "euro", "franc", "peso", "pound", "rupee", "yen"}

// What is not a currency.
const (
	Gold     = "gold"
	Silver   = "silver"
	Coin     = "coin"
	FakeCard = "fake"
)

// Fake is how the fake card is written in a move. Every seat has one, and it always comes back.
const Fake = 0

// notes are the values of the nine notes of each currency. Three notes of the same value in here make a set.
var notes = []int{20, 20, 20, 30, 30, 30, 40, 50, 60}

// Which note carries which number is not published, so the numbers are ours: they go through the values from the
// lowest up, and through the currencies in turn, starting one further back for each value. So ties, which the lowest
// number wins, favour no currency.
func deckOf(metal ...Card) []Card {
	n := len(Currencies)
	deck := make([]Card, n*len(notes), n*len(notes)+len(metal))
	for k, value := range notes {
		for c, currency := range Currencies {
			serial := n*k + (c+k)%n + 1
			deck[serial-1] = Card{Serial: serial, Currency: currency, Value: value}
		}
	}
	for _, card := range metal {
		card.Serial = len(deck) + 1
		deck = append(deck, card)
	}
	return deck
}

// card is the card of a serial as this game values it.
func (s *State) card(serial int) Card {
	if serial == Fake {
		return Card{Serial: Fake, Currency: FakeCard}
	}
	card := s.edition().cards[serial-1]
	card.Value = s.Options.value(card)
	return card
}

func (s *State) cards(serials []int) []Card {
	cards := make([]Card, len(serials))
	for i, serial := range serials {
		cards[i] = s.card(serial)
	}
	return cards
}

// worth is the sum of some cards: the value of a bid. Sets count nothing before the end.
func (s *State) worth(serials []int) int {
	sum := 0
	for _, serial := range serials {
		sum += s.card(serial).Value
	}
	return sum
}
