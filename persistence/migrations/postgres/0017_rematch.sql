-- Rematches: of which game a game is the rematch. A game has one at most.

-- +goose Up
ALTER TABLE games ADD COLUMN rematch_of TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX games_rematch ON games (rematch_of) WHERE rematch_of <> '';

-- +goose Down
DROP INDEX games_rematch;
ALTER TABLE games DROP COLUMN rematch_of;
