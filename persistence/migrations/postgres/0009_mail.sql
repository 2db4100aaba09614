-- Mail that comes in: tokens in addresses, replies, bounces; and answers to it.

-- +goose Up

-- Whom a mail's addresses and links stand for. purpose: reply (the part before the @ of a reply address, and of the
-- envelope's sender), or unsubscribe. step is the turn that the mail was about, notice the sort of mail that an
-- unsubscribe link turns off; each is 0 or empty for the other purpose.
CREATE TABLE mail_tokens (
    token      text    PRIMARY KEY,
    purpose    text    NOT NULL,
    account_id text    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game_id    text    NOT NULL,
    step       integer NOT NULL,
    notice     text    NOT NULL,
    created_at bigint  NOT NULL,
    UNIQUE (account_id, game_id, step, purpose, notice)
);

-- Mails that were carried out or refused, so that each counts once. id is made of the token and the message's own id.
CREATE TABLE mails_in (
    id         text    PRIMARY KEY,
    account_id text    NOT NULL,
    game_id    text    NOT NULL,
    at         bigint  NOT NULL,
    outcome    text    NOT NULL
);
CREATE INDEX mails_in_age ON mails_in (at);

-- Letters may be about a game, answer a mail (its message id) and bring text of their own.
ALTER TABLE letters ADD COLUMN game_id text NOT NULL DEFAULT '';
ALTER TABLE letters ADD COLUMN answers text NOT NULL DEFAULT '';
ALTER TABLE letters ADD COLUMN body text NOT NULL DEFAULT '';

-- When and why no mail is sent to the address any more, because it came back. Another address begins anew.
ALTER TABLE accounts ADD COLUMN mail_suspended_at bigint NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN mail_suspended_why text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE accounts DROP COLUMN mail_suspended_why;
ALTER TABLE accounts DROP COLUMN mail_suspended_at;
ALTER TABLE letters DROP COLUMN body;
ALTER TABLE letters DROP COLUMN answers;
ALTER TABLE letters DROP COLUMN game_id;
DROP TABLE mails_in;
DROP TABLE mail_tokens;
