-- +goose Up

-- When the address was proved to be the person's. An account whose address nobody has proved to be theirs and that does
-- not hold it either has 'claim:' and its id as its email_key, which is no address's, and a row in claims.
ALTER TABLE accounts ADD COLUMN verified_at bigint NOT NULL DEFAULT 0;

-- Addresses that accounts say are theirs, until that is proved: at sign-up, or to change the address.
CREATE TABLE claims (
    account_id text   PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    email      text   NOT NULL,
    email_key  text   NOT NULL,
    claimed_at bigint NOT NULL
);
CREATE INDEX claims_of_address ON claims (email_key, claimed_at);

-- Secrets out of letters, as their SHA-256. A row is deleted when it is used.
CREATE TABLE codes (
    hash       text    PRIMARY KEY,
    short_hash text    NOT NULL,
    purpose    text    NOT NULL,
    account_id text    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    email      text    NOT NULL,
    email_key  text    NOT NULL,
    expires_at bigint  NOT NULL,
    tries      integer NOT NULL
);
CREATE INDEX codes_of_account ON codes (account_id);
CREATE INDEX codes_expiry ON codes (expires_at);

-- Mails about accounts on their way, like deliveries. account_id is empty when only the address is known, which need not
-- be anybody's.
CREATE TABLE letters (
    id          text    PRIMARY KEY,
    type        text    NOT NULL,
    account_id  text    NOT NULL,
    email       text    NOT NULL,
    email_key   text    NOT NULL,
    status      text    NOT NULL,
    created_at  bigint  NOT NULL,
    due_at      bigint  NOT NULL,
    attempts    integer NOT NULL,
    tried_at    bigint  NOT NULL,
    took        bigint  NOT NULL,
    answer      integer NOT NULL,
    detail      text    NOT NULL,
    finished_at bigint  NOT NULL
);
CREATE INDEX letters_due ON letters (due_at) WHERE due_at > 0;
CREATE INDEX letters_to_address ON letters (email_key, created_at);
CREATE INDEX letters_age ON letters (created_at);

-- Whom an OpenID Connect provider means.
CREATE TABLE identities (
    issuer     text   NOT NULL,
    subject    text   NOT NULL,
    account_id text   NOT NULL REFERENCES accounts ON DELETE CASCADE,
    linked_at  bigint NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_of_account ON identities (account_id);

-- +goose Down
DROP TABLE identities, letters, codes, claims;
ALTER TABLE accounts DROP COLUMN verified_at;
