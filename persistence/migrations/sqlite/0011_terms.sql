-- The terms of a game as everybody sees them, for lists; empty for a game that was opened before there were any.

-- +goose Up
ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE games DROP COLUMN terms;
