-- What people want to be told, how and when; reminders; why something was not sent.

-- +goose Up

-- Built anew, since a table's UNIQUE cannot be changed: deadline, which a reminder speaks of, becomes part of it (0 for
-- notices that speak of none). seq numbers what one target is told of one game, without a gap. wanted_at is when it was
-- to be sent at first. digest_at is set when it is kept for a digest, to the hour of that. why is a word for what keeps
-- it or has ended it, for its owner.
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
    UNIQUE (game_id, step, seat, notice, channel, target, deadline)
) STRICT;
INSERT INTO deliveries_new (id, game_id, account_id, notice, seat, step, event, channel, target, status, created_at, due_at, attempts, tried_at, took, answer, detail, finished_at, deadline, seq, wanted_at, digest_at, why)
    SELECT id, game_id, account_id, notice, seat, step, event, channel, target, status, created_at, due_at, attempts, tried_at, took, answer, detail, finished_at, 0,
        row_number() OVER (PARTITION BY game_id, channel, target, account_id ORDER BY created_at, event, id), created_at, 0, ''
    FROM deliveries;
DROP TABLE deliveries;
ALTER TABLE deliveries_new RENAME TO deliveries;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at > 0;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC, id DESC);
CREATE INDEX deliveries_to_target ON deliveries (target, created_at DESC, id DESC) WHERE target <> '';

-- An account's preferences as JSON; for a game in particular, or with an empty game_id for all.
CREATE TABLE preferences (
    account_id  TEXT    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game_id     TEXT    NOT NULL,
    preferences TEXT    NOT NULL,
    changed_at  INTEGER NOT NULL,
    PRIMARY KEY (account_id, game_id)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE preferences;
CREATE TABLE deliveries_old (
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
INSERT INTO deliveries_old (id, game_id, account_id, notice, seat, step, event, channel, target, status, created_at, due_at, attempts, tried_at, took, answer, detail, finished_at)
    SELECT id, game_id, account_id, notice, seat, step, event, channel, target, status, created_at, due_at, attempts, tried_at, took, answer, detail, finished_at FROM deliveries WHERE deadline = 0;
DROP TABLE deliveries;
ALTER TABLE deliveries_old RENAME TO deliveries;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at > 0;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC);
