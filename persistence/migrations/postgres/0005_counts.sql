-- +goose Up

-- How often something limited was done, see domain.Count. What a crash takes may be lost: it is counted anew.
CREATE UNLOGGED TABLE counts (
    key       text   NOT NULL,
    span      bigint NOT NULL,
    n         bigint NOT NULL,
    forget_at bigint NOT NULL,
    PRIMARY KEY (key, span)
);
CREATE INDEX counts_to_forget ON counts (forget_at);

-- +goose Down
DROP TABLE counts;
