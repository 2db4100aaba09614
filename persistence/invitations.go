package persistence

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// invitationRow is a row of invitations.
type invitationRow struct {
	ID        string
	GameID    string
	ByAccount string
	AccountID string
	Email     string
	EmailKey  string
	Whom      string
	Token     string
	State     string
	MadeAt    int64
	Until     int64
	EndedAt   int64
}

func (invitationRow) TableName() string { return "invitations" }

// invitation is what the table knows of it.
func (r invitationRow) invitation() domain.Invitation {
	return domain.Invitation{ID: r.ID, Account: r.AccountID, Until: moment(r.Until)}
}

// notedRow is an invitation with the names of those whom it concerns, and the game.
type notedRow struct {
	Invitation invitationRow `gorm:"embedded"`
	Invited    string
	Inviter    string
	Kind       string
	Title      string
}

// noted reads invitations i with what belongs to them. Its cost is a look into the primary keys for each.
const noted = `SELECT i.*, COALESCE(a.name, '') AS invited, b.name AS inviter, g.kind, g.title FROM invitations AS i
	JOIN games AS g ON g.id = i.game_id JOIN accounts AS b ON b.id = i.by_account LEFT JOIN accounts AS a ON a.id = i.account_id `

func (r notedRow) note() domain.InvitationNote {
	i := r.Invitation
	n := domain.InvitationNote{ID: i.ID, Game: i.GameID, To: i.Whom, State: domain.InvitationState(i.State),
		InvitedAt: moment(i.MadeAt), Until: moment(i.Until), EndedAt: pointer(i.EndedAt)}
	if i.AccountID != "" {
		n.To = r.Invited
	}
	if n.To == "" {
		n.To = "somebody"
	}
	return n
}

// own is a note with what its invited person needs to know.
func (r notedRow) own() domain.InvitationNote {
	n := r.note()
	n.Kind, n.Title, n.By = r.Kind, r.Title, r.Inviter
	return n
}

// Invitations lists those of a game that an account may see, newest first: its host all, whoever is invited their own.
func (s *Store) Invitations(ctx context.Context, game, account string) ([]domain.InvitationNote, error) {
	t, err := s.table(s.reader(ctx), game)
	if err == nil {
		err = s.admitTo(s.reader(ctx), t, account, "")
	}
	if err != nil {
		return nil, err
	}
	rows, err := s.notes(s.reader(ctx), `WHERE i.game_id = @game AND (@host OR `+toWhom+`) ORDER BY i.made_at DESC, i.id DESC`,
		account, sql.Named("game", game), sql.Named("host", t.Host == account && account != ""))
	notes := make([]domain.InvitationNote, len(rows))
	for i, r := range rows {
		notes[i] = r.note()
	}
	return notes, err
}

// MyInvitations lists the open invitations to an account and to the address that is its, the first to expire first.
func (s *Store) MyInvitations(ctx context.Context, account string) ([]domain.InvitationNote, error) {
	rows, err := s.notes(s.reader(ctx), `WHERE i.state = 'open' AND i.until > @now AND `+toWhom+` ORDER BY i.until, i.id`, account)
	notes := make([]domain.InvitationNote, len(rows))
	for i, r := range rows {
		notes[i] = r.own()
	}
	return notes, err
}

func (s *Store) notes(db *gorm.DB, where, account string, more ...any) (rows []notedRow, err error) {
	args := append(more, sql.Named("who", account), sql.Named("trusting", !s.verify), sql.Named("now", millis(s.now())))
	err = db.Raw(noted+where, args...).Scan(&rows).Error
	return rows, err
}

// noteOf is an open invitation with its game, as the link in its letter shows it.
func (s *Store) noteOf(db *gorm.DB, token string) (notedRow, error) {
	rows, err := s.notes(db, `WHERE i.token = @token`, "", sql.Named("token", tokenHash(token)))
	if err == nil && len(rows) == 0 {
		err = domain.Refuse(domain.NotFound, "There is no such invitation; copy all of the link from the mail.")
	}
	if err != nil {
		return notedRow{}, err
	}
	return rows[0], nil
}

// InvitationByToken is what the link in a letter leads to: the invitation and, while that is open, the game as everybody
// sees it.
func (s *Store) InvitationByToken(ctx context.Context, token string) (n domain.InvitationNote, v domain.View, err error) {
	defer rescue(&err)
	row, err := s.noteOf(s.reader(ctx), token)
	if err != nil {
		return n, v, err
	}
	n = row.own()
	if n.State != domain.InvitationOpen || !s.now().Before(n.Until) {
		return n, v, nil
	}
	t, names, err := s.look(ctx, n.Game)
	if err != nil {
		return n, v, err
	}
	return n, t.View("", names), nil
}

// Decline says no to an invitation for who is invited.
func (s *Store) Decline(ctx context.Context, game, id string, by domain.Actor) error {
	in := domain.Decline{ID: id}
	_, _, err := s.decideOn(ctx, game, in, by, func(tx *gorm.DB, _ *domain.Table, _ time.Time) (domain.Input, error) {
		rows, err := s.notes(tx, `WHERE i.id = @id AND i.game_id = @game AND `+toWhom, by.Account, sql.Named("id", id), sql.Named("game", game))
		if err == nil && len(rows) == 0 {
			err = domain.Refuse(domain.NotFound, "There is no such invitation to you.")
		}
		return in, err
	})
	return err
}

// DeclineByToken says no for whoever has the link in a letter.
func (s *Store) DeclineByToken(ctx context.Context, token string) error {
	row, err := s.noteOf(s.reader(ctx), token)
	if err == nil {
		_, err = s.Decide(ctx, row.Invitation.GameID, domain.Decline{ID: row.Invitation.ID}, domain.Clock)
	}
	return err
}

// TakeInvitations says, for whoever has the link in a letter, whether its address takes invitations from now on.
func (s *Store) TakeInvitations(ctx context.Context, token string, take bool) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		if _, err := s.noteOf(tx, token); err != nil {
			return err
		}
		if take {
			return tx.Exec("DELETE FROM no_invitations WHERE mailbox = ?", domain.MailboxOf(token)).Error
		}
		return tx.Exec("INSERT INTO no_invitations (mailbox, at) VALUES (?, ?) ON CONFLICT (mailbox) DO NOTHING",
			domain.MailboxOf(token), millis(s.now())).Error
	})
}

// takesInvitations says whether an address, given as its key, takes invitations.
func takesInvitations(db *gorm.DB, key string) (bool, error) {
	var n int64
	err := db.Table("no_invitations").Where("mailbox = ?", domain.MailboxHash(key)).Count(&n).Error
	return n == 0, err
}

// Join gives an account a seat: one that is free, or is kept by an invitation to it. token is out of the link of an
// invitation to another address; it may be empty.
func (s *Store) Join(ctx context.Context, game string, in domain.Join, token string, by domain.Actor) (domain.Outcome, error) {
	_, out, err := s.decideAs(ctx, game, in, by, token, func(tx *gorm.DB, t *domain.Table, _ time.Time) (domain.Input, error) {
		known, err := s.known(tx, in, by)
		if err != nil || len(t.Invited) == 0 {
			return known, err
		}
		in = known.(domain.Join)
		rows, err := s.notes(tx, `WHERE i.game_id = @game AND i.state = 'open' AND (i.token = @token OR `+toWhom+`) ORDER BY i.until DESC LIMIT 1`,
			by.Account, sql.Named("game", game), sql.Named("token", tokenHash(token)))
		if err == nil && len(rows) == 1 {
			in.Invitation = rows[0].Invitation.ID
		}
		return in, err
	})
	return out, err
}

// storeAnswers writes down what has become of invitations. The address of one that is not open any more is not needed, nor
// what is shown of it when the game is over.
func storeAnswers(tx *gorm.DB, m moved) error {
	for _, a := range m.out.Answered {
		set := map[string]any{"state": string(a.State), "ended_at": millis(m.at), "email": "", "email_key": ""}
		if err := tx.Model(&invitationRow{}).Where("id = ?", a.ID).Updates(set).Error; err != nil {
			return err
		}
	}
	if m.table.Status == domain.Opened || m.table.Status == domain.Active {
		return nil
	}
	return tx.Model(&invitationRow{}).Where("game_id = ? AND whom <> ''", m.table.ID).Updates(map[string]any{"whom": ""}).Error
}
