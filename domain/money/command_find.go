package money

import (
	"fmt"
	"slices"

	"tender/domain"
)

// find gives the serials that wishes stand for, in their order. Cards that are named by their serial are left to that
// name; of the others that are alike the lowest serials are taken.
func find(wishes []wish, hand []Card) ([]int, error) {
	var taken, cards []int
	for _, w := range wishes {
		for _, serial := range w.serials {
			if err := claim(serial, w, hand, taken); err != nil {
				return nil, err
			}
			taken = append(taken, serial)
		}
	}
	for _, w := range wishes {
		found := w.serials
		if found == nil {
			for _, card := range hand {
				if len(found) < w.count && card.is(w) && !slices.Contains(taken, card.Serial) {
					found = append(found, card.Serial)
				}
			}
			if len(found) < w.count {
				return nil, tooFew(w, len(found), hand)
			}
			taken = append(taken, found...)
		}
		cards = append(cards, found...)
	}
	return cards, nil
}

// is says whether a card has the name of a wish.
func (c Card) is(w wish) bool { return c.Currency == w.currency && c.Value == w.value }

// claim says why a card cannot be named by its serial.
func claim(serial int, w wish, hand []Card, taken []int) error {
	i := slices.IndexFunc(hand, func(c Card) bool { return c.Serial == serial })
	switch {
	case slices.Contains(taken, serial) && serial == Fake:
		return domain.Refuse(FakeTwice, "You have one fake card; name it once.")
	case slices.Contains(taken, serial):
		return domain.Refuse(CardTwice, "Card %d stands twice in the bid; name it once.", serial)
	case serial == Fake && w.currency == "":
		return nil
	case i < 0:
		return domain.Refuse(CardNotInHand, "Card %d is not in your hand; your hand is %s, and the fake (0).", serial, describe(hand))
	case w.currency != "" && !hand[i].is(w):
		return bad("Card %d is %s, not %s %d; name it by one of both.", serial, name(hand[i]), w.currency, w.value)
	}
	return nil
}

// tooFew names what of a currency is in hand, or the hand when there is nothing of it.
func tooFew(w wish, found int, hand []Card) error {
	held := slices.DeleteFunc(slices.Clone(hand), func(c Card) bool { return c.Currency != w.currency })
	what := "your hand is " + describe(hand)
	if len(held) > 0 {
		what = "you hold " + describe(held)
	}
	wanted := fmt.Sprintf("%s %d", w.currency, w.value)
	if w.count > 1 {
		wanted = fmt.Sprintf("%d of %s %d that are not named otherwise", w.count, w.currency, w.value)
	} else if found == 0 {
		wanted = "further " + wanted
		if !slices.ContainsFunc(hand, func(c Card) bool { return c.is(w) }) {
			wanted = fmt.Sprintf("%s %d", w.currency, w.value)
		}
	}
	return domain.Refuse(CardNotInHand, "You have no %s in hand; %s.", wanted, what)
}
