package money

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tender/domain"
)

// situation is a game in the making, to be brought to the point that a test is about. Every move goes through Check.
type situation struct {
	testing.TB
	State
}

// hands gives each seat the cards named, lays two sides of four and keeps the rest as the deck, lowest card on top.
func hands(t testing.TB, edition string, hands ...[]int) *situation {
	t.Helper()
	s := &situation{t, State{
		Edition: edition, Options: (rules{}).Defaults(edition), Round: 1, Phase: PhaseBid,
		Market: [2][]int{{60, 61, 62, 63}, {56, 57, 58, 59}},
	}}
	gone := slices.Concat(s.Market[0], s.Market[1])
	for _, hand := range hands {
		slices.Sort(hand)
		s.Hands = append(s.Hands, hand)
		gone = append(gone, hand...)
		s.Secret = append(s.Secret, hand...)
	}
	slices.Sort(s.Secret)
	for _, card := range editionOf(edition).cards {
		if !slices.Contains(gone, card.Serial) {
			s.Deck = append(s.Deck, card.Serial)
		}
	}
	s.valid()
	return s
}

// deal starts a game as the server would, from some seed.
func deal(t testing.TB, edition string, seats int, options string) *situation {
	t.Helper()
	o := (rules{}).Defaults(edition)
	if err := domain.DecodeStrict(domain.InvalidOption, []byte(options), &o); err != nil {
		t.Fatal(err)
	}
	s := &situation{t, start(domain.Setup[Options]{Edition: edition, Options: o, Seats: seats, Seed: [32]byte{7}})}
	s.valid()
	return s
}

func (s *situation) valid() {
	s.Helper()
	if err := s.Valid(); err != nil {
		s.Fatal(err)
	}
}

// bids seals a bid for each seat, in order, and reveals them.
func (s *situation) bids(bids ...[]int) []domain.Event {
	s.Helper()
	var plays []domain.Play[Move]
	for i, cards := range bids {
		move := Move{Type: MoveBid, Cards: cards}
		if err := (rules{}).Check(&s.State, i+1, move); err != nil {
			s.Fatalf("seat %d bids %v: %v", i+1, cards, err)
		}
		plays = append(plays, domain.Play[Move]{Seat: i + 1, Move: move})
	}
	events := rules{}.Step(&s.State, plays)
	s.valid()
	return events
}

// pass has everybody pass.
func (s *situation) pass() []domain.Event {
	s.Helper()
	return s.bids(slices.Repeat([][]int{{Fake}}, len(s.Hands))...)
}

// takes plays a turn of the seat that has it: "I", "II", a bid's id, or "keep".
func (s *situation) takes(seat int, what string) []domain.Event {
	s.Helper()
	move := Move{Type: MoveSwap, With: what}
	if what == MoveKeep {
		move = Move{Type: MoveKeep}
	}
	if err := (rules{}).Check(&s.State, seat, move); err != nil {
		s.Fatalf("seat %d, %s: %v", seat, what, err)
	}
	events := rules{}.Step(&s.State, []domain.Play[Move]{{Seat: seat, Move: move}})
	s.valid()
	return events
}

// refuses tries a move, and wants the code and the place in the move.
func (s *situation) refuses(seat int, move string, code domain.Code, pointer string) *domain.Refusal {
	s.Helper()
	before := encoded(s, s.State)
	var m Move
	err := domain.DecodeStrict(domain.MalformedMove, []byte(move), &m)
	if err == nil {
		err = rules{}.Check(&s.State, seat, m)
	}
	r, ok := domain.AsRefusal(err)
	if !ok {
		s.Fatalf("%s by seat %d: %v, want a refusal", move, seat, err)
	}
	if r.Code != code || r.Pointer != pointer || !strings.HasSuffix(r.Text, ".") {
		s.Errorf("%s by seat %d: %s at %q (%s), want %s at %q", move, seat, r.Code, r.Pointer, r.Text, code, pointer)
	}
	if after := encoded(s, s.State); after != before {
		s.Errorf("a refused %s changed the state:\n%s\n%s", move, before, after)
	}
	return r
}

// order is the ids of the bids on the table, in moving order.
func (s *situation) order() string {
	var ids []string
	for _, bid := range s.Bids {
		ids = append(ids, bid.ID)
	}
	return strings.Join(ids, " ")
}

// want compares something with what it should be, both written as JSON.
func want[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if a, b := encoded(t, got), encoded(t, want); a != b {
		t.Errorf("%s: %s, want %s", what, a, b)
	}
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func types(events []domain.Event) string {
	var names []string
	for _, event := range events {
		names = append(names, event.Type)
	}
	return strings.Join(names, " ")
}

func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
