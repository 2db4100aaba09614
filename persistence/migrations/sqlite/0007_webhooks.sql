-- Webhooks sign with a key of their own as well, may change their secret, choose their form and their events, and are
-- disabled when nobody listens. Every attempt at a delivery is kept for a while.

-- +goose Up

-- format: what the body looks like. events: which notices, words with a space between; empty for all.
ALTER TABLE webhooks ADD COLUMN format TEXT NOT NULL DEFAULT 'standard';
ALTER TABLE webhooks ADD COLUMN events TEXT NOT NULL DEFAULT '';
-- The seed of the ed25519 key that signs besides the secret. Those that are there get one.
ALTER TABLE webhooks ADD COLUMN key_seed BLOB NOT NULL DEFAULT x'';
UPDATE webhooks SET key_seed = randomblob(32);
-- failing_since: the first failed attempt after the last that went well; failed: how many attempts have failed since.
ALTER TABLE webhooks ADD COLUMN failing_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN disabled_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN disabled_why TEXT NOT NULL DEFAULT '';

-- Secrets that were replaced and sign on until a time.
CREATE TABLE webhook_secrets (
    webhook_id TEXT    NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    secret     TEXT    NOT NULL,
    until      INTEGER NOT NULL,
    PRIMARY KEY (webhook_id, secret)
) STRICT, WITHOUT ROWID;

-- manual: 1 when the owner asked for the attempt.
CREATE TABLE attempts (
    delivery_id TEXT    NOT NULL,
    n           INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    took        INTEGER NOT NULL,
    status      TEXT    NOT NULL,
    answer      INTEGER NOT NULL,
    detail      TEXT    NOT NULL,
    manual      INTEGER NOT NULL,
    PRIMARY KEY (delivery_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_age ON attempts (at);

-- +goose Down
DROP TABLE attempts;
DROP TABLE webhook_secrets;
ALTER TABLE webhooks DROP COLUMN disabled_why;
ALTER TABLE webhooks DROP COLUMN disabled_at;
ALTER TABLE webhooks DROP COLUMN failed;
ALTER TABLE webhooks DROP COLUMN failing_since;
ALTER TABLE webhooks DROP COLUMN key_seed;
ALTER TABLE webhooks DROP COLUMN events;
ALTER TABLE webhooks DROP COLUMN format;
