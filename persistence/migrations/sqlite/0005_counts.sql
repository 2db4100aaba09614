-- +goose Up

-- How often something limited was done, see domain.Count.
CREATE TABLE counts (
    key       TEXT    NOT NULL,
    span      INTEGER NOT NULL,
    n         INTEGER NOT NULL,
    forget_at INTEGER NOT NULL,
    PRIMARY KEY (key, span)
) STRICT, WITHOUT ROWID;
CREATE INDEX counts_to_forget ON counts (forget_at);

-- +goose Down
DROP TABLE counts;
