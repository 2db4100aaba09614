-- Roles, suspension and deletion of accounts; personal access tokens; refreshes that can be repeated; the audit log.

-- +goose Up
ALTER TABLE accounts ADD COLUMN role text NOT NULL DEFAULT 'player';
ALTER TABLE accounts ADD COLUMN suspended_at bigint NOT NULL DEFAULT 0;
-- The number of a person who has deleted the account, "former player 7"; 0 while it lives.
ALTER TABLE accounts ADD COLUMN former integer NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX accounts_former ON accounts (former) WHERE former > 0;
CREATE INDEX accounts_with_a_role ON accounts (role, name_key) WHERE role <> 'player';

-- Which token was spent for this one, by its hash, and the salt that made this one of it: so it can be given again,
-- to whom the answer did not reach, without being kept.
ALTER TABLE refresh_tokens ADD COLUMN follows text NOT NULL DEFAULT '';
ALTER TABLE refresh_tokens ADD COLUMN salt text NOT NULL DEFAULT '';

-- scopes are words with a space between; game_id is empty for a token that is good for every game.
CREATE TABLE personal_tokens (
    id         text   PRIMARY KEY,
    hash       text   NOT NULL UNIQUE,
    account_id text   NOT NULL REFERENCES accounts,
    name       text   NOT NULL,
    scopes     text   NOT NULL,
    game_id    text   NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at    bigint NOT NULL
);
CREATE INDEX personal_tokens_of_account ON personal_tokens (account_id, created_at);

-- What moderators, admins and the server itself did to accounts and games. who is empty for the command line and the
-- server. Rows are only ever added.
CREATE TABLE acts (
    id       text   PRIMARY KEY,
    at       bigint NOT NULL,
    who      text   NOT NULL,
    what     text   NOT NULL,
    on_id    text   NOT NULL,
    detail   text   NOT NULL,
    from_ip  text   NOT NULL
);
CREATE INDEX acts_newest ON acts (at DESC, id DESC);

-- +goose StatementBegin
CREATE FUNCTION refuse_change_of_acts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only ever added to';
END $$;
-- +goose StatementEnd
CREATE TRIGGER acts_stay BEFORE UPDATE OR DELETE ON acts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_acts();

-- +goose Down
DROP TABLE acts;
DROP FUNCTION refuse_change_of_acts;
DROP TABLE personal_tokens;
ALTER TABLE refresh_tokens DROP COLUMN salt;
ALTER TABLE refresh_tokens DROP COLUMN follows;
DROP INDEX accounts_with_a_role;
DROP INDEX accounts_former;
ALTER TABLE accounts DROP COLUMN former;
ALTER TABLE accounts DROP COLUMN suspended_at;
ALTER TABLE accounts DROP COLUMN role;
