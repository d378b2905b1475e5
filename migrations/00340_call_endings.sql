-- +goose Up

alter table church_voice_agents add column transcript_enabled boolean not null default true;
comment on column church_voice_agents.transcript_enabled is
    'What is said in a call is kept, which its caller is told. Else it is deleted when the call is over, and nothing is told.';

-- Calls from before are settled as they are: what a minute cost then is not known.
alter table calls
    add column transcribed boolean not null default true,
    add column over boolean not null default true,
    add column cost_micros bigint check (cost_micros >= 0),
    add column settled boolean not null default true;
alter table calls alter column over set default false, alter column settled set default false;
create index calls_unsettled on calls (last_at) where not settled;
comment on column calls.transcribed is 'What is said in it is kept when it is over, as its caller was told. Decided when the call comes in.';
comment on column calls.over is 'It has ended, and does not go on with another socket.';
comment on column calls.outcome is 'How it ended: hung_up, goodbye, transfer, silence, unclear, limit, confused, cut_off. Null: it goes on, or was cut off just now.';
comment on column calls.cost_micros is 'What it has cost, in millionths of a US dollar: its minutes at the carrier''s price, and its turns. Null: not known yet, or a call from before this was stored.';
comment on column calls.settled is 'All that is to be done when a call is over is done: its cost is stored, and what was said is deleted unless it is kept.';

-- Whoever settles calls does so for all churches. Only ids are told. A call is due when it is over and all its answers are stored, whose
-- cost is part of its own; and, for the sake of nodes that died, when nothing of it has been written for longer than it could go on.
-- +goose StatementBegin
create function unsettled_calls(most integer) returns table (church uuid, call uuid, session uuid)
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select c.church_id, c.id, c.session_id
        from calls c
        where not c.settled
          and (c.last_at < now() - interval '10 minutes'
            or c.over and not exists (
                select from call_lines l
                where l.church_id = c.church_id and l.call_id = c.id and l.turn_id is not null
                  and not exists (
                    select from messages m
                    where m.church_id = c.church_id and m.conversation_id = c.id and m.turn_id = l.turn_id and m.role = 'assistant')))
        order by c.last_at
        limit most;
    end;
-- +goose StatementEnd
comment on function unsettled_calls(integer) is 'Calls of all churches that are over and not settled, those that ended first.';
revoke execute on function unsettled_calls(integer) from public;
grant execute on function unsettled_calls(integer) to narthex_app;

-- +goose Down

drop function unsettled_calls(integer);
comment on column calls.outcome is 'How it ended: hung_up, goodbye, transfer, silence, unclear, limit, confused. Null: it goes on, or was cut off.';
drop index calls_unsettled;
alter table calls drop column settled, drop column cost_micros, drop column over, drop column transcribed;
alter table church_voice_agents drop column transcript_enabled;
