-- Vacations, reliability, seats that change hands.

-- +goose Up

-- Somebody's vacations, also those that are over. They do not overlap.
CREATE TABLE vacations (
    account_id TEXT    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    start_at   INTEGER NOT NULL,
    end_at     INTEGER NOT NULL,
    PRIMARY KEY (account_id, start_at)
) STRICT, WITHOUT ROWID;

-- Games that are yet to be told of an account's vacations: from due_at on. No foreign keys: they would make whoever plans a
-- vacation wait for games, and these for the account.
CREATE TABLE vacation_news (
    account_id TEXT    NOT NULL,
    game_id    TEXT    NOT NULL,
    due_at     INTEGER NOT NULL,
    PRIMARY KEY (account_id, game_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX vacation_news_due ON vacation_news (due_at);

-- Sums of the weights of turns, all and those missed: domain.TurnWeight says what one weighs.
CREATE TABLE reliability (
    account_id TEXT    PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    turns      REAL    NOT NULL,
    missed     REAL    NOT NULL
) STRICT, WITHOUT ROWID;

-- Who had a seat in a game and lost or left it while the game was running, for their export.
CREATE TABLE former_seats (
    account_id TEXT    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game_id    TEXT    NOT NULL,
    seat       INTEGER NOT NULL,
    PRIMARY KEY (account_id, game_id)
) STRICT, WITHOUT ROWID;

-- How many seats of a running game are open to substitutes.
ALTER TABLE games ADD COLUMN vacant INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_vacant ON games (opened_at DESC, id DESC) WHERE vacant > 0;

-- Built anew, since a table's UNIQUE cannot be changed: account_id becomes part of it, so that who takes a seat over is told
-- what was told before to who had it.
CREATE TABLE deliveries_new (
    id          TEXT    PRIMARY KEY,
    game_id     TEXT    NOT NULL REFERENCES games,
    account_id  TEXT    NOT NULL REFERENCES accounts,
    notice      TEXT    NOT NULL,
    seat        INTEGER NOT NULL,
    step        INTEGER NOT NULL,
    event       INTEGER NOT NULL,
    deadline    INTEGER NOT NULL,
    channel     TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    attempts    INTEGER NOT NULL,
    tried_at    INTEGER NOT NULL,
    took        INTEGER NOT NULL,
    answer      INTEGER NOT NULL,
    detail      TEXT    NOT NULL,
    finished_at INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    wanted_at   INTEGER NOT NULL,
    digest_at   INTEGER NOT NULL,
    why         TEXT    NOT NULL,
    trace       TEXT    NOT NULL DEFAULT '',
    UNIQUE (game_id, step, seat, notice, channel, target, deadline, account_id)
) STRICT;
INSERT INTO deliveries_new (id, game_id, account_id, notice, seat, step, event, deadline, channel, target, status, created_at, due_at, attempts, tried_at, took, answer, detail, finished_at, seq, wanted_at, digest_at, why, trace)
    SELECT id, game_id, account_id, notice, seat, step, event, deadline, channel, target, status, created_at, due_at, attempts, tried_at, took, answer, detail, finished_at, seq, wanted_at, digest_at, why, trace FROM deliveries;
DROP TABLE deliveries;
ALTER TABLE deliveries_new RENAME TO deliveries;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at > 0;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC, id DESC);
CREATE INDEX deliveries_to_target ON deliveries (target, created_at DESC, id DESC) WHERE target <> '';

-- +goose Down
CREATE TABLE deliveries_old (
    id          TEXT    PRIMARY KEY,
    game_id     TEXT    NOT NULL REFERENCES games,
    account_id  TEXT    NOT NULL REFERENCES accounts,
    notice      TEXT    NOT NULL,
    seat        INTEGER NOT NULL,
    step        INTEGER NOT NULL,
    event       INTEGER NOT NULL,
    deadline    INTEGER NOT NULL,
    channel     TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    attempts    INTEGER NOT NULL,
    tried_at    INTEGER NOT NULL,
    took        INTEGER NOT NULL,
    answer      INTEGER NOT NULL,
    detail      TEXT    NOT NULL,
    finished_at INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    wanted_at   INTEGER NOT NULL,
    digest_at   INTEGER NOT NULL,
    why         TEXT    NOT NULL,
    trace       TEXT    NOT NULL DEFAULT '',
    UNIQUE (game_id, step, seat, notice, channel, target, deadline)
) STRICT;
INSERT OR IGNORE INTO deliveries_old (id, game_id, account_id, notice, seat, step, event, deadline, channel, target, status, created_at, due_at, attempts, tried_at, took, answer, detail, finished_at, seq, wanted_at, digest_at, why, trace)
    SELECT id, game_id, account_id, notice, seat, step, event, deadline, channel, target, status, created_at, due_at, attempts, tried_at, took, answer, detail, finished_at, seq, wanted_at, digest_at, why, trace FROM deliveries ORDER BY created_at DESC;
DROP TABLE deliveries;
ALTER TABLE deliveries_old RENAME TO deliveries;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at > 0;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC, id DESC);
CREATE INDEX deliveries_to_target ON deliveries (target, created_at DESC, id DESC) WHERE target <> '';
DROP INDEX games_vacant;
ALTER TABLE games DROP COLUMN vacant;
DROP TABLE former_seats;
DROP TABLE reliability;
DROP TABLE vacation_news;
DROP TABLE vacations;
