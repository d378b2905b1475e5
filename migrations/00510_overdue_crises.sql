-- +goose Up

-- With when the last of them became overdue: while one church says nothing, the next one's crisis must be seen all the same. Programs from
-- before call it with the first argument alone.
drop function unacknowledged_crises(interval);
-- +goose StatementBegin
create function unacknowledged_crises(lately interval, late interval default interval '15 minutes')
    returns table (number bigint, oldest_seconds double precision, overdue_at double precision)
    language sql stable security definer set search_path = public, pg_temp as $$
    select count(*), coalesce(extract(epoch from now() - min(r.created_at)), 0)::double precision,
        coalesce(extract(epoch from max(r.created_at) filter (where r.created_at <= now() - late) + late), 0)::double precision
    from visitor_requests r
    where r.kind = 'crisis' and r.urgent and r.status = 'new' and r.created_at > now() - lately
$$;
-- +goose StatementEnd
comment on function unacknowledged_crises(interval, interval) is
    'How many urgent crises of all churches nobody has acknowledged, how old the oldest is, and when (Unix seconds, 0: never) the last of them was too late: counts, no content.';

-- +goose StatementBegin
create function waiting_crises(lately interval, most integer)
    returns table (church_id uuid, id uuid, since timestamptz, told_at timestamptz, second_told_at timestamptz)
    language sql stable security definer set search_path = public, pg_temp as $$
    select r.church_id, r.id, r.created_at, told.first, told.second
    from visitor_requests r
    cross join lateral (
        select min(n.sent_at) filter (where n.audience <> 'second'), min(n.sent_at) filter (where n.audience = 'second')
        from notifications n
        where n.church_id = r.church_id and n.request_id = r.id) told (first, second)
    where r.kind = 'crisis' and r.urgent and r.status = 'new' and r.created_at > now() - lately
    order by r.created_at desc
    limit most
$$;
-- +goose StatementEnd
comment on function waiting_crises(interval, integer) is
    'The urgent crises of all churches that nobody has acknowledged, the newest first, with when somebody was told, and when the second contact was: ids and times, no content.';
revoke execute on function unacknowledged_crises(interval, interval), waiting_crises(interval, integer) from public;
grant execute on function unacknowledged_crises(interval, interval), waiting_crises(interval, integer) to narthex_app;

-- +goose Down

drop function waiting_crises(interval, integer);
drop function unacknowledged_crises(interval, interval);
-- +goose StatementBegin
create function unacknowledged_crises(lately interval)
    returns table (number bigint, oldest_seconds double precision)
    language sql stable security definer set search_path = public, pg_temp as $$
    select count(*), coalesce(extract(epoch from now() - min(r.created_at)), 0)::double precision
    from visitor_requests r
    where r.kind = 'crisis' and r.urgent and r.status = 'new' and r.created_at > now() - lately
$$;
-- +goose StatementEnd
comment on function unacknowledged_crises(interval) is 'How many urgent crises of all churches nobody has acknowledged, and how old the oldest is: counts, no content.';
revoke execute on function unacknowledged_crises(interval) from public;
grant execute on function unacknowledged_crises(interval) to narthex_app;
