-- +goose Up

create table calls (
    id          uuid primary key,
    church_id   uuid not null references churches (id) on delete cascade,
    session_id  uuid not null,
    provider_id text not null,
    called      text not null,
    caller      text,
    language    text not null,
    flagged     boolean not null default false,
    sockets     integer not null check (sockets > 0),
    outcome     text,
    began_at    timestamptz not null,
    last_at     timestamptz not null,
    ended_at    timestamptz,
    unique (church_id, session_id),
    unique (church_id, id),
    check ((outcome is null) = (ended_at is null))
);
create index calls_recent on calls (church_id, began_at desc, id desc);
create index calls_age on calls (church_id, last_at);
select protect_by_church('calls', 'church_id');
comment on table calls is 'Calls that a church''s assistant answered, written as they go.';
comment on column calls.id is 'Its conversation''s, whose messages are those of its turns.';
comment on column calls.session_id is 'Derived from the call on every node alike; rows that tools write during the call have it.';
comment on column calls.provider_id is 'The telephone service''s name of the call.';
comment on column calls.called is 'E.164.';
comment on column calls.caller is 'E.164; null: not shown.';
comment on column calls.language is 'ISO 639-1, in which the caller was spoken to last.';
comment on column calls.flagged is 'Something that was said passed the crisis gate.';
comment on column calls.sockets is 'On how many sockets the call has been: more than one where a socket was lost.';
comment on column calls.outcome is 'How it ended: hung_up, goodbye, transfer, silence, unclear, limit, confused. Null: it goes on, or was cut off.';
comment on column calls.last_at is 'When something of it was last written.';

create table call_lines (
    id        uuid primary key,
    church_id uuid not null references churches (id) on delete cascade,
    call_id   uuid not null,
    speaker   text not null check (speaker in ('caller', 'keys', 'assistant')),
    said      text not null,
    heard     text,
    turn_id   uuid,
    said_at   timestamptz not null,
    foreign key (church_id, call_id) references calls (church_id, id) on delete cascade
);
create index call_lines_call on call_lines (call_id, said_at, id);
select protect_by_church('call_lines', 'church_id');
comment on table call_lines is 'What was said in a call, as it was understood and as it was spoken.';
comment on column call_lines.speaker is 'keys: the caller pressed one.';
comment on column call_lines.heard is 'How much of it was heard before the caller spoke into it. Null: nobody did.';
comment on column call_lines.turn_id is 'The turn that it is of. Null: no turn, such as the greeting.';

-- +goose StatementBegin
create or replace function churches_with_old_conversations() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p
        where exists (
            select from conversations c
            where c.church_id = p.church_id and c.last_message_at < now() - make_interval(months => p.conversation_months))
           or exists (
            select from calls c
            where c.church_id = p.church_id and c.last_at < now() - make_interval(months => p.conversation_months))
        union
        select r.church_id from rejected_claims r
        where not exists (select from premium_churches p where p.church_id = r.church_id)
          and (exists (select from conversations c where c.church_id = r.church_id and c.last_message_at < now() - interval '12 months')
            or exists (select from calls c where c.church_id = r.church_id and c.last_at < now() - interval '12 months'));
    end;
-- +goose StatementEnd

-- +goose Down

-- +goose StatementBegin
create or replace function churches_with_old_conversations() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p
        where exists (
            select from conversations c
            where c.church_id = p.church_id and c.last_message_at < now() - make_interval(months => p.conversation_months))
        union
        select r.church_id from rejected_claims r
        where not exists (select from premium_churches p where p.church_id = r.church_id)
          and exists (select from conversations c where c.church_id = r.church_id and c.last_message_at < now() - interval '12 months');
    end;
-- +goose StatementEnd
drop table call_lines;
drop table calls;
