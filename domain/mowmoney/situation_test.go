package mowmoney

import (
	"slices"
	"testing"

	"tender/domain"
)

// situation is a game set up by hand.
type situation struct {
	*State
	t testing.TB
}

// newSituation starts a game in which seat 1 starts and everybody's hand lies in the decks.
func newSituation(t testing.TB, seats int) situation {
	s := rules{}.Start(domain.Setup[Options]{Edition: "2016", Options: rules{}.Defaults("2016"), Seats: seats, Seed: [32]byte{9}})
	s.First = 1
	for i := range s.Seats {
		s.Decks[Basic].Draw = append(s.Decks[Basic].Draw, s.Seats[i].Hand...)
		s.Seats[i].Hand = []int{}
	}
	return situation{&s, t}
}

// hold gives a seat cards out of the decks.
func (x situation) hold(seat int, ids ...int) situation {
	for _, id := range ids {
		pile := &x.Decks[cardOf(id).Deck]
		if !slices.Contains(pile.Draw, id) {
			x.t.Fatalf("card %d does not lie in its deck", id)
		}
		pile.Draw = without(pile.Draw, id)
		x.seat(seat).Hand = insert(x.seat(seat).Hand, id)
	}
	return x
}

// own gives a seat contracts from the piles, but not the face-up ones.
func (x situation) own(seat int, ids ...int) situation {
	for n, pile := range x.Piles {
		for _, id := range ids {
			if slices.Contains(pile[1:], id) {
				x.Piles[n] = without(pile, id)
				pile = x.Piles[n]
				x.seat(seat).Contracts = insert(x.seat(seat).Contracts, id)
			}
		}
	}
	for _, id := range ids {
		if !slices.Contains(x.seat(seat).Contracts, id) {
			x.t.Fatalf("contract %d does not lie face down", id)
		}
	}
	return x
}

// faceUp brings a contract of that worth to the top of a neighborhood and gives its number.
func (x situation) faceUp(n, rp int) int {
	for m, pile := range x.Piles {
		for i, id := range pile {
			if worthOf(id) == rp && (m == n || i > 0) {
				x.Piles[m][i], x.Piles[n][0] = x.Piles[n][0], id
				return id
			}
		}
	}
	x.t.Fatalf("no contract of %d RP can be turned up", rp)
	return 0
}

// turn makes it a seat's turn to invest.
func (x situation) turn(seat, money int, mowers ...Deck) situation {
	x.Phase, x.Turn, x.Round = phaseInvest, seat, 2
	x.seat(seat).Money = money
	x.seat(seat).Mowers = append([]Deck{Basic}, mowers...)
	return x
}

// refused checks that a move is refused with a code and a pointer.
func (x situation) refused(seat int, m Move, code domain.Code, pointer string) {
	x.t.Helper()
	r, ok := domain.AsRefusal(rules{}.Check(x.State, seat, m))
	if !ok {
		x.t.Errorf("%+v is allowed", m)
		return
	}
	if r.Code != code || r.Pointer != pointer || !slices.Contains(append(slices.Clone(codes), domain.MalformedMove, domain.NotWanted, domain.WrongPhase), r.Code) {
		x.t.Errorf("%+v: %s at %q: %s; want %s at %q", m, r.Code, r.Pointer, r.Text, code, pointer)
	}
}

// play makes one move, or a bid for each seat in order, after checking them.
func (x situation) play(plays ...domain.Play[Move]) []domain.Event {
	x.t.Helper()
	for _, p := range plays {
		if err := (rules{}).Check(x.State, p.Seat, p.Move); err != nil {
			x.t.Fatalf("seat %d: %+v: %v", p.Seat, p.Move, err)
		}
	}
	events := rules{}.Step(x.State, plays)
	if err := x.Valid(); err != nil {
		x.t.Fatal(err)
	}
	return events
}

// bids plays a bid of every seat, in order.
func (x situation) bids(all ...[]Stack) []domain.Event {
	x.t.Helper()
	plays := make([]domain.Play[Move], len(all))
	for i, stacks := range all {
		plays[i] = domain.Play[Move]{Seat: i + 1, Move: bidOf(stacks...)}
	}
	return x.play(plays...)
}

// bidOf is a bid; without stacks it is a pass.
func bidOf(stacks ...Stack) Move { return Move{Type: moveBid, Stacks: append([]Stack{}, stacks...)} }

// one is a bid of one stack of cards.
func one(token string, cards ...int) []Stack { return []Stack{{Token: token, Cards: cards}} }

// position is the situation as the server holds it.
func (x situation) position() domain.Position {
	x.t.Helper()
	position, err := Kind.Decode(mustJSON(x.t, map[string]any{"v": Kind.Version, "state": x.State}))
	if err != nil {
		x.t.Fatal(err)
	}
	return position
}
