package persistence

import (
	"database/sql"

	"gorm.io/gorm"

	"tender/domain"
)

// toWhom is what holds of an invitation i that is to @who: it went to the account, or to the address that is its. Where
// nobody is asked whether an address is theirs, they are taken at their word (@trusting). Nobody is nobody: what went to an
// address has no account either.
const toWhom = `(@who <> '' AND (i.account_id = @who OR i.email_key <> '' AND i.email_key =
	(SELECT email_key FROM accounts WHERE id = @who AND (verified_at > 0 OR @trusting))))`

// entrance is what decides whether somebody may see a game.
type entrance struct {
	game       string
	visibility domain.Visibility
	seated     bool   // the account has a seat, or had one while the game was running
	account    string // "" is somebody signed out
	token      string // of an invitation's link, if they have one
}

// admit refuses as NotFound whoever may not see a game, nor know that there is one: it is the one place that decides so.
// Private games are for their players, also those who lost or left their seats while it was running and may want them back,
// those who are invited, and moderators.
func (s *Store) admit(db *gorm.DB, e entrance) error {
	if e.visibility != domain.Private || e.seated {
		return nil
	}
	var in bool
	err := db.Raw(`SELECT EXISTS (SELECT 1 FROM accounts WHERE id = @who AND role IN ('moderator', 'admin') AND suspended_at = 0)
		OR EXISTS (SELECT 1 FROM invitations AS i WHERE i.game_id = @game AND i.state = 'open' AND i.until > @now
			AND (i.token = @token OR `+toWhom+`))`,
		sql.Named("who", e.account), sql.Named("game", e.game), sql.Named("now", millis(s.now())), sql.Named("token", tokenHash(e.token)),
		sql.Named("trusting", !s.verify)).Scan(&in).Error
	if err == nil && !in {
		err = noGame()
	}
	return err
}

// tokenHash is what is kept of the token of an invitation; no token has the hash that "" gets.
func tokenHash(token string) string {
	if token == "" {
		return "none"
	}
	return domain.LinkHash(token)
}

// admitTo is admit for a table that is at hand.
func (s *Store) admitTo(db *gorm.DB, t *domain.Table, account, token string) error {
	return s.admit(db, entrance{t.ID, t.Visibility, t.EverHeld(account) > 0, account, token})
}

// noGame is what one says of a game that is not there.
func noGame() error { return one(&gorm.DB{}, "game") }
