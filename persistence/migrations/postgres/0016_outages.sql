-- Outages: when the last server was alive, and what games lost in the times when none was, or when no mail could be sent.
-- And the revision of the rules that a game goes on under, beside the snapshot for lists.

-- +goose Up
CREATE TABLE heartbeat (
    one       bigint NOT NULL PRIMARY KEY CHECK (one = 1),
    at        bigint NOT NULL,           -- when a server last said that it is alive
    mailed_at bigint NOT NULL DEFAULT 0  -- when the mail service last took a mail of a server's, as far as one has said
);
CREATE TABLE outages (
    id      text NOT NULL PRIMARY KEY,
    what    text NOT NULL CHECK (what IN ('server', 'mail')),
    from_at bigint NOT NULL,
    to_at   bigint NOT NULL DEFAULT 0,  -- 0 while it goes on
    done_at bigint NOT NULL DEFAULT 0,  -- when all games had what they lost, 0 before
    game_id text NOT NULL DEFAULT ''  -- games up to this one have it
);
CREATE UNIQUE INDEX outages_going_on ON outages (what) WHERE to_at = 0;
CREATE INDEX outages_to_do ON outages (from_at) WHERE done_at = 0;
ALTER TABLE games ADD COLUMN revision bigint NOT NULL DEFAULT 1;

-- +goose Down
ALTER TABLE games DROP COLUMN revision;
DROP TABLE outages;
DROP TABLE heartbeat;
