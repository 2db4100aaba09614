package persistence

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"tender/domain"
)

// inboxTopic is what those who watch an account's games watch. It is no game's id.
func inboxTopic(account string) string { return "account " + account }

// listeners are the accounts whose own order the events of a decision belong to: who sits at the table, and who has
// just left it or lost the seat.
func listeners(t *domain.Table, out domain.Outcome, by domain.Actor) []string {
	accounts := make([]string, 0, len(t.Seats)+1)
	for _, seat := range t.Seats {
		if seat.Account != "" {
			accounts = append(accounts, seat.Account)
		}
	}
	for _, lost := range out.Lost {
		accounts = append(accounts, lost.Account)
	}
	if by.Account != "" {
		accounts = append(accounts, by.Account)
	}
	slices.Sort(accounts)
	return slices.Compact(accounts)
}

// storeInboxes gives the events of decisions their places in everybody's order, and the accounts that have got some. It
// costs two statements for decisions that tell something, none for a bid.
func storeInboxes(tx *gorm.DB, all []moved) (accounts []string, err error) {
	news := map[string]int{} // events by account
	for _, m := range all {
		for _, a := range listeners(m.table, m.out, m.by) {
			if n := len(m.out.Events); n > 0 {
				news[a] += n
			}
		}
	}
	if len(news) == 0 {
		return nil, nil
	}
	// The accounts are in order, so that two games with the same players do not wait for each other.
	accounts = slices.Sorted(maps.Keys(news))
	args := make([]any, 0, 2*len(accounts))
	for _, a := range accounts {
		args = append(args, a, news[a])
	}
	var boxes []struct {
		AccountID string
		Last      int64
	}
	err = tx.Raw("INSERT INTO inboxes (account_id, last) VALUES "+strings.Repeat(", (?, ?)", len(accounts))[2:]+` ON CONFLICT (account_id)
		DO UPDATE SET last = inboxes.last + excluded.last RETURNING account_id, last`, args...).Scan(&boxes).Error
	if err != nil {
		return nil, err
	}
	place := map[string]int64{} // of the next event
	for _, box := range boxes {
		place[box.AccountID] = box.Last - int64(news[box.AccountID]) + 1
	}
	return accounts, storePlaces(tx, all, place)
}

// told is what an account is told of a game: so many events, from one on, at places from one on.
type told struct {
	account  string
	place    int64
	game     string
	event, n int
}

// mostTold is how much is told in one statement: SQLite takes 500 rows of values in what counts on.
const mostTold = 400

// storePlaces writes the places of events, each account's from its next on. Of the events of a game, whose numbers follow
// each other, an account's first is given to the database, which counts on from there.
func storePlaces(tx *gorm.DB, all []moved, place map[string]int64) error {
	var news []told
	for _, m := range all {
		n := len(m.out.Events)
		if n == 0 {
			continue
		}
		for _, a := range listeners(m.table, m.out, m.by) {
			news = append(news, told{a, place[a], m.table.ID, m.out.Events[0].Number, n})
			place[a] += int64(n)
		}
	}
	for some := range slices.Chunk(news, mostTold) {
		var rows strings.Builder
		var args []any
		total := 0
		for i, t := range some {
			fmt.Fprintf(&rows, ", (%s, %s, %s, %s, %s)", typed(i, t.account), typed(i, t.place), typed(i, t.game), typed(i, t.event), typed(i, t.n))
			args = append(args, t.account, t.place, t.game, t.event, t.n)
			total += t.n
		}
		written := tx.Exec(`WITH RECURSIVE told (account_id, place, game_id, event, n) AS (VALUES `+rows.String()[2:]+`
			UNION ALL SELECT account_id, place + 1, game_id, event + 1, n - 1 FROM told WHERE n > 1)
			INSERT INTO inbox (account_id, place, game_id, event) SELECT account_id, place, game_id, event FROM told`, args...)
		if written.Error == nil && written.RowsAffected != int64(total) {
			return fmt.Errorf("%d of %d places were written", written.RowsAffected, total)
		}
		if written.Error != nil {
			return written.Error
		}
	}
	return nil
}

// tellReplicas lets other replicas wake, when the transaction commits, those who watch games and accounts.
func (s *Store) tellReplicas(tx *gorm.DB, topics []string) error {
	if s.pool == nil {
		return nil
	}
	args := make([]any, len(topics))
	for i, topic := range topics {
		args[i] = topic
	}
	return tx.Exec("SELECT pg_notify('"+movedChannel+"', topic) FROM (VALUES "+
		strings.Repeat(", (?)", len(topics))[2:]+") AS told (topic)", args...).Error
}

func (s *Store) wakeListeners(t *domain.Table, out domain.Outcome, by domain.Actor) {
	for _, a := range listeners(t, out, by) {
		s.watchers.wake(inboxTopic(a))
	}
}

// WatchAccount is Watch for all games in which an account has a seat, also those that it will have one in.
func (s *Store) WatchAccount(account string) (changed <-chan struct{}, stop func()) {
	return s.Watch(inboxTopic(account))
}

// AccountEvents tells an account what happened in its games after a place in its order, at most limit events.
func (s *Store) AccountEvents(ctx context.Context, account string, after int64, limit int) ([]domain.AccountEvent, error) {
	var rows []struct {
		Place int64
		Seat  int
		Event eventRow `gorm:"embedded"`
	}
	err := s.read.WithContext(ctx).Raw(`SELECT i.place, COALESCE(s.seat, 0) AS seat, e.*
		FROM (SELECT * FROM inbox WHERE account_id = ? AND place > ? ORDER BY place LIMIT ?) AS i
		JOIN events AS e ON e.game_id = i.game_id AND e.n = i.event
		LEFT JOIN seats AS s ON s.game_id = i.game_id AND s.account_id = i.account_id
		ORDER BY i.place`, account, after, limit).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	news := make([]domain.AccountEvent, len(rows))
	for i, r := range rows {
		told, err := r.Event.told()
		if err != nil {
			return nil, err
		}
		news[i] = domain.AccountEvent{Place: r.Place, Game: r.Event.GameID, EventView: told.For(r.Seat)}
	}
	return news, nil
}

// LastAccountEvent is the place of the last event that an account was told of, 0 when there is none.
func (s *Store) LastAccountEvent(ctx context.Context, account string) (place int64, err error) {
	err = s.read.WithContext(ctx).Raw("SELECT COALESCE(MAX(last), 0) FROM inboxes WHERE account_id = ?", account).Scan(&place).Error
	return place, err
}
