-- Answers are kept for a day to be given again, and everybody has an order of the events of all their games.

-- +goose Up
-- What a request with an idempotency key was answered. The row is made in the transaction that carries the request out.
CREATE TABLE answers (
    id         text    PRIMARY KEY,
    account_id text    NOT NULL,
    digest     text    NOT NULL,
    status     integer NOT NULL,
    header     text    NOT NULL,
    body       text    NOT NULL,
    expires_at bigint  NOT NULL
);
CREATE INDEX answers_expire ON answers (expires_at);

-- How many events an account has been told of. Whoever tells it of more locks this row until the commit, so that places
-- become visible in their order and a reader that goes on from one misses none.
CREATE TABLE inboxes (
    account_id text   PRIMARY KEY,
    last       bigint NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE inbox (
    account_id text    NOT NULL,
    place      bigint  NOT NULL,
    game_id    text    NOT NULL,
    event      integer NOT NULL,
    PRIMARY KEY (account_id, place)
);

INSERT INTO inbox (account_id, place, game_id, event)
    SELECT s.account_id, row_number() OVER (PARTITION BY s.account_id ORDER BY e.at, e.game_id, e.n), e.game_id, e.n
    FROM seats AS s JOIN events AS e ON e.game_id = s.game_id;
INSERT INTO inboxes (account_id, last) SELECT account_id, max(place) FROM inbox GROUP BY account_id;

-- +goose Down
DROP TABLE inbox, inboxes, answers;
