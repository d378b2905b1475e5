-- +goose Up

alter table calls
    add column settle_attempts integer not null default 0,
    add column settle_after timestamptz;
comment on column calls.settle_attempts is 'How often it could not be settled.';
comment on column calls.settle_after is 'It is not tried again before this, since it could not be settled. Null: it was not tried yet.';

-- Calls that cannot be settled, however many, keep no other waiting: those that were not tried yet come first, and each failure is
-- longer ago than the last before it is tried again.
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
comment on function unsettled_calls(integer) is 'Calls of all churches that are over and not settled: first those that were not tried yet, then those that wait the longest to be tried again.';

-- +goose Down

-- +goose StatementBegin
create or replace function unsettled_calls(most integer) returns table (church uuid, call uuid, session uuid)
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
alter table calls drop column settle_after, drop column settle_attempts;
