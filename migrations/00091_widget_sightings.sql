-- +goose Up

alter table widget_attempts add column allowed boolean not null default false;
comment on table widget_attempts is 'Sites that showed the church''s chat, or tried to and may not. At most 50 of each for a church; of the latter, those that came later are counted together.';
comment on column widget_attempts.allowed is 'It may show the chat. Then attempts counts hours in which it did, of each node.';

-- +goose Down

alter table widget_attempts drop column allowed;
