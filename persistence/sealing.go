package persistence

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tender/domain"
)

// errNotAtOnce says that sealAtOnce has changed nothing and that decide is to do what it did not.
var errNotAtOnce = errors.New("not to be sealed at once")

// holdGame and holdRest are hold's two statements; each looks into primary keys only. The second must come after the
// first: what it sees is what there is once the game's row is locked.
const (
	holdGame = "SELECT state FROM games WHERE id = $1 FOR UPDATE"
	holdRest = `SELECT l.n, l.at, COALESCE(s.seat, 0), COALESCE(s.step, 0), COALESCE(s.move, ''), COALESCE(s.ready, false),
			COALESCE(s.receipt, ''), COALESCE(s.nonce, ''), COALESCE(s.at, 0)
		FROM (SELECT game_id, n, at FROM inputs WHERE game_id = $1 ORDER BY n DESC LIMIT 1) AS l
		LEFT JOIN sealed AS s ON s.game_id = l.game_id`
	// The division fails, and with it what follows, unless one row of each was written.
	logAndSeal = `WITH logged AS (INSERT INTO inputs (game_id, n, at, actor, type, input) VALUES ($1, $2, $3, $4, $5, $6) RETURNING 1),
		stored AS (INSERT INTO sealed (game_id, seat, step, move, ready, receipt, nonce, at)
			VALUES ($1, $7, $8, $9, $10, $11, $12, $13)
			ON CONFLICT (game_id, seat) DO UPDATE SET step = excluded.step, move = excluded.move, ready = excluded.ready,
				receipt = excluded.receipt, nonce = excluded.nonce, at = excluded.at RETURNING 1)
		SELECT 1 / ((SELECT count(*) FROM logged) * (SELECT count(*) FROM stored))`
)

// sealAtOnce is decide for what happens most often: a bid is stored, and the game waits on. It is written out because it
// is hot: on Postgres the transaction takes two round trips instead of five, and the game's row is locked that much
// shorter. What is anything else, a bid that is the last or cannot be taken, is left to decide, and so is everything odd.
func (s *Store) sealAtOnce(ctx context.Context, game string, in domain.Seal, by domain.Actor) (t *domain.Table, out domain.Outcome, err error) {
	defer rescue(&err)
	ctx, end := s.span(ctx, game, in)
	defer func() {
		if err != errNotAtOnce {
			end(err)
			return
		}
		end(nil)
	}()
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return nil, out, errNotAtOnce
	}
	defer release(conn)
	t, last, err := s.begin(ctx, conn, game)
	if err != nil {
		return nil, out, errNotAtOnce // there is no such game, or the connection was broken, and so on: decide finds out
	}
	if t.Visibility == domain.Private && t.SeatOf(by.Account) == 0 {
		return nil, out, errNotAtOnce
	}
	at := s.clock(last.At)
	before := waitedFor(t, at)
	out, err = t.Decide(in, by, at)
	if err == nil && out.Moved {
		err = errNotAtOnce
	}
	if err != nil {
		return nil, domain.Outcome{}, err
	}
	if err := s.seal(ctx, conn, inputOf(game, domain.Log(last.Number+1, in, by, at)), sealedOf(game, t.Sealed[out.Seat])); err != nil {
		return nil, domain.Outcome{}, err
	}
	s.count(t, in, out, before)
	s.changed(t, out, by)
	return t, out, nil
}

// release gives a connection back to the pool, without the transaction if that has not come to its end. The pool closes
// one in which it still is open.
func release(conn *pgxpool.Conn) {
	if conn.Conn().PgConn().TxStatus() != 'I' && !conn.Conn().IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = conn.Exec(ctx, "ROLLBACK")
	}
	conn.Release()
}

// begin begins a transaction and reads, in the same round trip, what hold does.
func (s *Store) begin(ctx context.Context, conn *pgxpool.Conn, game string) (*domain.Table, domain.Logged, error) {
	var last domain.Logged
	var state string
	var sealed []domain.Sealed
	var batch pgx.Batch
	batch.Queue("BEGIN")
	s.trace(ctx, holdGame, game)
	s.trace(ctx, holdRest, game)
	batch.Queue(holdGame, game).QueryRow(func(row pgx.Row) error { return row.Scan(&state) })
	batch.Queue(holdRest, game).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var r sealedRow
			var at int64
			if err := rows.Scan(&last.Number, &at, &r.Seat, &r.Step, &r.Move, &r.Ready, &r.Receipt, &r.Nonce, &r.At); err != nil {
				return err
			}
			if last.At = moment(at); r.Seat > 0 {
				sealed = append(sealed, r.sealed())
			}
		}
		return rows.Err()
	})
	if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
		return nil, last, err
	}
	if last.Number == 0 {
		return nil, last, fmt.Errorf("game %s has no log", game)
	}
	t, err := s.kinds.DecodeTable([]byte(state), sealed)
	return t, last, err
}

// seal stores all that a bid writes, its entry in the log and one small row, and commits.
func (s *Store) seal(ctx context.Context, conn *pgxpool.Conn, l inputRow, r sealedRow) error {
	var batch pgx.Batch
	written := []any{l.GameID, l.N, l.At, l.Actor, l.Type, l.Input, r.Seat, r.Step, r.Move, r.Ready, r.Receipt, r.Nonce, r.At}
	s.trace(ctx, logAndSeal, written...)
	batch.Queue(logAndSeal, written...)
	batch.Queue("COMMIT")
	return conn.SendBatch(ctx, &batch).Close()
}

// trace lets whoever listens to GORM's statements hear of those that are not its own.
func (s *Store) trace(ctx context.Context, statement string, args ...any) {
	s.db.Logger.Trace(ctx, s.now(), func() (string, int64) { return s.db.Explain(statement, args...), -1 }, nil)
}
