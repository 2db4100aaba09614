-- +goose Up

-- The list of games by deadline; games that have none come last, as in persistence/cursors.go.
CREATE INDEX games_by_deadline ON games ((CASE deadline WHEN 0 THEN 9223372036854775807 ELSE deadline END), id);
CREATE INDEX games_by_deadline_of_status ON games (status, (CASE deadline WHEN 0 THEN 9223372036854775807 ELSE deadline END), id);

-- +goose Down
DROP INDEX games_by_deadline_of_status;
DROP INDEX games_by_deadline;
