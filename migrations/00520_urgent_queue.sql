-- +goose Up

-- The queue with what is urgent by itself: a newsletter that one full mailbox does not take must neither wake anybody nor hide a mail service
-- that is down. notification_queue() stays for programs from before, which cannot show two rows of a channel and status.
-- +goose StatementBegin
create function unsent_notifications()
    returns table (channel text, status text, urgent boolean, number bigint, oldest_seconds double precision)
    language sql stable security definer set search_path = public, pg_temp as $$
    select n.channel, n.status, n.urgent, count(*), extract(epoch from now() - min(coalesce(n.held_until, n.created_at)))::double precision
    from notifications n
    where n.status in ('queued', 'sending', 'failed', 'dead') and coalesce(n.held_until, n.created_at) <= now()
    group by n.channel, n.status, n.urgent
$$;
-- +goose StatementEnd
comment on function unsent_notifications() is 'How many messages of all churches are not sent, and how old the oldest is: counts, no content. What is held back waits for nobody.';
revoke execute on function unsent_notifications() from public;
grant execute on function unsent_notifications() to narthex_app;

-- +goose Down

drop function unsent_notifications();
