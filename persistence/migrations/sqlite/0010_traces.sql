-- The span that made a delivery, as a traceparent of W3C; empty when nobody traces.

-- +goose Up
ALTER TABLE deliveries ADD COLUMN trace TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE deliveries DROP COLUMN trace;
