-- +goose Up

alter table notifications add column session_id uuid;
comment on column notifications.session_id is 'The conversation that a crisis was found in: the first urgent news of each is told by itself, whatever came from its address before.';

-- +goose Down

alter table notifications drop column session_id;
