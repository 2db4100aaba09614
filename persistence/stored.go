package persistence

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// heldRow is a row of hold's second statement. GORM leaves out embedded structs that have no exported name.
type heldRow struct {
	Game     string // only of several
	LoggedN  int
	LoggedAt int64
	Sealed   sealedRow `gorm:"embedded"`
}

// hold locks the game's row until the end of the transaction and reads the table and the last entry of its log.
func (s *Store) hold(tx *gorm.DB, game string) (*domain.Table, domain.Logged, error) {
	var last domain.Logged
	var g gameRow
	locked := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Select("state").
		Where("id = ?", game).Limit(1).Find(&g)
	if err := one(locked, "game"); err != nil {
		return nil, last, err
	}
	// This must be a second statement: one that joins and waits for the lock would show, on Postgres, the games row as
	// it is after the wait, but the sealed moves as they were before it. Its cost is one look into each primary key.
	var rows []heldRow
	err := tx.Raw(`SELECT l.n AS logged_n, l.at AS logged_at, s.*
		FROM (SELECT game_id, n, at FROM inputs WHERE game_id = ? ORDER BY n DESC LIMIT 1) AS l
		LEFT JOIN sealed AS s ON s.game_id = l.game_id`, game).Scan(&rows).Error
	if err != nil {
		return nil, last, err
	}
	if len(rows) == 0 {
		return nil, last, fmt.Errorf("game %s has no log", game)
	}
	last.Number, last.At = rows[0].LoggedN, moment(rows[0].LoggedAt)
	var sealed []domain.Sealed
	for _, r := range rows {
		if r.Sealed.Seat > 0 {
			sealed = append(sealed, r.Sealed.sealed())
		}
	}
	t, err := s.kinds.DecodeTable([]byte(g.State), sealed)
	return t, last, err
}

// held is a table whose row is locked, with the last entry of its log.
type held struct {
	table *domain.Table
	last  domain.Logged
}

// holdAll is hold for several games; what is not there is left out. The rows are locked in the order of their ids.
func (s *Store) holdAll(tx *gorm.DB, games []string) ([]held, error) {
	var rows []gameRow
	err := tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Select("id", "state").
		Where("id IN ?", games).Order("id").Find(&rows).Error
	if err != nil {
		return nil, err
	}
	// The last number of each log is looked up by itself: gathered from all of them, it is a scan of the whole table to a
	// planner that thinks logs short.
	var rest []heldRow
	err = tx.Raw(`SELECT l.game_id AS game, l.n AS logged_n, l.at AS logged_at, s.*
		FROM games AS g
		JOIN inputs AS l ON l.game_id = g.id AND l.n = (SELECT MAX(n) FROM inputs WHERE game_id = g.id)
		LEFT JOIN sealed AS s ON s.game_id = g.id
		WHERE g.id IN ?`, games).Scan(&rest).Error
	if err != nil {
		return nil, err
	}
	last, sealed := map[string]domain.Logged{}, map[string][]domain.Sealed{}
	for _, r := range rest {
		last[r.Game] = domain.Logged{Number: r.LoggedN, At: moment(r.LoggedAt)}
		if r.Sealed.Seat > 0 {
			sealed[r.Game] = append(sealed[r.Game], r.Sealed.sealed())
		}
	}
	all := make([]held, len(rows))
	for i, g := range rows {
		if last[g.ID].Number == 0 {
			return nil, fmt.Errorf("game %s has no log", g.ID)
		}
		t, err := s.kinds.DecodeTable([]byte(g.State), sealed[g.ID])
		if err != nil {
			return nil, err
		}
		all[i] = held{t, last[g.ID]}
	}
	return all, nil
}

// replaceSealed puts a sealed move in the place of the one before.
const replaceSealed = `INSERT INTO sealed (game_id, seat, step, move, ready, receipt, nonce, at)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game_id, seat) DO UPDATE SET step = excluded.step,
	move = excluded.move, ready = excluded.ready, receipt = excluded.receipt, nonce = excluded.nonce, at = excluded.at`

// storeSeal stores all that a bid writes: its entry in the log and one small row.
func storeSeal(tx *gorm.DB, l inputRow, r sealedRow) error {
	if err := create(tx, l); err != nil {
		return err
	}
	return storeSealed(tx, r)
}

func storeSealed(tx *gorm.DB, r sealedRow) error {
	return exactlyOne(tx.Exec(replaceSealed, r.GameID, r.Seat, r.Step, r.Move, r.Ready, r.Receipt, r.Nonce, r.At), "sealed move")
}

// moved is a table that a decision has changed, with what is to be stored of that.
type moved struct {
	table *domain.Table
	out   domain.Outcome
	by    domain.Actor
	at    time.Time

	before waited
}

func (s *Store) storeNew(tx *gorm.DB, m moved) error {
	g, err := gameOf(m.table)
	if err != nil {
		return err
	}
	if err := create(tx, g); err != nil {
		return err
	}
	if err := create(tx, seatsOf(m.table)...); err != nil {
		return err
	}
	for _, sealed := range m.table.Sealed { // of bots, when the game has begun at once
		if err := storeSealed(tx, sealedOf(m.table.ID, sealed)); err != nil {
			return err
		}
	}
	return s.storeTold(tx, m)
}

// storeMoved stores tables that decisions have changed, what they told, and what is due from now on: in as many statements
// for all as for one.
func (s *Store) storeMoved(tx *gorm.DB, all ...moved) error {
	games, ids := make([]gameRow, len(all)), make([]string, len(all))
	for i, m := range all {
		var err error
		if games[i], err = gameOf(m.table); err != nil {
			return err
		}
		ids[i] = m.table.ID
	}
	if err := storeGames(tx, games); err != nil {
		return err
	}
	if err := storeSeats(tx, all); err != nil {
		return err
	}
	if err := tx.Where("game_id IN ?", ids).Delete(&sealedRow{}).Error; err != nil {
		return err
	}
	for _, m := range all {
		if err := storeAnswers(tx, m); err != nil {
			return err
		}
		for _, sealed := range m.table.Sealed {
			if err := storeSealed(tx, sealedOf(m.table.ID, sealed)); err != nil {
				return err
			}
		}
	}
	if err := s.storeTold(tx, all...); err != nil {
		return err
	}
	for _, m := range all {
		if err := s.openFollowing(tx, m); err != nil {
			return err
		}
	}
	return nil
}

// storeGames writes what a decision can change of games that are there, in one statement.
func storeGames(tx *gorm.DB, games []gameRow) error {
	columns := slices.Sorted(maps.Keys(games[0].changing()))
	var set, rows strings.Builder
	args := make([]any, 0, len(games)*(1+len(columns)))
	for i, g := range games {
		args = append(args, g.ID)
		fmt.Fprint(&rows, ", (", typed(i, g.ID))
		changed := g.changing()
		for _, c := range columns {
			args = append(args, changed[c])
			fmt.Fprint(&rows, ", ", typed(i, changed[c]))
		}
		rows.WriteString(")")
	}
	for _, c := range columns {
		fmt.Fprintf(&set, ", %s = changed.%s", c, c)
	}
	written := tx.Exec("WITH changed (id, "+strings.Join(columns, ", ")+") AS (VALUES "+rows.String()[2:]+
		") UPDATE games SET "+set.String()[2:]+" FROM changed WHERE games.id = changed.id", args...)
	if written.Error == nil && written.RowsAffected != int64(len(games)) {
		return fmt.Errorf("%d of %d games were written", written.RowsAffected, len(games))
	}
	return written.Error
}

// typed is the place of an argument in a list of rows. In the first of them Postgres wants to be told what it is.
func typed(row int, arg any) string {
	if row > 0 {
		return "?"
	}
	if _, ok := arg.(string); ok {
		return "CAST(? AS TEXT)"
	}
	return "CAST(? AS BIGINT)"
}

// storeSeats brings the index of the seats up to date, writing only rows that differ.
func storeSeats(tx *gorm.DB, all []moved) error {
	var rows []seatRow
	for _, m := range all {
		rows = append(rows, seatsOf(m.table)...)
	}
	if len(rows) > 0 {
		replace := clause.OnConflict{Columns: []clause.Column{{Name: "game_id"}, {Name: "seat"}},
			DoUpdates: clause.AssignmentColumns([]string{"account_id", "since"}),
			Where: clause.Where{Exprs: []clause.Expression{gorm.Expr(
				"seats.since <> excluded.since OR seats.account_id <> excluded.account_id")}}}
		for some := range slices.Chunk(rows, mostCreated) {
			if err := tx.Clauses(replace).Create(&some).Error; err != nil {
				return err
			}
		}
	}
	for _, m := range all {
		held := []int{0}
		for i, seat := range m.table.Seats {
			if seat.Account != "" {
				held = append(held, i+1)
			}
		}
		if began := !m.table.StartedAt.IsZero(); len(held) > m.table.Size || began && len(held) > len(m.table.Seats) {
			continue // nobody has left
		}
		if err := tx.Where("game_id = ? AND seat NOT IN ?", m.table.ID, held).Delete(&seatRow{}).Error; err != nil {
			return err
		}
	}
	return nil
}

// storeTold stores events, their places in everybody's order, and deliveries, and lets other replicas know when the
// transaction commits.
func (s *Store) storeTold(tx *gorm.DB, all ...moved) error {
	var events []eventRow
	var topics []string
	for _, m := range all {
		rows, err := eventsOf(m.table.ID, m.out.Events)
		if err != nil {
			return err
		}
		events = append(events, rows...)
		topics = append(topics, topicOf(m.table, m.out, m.by))
	}
	if err := create(tx, events...); err != nil {
		return err
	}
	if err := s.storeNotices(tx, all); err != nil {
		return err
	}
	accounts, err := storeInboxes(tx, all)
	if err != nil {
		return err
	}
	if err := storeTurns(tx, all); err != nil {
		return err
	}
	if err := storeLost(tx, all); err != nil {
		return err
	}
	for _, a := range accounts {
		topics = append(topics, inboxTopic(a))
	}
	return s.tellReplicas(tx, topics)
}

// mostCreated is how many rows are stored in one statement: databases bound the number of its parameters.
const mostCreated = 500

// create inserts rows, in a transaction all of them or none.
func create[R any](tx *gorm.DB, rows ...R) error {
	for some := range slices.Chunk(rows, mostCreated) {
		result := tx.Create(&some)
		if result.Error == nil && result.RowsAffected != int64(len(some)) {
			return fmt.Errorf("%d of %d rows were inserted", result.RowsAffected, len(some))
		}
		if result.Error != nil {
			return result.Error
		}
	}
	return nil
}
