-- Webhooks sign with a key of their own as well, may change their secret, choose their form and their events, and are
-- disabled when nobody listens. Every attempt at a delivery is kept for a while.

-- +goose Up

-- format: what the body looks like. events: which notices, words with a space between; empty for all.
ALTER TABLE webhooks ADD COLUMN format text NOT NULL DEFAULT 'standard';
ALTER TABLE webhooks ADD COLUMN events text NOT NULL DEFAULT '';
-- The seed of the ed25519 key that signs besides the secret. Those that are there get one.
ALTER TABLE webhooks ADD COLUMN key_seed bytea NOT NULL DEFAULT '';
UPDATE webhooks SET key_seed = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
-- failing_since: the first failed attempt after the last that went well; failed: how many attempts have failed since.
ALTER TABLE webhooks ADD COLUMN failing_since bigint NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN failed integer NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN disabled_at bigint NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN disabled_why text NOT NULL DEFAULT '';

-- Secrets that were replaced and sign on until a time.
CREATE TABLE webhook_secrets (
    webhook_id text    NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    secret     text    NOT NULL,
    until      bigint  NOT NULL,
    PRIMARY KEY (webhook_id, secret)
);

-- manual: 1 when the owner asked for the attempt.
CREATE TABLE attempts (
    delivery_id text    NOT NULL,
    n           integer NOT NULL,
    at          bigint  NOT NULL,
    took        bigint  NOT NULL,
    status      text    NOT NULL,
    answer      integer NOT NULL,
    detail      text    NOT NULL,
    manual      integer NOT NULL,
    PRIMARY KEY (delivery_id, n)
);
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
