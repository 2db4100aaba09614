-- Series: which game of which series a game is.

-- +goose Up
ALTER TABLE games ADD COLUMN series_id TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN series_number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN series_of INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX games_of_series ON games (series_id, series_number) WHERE series_id <> '';

-- +goose Down
DROP INDEX games_of_series;
ALTER TABLE games DROP COLUMN series_of;
ALTER TABLE games DROP COLUMN series_number;
ALTER TABLE games DROP COLUMN series_id;
