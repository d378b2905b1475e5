-- +goose Up

-- Messages are divided by church among sixteen tables, each with indexes a sixteenth as high: a hundred thousand churches write two
-- terabytes of them in a year, of which vacuum could not go through one table in a night, nor an index be built anew. Statements name
-- the church, so that each reads one partition and none has changed; nodes from before go on beside this one.
--
-- They are not divided by month as well. A church says itself for how long it keeps conversations, from one month to 36, counted from the
-- last message, so that no partition of a month is ever over for all; and a turn that is stored twice is known by its key, which would
-- have to hold the month.
--
-- Partitions lie in a schema that the app's role does not see: it reaches them through messages alone, where row-level security holds.
-- While rows are copied (a minute for some millions) what is said waits in Redis.
lock table conversations, messages in access exclusive mode; -- in the order in which a turn is stored, which waits and is not met half-way
create schema partitions;
comment on schema partitions is 'Parts of tables of the schema public, which are read and written through these alone.';
alter table messages rename to messages_whole;
create table messages (like messages_whole including defaults including constraints including comments) partition by hash (church_id);
create table partitions.messages_00 partition of messages for values with (modulus 16, remainder 0);
create table partitions.messages_01 partition of messages for values with (modulus 16, remainder 1);
create table partitions.messages_02 partition of messages for values with (modulus 16, remainder 2);
create table partitions.messages_03 partition of messages for values with (modulus 16, remainder 3);
create table partitions.messages_04 partition of messages for values with (modulus 16, remainder 4);
create table partitions.messages_05 partition of messages for values with (modulus 16, remainder 5);
create table partitions.messages_06 partition of messages for values with (modulus 16, remainder 6);
create table partitions.messages_07 partition of messages for values with (modulus 16, remainder 7);
create table partitions.messages_08 partition of messages for values with (modulus 16, remainder 8);
create table partitions.messages_09 partition of messages for values with (modulus 16, remainder 9);
create table partitions.messages_10 partition of messages for values with (modulus 16, remainder 10);
create table partitions.messages_11 partition of messages for values with (modulus 16, remainder 11);
create table partitions.messages_12 partition of messages for values with (modulus 16, remainder 12);
create table partitions.messages_13 partition of messages for values with (modulus 16, remainder 13);
create table partitions.messages_14 partition of messages for values with (modulus 16, remainder 14);
create table partitions.messages_15 partition of messages for values with (modulus 16, remainder 15);

-- What is compiled with the table it reads must be made anew.
-- +goose StatementBegin
create or replace function church_of_turn(turn uuid, session uuid) returns uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select c.church_id
        from conversations c
        where c.session_id = session
          and exists (select from messages m where m.church_id = c.church_id and m.turn_id = turn and m.conversation_id = c.id)
        limit 1;
    end;
-- +goose StatementEnd
-- +goose StatementBegin
create or replace function unsettled_calls(most integer) returns table (church uuid, call uuid, session uuid)
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select c.church_id, c.id, c.session_id
        from calls c
        where not c.settled
          and coalesce(c.settle_after <= now(), true)
          and (c.last_at < now() - interval '10 minutes'
            or c.over and not exists (
                select from call_lines l
                where l.church_id = c.church_id and l.call_id = c.id and l.turn_id is not null
                  and not exists (
                    select from messages m
                    where m.church_id = c.church_id and m.conversation_id = c.id and m.turn_id = l.turn_id and m.role = 'assistant')))
        order by c.settle_after nulls first, c.last_at
        limit most;
    end;
-- +goose StatementEnd

insert into messages select * from messages_whole;
drop table messages_whole;
alter table messages
    add primary key (church_id, turn_id, role),
    add foreign key (church_id, conversation_id) references conversations (church_id, id) on delete cascade;
create index messages_conversation on messages (conversation_id, created_at);
create unique index messages_client on messages (church_id, conversation_id, client_message_id)
    where role = 'user' and client_message_id is not null;
select protect_by_church('messages', 'church_id');
comment on table messages is 'What visitors asked and what they were answered. A turn is one user message and, once it has ended, exactly one assistant message.';

-- +goose Down

lock table conversations, messages in access exclusive mode; -- in the order in which a turn is stored, which waits and is not met half-way
alter table messages rename to messages_divided;
create table messages (like messages_divided including defaults including constraints including comments);

-- What is compiled with the table it reads must be made anew.
-- +goose StatementBegin
create or replace function church_of_turn(turn uuid, session uuid) returns uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select c.church_id
        from conversations c
        where c.session_id = session
          and exists (select from messages m where m.church_id = c.church_id and m.turn_id = turn and m.conversation_id = c.id)
        limit 1;
    end;
-- +goose StatementEnd
-- +goose StatementBegin
create or replace function unsettled_calls(most integer) returns table (church uuid, call uuid, session uuid)
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select c.church_id, c.id, c.session_id
        from calls c
        where not c.settled
          and coalesce(c.settle_after <= now(), true)
          and (c.last_at < now() - interval '10 minutes'
            or c.over and not exists (
                select from call_lines l
                where l.church_id = c.church_id and l.call_id = c.id and l.turn_id is not null
                  and not exists (
                    select from messages m
                    where m.church_id = c.church_id and m.conversation_id = c.id and m.turn_id = l.turn_id and m.role = 'assistant')))
        order by c.settle_after nulls first, c.last_at
        limit most;
    end;
-- +goose StatementEnd

insert into messages select * from messages_divided;
drop table messages_divided;
alter table messages
    add primary key (church_id, turn_id, role),
    add foreign key (church_id, conversation_id) references conversations (church_id, id) on delete cascade;
create index messages_conversation on messages (conversation_id, created_at);
create unique index messages_client on messages (church_id, conversation_id, client_message_id)
    where role = 'user' and client_message_id is not null;
select protect_by_church('messages', 'church_id');
comment on table messages is 'What visitors asked and what they were answered. A turn is one user message and, once it has ended, exactly one assistant message.';
drop schema partitions;
