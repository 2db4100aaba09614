package money

import (
	"testing"

	"tender/domain"
)

func TestRulingCardsAreDealtOneAtATimeFromSeat1(t *testing.T) {
	setup := domain.Setup[Options]{Edition: Edition2025, Options: (rules{}).Defaults(Edition2025), Seats: 3, Seed: [32]byte{1}}
	_, deck := Deck(setup)
	s := start(setup)
	for i, serial := range deck[:18] {
		if hand := s.Hands[i%3]; !contains(hand, serial) {
			t.Errorf("card %d of the deck, %d, is not with seat %d: %v", i+1, serial, i%3+1, hand)
		}
	}
	for i, serial := range deck[18:26] {
		if !contains(s.Market[i/4], serial) {
			t.Errorf("card %d of the deck, %d, is not in side %s", 19+i, serial, sides[i/4])
		}
	}
	want(t, "deck", s.Deck, deck[26:])
}

func contains(list []int, n int) bool {
	for _, m := range list {
		if m == n {
			return true
		}
	}
	return false
}

func TestRulingSerialNumbersFavourNoCurrency(t *testing.T) {
	for name, e := range map[string]*edition{Edition2025: &edition2025, EditionClassic: &editionClassic} {
		for k, value := range notes {
			for c, currency := range Currencies {
				serial := 7*k + (c+k)%7 + 1
				want(t, name, e.cards[serial-1], Card{serial, currency, value})
			}
		}
	}
	want(t, "gold first", edition2025.cards[63], Card{64, Gold, 20})
	want(t, "then silver", edition2025.cards[64], Card{65, Silver, 10})
	want(t, "coins", editionClassic.cards[63], Card{64, Coin, 10})
}

func TestHowManyCurrenciesLeave(t *testing.T) {
	for _, c := range []struct {
		edition     string
		seats, gone int
	}{{Edition2025, 2, 1}, {Edition2025, 3, 2}, {Edition2025, 4, 1}, {Edition2025, 5, 0},
		{EditionClassic, 3, 2}, {EditionClassic, 4, 1}, {EditionClassic, 5, 0}} {
		s := deal(t, c.edition, c.seats, `{}`)
		want(t, c.edition, len(s.Removed), c.gone)
	}
}

func TestRulingNamedCurrenciesLeaveFirstAndTheRestIsDrawn(t *testing.T) {
	for _, c := range []struct {
		named string
		seats int
		want  []string // those that must be out
		n     int      // how many are
	}{
		{`["yen","euro"]`, 3, []string{"euro", "yen"}, 2},
		{`["yen","euro"]`, 4, []string{"yen"}, 1}, // the first named is enough
		{`["yen","euro"]`, 5, []string{}, 0},
		{`["yen"]`, 3, []string{"yen"}, 2}, // and one by chance
	} {
		s := deal(t, Edition2025, c.seats, `{"removed":`+c.named+`}`)
		want(t, "out with "+c.named, len(s.Removed), c.n)
		for _, name := range c.want {
			found := false
			for _, out := range s.Removed {
				found = found || out == name
			}
			if !found {
				t.Errorf("%s named for %d seats: out are %v", c.named, c.seats, s.Removed)
			}
		}
	}
}

func TestTheOrderInWhichCurrenciesAreListedIsAlphabetical(t *testing.T) {
	s := deal(t, Edition2025, 3, `{"removed":["yen","dollar"]}`)
	want(t, "removed", s.Removed, []string{"dollar", "yen"})
}
