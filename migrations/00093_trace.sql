-- +goose Up

alter table messages add column trace jsonb;
comment on column messages.trace is 'Of an answer: what it was made of beyond what its visitor was shown, as chat.Trace. Null: nothing to tell, or from before there were any.';

-- +goose Down

alter table messages drop column trace;
