package mowmoney

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
)

// Resample deals anew what a viewer cannot know of an encoded position: the seed, the order of decks and piles, and
// which cards others hold. How many of which deck everybody holds stays as it is, for the backs lie open. It
// is this game's definition of hidden information, which tests of secrecy use. A position that does not decode is a
// mistake of the caller's and panics.
func Resample(position json.RawMessage, viewer int, r *rand.Rand) json.RawMessage {
	var e struct {
		V     int   `json:"v"`
		State State `json:"state"`
	}
	if err := json.Unmarshal(position, &e); err != nil {
		panic(err)
	}
	for i := range e.State.Seed {
		e.State.Seed[i] = byte(r.Uint32()) // #nosec G115 -- the low byte is meant
	}
	e.State.resampleCards(viewer, r)
	e.State.resampleContracts(r)
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return raw
}

func (s *State) resampleCards(viewer int, r *rand.Rand) {
	for d := range Deck(deckCount) {
		pile := &s.Decks[d]
		hidden := slices.Clone(pile.Draw)
		for i := range s.Seats {
			if i+1 != viewer {
				hidden = append(hidden, s.Seats[i].of(d)...)
			}
		}
		r.Shuffle(len(hidden), func(i, k int) { hidden[i], hidden[k] = hidden[k], hidden[i] })
		pile.Draw, hidden = hidden[:len(pile.Draw)], hidden[len(pile.Draw):]
		for i := range s.Seats {
			if i+1 == viewer {
				continue
			}
			held := s.Seats[i].of(d)
			s.Seats[i].Hand = insert(without(s.Seats[i].Hand, held...), hidden[:len(held)]...)
			hidden = hidden[len(held):]
		}
	}
}

func (s *State) resampleContracts(r *rand.Rand) {
	var below []int
	for _, pile := range s.Piles {
		below = append(below, pile[min(1, len(pile)):]...)
	}
	r.Shuffle(len(below), func(i, k int) { below[i], below[k] = below[k], below[i] })
	for n, pile := range s.Piles {
		if len(pile) > 0 {
			s.Piles[n], below = append(pile[:1:1], below[:len(pile)-1]...), below[len(pile)-1:]
		}
	}
}
