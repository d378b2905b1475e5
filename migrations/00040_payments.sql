-- +goose Up

alter table premium_churches
    add column payment_status        text,
    add column payment_failed_at     timestamptz,
    add column payment_notice_day    smallint check (payment_notice_day in (0, 7, 13)),
    add column trial_ends_at         timestamptz,
    add column period_ends_at        timestamptz,
    add column cancel_at_period_end  boolean not null default false,
    add column billing_interval      text check (billing_interval in ('month', 'year')),
    add column add_ons               text[] not null default '{}',
    add column subscription_event_at timestamptz;
comment on column premium_churches.status is 'Visitors are served while it is active. A failed payment leaves it active for 14 days from payment_failed_at.';
comment on column premium_churches.status_changed_at is 'Since when the status is what it is.';
comment on column premium_churches.payment_status is 'The payment provider''s word for the subscription, as last heard.';
comment on column premium_churches.payment_failed_at is 'Since when a payment is owed; null: none is.';
comment on column premium_churches.payment_notice_day is 'The last of the mails of days 0, 7 and 13 about the payment that is owed; null: none was sent.';
comment on column premium_churches.period_ends_at is 'Until when it is paid, or tried.';
comment on column premium_churches.add_ons is 'Keys of add-ons, those that were paid once included.';
comment on column premium_churches.subscription_event_at is 'When what is known of the subscription was so, by the provider''s clock: what happened earlier changes it no more.';

-- A church that is past due was served for 14 days until now, and is from now on by staying active.
update premium_churches set payment_failed_at = status_changed_at, payment_notice_day = 0, status = 'active'
where status = 'past_due' and status_changed_at > now() - interval '14 days';

create index premium_churches_grace on premium_churches (payment_failed_at) where payment_failed_at is not null;

alter table webhook_events
    add column api_version     text,
    add column subscription_id text,
    add column occurred_at     timestamptz,
    add column outcome         text check (outcome in ('done', 'unknown', 'unpaid', 'ignored', 'stale', 'early', 'duplicate', 'parked')),
    add column payload         text;
comment on column webhook_events.outcome is 'done; unknown: of no interest; unpaid: a checkout that is not paid yet; ignored: about nothing of ours; stale: something newer was known; early: about a subscription without a church, which the provider is asked about when there is one; duplicate: a second subscription, which is ended; parked: of a version of the provider''s interface that this program does not understand.';
comment on column webhook_events.payload is 'The event as it came; of parked ones alone.';
create index webhook_events_early on webhook_events (subscription_id, occurred_at) where outcome = 'early';
create index webhook_events_received on webhook_events (received_at);

-- Whoever calls these names what only the payment provider or the person knows, or learns ids and statuses alone.
-- +goose StatementBegin
create function church_of_subscription(subscription text) returns uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p where p.payment_subscription_id = subscription;
    end;
-- +goose StatementEnd
revoke execute on function church_of_subscription(text) from public;
grant execute on function church_of_subscription(text) to narthex_app;

-- +goose StatementBegin
create function live_subscriptions(email text, church uuid, other_than text, out of_email boolean, out of_church boolean)
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select exists (select from premium_churches p
                       where lower(p.admin_email) = lower(email) and p.status <> 'canceled' and p.payment_subscription_id is distinct from other_than),
               exists (select from premium_churches p
                       where p.church_id = church and p.status <> 'canceled' and p.payment_subscription_id is distinct from other_than);
    end;
-- +goose StatementEnd
comment on function live_subscriptions(text, uuid, text) is 'Whether an address, or a church, has a subscription that has not ended, other than one.';
revoke execute on function live_subscriptions(text, uuid, text) from public;
grant execute on function live_subscriptions(text, uuid, text) to narthex_app;

-- +goose StatementBegin
create function churches_in_grace() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p where p.payment_failed_at is not null and p.status = 'active' order by p.payment_failed_at;
    end;
-- +goose StatementEnd
revoke execute on function churches_in_grace() from public;
grant execute on function churches_in_grace() to narthex_app;

-- +goose StatementBegin
create function billed_churches() returns table (church_id uuid, subscription_id text, status text)
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id, p.payment_subscription_id, p.status from premium_churches p
        where p.payment_subscription_id is not null order by p.created_at;
    end;
-- +goose StatementEnd
comment on function billed_churches() is 'Every church that pays or paid, with its subscription: ids and statuses.';
revoke execute on function billed_churches() from public;
grant execute on function billed_churches() to narthex_app;

-- +goose Down

drop function billed_churches();
drop function churches_in_grace();
drop function live_subscriptions(text, uuid, text);
drop function church_of_subscription(text);
drop index webhook_events_received;
drop index webhook_events_early;
alter table webhook_events
    drop column payload, drop column outcome, drop column occurred_at, drop column subscription_id, drop column api_version;
drop index premium_churches_grace;
alter table premium_churches
    drop column subscription_event_at, drop column add_ons, drop column billing_interval,
    drop column cancel_at_period_end, drop column period_ends_at, drop column trial_ends_at, drop column payment_notice_day,
    drop column payment_failed_at, drop column payment_status;
comment on column premium_churches.status is null;
comment on column premium_churches.status_changed_at is 'A past_due church is still served for 14 days from here.';
