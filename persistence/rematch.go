package persistence

import (
	"context"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// Rematch opens the rematch of a game and invites its people, unless there is one already: opened says which. It is asked for
// by somebody who has or had a seat in the game. One that was called off before it began is none any more.
func (s *Store) Rematch(ctx context.Context, game string, by domain.Actor) (id string, opened bool, err error) {
	var in domain.Open
	if in.ID, err = s.newID(); err != nil {
		return "", false, err
	}
	if in.ServerSeed, err = s.newSeed(); err != nil {
		return "", false, err
	}
	var t *domain.Table
	var out domain.Outcome
	ctx, end := s.span(ctx, game, in)
	defer func() { end(err) }()
	err = s.write(ctx, func(tx *gorm.DB) error {
		// Whoever asks at the same moment waits for the lock, and then finds what was opened.
		old, last, err := s.hold(tx, game)
		if err != nil {
			return err
		}
		like, others, err := old.Rematch(by.Account)
		if isRefused(err, domain.NotSeated) {
			if hidden := s.admitTo(tx, old, by.Account, ""); hidden != nil {
				return hidden
			}
		}
		if err != nil {
			return err
		}
		if id, err = s.rematchOf(tx, game, by.Account); id != "" || err != nil {
			return err
		}
		like.ID, like.ServerSeed = in.ID, in.ServerSeed
		in, id, opened = like, in.ID, true
		t, out, err = s.openRematch(tx, game, in, others, by, s.clock(last.At))
		return err
	})
	if err != nil {
		return "", false, err
	}
	if opened {
		afterCommit(ctx, func() {
			s.count(t, in, out, waited{})
			s.changed(t, out, by)
			s.watchers.wake(game)
			wake(s.letters)
		})
	}
	return id, opened, nil
}

// rematchOf finds the rematch of a game whose row is locked. It is refused with NotInvited to who may not see it. "" is none.
func (s *Store) rematchOf(tx *gorm.DB, game, account string) (string, error) {
	g, err := findRematch(tx, game)
	if err != nil || g.ID == "" {
		return "", err
	}
	if _, err = s.enter(tx, g.ID, account); isRefused(err, domain.NotFound) {
		err = domain.Refuse(domain.NotInvited, "There is a rematch of this game already, for which you have no invitation; ask its host for one.")
	}
	return g.ID, err
}

// findRematch gives the row of a game's rematch, without its table; a zero one when there is none.
func findRematch(db *gorm.DB, game string) (g gameRow, err error) {
	err = db.Omit("state").Where("rematch_of = ? AND rematch_of <> '' AND NOT (status = 'abandoned' AND started_at = 0)", game).Limit(1).Find(&g).Error
	return g, err
}

// rematchSeen is the rematch of a game that an account may see; "" when there is none.
func (s *Store) rematchSeen(db *gorm.DB, t *domain.Table, account string) (string, error) {
	if !t.Ended() {
		return "", nil
	}
	g, err := findRematch(db, t.ID)
	if err != nil || g.ID == "" {
		return "", err
	}
	if _, err = s.enter(db, g.ID, account); isRefused(err, domain.NotFound) {
		return "", nil
	}
	return g.ID, err
}

// openRematch opens a game that is the rematch of another, whose row is locked, and invites accounts. Those that cannot be
// invited are left out.
func (s *Store) openRematch(tx *gorm.DB, game string, in domain.Open, accounts []string, by domain.Actor, at time.Time) (t *domain.Table, out domain.Outcome, err error) {
	// As strongly as mayInvite does: two who hold it more weakly would wait for each other there.
	if _, err := lockAccount(tx, by.Account, "NO KEY UPDATE"); err != nil {
		return nil, out, err
	}
	guests, err := invitable(tx, accounts)
	if err != nil {
		return nil, out, err
	}
	rows := make([]invitationRow, len(guests))
	for i, guest := range guests {
		rows[i] = invitationRow{GameID: in.ID, ByAccount: by.Account, AccountID: guest.ID, State: string(domain.InvitationOpen),
			MadeAt: millis(at), Until: millis(at.Add(domain.DefaultInvitation))}
		if rows[i].ID, err = s.newID(); err != nil {
			return nil, out, err
		}
		in.Invited = append(in.Invited, rows[i].invitation())
	}
	if t, out, err = s.storeOpened(tx, in, by, at); err != nil {
		return nil, out, err
	}
	for i, row := range rows {
		if err := s.mayInvite(tx, row, domain.Invitee{}); err != nil {
			return nil, out, err
		}
		// Who has got many letters within the hour finds the invitation when they look.
		if _, err := s.keepInvitation(tx, row, guests[i].EmailKey); err != nil {
			return nil, out, err
		}
	}
	gone := tx.Model(&gameRow{}).Where("rematch_of = ? AND rematch_of <> ''", game).Update("rematch_of", "")
	if gone.Error != nil {
		return nil, out, gone.Error
	}
	if err := exactlyOne(tx.Model(&gameRow{}).Where("id = ?", in.ID).Update("rematch_of", game), "game"); err != nil {
		return nil, out, err
	}
	return t, out, s.tellReplicas(tx, []string{game})
}

// invitable gives those of some accounts, in their order, that can be invited.
func invitable(tx *gorm.DB, accounts []string) (all []accountRow, err error) {
	for _, id := range accounts {
		var a accountRow
		found := tx.Where("id = ? AND former = 0 AND suspended_at = 0", id).Limit(1).Find(&a)
		if found.Error != nil {
			return nil, found.Error
		}
		takes, err := takesInvitations(tx, a.EmailKey)
		if err != nil {
			return nil, err
		}
		if takes && found.RowsAffected > 0 {
			all = append(all, a)
		}
	}
	return all, nil
}
