package api

import (
	"encoding/json"
	"time"

	"tender/domain"
)

// termsOf are the terms of a game: what its host said, and the defaults where nothing was said. The zone is looked up here;
// what its clocks do goes into the game.
func (s *server) termsOf(said *Terms) (*domain.Terms, error) {
	terms := domain.DefaultTerms()
	if said != nil {
		text, err := json.Marshal(said)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &terms); err != nil {
			return nil, err
		}
	}
	schedule, err := terms.Placed(time.LoadLocation, s.Now())
	if err != nil {
		return nil, err
	}
	terms.Schedule = schedule
	return &terms, nil
}
