package persistence

import (
	"context"

	"gorm.io/gorm"

	"tender/domain"
)

// decideAll gives games an input of Clock's, all in one transaction, or one by one when that fails, and says how many it
// changed. also is done first in each transaction. A game that fails is logged; the error is that of ctx.
func (s *Store) decideAll(ctx context.Context, games []string, in domain.Input, also func(*gorm.DB) error) (n int, err error) {
	if len(games) > 1 {
		these := func(*gorm.DB) ([]string, error) { return games, nil }
		if n, err = s.decideTogether(ctx, these, in, also, func(*gorm.DB, []string) error { return nil }); err == nil {
			return n, nil
		}
		s.log.WarnContext(ctx, "games could not be decided together: they are decided one by one", "games", len(games), "err", err)
		n = 0
	}
	for _, game := range games {
		_, out, err := s.decide(ctx, game, in, domain.Clock, func(tx *gorm.DB, in domain.Input) (domain.Input, error) { return in, also(tx) })
		switch {
		case ctx.Err() != nil:
			return n, ctx.Err()
		case err != nil:
			s.log.ErrorContext(ctx, "the deadline of a game could not be decided", "game", game, "input", domain.InputType(in), "err", err)
		case !out.Nothing:
			n++
		}
	}
	return n, nil
}

// decideTogether is Decide for the many games that which gives: what is waited for, the disk and the way to the database, is
// waited for once. It gives those that the input does nothing to to unmoved, in the same transaction.
func (s *Store) decideTogether(ctx context.Context, which func(*gorm.DB) ([]string, error), in domain.Input, also func(*gorm.DB) error, unmoved func(*gorm.DB, []string) error) (n int, err error) {
	var all []moved
	ctx, end := s.span(ctx, "several", in)
	defer func() { end(err) }()
	err = s.write(ctx, func(tx *gorm.DB) error {
		games, err := which(tx)
		if err != nil || len(games) == 0 {
			return err
		}
		held, err := s.holdAll(tx, games)
		if err == nil {
			err = also(tx)
		}
		if err != nil {
			return err
		}
		var logged []inputRow
		var idle []string
		for _, h := range held {
			at := s.clock(h.last.At)
			before := waitedFor(h.table, at)
			out, err := h.table.Decide(in, domain.Clock, at)
			if err != nil {
				return err
			}
			if out.Nothing {
				idle = append(idle, h.table.ID)
				continue
			}
			entries := []inputRow{inputOf(h.table.ID, domain.Log(h.last.Number+1, in, domain.Clock, at))}
			if entries, out, err = s.playOn(h.table, out, entries, at); err != nil {
				return err
			}
			logged, all = append(logged, entries...), append(all, moved{h.table, out, domain.Clock, at, before})
		}
		if len(idle) > 0 {
			if err := unmoved(tx, idle); err != nil {
				return err
			}
		}
		if len(all) == 0 {
			return nil
		}
		if err := create(tx, logged...); err != nil {
			return err
		}
		return s.storeMoved(tx, all...)
	})
	if err != nil {
		return 0, err
	}
	for _, m := range all {
		s.count(m.table, in, m.out, m.before)
		s.watchers.wake(m.table.ID)
		s.wakeListeners(m.table, m.out, m.by)
	}
	return len(all), nil
}
