-- What people say in games, and whom they do not want to read.

-- +goose Up

-- How many messages a channel of a game has: the next takes the lock on this row, so that numbers are there in their order.
CREATE TABLE talks (
    game_id TEXT    NOT NULL REFERENCES games,
    channel TEXT    NOT NULL,
    last    INTEGER NOT NULL,
    PRIMARY KEY (game_id, channel)
) STRICT, WITHOUT ROWID;

-- text is empty when the message was removed, at removed_at.
CREATE TABLE messages (
    game_id    TEXT    NOT NULL REFERENCES games,
    channel    TEXT    NOT NULL,
    n          INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    account_id TEXT    NOT NULL REFERENCES accounts,
    text       TEXT    NOT NULL,
    removed_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, channel, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX messages_of_account ON messages (account_id, game_id);

-- muted_id is an account whose messages account_id is not shown.
CREATE TABLE mutes (
    account_id TEXT    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    muted_id   TEXT    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    since      INTEGER NOT NULL,
    PRIMARY KEY (account_id, muted_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mutes_of_muted ON mutes (muted_id);

-- +goose Down
DROP TABLE mutes;
DROP TABLE messages;
DROP TABLE talks;
