-- What people want to be told, how and when; reminders; why something was not sent.

-- +goose Up

-- deadline, which a reminder speaks of, becomes part of what tells deliveries apart (0 for notices that speak of none).
-- seq numbers what one target is told of one game, without a gap. wanted_at is when it was to be sent at first. digest_at
-- is set when it is kept for a digest, to the hour of that. why is a word for what keeps it or has ended it, for its owner.
ALTER TABLE deliveries
    ADD COLUMN deadline  bigint  NOT NULL DEFAULT 0,
    ADD COLUMN seq       integer NOT NULL DEFAULT 0,
    ADD COLUMN wanted_at bigint  NOT NULL DEFAULT 0,
    ADD COLUMN digest_at bigint  NOT NULL DEFAULT 0,
    ADD COLUMN why       text    NOT NULL DEFAULT '';
UPDATE deliveries AS d SET wanted_at = d.created_at, seq = n.seq FROM (
    SELECT id, row_number() OVER (PARTITION BY game_id, channel, target, account_id ORDER BY created_at, event, id) AS seq FROM deliveries) AS n
    WHERE n.id = d.id;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_game_id_step_seat_notice_channel_target_key;
ALTER TABLE deliveries ADD UNIQUE (game_id, step, seat, notice, channel, target, deadline);
DROP INDEX deliveries_of_account;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC, id DESC);
CREATE INDEX deliveries_to_target ON deliveries (target, created_at DESC, id DESC) WHERE target <> '';

-- An account's preferences as JSON; for a game in particular, or with an empty game_id for all.
CREATE TABLE preferences (
    account_id  text   NOT NULL REFERENCES accounts ON DELETE CASCADE,
    game_id     text   NOT NULL,
    preferences text   NOT NULL,
    changed_at  bigint NOT NULL,
    PRIMARY KEY (account_id, game_id)
);

-- +goose Down
DROP TABLE preferences;
DROP INDEX deliveries_to_target;
DROP INDEX deliveries_of_account;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC);
DELETE FROM deliveries WHERE deadline > 0;
ALTER TABLE deliveries DROP COLUMN deadline, DROP COLUMN seq, DROP COLUMN wanted_at, DROP COLUMN digest_at, DROP COLUMN why;
ALTER TABLE deliveries ADD UNIQUE (game_id, step, seat, notice, channel, target);
