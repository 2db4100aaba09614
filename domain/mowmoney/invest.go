package mowmoney

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tender/domain"
)

// beginInvesting gives the first seat in turn that can buy something its turn, after the seat that has finished (0 at
// the beginning). [R] A seat that can buy nothing is passed over; it cannot be over a hand limit either, for hands
// only grow by buying. When nobody is left it is time to bid.
func (s *State) beginInvesting(after int) {
	order := s.order()
	if after != 0 {
		order = order[s.fromStart(after)+1:]
	}
	for _, seat := range order {
		if s.canBuyAnything(seat) {
			s.Phase, s.Turn = phaseInvest, seat
			return
		}
	}
	s.Phase, s.Turn = phaseBid, 0
}

func (s *State) canBuyAnything(seat int) bool {
	for d := range Deck(deckCount) {
		if s.checkMower(seat, d) == nil || s.checkCard(seat, d) == nil {
			return true
		}
	}
	return false
}

// checkMower says why a seat cannot buy a mower. [R] The bank never runs out of them.
func (s *State) checkMower(seat int, mower Deck) *domain.Refusal {
	p := s.seat(seat)
	switch {
	case p.owns(mower):
		return domain.Refuse(MowerOwned, "You own the %s mower already; buy another one, cards, or say done.", mower).At("/mower")
	case p.Money < mowerPrice[mower]:
		return domain.Refuse(CannotAfford, "The %s mower costs $%d and you have $%d; buy something cheaper or say done.",
			mower, mowerPrice[mower], p.Money).At("/mower")
	}
	return nil
}

// checkCard says why a seat cannot buy a card of a deck.
func (s *State) checkCard(seat int, d Deck) *domain.Refusal {
	p, pile := s.seat(seat), &s.Decks[d]
	switch {
	case !p.owns(d):
		return domain.Refuse(MowerNeeded, "Buy the %s mower first ($%d): %s cards need it.", d, mowerPrice[d], d).At("/deck")
	case p.Money < cardPrice[d]:
		return domain.Refuse(CannotAfford, "A card of the %s deck costs $%d and you have $%d; buy something cheaper or say done.",
			d, cardPrice[d], p.Money).At("/deck")
	case len(pile.Draw)+len(pile.Discards) == 0:
		return domain.Refuse(DeckExhausted, "All %s cards are in hands and nothing was discarded to make the deck anew; buy something else or say done.", d).At("/deck")
	}
	return nil
}

// checkDone says whether the discards bring a hand exactly down to its limits.
func (s *State) checkDone(seat int, discards []int) error {
	p := s.seat(seat)
	if err := checkHeld(p, discards, "/discard"); err != nil {
		return err
	}
	over := overLimits(p)
	var given [deckCount]int
	for _, id := range discards {
		given[cardOf(id).Deck]++
	}
	switch {
	case given == over:
		return nil
	case over == [deckCount]int{}:
		return domain.Refuse(WrongDiscard, "Your hand is within its limits; leave discard empty.").At("/discard")
	case len(discards) == 0:
		return domain.Refuse(WrongDiscard, "Discard exactly %s to come down to the hand limits.", overText(over)).At("/discard")
	}
	return domain.Refuse(WrongDiscard, "Discard exactly %s to come down to the hand limits; these are %s.",
		overText(over), described(discards)).At("/discard")
}

// checkHeld says whether cards are all in a hand and named once.
func checkHeld(p *Seat, ids []int, pointer string) error {
	for i, id := range ids {
		at := fmt.Sprintf("%s/%d", pointer, i)
		if !slices.Contains(p.Hand, id) {
			return domain.Refuse(CardNotInHand, "You do not hold card %d; name cards of your hand.", id).At(at)
		}
		if slices.Contains(ids[:i], id) {
			return domain.Refuse(CardTwice, "Card %d is named twice; name it once.", id).At(at)
		}
	}
	return nil
}

// overLimits is how many cards of each deck a hand has over its limit.
func overLimits(p *Seat) (over [deckCount]int) {
	for _, id := range p.Hand {
		over[cardOf(id).Deck]++
	}
	for d := range over {
		over[d] = max(0, over[d]-handLimit[d])
	}
	return over
}

func overText(over [deckCount]int) string {
	var words []string
	for d := range Deck(deckCount) {
		if n := over[d]; n > 0 {
			words = append(words, plural(n, d.String()+" card", d.String()+" cards"))
		}
	}
	return listed(words, "and")
}

func plural(n int, one, many string) string {
	word := many
	if n == 1 {
		word = one
	}
	return fmt.Sprintf("%d %s", n, word)
}

// leastWanted are the cards that go when a hand must come down to its limits and nobody says which: those of the
// lowest value, of these the ones without a star.
func leastWanted(p *Seat) []int {
	discards := []int{}
	over := overLimits(p)
	for d := range Deck(deckCount) {
		discards = append(discards, worstFirst(p.of(d))[:over[d]]...)
	}
	return discards
}

// worstFirst sorts cards by value, those without a star first, then by number.
func worstFirst(ids []int) []int {
	return slices.SortedFunc(slices.Values(ids), func(a, b int) int {
		x, y := cardOf(a), cardOf(b)
		if x.Value == y.Value && x.Star != y.Star {
			if y.Star {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(x.Value, y.Value), cmp.Compare(a, b))
	})
}

// invest plays one move of a seat's turn.
func (s *State) invest(seat int, m Move) []domain.Event {
	p := s.seat(seat)
	switch m.Type {
	case moveBuyMower:
		mower, _ := deckNamed(m.Mower)
		p.Money -= mowerPrice[mower]
		p.Mowers = append(p.Mowers, mower)
		return []domain.Event{{Type: "mower_bought", Data: MowerBought{seat, mower, mowerPrice[mower], p.Money}}}
	case moveBuyCard:
		deck, _ := deckNamed(m.Deck)
		return s.buyCard(seat, deck)
	default:
		discards := slices.Sorted(slices.Values(m.Discard))
		s.spend(seat, discards)
		s.beginInvesting(seat)
		return []domain.Event{{Type: "investing_done", Data: InvestingDone{seat, cardsOf(discards)}}}
	}
}

// buyCard draws a card, which only its buyer sees. An empty deck is made anew from its discards first.
func (s *State) buyCard(seat int, d Deck) (events []domain.Event) {
	p, pile := s.seat(seat), &s.Decks[d]
	if len(pile.Draw) == 0 {
		pile.Draw, pile.Discards = pile.Discards, []int{}
		s.shuffleDeck(d)
		events = append(events, domain.Event{Type: "deck_reshuffled", Data: DeckReshuffled{d, len(pile.Draw)}})
	}
	card, _ := s.draw(d)
	p.Money -= cardPrice[d]
	p.Hand = insert(p.Hand, card)
	told := CardBought{Seat: seat, Deck: d, Price: cardPrice[d], Money: p.Money}
	seen := told
	seen.Card = cardOf(card)
	return append(events, domain.Event{Type: "card_bought", Data: told, Own: map[int]any{seat: seen}})
}

// buyable names what a seat can buy now.
func (s *State) buyable(seat int) (mowers, decks []Deck) {
	mowers, decks = []Deck{}, []Deck{}
	for d := range Deck(deckCount) {
		if s.checkMower(seat, d) == nil {
			mowers = append(mowers, d)
		}
		if s.checkCard(seat, d) == nil {
			decks = append(decks, d)
		}
	}
	return mowers, decks
}

// spoken writes a name of the rules with spaces: "clean up".
func spoken(name string) string { return strings.ReplaceAll(name, "_", " ") }
