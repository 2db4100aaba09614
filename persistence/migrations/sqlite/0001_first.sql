-- Times are milliseconds since 1970 in UTC, 0 where there is none (datetime(at / 1000, 'unixepoch') shows one).

-- +goose Up
CREATE TABLE accounts (
    id            TEXT    PRIMARY KEY,
    name          TEXT    NOT NULL,
    name_key      TEXT    NOT NULL UNIQUE,
    email         TEXT    NOT NULL,
    email_key     TEXT    NOT NULL UNIQUE,
    password_hash TEXT    NOT NULL,
    created_at    INTEGER NOT NULL
) STRICT;

-- A sign-in. Whoever spends or ends its tokens locks this row first.
CREATE TABLE sessions (
    id         TEXT    PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts,
    began_at   INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_account ON sessions (account_id);

CREATE TABLE refresh_tokens (
    hash       TEXT    PRIMARY KEY,
    session_id TEXT    NOT NULL REFERENCES sessions ON DELETE CASCADE,
    account_id TEXT    NOT NULL,
    issued_at  INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);

CREATE TABLE signing_keys (
    id         TEXT    PRIMARY KEY,
    seed       BLOB    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhooks (
    id         TEXT    PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts,
    url        TEXT    NOT NULL,
    secret     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, url)
) STRICT;
CREATE INDEX webhooks_of_account ON webhooks (account_id, created_at);

-- The snapshot, and beside it what lists and workers look for. due_at is the deadline or, while a worker is at it,
-- the end of its lease.
CREATE TABLE games (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL,
    edition    TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    size       INTEGER NOT NULL,
    pace       TEXT    NOT NULL,
    status     TEXT    NOT NULL,
    round      INTEGER NOT NULL,
    phase      TEXT    NOT NULL,
    step       INTEGER NOT NULL,
    deadline   INTEGER NOT NULL,
    opened_at  INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,
    state      TEXT    NOT NULL
) STRICT;
CREATE INDEX games_due ON games (due_at) WHERE due_at > 0;
CREATE INDEX games_newest ON games (opened_at DESC, id DESC);
CREATE INDEX games_newest_by_status ON games (status, opened_at DESC, id DESC);

-- An index of the table's seats. since is the step at which the seat's wait began, 0 when it is not wanted.
CREATE TABLE seats (
    game_id    TEXT    NOT NULL REFERENCES games,
    seat       INTEGER NOT NULL,
    account_id TEXT    NOT NULL REFERENCES accounts,
    since      INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_account ON seats (account_id, game_id);
CREATE INDEX seats_wanted ON seats (account_id) WHERE since > 0;

-- Sealed moves of the present wait. No foreign keys here and in inputs: both are written only under the lock on the
-- game's row, and every bid would pay for the check.
CREATE TABLE sealed (
    game_id TEXT    NOT NULL,
    seat    INTEGER NOT NULL,
    step    INTEGER NOT NULL,
    move    TEXT    NOT NULL,
    ready   INTEGER NOT NULL,
    receipt TEXT    NOT NULL,
    nonce   TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- The log: everything that was decided, replaced bids too. Rows are only ever added.
CREATE TABLE inputs (
    game_id TEXT    NOT NULL,
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    actor   TEXT    NOT NULL,
    type    TEXT    NOT NULL,
    input   TEXT    NOT NULL,
    PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER inputs_stay_as_they_are BEFORE UPDATE ON inputs BEGIN
    SELECT RAISE(ABORT, 'the log of a game is only ever added to');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER inputs_stay BEFORE DELETE ON inputs BEGIN
    SELECT RAISE(ABORT, 'the log of a game is only ever added to');
END;
-- +goose StatementEnd

-- What was told. own holds, by seat, what a single seat was told in place of data.
CREATE TABLE events (
    game_id TEXT    NOT NULL REFERENCES games,
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    type    TEXT    NOT NULL,
    data    TEXT    NOT NULL,
    own     TEXT    NOT NULL,
    PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;

-- Notices on their way. due_at is the next attempt or, while a worker is at it, the end of its lease; 0 when finished.
CREATE TABLE deliveries (
    id          TEXT    PRIMARY KEY,
    game_id     TEXT    NOT NULL REFERENCES games,
    account_id  TEXT    NOT NULL REFERENCES accounts,
    notice      TEXT    NOT NULL,
    seat        INTEGER NOT NULL,
    step        INTEGER NOT NULL,
    event       INTEGER NOT NULL,
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
    UNIQUE (game_id, step, seat, notice, channel, target)
) STRICT;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at > 0;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC);

-- +goose Down
DROP TABLE deliveries;
DROP TABLE events;
DROP TABLE inputs;
DROP TABLE sealed;
DROP TABLE seats;
DROP TABLE games;
DROP TABLE webhooks;
DROP TABLE signing_keys;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE accounts;
