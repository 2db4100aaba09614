-- Times are milliseconds since 1970 in UTC, 0 where there is none (to_timestamp(at / 1000.0) shows one).

-- +goose Up
CREATE TABLE accounts (
    id            text   PRIMARY KEY,
    name          text   NOT NULL,
    name_key      text   NOT NULL UNIQUE,
    email         text   NOT NULL,
    email_key     text   NOT NULL UNIQUE,
    password_hash text   NOT NULL,
    created_at    bigint NOT NULL
);

-- A sign-in. Whoever spends or ends its tokens locks this row first.
CREATE TABLE sessions (
    id         text   PRIMARY KEY,
    account_id text   NOT NULL REFERENCES accounts,
    began_at   bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX sessions_of_account ON sessions (account_id);

CREATE TABLE refresh_tokens (
    hash       text   PRIMARY KEY,
    session_id text   NOT NULL REFERENCES sessions ON DELETE CASCADE,
    account_id text   NOT NULL,
    issued_at  bigint NOT NULL,
    expires_at bigint NOT NULL,
    spent_at   bigint NOT NULL
);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);

CREATE TABLE signing_keys (
    id         text   PRIMARY KEY,
    seed       bytea  NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE webhooks (
    id         text   PRIMARY KEY,
    account_id text   NOT NULL REFERENCES accounts,
    url        text   NOT NULL,
    secret     text   NOT NULL,
    created_at bigint NOT NULL,
    UNIQUE (account_id, url)
);
CREATE INDEX webhooks_of_account ON webhooks (account_id, created_at);

-- The snapshot, and beside it what lists and workers look for. due_at is the deadline or, while a worker is at it,
-- the end of its lease.
CREATE TABLE games (
    id         text    PRIMARY KEY,
    kind       text    NOT NULL,
    edition    text    NOT NULL,
    title      text    NOT NULL,
    size       integer NOT NULL,
    pace       text    NOT NULL,
    status     text    NOT NULL,
    round      integer NOT NULL,
    phase      text    NOT NULL,
    step       integer NOT NULL,
    deadline   bigint  NOT NULL,
    opened_at  bigint  NOT NULL,
    started_at bigint  NOT NULL,
    ended_at   bigint  NOT NULL,
    due_at     bigint  NOT NULL,
    state      text    NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX games_due ON games (due_at) WHERE due_at > 0;
CREATE INDEX games_newest ON games (opened_at DESC, id DESC);
CREATE INDEX games_newest_by_status ON games (status, opened_at DESC, id DESC);

-- An index of the table's seats. since is the step at which the seat's wait began, 0 when it is not wanted.
CREATE TABLE seats (
    game_id    text    NOT NULL REFERENCES games,
    seat       integer NOT NULL,
    account_id text    NOT NULL REFERENCES accounts,
    since      integer NOT NULL,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX seats_of_account ON seats (account_id, game_id);
CREATE INDEX seats_wanted ON seats (account_id) WHERE since > 0;

-- Sealed moves of the present wait. No foreign keys here and in inputs: both are written only under the lock on the
-- game's row, and every bid would pay for the check.
CREATE TABLE sealed (
    game_id text    NOT NULL,
    seat    integer NOT NULL,
    step    integer NOT NULL,
    move    text    NOT NULL,
    ready   boolean NOT NULL,
    receipt text    NOT NULL,
    nonce   text    NOT NULL,
    at      bigint  NOT NULL,
    PRIMARY KEY (game_id, seat)
) WITH (fillfactor = 80);

-- The log: everything that was decided, replaced bids too. Rows are only ever added.
CREATE TABLE inputs (
    game_id text    NOT NULL,
    n       integer NOT NULL,
    at      bigint  NOT NULL,
    actor   text    NOT NULL,
    type    text    NOT NULL,
    input   text    NOT NULL,
    PRIMARY KEY (game_id, n)
);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of a game is only ever added to';
END $$;
-- +goose StatementEnd
CREATE TRIGGER inputs_stay BEFORE UPDATE OR DELETE ON inputs FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What was told. own holds, by seat, what a single seat was told in place of data.
CREATE TABLE events (
    game_id text    NOT NULL REFERENCES games,
    n       integer NOT NULL,
    at      bigint  NOT NULL,
    type    text    NOT NULL,
    data    text    NOT NULL,
    own     text    NOT NULL,
    PRIMARY KEY (game_id, n)
);

-- Notices on their way. due_at is the next attempt or, while a worker is at it, the end of its lease; 0 when finished.
CREATE TABLE deliveries (
    id          text    PRIMARY KEY,
    game_id     text    NOT NULL REFERENCES games,
    account_id  text    NOT NULL REFERENCES accounts,
    notice      text    NOT NULL,
    seat        integer NOT NULL,
    step        integer NOT NULL,
    event       integer NOT NULL,
    channel     text    NOT NULL,
    target      text    NOT NULL,
    status      text    NOT NULL,
    created_at  bigint  NOT NULL,
    due_at      bigint  NOT NULL,
    attempts    integer NOT NULL,
    tried_at    bigint  NOT NULL,
    took        bigint  NOT NULL,
    answer      integer NOT NULL,
    detail      text    NOT NULL,
    finished_at bigint  NOT NULL,
    UNIQUE (game_id, step, seat, notice, channel, target)
) WITH (fillfactor = 80);
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at > 0;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC);

-- +goose Down
DROP TABLE deliveries, events, inputs, sealed, seats, games, webhooks, signing_keys, refresh_tokens, sessions, accounts;
DROP FUNCTION refuse_change;
