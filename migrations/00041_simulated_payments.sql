-- +goose Up

create table simulated_checkouts (
    id              text primary key,
    key             text not null,
    email           text not null,
    metadata        jsonb not null check (jsonb_typeof(metadata) = 'object'),
    lookup_keys     text[] not null,
    trial_days      integer not null,
    return_url      text not null,
    status          text not null default 'open' check (status in ('open', 'complete', 'expired')),
    subscription_id text unique,
    ended_at        timestamptz,
    completed_at    timestamptz,
    created_at      timestamptz not null default now(),
    check ((status = 'complete') = (subscription_id is not null))
);
create unique index simulated_checkouts_open on simulated_checkouts (key) where status = 'open';
create index simulated_checkouts_email on simulated_checkouts (email);
comment on table simulated_checkouts is 'What the simulated payment provider knows: checkouts, and the subscriptions that came of them. Empty where churches really pay.';
comment on column simulated_checkouts.ended_at is 'When the subscription ended; null: it has not.';

-- +goose Down

drop table simulated_checkouts;
