package money

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// checkBid: any mix of cards in hand, at least one, each once, the fake among them if one likes.
func (s *State) checkBid(seat int, cards []int) error {
	if len(cards) == 0 {
		return domain.Refuse(EmptyBid, "Bid at least one card; to pass, bid the fake alone: [0].").At("/cards")
	}
	for i, serial := range cards {
		if err := s.checkCard(seat, cards[:i], serial); err != nil {
			return err.At("/cards/" + strconv.Itoa(i))
		}
	}
	return nil
}

// checkCard judges one card of a bid, after those before it.
func (s *State) checkCard(seat int, before []int, serial int) *domain.Refusal {
	hand := s.Hands[seat-1]
	switch {
	case serial < 0 || serial > len(s.edition().cards):
		return domain.Refuse(UnknownSerial, "There is no card %d; your hand is %s and the fake, 0.", serial, list(hand))
	case slices.Contains(before, serial) && serial == Fake:
		return domain.Refuse(FakeTwice, "You have one fake card; put 0 once.")
	case slices.Contains(before, serial):
		return domain.Refuse(CardTwice, "Card %d stands twice in the bid; name it once.", serial)
	case serial != Fake && !slices.Contains(hand, serial):
		return domain.Refuse(CardNotInHand, "Card %d is not in your hand; your hand is %s and the fake, 0.", serial, list(hand))
	}
	return nil
}

// split takes a bid apart. Every fake goes straight back to its owner; what is left is one bid, or none. Where a seat
// may lay two, the cards before the fake are one and the cards after it the other.
func (s *State) split(seat int, cards []int) []Bid {
	id := strconv.Itoa(seat)
	at := slices.Index(cards, Fake)
	if at < 0 {
		return []Bid{lay(id, seat, cards)}
	}
	before, after := cards[:at], cards[at+1:]
	switch {
	case len(before) == 0 && len(after) == 0:
		return nil
	case s.edition().twoBids && len(s.Hands) == 2 && len(before) > 0 && len(after) > 0:
		return []Bid{lay(id+"L", seat, before), lay(id+"R", seat, after)}
	}
	return []Bid{lay(id, seat, before, after)}
}

func lay(id string, seat int, cards ...[]int) Bid {
	all := slices.Concat(cards...)
	slices.Sort(all)
	return Bid{ID: id, Seat: seat, Cards: all}
}

// reveal lays all bids open at once. Without any the round is over.
func (s *State) reveal(plays []domain.Play[Move]) []domain.Event {
	var passed []int
	for _, play := range plays {
		bids := s.split(play.Seat, play.Move.Cards)
		if bids == nil {
			passed = append(passed, play.Seat)
			continue
		}
		s.Bids = append(s.Bids, bids...)
		laid := func(serial int) bool { return slices.Contains(play.Move.Cards, serial) }
		s.Hands[play.Seat-1] = slices.DeleteFunc(s.Hands[play.Seat-1], laid)
		s.Secret = slices.DeleteFunc(s.Secret, laid)
	}
	s.order()
	told := []domain.Event{{Type: EventBidsLaid, Data: BidsLaid{Bids: s.openBids(), Passed: orEmpty(passed)}}}
	if len(s.Bids) == 0 {
		return append(told, s.endRound()...)
	}
	s.Phase = PhaseSwap
	return told
}

// order puts the bids into the order in which they will move: the highest first. Of equal ones that with the lowest
// single serial; under serial-sum that with the lowest sum of serials, and only then the lowest single one.
func (s *State) order() {
	slices.SortFunc(s.Bids, func(a, b Bid) int {
		if d := s.worth(b.Cards) - s.worth(a.Cards); d != 0 {
			return d
		}
		if s.Options.TieBreak == SerialSum {
			if d := sum(a.Cards) - sum(b.Cards); d != 0 {
				return d
			}
		}
		return a.Cards[0] - b.Cards[0]
	})
}

func sum(serials []int) int {
	total := 0
	for _, serial := range serials {
		total += serial
	}
	return total
}

// Chances of a sampled bid: small bids, so that the market runs short and the deck out, but everything now and then.
const (
	samplePass = 0.12
	sampleAll  = 0.03
	sampleMore = 0.45 // each further card
	sampleFake = 0.35
)

// sampleBid is a random bid of any legal sort.
func (s *State) sampleBid(seat int, r *rand.Rand) Move {
	if r.Float64() < samplePass {
		return pass()
	}
	hand := slices.Clone(s.Hands[seat-1])
	r.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
	size := 1
	for size < len(hand) && r.Float64() < sampleMore {
		size++
	}
	if r.Float64() < sampleAll {
		size = len(hand)
	}
	cards := hand[:size]
	if r.Float64() < sampleFake {
		cards = slices.Insert(cards, r.IntN(size+1), Fake)
	}
	return Move{Type: MoveBid, Cards: cards}
}

// list writes serials with spaces between them, or "empty".
func list(serials []int) string {
	if len(serials) == 0 {
		return "empty"
	}
	return strings.Trim(fmt.Sprint(serials), "[]")
}

func orEmpty(seats []int) []int {
	if seats == nil {
		return []int{}
	}
	return seats
}
