package persistence

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tender/domain"
)

// The statements by which a bid is stored, written out because they are hot; each looks into primary keys only. A game that
// somebody else has locked is left out, so that bids wait neither for it nor, in a circle, for each other. What is read of
// a game must be a statement after that which locks it: what it sees is what there is once the row is locked.
const (
	lockToSeal = "SELECT state FROM games WHERE id = $1 FOR UPDATE SKIP LOCKED"
	readToSeal = `SELECT l.n, l.at, COALESCE(s.seat, 0), COALESCE(s.step, 0), COALESCE(s.move, ''), COALESCE(s.ready, false),
			COALESCE(s.receipt, ''), COALESCE(s.nonce, ''), COALESCE(s.at, 0),
			CASE WHEN $2 THEN (SELECT json_object_agg(a.id, a.name) FROM seats AS p JOIN accounts AS a ON a.id = p.account_id WHERE p.game_id = $1) END
		FROM (SELECT n, at FROM inputs WHERE game_id = $1 ORDER BY n DESC LIMIT 1) AS l
		LEFT JOIN (SELECT * FROM sealed WHERE game_id = $1) AS s ON true`
	// A move that is not stored is not in the log: then no row is written.
	logSealed = `WITH stored AS (INSERT INTO sealed (game_id, seat, step, move, ready, receipt, nonce, at)
			VALUES ($1, $7, $8, $9, $10, $11, $12, $13)
			ON CONFLICT (game_id, seat) DO UPDATE SET step = excluded.step, move = excluded.move, ready = excluded.ready,
				receipt = excluded.receipt, nonce = excluded.nonce, at = excluded.at RETURNING 1)
		INSERT INTO inputs (game_id, n, at, actor, type, input) SELECT $1, $2, $3, $4, $5, $6 FROM stored`
)

// heldToSeal is what there is of a game that is held. Without a state it is not: there is no such game, or somebody else
// holds it.
type heldToSeal struct {
	state  []byte
	last   domain.Logged
	sealed []domain.Sealed
	names  map[string]string
}

// holdToSeal begins a transaction and holds the games of bids, all in one round trip.
func (s *Store) holdToSeal(ctx context.Context, conn *pgxpool.Conn, bids []*toSeal) ([]heldToSeal, error) {
	held := make([]heldToSeal, len(bids))
	var batch pgx.Batch
	batch.Queue("BEGIN")
	batch.Queue("SET LOCAL lock_timeout = '2s'") // what keeps one of them from being written must not keep the others for longer
	for i, b := range bids {
		h := &held[i]
		s.queue(ctx, &batch, lockToSeal, b.game).Query(func(rows pgx.Rows) error {
			for rows.Next() {
				if err := rows.Scan(&h.state); err != nil {
					return err
				}
			}
			return rows.Err()
		})
		s.queue(ctx, &batch, readToSeal, b.game, b.shown).Query(h.read)
	}
	return held, conn.SendBatch(ctx, &batch).Close()
}

// read takes the rows of readToSeal: one for each sealed move, or one without.
func (h *heldToSeal) read(rows pgx.Rows) error {
	for rows.Next() {
		var r sealedRow
		var at int64
		if err := rows.Scan(&h.last.Number, &at, &r.Seat, &r.Step, &r.Move, &r.Ready, &r.Receipt, &r.Nonce, &r.At, &h.names); err != nil {
			return err
		}
		if h.last.At = moment(at); r.Seat > 0 {
			h.sealed = append(h.sealed, r.sealed())
		}
	}
	return rows.Err()
}

// storeSeals stores all that bids write, each an entry in the log and one small row, and commits. A bid of which nothing
// was written has an error of its own. errNotAtOnce says that there was no commit: one by one, those go that can.
func (s *Store) storeSeals(conn *pgxpool.Conn, bids []*toSeal) error {
	ctx, cancel := context.WithTimeout(context.Background(), sealTime)
	defer cancel()
	var batch pgx.Batch
	for _, b := range bids {
		l, r := b.logged, b.sealed
		s.queue(ctx, &batch, logSealed, l.GameID, l.N, l.At, l.Actor, l.Type, l.Input,
			r.Seat, r.Step, r.Move, r.Ready, r.Receipt, r.Nonce, r.At).Exec(func(done pgconn.CommandTag) error {
			if done.RowsAffected() != 1 {
				b.err = fmt.Errorf("%d entries of one bid were written", done.RowsAffected())
			}
			return nil
		})
	}
	batch.Queue("COMMIT").Exec(func(done pgconn.CommandTag) error {
		if done.String() != "COMMIT" {
			return errNotAtOnce
		}
		return nil
	})
	err := conn.SendBatch(ctx, &batch).Close()
	var said *pgconn.PgError
	if errors.As(err, &said) && said.SeverityUnlocalized == "ERROR" { // anything worse ends the connection, perhaps after the commit
		return errNotAtOnce
	}
	return err
}

// queue adds a statement to a batch, and lets whoever listens to GORM's statements hear of it.
func (s *Store) queue(ctx context.Context, batch *pgx.Batch, statement string, args ...any) *pgx.QueuedQuery {
	s.db.Logger.Trace(ctx, s.now(), func() (string, int64) { return s.db.Explain(statement, args...), -1 }, nil)
	return batch.Queue(statement, args...)
}
