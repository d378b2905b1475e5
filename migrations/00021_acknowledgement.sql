-- +goose Up

alter table notifications drop constraint notifications_audience_check;
alter table notifications add constraint notifications_audience_check check (audience in ('church', 'founder', 'second'));
alter table notifications add column held_until timestamptz;
comment on column notifications.audience is 'founder: to whoever runs the platform, because the church cannot be reached. second: to the church''s second contact, because nobody has said of a crisis that they have it.';
comment on column notifications.held_until is 'It is not to be sent before. Null: it is to be sent at once.';
comment on column visitor_requests.acknowledged_by is 'Who has taken it on, by e-mail address, telephone number or name.';

create index visitor_requests_unacknowledged on visitor_requests (created_at) where kind = 'crisis' and urgent and status = 'new';

-- What is held back waits for nobody, and its age counts from when it was to be sent.
-- +goose StatementBegin
create or replace function notification_queue()
    returns table (channel text, status text, number bigint, oldest_seconds double precision)
    language sql stable security definer set search_path = public, pg_temp as $$
    select n.channel, n.status, count(*), extract(epoch from now() - min(coalesce(n.held_until, n.created_at)))::double precision
    from notifications n
    where n.status in ('queued', 'sending', 'failed', 'dead') and coalesce(n.held_until, n.created_at) <= now()
    group by n.channel, n.status
$$;
-- +goose StatementEnd

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

-- +goose Down

drop function unacknowledged_crises(interval);
drop index visitor_requests_unacknowledged;
-- +goose StatementBegin
create or replace function notification_queue()
    returns table (channel text, status text, number bigint, oldest_seconds double precision)
    language sql stable security definer set search_path = public, pg_temp as $$
    select n.channel, n.status, count(*), extract(epoch from now() - min(n.created_at))::double precision
    from notifications n
    where n.status in ('queued', 'sending', 'failed', 'dead')
    group by n.channel, n.status
$$;
-- +goose StatementEnd
delete from notifications where audience = 'second';
alter table notifications drop column held_until;
alter table notifications drop constraint notifications_audience_check;
alter table notifications add constraint notifications_audience_check check (audience in ('church', 'founder'));
