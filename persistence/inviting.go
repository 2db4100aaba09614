package persistence

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// Invite keeps a seat free for somebody, and writes them a letter. Whether an address is anybody's makes no difference.
func (s *Store) Invite(ctx context.Context, game string, who domain.Invitee, life time.Duration, by domain.Actor) (n domain.InvitationNote, err error) {
	row := invitationRow{GameID: game, ByAccount: by.Account, State: string(domain.InvitationOpen)}
	if row.ID, err = s.newID(); err != nil {
		return n, err
	}
	_, _, err = s.decideOn(ctx, game, domain.Invite{}, by, func(tx *gorm.DB, t *domain.Table, at time.Time) (domain.Input, error) {
		row.MadeAt, row.Until = millis(at), millis(at.Add(life))
		in := func() domain.Invite {
			return domain.Invite{Invitation: row.invitation()}
		}
		if t.Host != by.Account || t.Status != domain.Opened {
			return in(), nil // which is refused
		}
		if err := s.mayInvite(tx, row, who); err != nil {
			return nil, err
		}
		key, err := s.find(tx, &row, who)
		if err != nil {
			return nil, err
		}
		if t.SeatOf(row.AccountID) > 0 {
			return in(), nil // which is refused
		}
		written, err := s.keepInvitation(tx, row, key)
		if err == nil && !written {
			err = domain.Refuse(domain.TooManyInvites, "They were invited %d times within the hour; try again later.", lettersEachHour)
		}
		return in(), err
	})
	if err != nil {
		return n, err
	}
	afterCommit(ctx, func() { wake(s.letters) })
	rows, err := s.notes(s.reader(ctx), `WHERE i.id = @id`, "", sql.Named("id", row.ID))
	if err != nil || len(rows) == 0 {
		return n, err
	}
	return rows[0].note(), nil
}

// mayInvite refuses too many invitations. The host's account is locked, so that those who invite at once are counted.
func (s *Store) mayInvite(tx *gorm.DB, row invitationRow, who domain.Invitee) error {
	if _, err := lockAccount(tx, row.ByAccount, "NO KEY UPDATE"); err != nil {
		return err
	}
	day := moment(row.MadeAt).Add(-24 * time.Hour)
	for _, bound := range []struct {
		of   *gorm.DB
		most int64
		text string
	}{
		{tx.Where("game_id = ?", row.GameID), domain.InvitationsOfGame, "There were %d invitations to this game; that is all there can be."},
		{tx.Where("by_account = ? AND made_at > ?", row.ByAccount, millis(day)), domain.InvitationsEachDay, "You have invited %d times within a day; try again tomorrow."},
		{tx.Where("by_account = ? AND made_at > ? AND account_id = ''", row.ByAccount, millis(day)), domain.MailInvitationsInADay,
			"You have invited %d mail addresses within a day; try again tomorrow, or invite by name."},
	} {
		if who.Key == "" && bound.most == domain.MailInvitationsInADay {
			continue
		}
		var n int64
		if err := bound.of.Model(&invitationRow{}).Count(&n).Error; err != nil {
			return err
		}
		if n >= bound.most {
			return domain.Refuse(domain.TooManyInvites, bound.text, n)
		}
	}
	return nil
}

// find fills in to whom an invitation goes, and gives the key of the address to which its letter does. Who is suspended or
// has left cannot be invited by name, nor can whose address takes no invitations.
func (s *Store) find(tx *gorm.DB, row *invitationRow, who domain.Invitee) (key string, err error) {
	if who.Key != "" {
		row.Email, row.EmailKey, row.Whom = who.Email, who.Key, domain.Masked(who.Email)
		var n int64
		err := tx.Model(&invitationRow{}).Where("game_id = ? AND state = 'open' AND by_account = ? AND email_key = ?", row.GameID, row.ByAccount, who.Key).Count(&n).Error
		if err == nil && n > 0 {
			err = domain.AlreadyInvitedTo("/email")
		}
		if err != nil {
			return "", err
		}
		takes, err := takesInvitations(tx, who.Key)
		if err == nil && !takes {
			err = domain.Refuse(domain.CannotInvite, "Whoever reads the mail of this address wants no invitations.").At("/email")
		}
		return who.Key, err
	}
	var a accountRow
	found := tx.Where("name_key = ? AND former = 0 AND suspended_at = 0", who.NameKey).Limit(1).Find(&a)
	if found.Error != nil {
		return "", found.Error
	}
	takes, err := takesInvitations(tx, a.EmailKey)
	if err == nil && (found.RowsAffected == 0 || !takes) {
		err = domain.Refuse(domain.CannotInvite, "Nobody of this name can be invited; check how it is spelled.").At("/name")
	}
	row.AccountID = a.ID
	return a.EmailKey, err
}

// keepInvitation stores an invitation, and its letter unless its reader has got enough of them within the hour.
func (s *Store) keepInvitation(tx *gorm.DB, row invitationRow, key string) (written bool, err error) {
	b, err := s.bytes(16)
	if err != nil {
		return false, err
	}
	token := domain.NewInvitationToken([16]byte(b), key)
	row.Token = tokenHash(token)
	if err := create(tx, row); err != nil {
		return false, err
	}
	// It is counted apart from the letters that let people sign in: nobody is to be kept from that by invitations.
	letter := letterRow{Type: string(domain.InvitedLetter), AccountID: row.AccountID, Email: row.Email,
		EmailKey: "invitation:" + domain.MailboxOf(token), GameID: row.GameID, Body: token}
	return s.writeSparingly(tx, letter)
}

// postInvitation is Post for the letter about an invitation. It is owed while that is open and its address takes any.
func (s *Store) postInvitation(ctx context.Context, db *gorm.DB, letter letterRow, l domain.Letter) (p domain.Post, owed bool, err error) {
	row, err := s.noteOf(db, letter.Body)
	if isRefused(err, domain.NotFound) {
		return p, false, nil // it goes with its account
	}
	if err != nil {
		return p, false, err
	}
	note := row.own()
	p = domain.Post{Letter: l, Invitation: &note, To: domain.Account{Email: letter.Email}}
	key := row.Invitation.EmailKey
	var a accountRow
	found := db.Where("id = ? OR id <> '' AND email_key = ? AND email_key <> ''", letter.AccountID, key).Limit(1).Find(&a)
	if found.Error != nil || note.State != domain.InvitationOpen || !s.now().Before(note.Until) {
		return p, false, found.Error
	}
	if letter.AccountID != "" {
		if p.To, key = a.account(), a.EmailKey; !s.reads(a) {
			return p, false, nil
		}
		if _, p.To.Zone, err = wishesOf(db, a.ID, letter.GameID); err != nil {
			return p, false, err
		}
	}
	if found.RowsAffected > 0 && (a.SuspendedAt > 0 || a.MailSuspendedAt > 0) {
		return p, false, nil
	}
	takes, err := takesInvitations(db, key)
	if err != nil || !takes {
		return p, false, err
	}
	t, names, err := s.look(ctx, note.Game)
	if err != nil {
		return p, false, err
	}
	v := t.View("", names)
	p.View = &v
	return p, true, nil
}

// whom says to whom the invitation went that an event tells of; it is "" when the event tells of none.
func (s *Store) whom(db *gorm.DB, game string, event int) (string, error) {
	var row eventRow
	if err := db.Where("game_id = ? AND n = ?", game, event).Limit(1).Find(&row).Error; err != nil {
		return "", err
	}
	told, err := row.told()
	if err != nil {
		return "", err
	}
	id := told.For(0).InvitationIn()
	if id == "" {
		return "", nil
	}
	rows, err := s.notes(db, `WHERE i.id = @id`, "", sql.Named("id", id))
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return rows[0].note().To, nil
}
