-- Answers are kept for a day to be given again, and everybody has an order of the events of all their games.

-- +goose Up
-- What a request with an idempotency key was answered. The row is made in the transaction that carries the request out.
CREATE TABLE answers (
    id         TEXT    PRIMARY KEY,
    account_id TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    status     INTEGER NOT NULL,
    header     TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX answers_expire ON answers (expires_at);

-- How many events an account has been told of. Whoever tells it of more locks this row until the commit, so that places
-- become visible in their order and a reader that goes on from one misses none.
CREATE TABLE inboxes (
    account_id TEXT    PRIMARY KEY,
    last       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE inbox (
    account_id TEXT    NOT NULL,
    place      INTEGER NOT NULL,
    game_id    TEXT    NOT NULL,
    event      INTEGER NOT NULL,
    PRIMARY KEY (account_id, place)
) STRICT, WITHOUT ROWID;

INSERT INTO inbox (account_id, place, game_id, event)
    SELECT s.account_id, row_number() OVER (PARTITION BY s.account_id ORDER BY e.at, e.game_id, e.n), e.game_id, e.n
    FROM seats AS s JOIN events AS e ON e.game_id = s.game_id;
INSERT INTO inboxes (account_id, last) SELECT account_id, max(place) FROM inbox GROUP BY account_id;

-- +goose Down
DROP TABLE inbox;
DROP TABLE inboxes;
DROP TABLE answers;
