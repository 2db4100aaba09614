package mowmoney

import (
	"slices"

	"tender/domain"
)

const dollarsPerPoint = 3 // one reputation point for every full $3

// Score is what a seat's game is worth, in reputation points.
type Score struct {
	Contracts int `json:"contracts"`
	Mowers    int `json:"mowers"`
	Money     int `json:"money"`
	Total     int `json:"total"`
}

// score is what a seat has so far; all of it lies open.
func (p *Seat) score() Score {
	score := Score{Contracts: worthOfAll(p.Contracts), Money: p.Money / dollarsPerPoint}
	for _, mower := range p.Mowers {
		score.Mowers += mowerRP[mower]
	}
	score.Total = score.Contracts + score.Mowers + score.Money
	return score
}

// Scores says how the game ended: the highest total wins, [R] equal totals share. The dummy of a solo game scores
// the contracts it took and nothing else; [R] a total equal to its own is shared with it.
func (rules) Scores(s *State) domain.Result {
	result := domain.Result{Winners: []any{}, Rounds: s.Round}
	for i := range s.Seats {
		score := s.Seats[i].score()
		result.Scores = append(result.Scores, score)
		result.Totals = append(result.Totals, score.Total)
	}
	best := slices.Max(result.Totals)
	rival := worthOfAll(s.Dummy)
	if s.solo() {
		best, result.Dummy = max(best, rival), &rival
	}
	for i, total := range result.Totals {
		if total == best {
			result.Winners = append(result.Winners, i+1)
		}
	}
	if s.solo() && rival == best {
		result.Winners = append(result.Winners, dummyName)
	}
	return result
}
