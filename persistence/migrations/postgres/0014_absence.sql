-- Vacations, reliability, seats that change hands.

-- +goose Up

-- Somebody's vacations, also those that are over. They do not overlap.
CREATE TABLE vacations (
    account_id text   NOT NULL REFERENCES accounts ON DELETE CASCADE,
    start_at   bigint NOT NULL,
    end_at     bigint NOT NULL,
    PRIMARY KEY (account_id, start_at)
);

-- Games that are yet to be told of an account's vacations: from due_at on. No foreign keys: they would make whoever plans a
-- vacation wait for games, and these for the account.
CREATE TABLE vacation_news (
    account_id text   NOT NULL,
    game_id    text   NOT NULL,
    due_at     bigint NOT NULL,
    PRIMARY KEY (account_id, game_id)
);
CREATE INDEX vacation_news_due ON vacation_news (due_at);

-- Sums of the weights of turns, all and those missed: domain.TurnWeight says what one weighs.
CREATE TABLE reliability (
    account_id text             PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    turns      double precision NOT NULL,
    missed     double precision NOT NULL
) WITH (fillfactor = 80);

-- Who had a seat in a game and lost or left it while the game was running, for their export.
CREATE TABLE former_seats (
    account_id text    NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game_id    text    NOT NULL,
    seat       integer NOT NULL,
    PRIMARY KEY (account_id, game_id)
);

-- How many seats of a running game are open to substitutes.
ALTER TABLE games ADD COLUMN vacant integer NOT NULL DEFAULT 0;
CREATE INDEX games_vacant ON games (opened_at DESC, id DESC) WHERE vacant > 0;

-- account_id becomes part of what tells deliveries apart, so that who takes a seat over is told what was told before to who
-- had it.
-- +goose StatementBegin
DO $$
DECLARE name text;
BEGIN
    SELECT conname INTO STRICT name FROM pg_constraint WHERE conrelid = 'deliveries'::regclass AND contype = 'u';
    EXECUTE format('ALTER TABLE deliveries DROP CONSTRAINT %I', name);
END $$;
-- +goose StatementEnd
ALTER TABLE deliveries ADD CONSTRAINT deliveries_once UNIQUE (game_id, step, seat, notice, channel, target, deadline, account_id);

-- +goose Down
ALTER TABLE deliveries DROP CONSTRAINT deliveries_once;
DELETE FROM deliveries AS d USING deliveries AS o WHERE (d.game_id, d.step, d.seat, d.notice, d.channel, d.target, d.deadline)
    = (o.game_id, o.step, o.seat, o.notice, o.channel, o.target, o.deadline) AND (d.created_at, d.id) < (o.created_at, o.id);
ALTER TABLE deliveries ADD UNIQUE (game_id, step, seat, notice, channel, target, deadline);
DROP INDEX games_vacant;
ALTER TABLE games DROP COLUMN vacant;
DROP TABLE former_seats;
DROP TABLE reliability;
DROP TABLE vacation_news;
DROP TABLE vacations;
