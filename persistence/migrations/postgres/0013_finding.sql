-- Finding players: who can see a game, what lists of open games are searched for, invitations, bots.

-- +goose Up

-- free: seats of an open game that are neither taken nor kept, else 0. taken: seats that are held, by people or bots. bots:
-- the seats of bots, joined by blanks. slowest and fastest are of the pace, in seconds.
ALTER TABLE games ADD COLUMN visibility text NOT NULL DEFAULT 'public';
ALTER TABLE games ADD COLUMN free integer NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN taken integer NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN bots text NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN host integer NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN slowest integer NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN fastest integer NOT NULL DEFAULT 0;
UPDATE games SET
    taken = (SELECT COUNT(*) FROM seats WHERE game_id = games.id),
    free = CASE status WHEN 'open' THEN size - (SELECT COUNT(*) FROM seats WHERE game_id = games.id) ELSE 0 END,
    host = COALESCE((SELECT seat FROM seats WHERE game_id = games.id AND account_id = games.state::json->>'host'), 0),
    slowest = COALESCE((SELECT MAX(value::integer) FROM json_each_text(games.pace::json)), 0),
    fastest = COALESCE((SELECT MIN(value::integer) FROM json_each_text(games.pace::json)), 0);

-- The list shows public games only: each of its orders begins with what is public, so that a page takes the same time
-- however many others there are between.
DROP INDEX games_newest;
DROP INDEX games_newest_by_status;
DROP INDEX games_by_deadline;
DROP INDEX games_by_deadline_of_status;
CREATE INDEX games_newest ON games (visibility, opened_at DESC, id DESC);
CREATE INDEX games_newest_by_status ON games (visibility, status, opened_at DESC, id DESC);
CREATE INDEX games_by_deadline ON games (visibility, (CASE deadline WHEN 0 THEN 9223372036854775807 ELSE deadline END), id);
CREATE INDEX games_by_deadline_of_status ON games (visibility, status, (CASE deadline WHEN 0 THEN 9223372036854775807 ELSE deadline END), id);

-- Invitations. account_id is empty when it went to an address; email and email_key are empty when it went to an account,
-- and from when it is no more open. whom is what the host is shown of it: of an address, its first letter and what stands
-- behind the @; it goes when the game is over. token is the SHA-256 of what the link in the letter has.
CREATE TABLE invitations (
    id         text    PRIMARY KEY,
    game_id    text    NOT NULL REFERENCES games,
    by_account text    NOT NULL,
    account_id text    NOT NULL,
    email      text    NOT NULL,
    email_key  text    NOT NULL,
    whom       text    NOT NULL,
    token      text    NOT NULL UNIQUE,
    state      text    NOT NULL,
    made_at    bigint  NOT NULL,
    until      bigint  NOT NULL,
    ended_at   bigint  NOT NULL
);
CREATE INDEX invitations_of_game ON invitations (game_id, made_at);
CREATE INDEX invitations_by_account ON invitations (by_account, made_at);
CREATE INDEX invitations_to_account ON invitations (account_id) WHERE state = 'open' AND account_id <> '';
CREATE INDEX invitations_to_address ON invitations (email_key) WHERE state = 'open' AND email_key <> '';

-- Addresses whose readers want no more invitations, as the SHA-256 of their keys.
CREATE TABLE no_invitations (
    mailbox text    PRIMARY KEY,
    at      bigint  NOT NULL
);

-- +goose Down
DROP TABLE no_invitations;
DROP TABLE invitations;
DROP INDEX games_newest;
DROP INDEX games_newest_by_status;
DROP INDEX games_by_deadline;
DROP INDEX games_by_deadline_of_status;
ALTER TABLE games DROP COLUMN fastest;
ALTER TABLE games DROP COLUMN slowest;
ALTER TABLE games DROP COLUMN host;
ALTER TABLE games DROP COLUMN bots;
ALTER TABLE games DROP COLUMN taken;
ALTER TABLE games DROP COLUMN free;
ALTER TABLE games DROP COLUMN visibility;
CREATE INDEX games_newest ON games (opened_at DESC, id DESC);
CREATE INDEX games_newest_by_status ON games (status, opened_at DESC, id DESC);
CREATE INDEX games_by_deadline ON games ((CASE deadline WHEN 0 THEN 9223372036854775807 ELSE deadline END), id);
CREATE INDEX games_by_deadline_of_status ON games (status, (CASE deadline WHEN 0 THEN 9223372036854775807 ELSE deadline END), id);
