-- +goose Up

-- Redis names what it keeps of a conversation by its turns, and by hashes of its questions: who has to try again to forget it, because
-- Redis was away, has nothing else by which to find that.
alter table forgotten_conversations
    add column asked bytea[] not null default '{}',
    add column turns uuid[] not null default '{}';
comment on column forgotten_conversations.asked is 'SHA-256 of the words of each question that was asked in it.';
comment on column forgotten_conversations.turns is 'Its turns that Redis may have remembered when it was forgotten.';

-- +goose Down

alter table forgotten_conversations drop column asked, drop column turns;
