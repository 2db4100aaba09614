package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// OpenGame opens a game. The store gives it its id and its server seed, and a series its id and the first number; what in says of
// them does not count.
func (s *Store) OpenGame(ctx context.Context, in domain.Open, by domain.Actor) (id string, out domain.Outcome, err error) {
	if in.ID, err = s.newID(); err != nil {
		return "", out, err
	}
	if in.ServerSeed, err = s.newSeed(); err != nil {
		return "", out, err
	}
	if in.Series != nil {
		first := domain.Series{Number: 1, Of: in.Series.Of}
		if first.ID, err = s.newID(); err != nil {
			return "", out, err
		}
		in.Series = &first
	}
	var t *domain.Table
	ctx, end := s.span(ctx, in.ID, in)
	defer func() { end(err) }()
	err = s.write(ctx, func(tx *gorm.DB) error {
		if err := keepAccount(tx, by.Account); err != nil {
			return err
		}
		t, out, err = s.storeOpened(tx, in, by, s.clock(time.Time{}))
		return err
	})
	if err != nil {
		return "", domain.Outcome{}, err
	}
	afterCommit(ctx, func() {
		s.count(t, in, out, waited{})
		s.changed(t, out, by)
	})
	return in.ID, out, nil
}

// storeOpened opens a game and stores it.
func (s *Store) storeOpened(tx *gorm.DB, in domain.Open, by domain.Actor, at time.Time) (t *domain.Table, out domain.Outcome, err error) {
	if kind, err := s.kinds.Find(in.Kind); err == nil { // else Open says why not
		in.Revision = kind.Revision
	}
	if in, err = s.knownSeated(tx, in, by); err != nil {
		return nil, out, err
	}
	if t, out, err = s.kinds.Open(in, by, at); err != nil {
		return nil, out, err
	}
	logged := []inputRow{inputOf(t.ID, domain.Log(1, in, by, at))}
	if logged, out, err = s.playOn(t, out, logged, at); err != nil {
		return nil, out, err
	}
	if err := create(tx, logged...); err != nil {
		return nil, out, err
	}
	return t, out, s.storeNew(tx, moved{t, out, by, at, waited{}})
}

// Decide takes an input to a game: it is the only way to change one. The input is acknowledged, and on disk, when no
// error is returned; a *domain.Refusal means that nothing has changed.
//
// The clock is read once, when the lock on the game's row is held, so that of a bid and the deadline each sees what
// the other did.
func (s *Store) Decide(ctx context.Context, game string, in domain.Input, by domain.Actor) (out domain.Outcome, err error) {
	_, _, out, err = s.take(ctx, game, in, by, false)
	return out, err
}

// Move is Decide, and shows the game as it is then to whoever made the move. The table is at hand: it need not be read
// again.
func (s *Store) Move(ctx context.Context, game string, in domain.Input, by domain.Actor) (out domain.Outcome, v domain.View, err error) {
	defer rescue(&err)
	t, names, out, err := s.take(ctx, game, in, by, true)
	if err == nil && names == nil {
		names, err = namesOf(s.reader(ctx), t)
	}
	if err != nil {
		return out, v, err
	}
	return out, t.View(by.Account, names), nil
}

// take is Decide, and gives the table that has come of it, and if it is shown the names of those who sit at it, unless it
// does not know them.
func (s *Store) take(ctx context.Context, game string, in domain.Input, by domain.Actor, shown bool) (t *domain.Table, names map[string]string, out domain.Outcome, err error) {
	if seal, ok := in.(domain.Seal); ok {
		if seal, err = seal.Blind(s.random); err != nil {
			return nil, nil, out, err
		}
		if s.pool != nil && jointOf(ctx) == nil && seal.Orders == nil {
			b, err := s.sealAtOnce(ctx, game, seal, by, shown)
			if err == nil {
				return b.table, b.names, b.out, nil
			}
			if err != errNotAtOnce {
				return nil, nil, out, err
			}
		}
		in = seal
	}
	t, out, err = s.decide(ctx, game, in, by, func(tx *gorm.DB, in domain.Input) (domain.Input, error) { return s.known(tx, in, by) })
	return t, nil, out, err
}

// decide takes an input, with more that belongs into the same transaction: also does that once the game is held, and gives the
// input with all that it depends on.
func (s *Store) decide(ctx context.Context, game string, in domain.Input, by domain.Actor, also func(*gorm.DB, domain.Input) (domain.Input, error)) (t *domain.Table, out domain.Outcome, err error) {
	return s.decideOn(ctx, game, in, by, func(tx *gorm.DB, _ *domain.Table, _ time.Time) (domain.Input, error) { return also(tx, in) })
}

// prepare completes an input with what only the database knows, in the transaction that decides it.
type prepare func(tx *gorm.DB, t *domain.Table, at time.Time) (domain.Input, error)

// decideOn is decide for an input that is not complete before the table is held.
func (s *Store) decideOn(ctx context.Context, game string, in domain.Input, by domain.Actor, complete prepare) (t *domain.Table, out domain.Outcome, err error) {
	return s.decideAs(ctx, game, in, by, "", complete)
}

// decideAs is decideOn for somebody who may have the token of an invitation. Whoever may not see the game is told that
// there is none.
func (s *Store) decideAs(ctx context.Context, game string, in domain.Input, by domain.Actor, token string, complete prepare) (t *domain.Table, out domain.Outcome, err error) {
	var before waited
	ctx, end := s.span(ctx, game, in)
	defer func() { end(err) }()
	err = s.write(ctx, func(tx *gorm.DB) error {
		var last domain.Logged
		var err error
		if t, last, err = s.hold(tx, game); err == nil && by != domain.Clock && !unasked(in) {
			err = s.admitTo(tx, t, by.Account, token)
		}
		if err != nil {
			return err
		}
		at := s.clock(last.At)
		if in, err = complete(tx, t, at); err != nil {
			return err
		}
		before = waitedFor(t, at)
		if in, err = s.filledIn(tx, t, in, by); err != nil {
			return err
		}
		if out, err = t.Decide(in, by, at); err != nil || out.Nothing {
			return err
		}
		logged := inputOf(game, domain.Log(last.Number+1, in, by, at))
		if sealed, ok := t.Sealed[out.Seat]; ok && !out.Moved {
			return storeSeal(tx, logged, sealedOf(game, sealed))
		}
		entries := []inputRow{logged}
		if entries, out, err = s.playOn(t, out, entries, at); err != nil {
			return err
		}
		if err := create(tx, entries...); err != nil {
			return err
		}
		if !out.Moved {
			return tx.Where("game_id = ? AND seat = ?", game, out.Seat).Delete(&sealedRow{}).Error
		}
		return s.storeMoved(tx, moved{t, out, by, at, before})
	})
	if err != nil {
		return nil, domain.Outcome{}, err
	}
	afterCommit(ctx, func() {
		s.count(t, in, out, before)
		s.changed(t, out, by)
	})
	return t, out, nil
}

// unasked says whether an input in somebody's name is the server's doing, and tells them nothing: it needs no admission.
func unasked(in domain.Input) bool {
	_, away := in.(domain.Away)
	return away
}

// clock reads the time as domain keeps it, in whole milliseconds, and never before what the game's log says last:
// the clocks of replicas may differ a little.
func (s *Store) clock(last time.Time) time.Time {
	at := s.now().UTC().Truncate(time.Millisecond)
	if at.Before(last) {
		return last
	}
	return at
}

// changed wakes whom a commit concerns. On Postgres the other replicas hear of a moved table by the notification in
// its transaction.
func (s *Store) changed(t *domain.Table, out domain.Outcome, by domain.Actor) {
	if out.Nothing {
		return
	}
	topic := topicOf(t, out, by)
	s.watchers.wake(topic)
	if !out.Moved {
		if s.seals != nil {
			s.seals.add(topic)
		}
		return
	}
	if len(out.Events) > 0 {
		s.wakeListeners(t, out, by)
	}
	wake(s.due)
	if len(out.Notices) > 0 {
		wake(s.deliver)
	}
}

// topicOf is what is announced when an outcome is committed: the game or, when only the actor can see that anything has
// changed, an unseenTopic.
func topicOf(t *domain.Table, out domain.Outcome, by domain.Actor) string {
	if out.Unseen {
		return unseenTopic(t.ID, by.Account)
	}
	return t.ID
}
