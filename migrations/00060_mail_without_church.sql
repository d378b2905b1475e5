-- +goose Up

alter table notifications alter column church_id drop not null;
alter table notifications drop constraint notifications_church_id_key_channel_audience_key;
alter table notifications add constraint notifications_once unique nulls not distinct (church_id, key, channel, audience);
alter table notifications drop constraint notifications_audience_check;
alter table notifications add constraint notifications_audience_check check (audience in ('church', 'founder', 'second', 'admin', 'user'));
alter table notifications add constraint notifications_of_nobody check (church_id is not null or audience in ('founder', 'user'));
alter table notifications add column about text check (length(about) <= 200);
create index notifications_about on notifications (kind, about, created_at) where about is not null;
comment on column notifications.church_id is 'Null: of the platform''s own mails, those that belong to no church.';
comment on column notifications.audience is 'founder: to whoever runs the platform; second: to the church''s second contact; admin: to the admin of its subscription; user: to the recipient, whoever that is.';
comment on column notifications.about is 'What a mail of the platform is about, where it is not told again of the same for a while.';

-- Beside church_isolation: a transaction that is confined to a church sees nothing that belongs to none.
create policy of_no_church on notifications to narthex_app
    using (church_id is null and (select narthex_church_id()) is null)
    with check (church_id is null and (select narthex_church_id()) is null);

-- +goose StatementBegin
create or replace function due_notifications(channels text[], late interval, most integer)
    returns table (church_id uuid, id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(n.church_id, '00000000-0000-0000-0000-000000000000'), n.id
    from notifications n
    where n.status in ('queued', 'sending', 'failed') and n.channel = any(channels)
      and n.due_at <= now() - case when n.status = 'queued' then late else interval '0' end
    order by n.status = 'failed', n.urgent desc, n.due_at
    limit most
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function find_notifications(wanted text, ids uuid[], most integer)
    returns table (church_id uuid, id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce(n.church_id, '00000000-0000-0000-0000-000000000000'), n.id
    from notifications n
    where (wanted = '' or n.status = wanted) and (ids = '{}' or n.id = any(ids))
    order by n.created_at desc
    limit most
$$;
-- +goose StatementEnd

-- +goose Down

-- +goose StatementBegin
create or replace function find_notifications(wanted text, ids uuid[], most integer)
    returns table (church_id uuid, id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
    select n.church_id, n.id
    from notifications n
    where (wanted = '' or n.status = wanted) and (ids = '{}' or n.id = any(ids))
    order by n.created_at desc
    limit most
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function due_notifications(channels text[], late interval, most integer)
    returns table (church_id uuid, id uuid)
    language sql stable security definer set search_path = public, pg_temp as $$
    select n.church_id, n.id
    from notifications n
    where n.status in ('queued', 'sending', 'failed') and n.channel = any(channels)
      and n.due_at <= now() - case when n.status = 'queued' then late else interval '0' end
    order by n.status = 'failed', n.urgent desc, n.due_at
    limit most
$$;
-- +goose StatementEnd

drop policy of_no_church on notifications;
delete from notifications where church_id is null or audience = 'user';
drop index notifications_about;
alter table notifications drop column about;
alter table notifications drop constraint notifications_of_nobody;
alter table notifications drop constraint notifications_audience_check;
alter table notifications add constraint notifications_audience_check check (audience in ('church', 'founder', 'second', 'admin'));
alter table notifications drop constraint notifications_once;
alter table notifications add constraint notifications_church_id_key_channel_audience_key unique (church_id, key, channel, audience);
alter table notifications alter column church_id set not null;
