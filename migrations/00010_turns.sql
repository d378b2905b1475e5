-- +goose Up

-- The conversation has the church's foreign key already, and messages are what is written most.
alter table messages drop constraint messages_church_id_fkey;

-- A turn may be rated before it is drained into messages, so there is no foreign key to it.
create table message_feedback (
    turn_id         uuid primary key,
    church_id       uuid not null references churches (id) on delete cascade,
    conversation_id uuid not null,
    value           text not null check (value in ('up', 'down')),
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now()
);
create index message_feedback_recent on message_feedback (church_id, updated_at desc);
select protect_by_church('message_feedback', 'church_id');
comment on table message_feedback is 'What a visitor thinks of an answer.';

-- Clients that resume or stop a turn name the turn and their session, not the church. Who knows both is that visitor.
-- +goose StatementBegin
create function church_of_turn(turn uuid, session uuid) returns uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select c.church_id
        from messages m
        join conversations c on c.church_id = m.church_id and c.id = m.conversation_id
        where m.turn_id = turn and c.session_id = session
        limit 1;
    end;
-- +goose StatementEnd
comment on function church_of_turn(uuid, uuid) is 'The church of a turn, for the session that asked it; null for everybody else.';
revoke execute on function church_of_turn(uuid, uuid) from public;
grant execute on function church_of_turn(uuid, uuid) to narthex_app;

-- +goose Down

alter table messages add constraint messages_church_id_fkey foreign key (church_id) references churches (id) on delete cascade;
drop function church_of_turn(uuid, uuid);
drop table message_feedback;
