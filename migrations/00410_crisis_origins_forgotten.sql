-- +goose Up

-- What tells clients apart is needed while somebody may be flooding a church. Afterwards the crises of one hour and client need only stay
-- together: they get a name that says nothing, another one for each hour, so that nobody can tell for years who came back.
create index visitor_requests_origin on visitor_requests (created_at) where origin is not null and origin not like 'gone:%';

-- +goose StatementBegin
create function forget_crisis_origins(age interval, most integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    -- Whole hours: a flood that is cut in two would be shown as two.
    before timestamptz := date_trunc('hour', now() - age, 'UTC');
    gone   bigint;
begin
    with old as (
        select church_id, origin, created_at
        from visitor_requests
        where origin is not null and origin not like 'gone:%' and created_at < before
        order by created_at limit most
    ), clients as (
        select church_id, origin, date_trunc('hour', created_at, 'UTC') as hour, 'gone:' || gen_random_uuid() as name
        from old group by church_id, origin, hour
    )
    update visitor_requests r set origin = c.name
    from clients c
    where r.church_id = c.church_id and r.origin = c.origin and r.origin not like 'gone:%'
      and r.created_at >= c.hour and r.created_at < c.hour + interval '1 hour';
    get diagnostics gone = row_count;
    return gone;
end
$$;
-- +goose StatementEnd
comment on function forget_crisis_origins(interval, integer) is 'Makes the clients of old crises impossible to know again: of at most so many, and of those of the same clients and hours. Tells of how many.';
revoke execute on function forget_crisis_origins(interval, integer) from public;
grant execute on function forget_crisis_origins(interval, integer) to narthex_app;
comment on column visitor_requests.origin is 'Of a crisis: whose messages it is with, as notifications.origin tells clients of a church apart, and after a day with which others of its hour alone (gone:…). Null: of nobody in particular.';

-- +goose Down

drop function forget_crisis_origins(interval, integer);
drop index visitor_requests_origin;
