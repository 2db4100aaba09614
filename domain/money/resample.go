package money

import (
	"encoding/json"
	"math/rand/v2"
	"slices"

	"tender/domain"
)

// Resample deals anew what a viewer cannot know of an encoded position: the deck, and the cards in other seats' hands
// that nobody else has ever seen; when the game is over, nothing. It is this game's definition of hidden information,
// which tests of secrecy use. A position that does not decode is a mistake of the caller's and panics.
func Resample(position json.RawMessage, viewer int, r *rand.Rand) json.RawMessage {
	var e struct {
		V     int   `json:"v"`
		State State `json:"state"`
	}
	if err := json.Unmarshal(position, &e); err != nil {
		panic(err)
	}
	e.State = resample(e.State, viewer, r)
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return raw
}

// resample is Resample for a state, which it leaves as it is.
func resample(s State, viewer int, r *rand.Rand) State {
	if s.Phase == domain.PhaseOver {
		return s // all hands are shown, and the seed is published
	}
	unknown := slices.Clone(s.Deck)
	hidden := make([]int, len(s.Hands)) // by seat: how many of its cards the viewer does not know
	hands := make([][]int, len(s.Hands))
	var secret []int
	for i, hand := range s.Hands {
		for _, serial := range hand {
			switch {
			case !slices.Contains(s.Secret, serial):
				hands[i] = append(hands[i], serial)
			case i+1 == viewer:
				hands[i] = append(hands[i], serial)
				secret = append(secret, serial)
			default:
				hidden[i]++
				unknown = append(unknown, serial)
			}
		}
	}
	r.Shuffle(len(unknown), func(i, j int) { unknown[i], unknown[j] = unknown[j], unknown[i] })
	for i, n := range hidden {
		hands[i] = append(hands[i], unknown[:n]...)
		secret = append(secret, unknown[:n]...)
		unknown = unknown[n:]
		slices.Sort(hands[i])
	}
	slices.Sort(secret)
	s.Deck, s.Hands, s.Secret = unknown, hands, secret
	return s
}
