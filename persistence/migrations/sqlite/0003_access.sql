-- Roles, suspension and deletion of accounts; personal access tokens; refreshes that can be repeated; the audit log.

-- +goose Up
ALTER TABLE accounts ADD COLUMN role TEXT NOT NULL DEFAULT 'player';
ALTER TABLE accounts ADD COLUMN suspended_at INTEGER NOT NULL DEFAULT 0;
-- The number of a person who has deleted the account, "former player 7"; 0 while it lives.
ALTER TABLE accounts ADD COLUMN former INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX accounts_former ON accounts (former) WHERE former > 0;
CREATE INDEX accounts_with_a_role ON accounts (role, name_key) WHERE role <> 'player';

-- Which token was spent for this one, by its hash, and the salt that made this one of it: so it can be given again,
-- to whom the answer did not reach, without being kept.
ALTER TABLE refresh_tokens ADD COLUMN follows TEXT NOT NULL DEFAULT '';
ALTER TABLE refresh_tokens ADD COLUMN salt TEXT NOT NULL DEFAULT '';

-- scopes are words with a space between; game_id is empty for a token that is good for every game.
CREATE TABLE personal_tokens (
    id         TEXT    PRIMARY KEY,
    hash       TEXT    NOT NULL UNIQUE,
    account_id TEXT    NOT NULL REFERENCES accounts,
    name       TEXT    NOT NULL,
    scopes     TEXT    NOT NULL,
    game_id    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX personal_tokens_of_account ON personal_tokens (account_id, created_at);

-- What moderators, admins and the server itself did to accounts and games. who is empty for the command line and the
-- server. Rows are only ever added.
CREATE TABLE acts (
    id       TEXT    PRIMARY KEY,
    at       INTEGER NOT NULL,
    who      TEXT    NOT NULL,
    what     TEXT    NOT NULL,
    on_id    TEXT    NOT NULL,
    detail   TEXT    NOT NULL,
    from_ip  TEXT    NOT NULL
) STRICT;
CREATE INDEX acts_newest ON acts (at DESC, id DESC);

-- +goose StatementBegin
CREATE TRIGGER acts_stay_as_they_are BEFORE UPDATE ON acts BEGIN
    SELECT RAISE(ABORT, 'the audit log is only ever added to');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER acts_stay BEFORE DELETE ON acts BEGIN
    SELECT RAISE(ABORT, 'the audit log is only ever added to');
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE acts;
DROP TABLE personal_tokens;
ALTER TABLE refresh_tokens DROP COLUMN salt;
ALTER TABLE refresh_tokens DROP COLUMN follows;
DROP INDEX accounts_with_a_role;
DROP INDEX accounts_former;
ALTER TABLE accounts DROP COLUMN former;
ALTER TABLE accounts DROP COLUMN suspended_at;
ALTER TABLE accounts DROP COLUMN role;
