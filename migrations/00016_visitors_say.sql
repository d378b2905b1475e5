-- +goose Up

alter table message_feedback add column comment text check (length(comment) between 1 and 1000);
comment on column message_feedback.comment is 'In the visitor''s own words, if they said why.';

-- Messages reach the tables some time after they were taken, so deleting a conversation is not enough: what is on its way
-- must not bring it back.
create table forgotten_conversations (
    conversation_id uuid primary key,
    church_id       uuid not null references churches (id) on delete cascade,
    forgotten_at    timestamptz not null default now()
);
create index forgotten_conversations_age on forgotten_conversations (church_id, forgotten_at);
select protect_by_church('forgotten_conversations', 'church_id');
comment on table forgotten_conversations is
    'Conversations that their visitors have had deleted: nothing of them is stored any more. The id is derived from the session''s, which cannot be told from it. Rows older than a month are removed.';

-- +goose Down

drop table forgotten_conversations;
alter table message_feedback drop column comment;
