package model

import (
	"math/rand/v2"
	"slices"
)

// Game is a game of one kind, with everything known.
type Game interface {
	// State is the round, the phase, whether moves are secret in it, and the seats that are wanted.
	State() (round int, phase string, sealed bool, wanted []int)
	// Refuses says why a wanted seat may not make a move now; "" is that it may.
	Refuses(seat int, m Move) string
	// Play makes the moves of all wanted seats in a sealed phase, and of one in an open phase.
	Play(moves map[int]Move)
	// Table is what everybody sees, Own what one seat sees besides, Cover what is seen of a sealed move.
	Table() object
	Own(seat int) object
	Cover(m Move) any
	// Open lists the moves of a seat that can be listed, when the phase is one in which the API lists them all.
	Open(seat int) (moves []Move, all bool)
	// Result is how the game ended.
	Result() object
	// Think makes up a move of a seat; now and then one that is against the rules.
	Think(seat int, r *rand.Rand) Move
}

type object = map[string]any

// Move is any move of both kinds, as the API writes it.
type Move struct {
	Type    string  `json:"type"`
	Cards   []int   `json:"cards,omitempty"`
	With    string  `json:"with,omitempty"`
	Stacks  []Stack `json:"stacks,omitempty"`
	Mower   string  `json:"mower,omitempty"`
	Deck    string  `json:"deck,omitempty"`
	Discard []int   `json:"discard,omitempty"`
	Job     string  `json:"job,omitempty"`
}

// Stack is what a bid of Mow Money lays under one token.
type Stack struct {
	Token  string `json:"token"`
	Cards  []int  `json:"cards,omitempty"`
	Stake  []int  `json:"stake,omitempty"`
	Bluffs int    `json:"bluffs,omitempty"`
	Job    string `json:"job,omitempty"`
	Decoy  bool   `json:"decoy,omitempty"`
}

// sent is the move as the body of a request: lists that the contract asks for stand there also when they are empty.
func (m Move) sent() object {
	o := object{"type": m.Type}
	switch m.Type {
	case "bid":
		if m.Cards != nil || m.Stacks == nil {
			o["cards"] = append([]int{}, m.Cards...)
		} else {
			o["stacks"] = m.Stacks
		}
	case "swap":
		o["with"] = m.With
	case "buy_mower":
		o["mower"] = m.Mower
	case "buy_card":
		o["deck"] = m.Deck
	case "done":
		o["discard"] = append([]int{}, m.Discard...)
	case "pickup":
		o["cards"] = append([]int{}, m.Cards...)
		if m.Job != "" {
			o["job"] = m.Job
		}
	}
	return o
}

func without(list []int, gone ...int) []int {
	left := []int{}
	for _, x := range list {
		if !slices.Contains(gone, x) {
			left = append(left, x)
		}
	}
	return left
}

func sorted(list []int) []int {
	out := append([]int{}, list...)
	slices.Sort(out)
	return out
}

func repeats(list []int) bool {
	for i, x := range list {
		if slices.Contains(list[:i], x) {
			return true
		}
	}
	return false
}

// some picks n of a list by chance.
func some(list []int, n int, r *rand.Rand) []int {
	out := append([]int{}, list...)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(n, len(out))]
}
