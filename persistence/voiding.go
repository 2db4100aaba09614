package persistence

import (
	"fmt"

	"gorm.io/gorm"

	"tender/domain"
)

// filledIn adds to an input what only the log knows: how the round began that is to be voided. The game's row is locked.
func (s *Store) filledIn(tx *gorm.DB, t *domain.Table, in domain.Input, by domain.Actor) (domain.Input, error) {
	void, ok := in.(domain.VoidRound)
	if !ok {
		return in, nil
	}
	if err := t.MayVoid(void, by); err != nil {
		return nil, err
	}
	log, err := logOf(tx, t.ID)
	if err != nil {
		return nil, err
	}
	round, position, err := s.kinds.RoundStart(log)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", t.ID, err)
	}
	if round != void.Round {
		return nil, fmt.Errorf("game %s: by its log it is round %d, and not %d", t.ID, round, void.Round)
	}
	void.Position = position
	return void, nil
}
