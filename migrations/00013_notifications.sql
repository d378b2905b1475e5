-- +goose Up

create table notifications (
    id           uuid primary key,
    church_id    uuid not null references churches (id) on delete cascade,
    key          uuid not null,
    channel      text not null check (channel in ('mail', 'sms')),
    audience     text not null default 'church' check (audience in ('church', 'founder')),
    kind         text not null check (kind ~ '^[a-z][a-z0-9_]{0,39}$'),
    urgent       boolean not null default false,
    confidential boolean not null default false,
    recipient    text check (length(recipient) <= 320),
    request_id   uuid,
    reply_to     text check (length(reply_to) <= 320),
    lines        jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
    happened_at  timestamptz not null,
    status       text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'dead', 'skipped')),
    due_at       timestamptz not null default now(),
    lease        uuid,
    attempts     integer not null default 0 check (attempts >= 0),
    uncertain    boolean not null default false,
    last_error   text,
    sent_to      text,
    provider_id  text,
    created_at   timestamptz not null default now(),
    updated_at   timestamptz not null default now(),
    sent_at      timestamptz,
    unique (church_id, key, channel, audience),
    check (not confidential or lines = '[]' and reply_to is null)
);
create index notifications_due on notifications (due_at) where status in ('queued', 'sending', 'failed');
create index notifications_unfinished on notifications (status, created_at) where status in ('queued', 'sending', 'failed', 'dead');
create index notifications_finished on notifications (updated_at) where status in ('sent', 'skipped', 'dead');
create index notifications_recent on notifications (church_id, created_at desc);
create trigger notifications_touch before update on notifications for each row execute function touch_updated_at();
select protect_by_church('notifications', 'church_id');
comment on table notifications is 'News for the people of a church: one row for each message to be sent. The row, not its job, says whether and when it is to be sent.';
comment on column notifications.key is 'The same for the same news, however often it is told: a second telling adds no row.';
comment on column notifications.audience is 'founder: to whoever runs the platform, because the church cannot be reached.';
comment on column notifications.recipient is 'One person''s e-mail address. Null: the church''s notification address as it is when the message is sent.';
comment on column notifications.reply_to is 'The visitor''s e-mail address, if given. Forgotten when sent.';
comment on column notifications.lines is 'What the visitor gave: array of {label, text}. Forgotten when sent, and never kept of confidential news.';
comment on column notifications.status is 'queued: waits for its next attempt. sending: somebody holds the lease. failed: nobody to send it to; looked at again from time to time. dead: given up. skipped: not needed, another message tells it.';
comment on column notifications.due_at is 'When it may be tried (again). Of a row that is being sent, when the lease ends: its holder is then taken for dead.';
comment on column notifications.lease is 'Made anew by whoever takes the row; what an earlier holder reports no longer counts, unless it was sent.';
comment on column notifications.uncertain is 'An attempt ended without an answer, so the message may have gone out.';
comment on column notifications.provider_id is 'The Message-ID of a mail, Twilio''s sid of a text message.';

-- Those who send work for no church in particular, and row-level security would show them nothing. These functions tell
-- ids and counts, no content; what a row says is read within its church.

-- +goose StatementBegin
create function due_notifications(channels text[], late interval, most integer)
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
comment on function due_notifications(text[], interval, integer) is
    'What should be tried now, urgent ones first, and last what nobody could be told when it was last looked at: queued rows that nobody has taken for as long as late says, rows whose lease has ended, and rows that had no address when last looked at.';

-- +goose StatementBegin
create function notification_queue()
    returns table (channel text, status text, number bigint, oldest_seconds double precision)
    language sql stable security definer set search_path = public, pg_temp as $$
    select n.channel, n.status, count(*), extract(epoch from now() - min(n.created_at))::double precision
    from notifications n
    where n.status in ('queued', 'sending', 'failed', 'dead')
    group by n.channel, n.status
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function find_notifications(wanted text, ids uuid[], most integer)
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
create function forget_notifications(done interval, dead interval) returns bigint
    language sql security definer set search_path = public, pg_temp as $$
    with gone as (
        delete from notifications n
        where n.status in ('sent', 'skipped') and n.updated_at < now() - done
           or n.status = 'dead' and n.updated_at < now() - dead
        returning 1)
    select count(*) from gone
$$;
-- +goose StatementEnd

revoke execute on function due_notifications(text[], interval, integer), notification_queue(), find_notifications(text, uuid[], integer),
    forget_notifications(interval, interval) from public;
grant execute on function due_notifications(text[], interval, integer), notification_queue(), find_notifications(text, uuid[], integer),
    forget_notifications(interval, interval) to narthex_app;

-- +goose Down

drop function forget_notifications(interval, interval);
drop function find_notifications(text, uuid[], integer);
drop function notification_queue();
drop function due_notifications(text[], interval, integer);
drop table notifications;
