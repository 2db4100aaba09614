package persistence

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// messageRow is a row of messages.
type messageRow struct {
	GameID    string
	Channel   string
	N         int
	At        int64
	AccountID string
	Text      string
	RemovedAt int64
}

func (messageRow) TableName() string { return "messages" }

func (r messageRow) message(name string) domain.Message {
	return domain.Message{Game: r.GameID, Channel: domain.TalkChannel(r.Channel), Number: r.N, At: moment(r.At), Account: r.AccountID,
		Name: name, Text: r.Text, Removed: r.RemovedAt > 0}
}

// talkTopic is what those who wait for messages of a channel watch. It is no game's id.
func talkTopic(game string, c domain.TalkChannel) string { return "talk " + string(c) + " " + game }

// WatchTalk is Watch for messages of one channel.
func (s *Store) WatchTalk(game string, c domain.TalkChannel) (changed <-chan struct{}, stop func()) {
	return s.Watch(talkTopic(game, c))
}

// Say stores a message and gives it its number, its time and the name of who said it. Whether that person may say it is
// asked of the view before; more than domain.MaxMessages of one in a game are refused as TooManyMessages.
func (s *Store) Say(ctx context.Context, m domain.Message) (domain.Message, error) {
	var said domain.Message
	err := s.write(ctx, func(tx *gorm.DB) error {
		a, err := lockTalker(tx, m.Account)
		if err != nil {
			return err
		}
		var n int64
		if err := tx.Model(&messageRow{}).Where("account_id = ? AND game_id = ?", m.Account, m.Game).Count(&n).Error; err != nil {
			return err
		}
		if n >= domain.MaxMessages {
			return domain.Refuse(domain.TooManyMessages, "You have said %d things in this game, which is the most there may be.", n)
		}
		row := messageRow{GameID: m.Game, Channel: string(m.Channel), AccountID: m.Account, At: millis(s.now()), Text: m.Text}
		// One statement, since GORM's upsert does not give back the sum.
		if err := tx.Raw(`INSERT INTO talks (game_id, channel, last) VALUES (?, ?, 1)
			ON CONFLICT (game_id, channel) DO UPDATE SET last = talks.last + 1 RETURNING last`, row.GameID, row.Channel).Scan(&row.N).Error; err != nil {
			return err
		}
		said = row.message(a.Name)
		return create(tx, row)
	})
	if err != nil {
		return domain.Message{}, err
	}
	afterCommit(ctx, func() {
		topic := talkTopic(m.Game, m.Channel)
		s.watchers.wake(topic)
		if s.seals != nil {
			s.seals.add(topic)
		}
	})
	return said, nil
}

// lockTalker keeps an account from being deleted and from saying something else or muting somebody at the same time, and
// nothing that only refers to the account from going on.
func lockTalker(tx *gorm.DB, id string) (accountRow, error) {
	return lockAccount(tx, id, "NO KEY UPDATE")
}

// Messages lists what was said in a channel of a game after a message of that number, oldest first, at most limit; without
// those of people whom the reader, "" for somebody signed out, has muted.
func (s *Store) Messages(ctx context.Context, game string, c domain.TalkChannel, reader string, after, limit int) ([]domain.Message, error) {
	return messagesOf(s.read.WithContext(ctx).Where("m.game_id = ? AND m.channel = ? AND m.n > ?", game, string(c), after).
		Where("NOT EXISTS (SELECT 1 FROM mutes WHERE account_id = ? AND muted_id = m.account_id)", reader).
		Order("m.n").Limit(limit))
}

// MessagesBy gives all that an account has said and nobody has removed, by game.
func (s *Store) MessagesBy(ctx context.Context, account string) ([]domain.Message, error) {
	return messagesOf(s.read.WithContext(ctx).Where("m.account_id = ? AND m.removed_at = 0", account).Order("m.game_id, m.channel, m.n"))
}

// messagesOf reads messages m as they are chosen.
func messagesOf(chosen *gorm.DB) ([]domain.Message, error) {
	var rows []struct {
		Message messageRow `gorm:"embedded"`
		Name    string
	}
	err := chosen.Table("messages AS m").Select("m.*, a.name").Joins("JOIN accounts AS a ON a.id = m.account_id").Scan(&rows).Error
	messages := make([]domain.Message, len(rows))
	for i, r := range rows {
		messages[i] = r.Message.message(r.Name)
	}
	return messages, err
}

// RemoveMessage forgets the text of a message: of act.Who, or with others set of anybody. One that is neither is not
// found. What somebody else has said is removed with an entry in the audit log. To do so again is no error.
func (s *Store) RemoveMessage(ctx context.Context, game string, c domain.TalkChannel, number int, others bool, act domain.Act) error {
	return s.write(ctx, func(tx *gorm.DB) error {
		var row messageRow
		key := "game_id = ? AND channel = ? AND n = ?"
		held := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Where(key, game, string(c), number).Limit(1).Find(&row)
		if err := one(held, "message"); err != nil {
			return err
		}
		switch {
		case row.AccountID != act.Who && !others:
			return domain.Refuse(domain.NotFound, "You have said no such thing here; check the channel and the number.")
		case row.RemovedAt > 0:
			return nil
		}
		set := map[string]any{"text": "", "removed_at": millis(s.now())}
		if err := exactlyOne(tx.Model(&messageRow{}).Where(key, game, string(c), number).Updates(set), "message"); err != nil || row.AccountID == act.Who {
			return err
		}
		act.On, act.Detail = game, fmt.Sprintf("%s %d, of account %s", c, number, row.AccountID)
		return s.writeDown(tx, act)
	})
}

// unsay forgets all that an account has said, and that others have muted it.
func (s *Store) unsay(tx *gorm.DB, account string) error {
	if err := tx.Exec("UPDATE messages SET text = '', removed_at = ? WHERE account_id = ? AND removed_at = 0", millis(s.now()), account).Error; err != nil {
		return err
	}
	return tx.Exec("DELETE FROM mutes WHERE muted_id = ?", account).Error
}
