package persistence

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"tender/domain"
)

// maxPage is how many games a page may hold.
const maxPage = 100

// Games lists games in the order of f.Sort. next is the cursor of the page after, empty at the end; it is good for the
// same order and filters only.
func (s *Store) Games(ctx context.Context, f domain.GameFilter) (games []domain.GameSummary, next string, err error) {
	db := s.read.WithContext(ctx)
	limit := min(max(f.Limit, 1), maxPage)
	order := orderOf(f.Sort)
	q := db.Omit("state").Order(order.by).Limit(limit + 1)
	if f.Kind != "" {
		q = q.Where("kind = ?", f.Kind)
	}
	if f.Status != "" {
		q = q.Where("status = ?", string(f.Status))
	}
	if f.Vacant {
		q = q.Where("vacant > 0")
	}
	if f.Player != "" {
		q = q.Where("id IN (SELECT game_id FROM seats WHERE account_id = ?)", f.Player)
	} else {
		q = q.Where("visibility = ?", string(domain.Public)) // others neither show nor take time
	}
	q = s.fitting(q, f)
	if f.After != "" {
		key, id, err := readGamesCursor(f)
		if err != nil {
			return nil, "", err
		}
		q = q.Where(order.after, sql.Named("key", key), sql.Named("id", id))
	}
	var rows []gameRow
	if err := q.Find(&rows).Error; err != nil {
		return nil, "", err
	}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[len(rows)-1]
		next = gamesCursor(f, order.key(last), last.ID)
	}
	games, err = summaries(db, rows)
	return games, next, err
}

// fitting narrows a list down to what somebody looks for who wants to play.
func (s *Store) fitting(q *gorm.DB, f domain.GameFilter) *gorm.DB {
	if f.Edition != "" {
		q = q.Where("edition = ?", f.Edition)
	}
	if f.Free > 0 {
		q = q.Where("free >= ?", f.Free)
	}
	if f.Slowest > 0 {
		q = q.Where("slowest <= ?", f.Slowest)
	}
	if f.Fastest > 0 {
		q = q.Where("fastest >= ?", f.Fastest)
	}
	if f.HasBots != nil {
		q = q.Where("(bots <> '') = ?", *f.HasBots)
	}
	if f.JoinableBy != "" {
		q = q.Where(`status = 'open' AND id NOT IN (SELECT game_id FROM seats WHERE account_id = @who) AND (free > 0 OR id IN
			(SELECT i.game_id FROM invitations AS i WHERE i.state = 'open' AND i.until > @now AND `+toWhom+`))`,
			sql.Named("who", f.JoinableBy), sql.Named("now", millis(s.now())), sql.Named("trusting", !s.verify))
	}
	return q
}

func summaries(db *gorm.DB, rows []gameRow) ([]domain.GameSummary, error) {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	var seats []struct {
		GameID, Name string
		Seat         int
	}
	if len(ids) > 0 {
		err := db.Raw(`SELECT s.game_id, a.name, s.seat FROM seats AS s JOIN accounts AS a ON a.id = s.account_id
			WHERE s.game_id IN ? ORDER BY s.game_id, s.seat`, ids).Scan(&seats).Error
		if err != nil {
			return nil, err
		}
	}
	players := map[string]map[int]string{}
	for _, seat := range seats {
		if players[seat.GameID] == nil {
			players[seat.GameID] = map[int]string{}
		}
		players[seat.GameID][seat.Seat] = seat.Name
	}
	games := make([]domain.GameSummary, len(rows))
	for i, r := range rows {
		games[i] = domain.GameSummary{ID: r.ID, Kind: r.Kind, Edition: r.Edition, Title: r.Title,
			Status: domain.Status(r.Status), Visibility: domain.Visibility(r.Visibility), Size: r.Size, Vacant: r.Vacant, Free: r.Free, Host: r.Host, Players: []string{}, Bots: []int{}, Round: r.Round, Phase: r.Phase,
			Deadline: pointer(r.Deadline), OpenedAt: moment(r.OpenedAt), StartedAt: pointer(r.StartedAt),
			EndedAt: pointer(r.EndedAt)}
		for seat := 1; seat <= r.Taken; seat++ {
			games[i].Players = append(games[i].Players, players[r.ID][seat])
		}
		for _, bot := range strings.Fields(r.Bots) {
			seat, err := strconv.Atoi(bot)
			if err != nil || seat < 1 || seat > r.Taken {
				return nil, fmt.Errorf("game %s: bots: %q", r.ID, r.Bots)
			}
			games[i].Bots, games[i].Players[seat-1] = append(games[i].Bots, seat), domain.BotName(seat)
		}
		if err := json.Unmarshal([]byte(r.Pace), &games[i].Pace); err != nil {
			return nil, fmt.Errorf("game %s: pace: %w", r.ID, err)
		}
		if r.Terms == "" {
			continue
		}
		if err := json.Unmarshal([]byte(r.Terms), &games[i].Terms); err != nil {
			return nil, fmt.Errorf("game %s: terms: %w", r.ID, err)
		}
	}
	return games, nil
}

func pointer(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := moment(ms)
	return &t
}

// Turns lists the games that wait for an account, soonest deadline first.
func (s *Store) Turns(ctx context.Context, account string) ([]domain.Turn, error) {
	var rows []struct {
		ID, Kind, Title, Phase      string
		Revision, Seat, Round, Step int
		Deadline                    int64
		Stored                      bool
		SeriesID                    string
		SeriesNumber, SeriesOf      int
	}
	// A seat is in the partial index while it is wanted. Who has stored a move and is ready is not waited for any more.
	err := s.read.WithContext(ctx).Raw(`SELECT g.id, g.kind, g.revision, g.title, g.phase, s.seat, g.round, g.step, g.deadline,
			g.series_id, g.series_number, g.series_of, m.seat IS NOT NULL AS stored
		FROM seats AS s JOIN games AS g ON g.id = s.game_id
		LEFT JOIN sealed AS m ON m.game_id = s.game_id AND m.seat = s.seat
		WHERE s.account_id = ? AND s.since > 0 AND g.status = ? AND (m.seat IS NULL OR NOT m.ready)
		ORDER BY g.deadline, g.id`, account, string(domain.Active)).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	turns := make([]domain.Turn, len(rows))
	for i, r := range rows {
		turns[i] = domain.Turn{Game: r.ID, Kind: r.Kind, Revision: r.Revision, Title: r.Title, Seat: r.Seat, Round: r.Round, Phase: r.Phase,
			Step: r.Step, Stored: r.Stored, Deadline: moment(r.Deadline)}
		if r.SeriesID != "" {
			turns[i].Series = &domain.Series{ID: r.SeriesID, Number: r.SeriesNumber, Of: r.SeriesOf}
		}
		kind, err := s.kinds.At(r.Kind, r.Revision)
		if err != nil {
			return nil, err
		}
		if p := kind.Phase(r.Phase); p != nil {
			turns[i].Sealed = p.Sealed
		}
	}
	return turns, nil
}
