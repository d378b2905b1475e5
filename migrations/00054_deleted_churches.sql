-- +goose Up

create table deleted_subscriptions (
    subscription_id text primary key,
    church_id       uuid not null,
    deleted_at      timestamptz not null default now(),
    ended_at        timestamptz
);
comment on table deleted_subscriptions is 'Subscriptions whose church was deleted. None of them sets a church up again.';
comment on column deleted_subscriptions.church_id is 'The church that is no more.';
comment on column deleted_subscriptions.ended_at is 'When the payment provider had confirmed that it ended; null: it is still being told.';

-- Whoever deletes a church, and however: its subscription is noted, and the job queued that ends it, in the same transaction. The
-- job is tried again for as long as it takes.
-- +goose StatementBegin
create function note_deleted_subscription() returns trigger language plpgsql as $$
begin
    if old.payment_subscription_id is null then
        return null;
    end if;
    insert into deleted_subscriptions (subscription_id, church_id) values (old.payment_subscription_id, old.church_id) on conflict do nothing;
    if found then
        insert into river_job (kind, args, queue, max_attempts)
        values ('end_deleted_subscription', jsonb_build_object('subscription_id', old.payment_subscription_id), 'billing', 32000);
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger premium_churches_deleted after delete on premium_churches for each row execute function note_deleted_subscription();

-- +goose Down

drop trigger premium_churches_deleted on premium_churches;
drop function note_deleted_subscription();
drop table deleted_subscriptions;
