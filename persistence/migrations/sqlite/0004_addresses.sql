-- +goose Up

-- When the address was proved to be the person's. An account whose address nobody has proved to be theirs and that does
-- not hold it either has 'claim:' and its id as its email_key, which is no address's, and a row in claims.
ALTER TABLE accounts ADD COLUMN verified_at INTEGER NOT NULL DEFAULT 0;

-- Addresses that accounts say are theirs, until that is proved: at sign-up, or to change the address.
CREATE TABLE claims (
    account_id TEXT    PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    email      TEXT    NOT NULL,
    email_key  TEXT    NOT NULL,
    claimed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX claims_of_address ON claims (email_key, claimed_at);

-- Secrets out of letters, as their SHA-256. A row is deleted when it is used.
CREATE TABLE codes (
    hash       TEXT    PRIMARY KEY,
    short_hash TEXT    NOT NULL,
    purpose    TEXT    NOT NULL,
    account_id TEXT    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    email      TEXT    NOT NULL,
    email_key  TEXT    NOT NULL,
    expires_at INTEGER NOT NULL,
    tries      INTEGER NOT NULL
) STRICT;
CREATE INDEX codes_of_account ON codes (account_id);
CREATE INDEX codes_expiry ON codes (expires_at);

-- Mails about accounts on their way, like deliveries. account_id is empty when only the address is known, which need not
-- be anybody's.
CREATE TABLE letters (
    id          TEXT    PRIMARY KEY,
    type        TEXT    NOT NULL,
    account_id  TEXT    NOT NULL,
    email       TEXT    NOT NULL,
    email_key   TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    attempts    INTEGER NOT NULL,
    tried_at    INTEGER NOT NULL,
    took        INTEGER NOT NULL,
    answer      INTEGER NOT NULL,
    detail      TEXT    NOT NULL,
    finished_at INTEGER NOT NULL
) STRICT;
CREATE INDEX letters_due ON letters (due_at) WHERE due_at > 0;
CREATE INDEX letters_to_address ON letters (email_key, created_at);
CREATE INDEX letters_age ON letters (created_at);

-- Whom an OpenID Connect provider means.
CREATE TABLE identities (
    issuer     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    account_id TEXT    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    linked_at  INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT;
CREATE INDEX identities_of_account ON identities (account_id);

-- +goose Down
DROP TABLE identities;
DROP TABLE letters;
DROP TABLE codes;
DROP TABLE claims;
ALTER TABLE accounts DROP COLUMN verified_at;
