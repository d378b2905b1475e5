-- +goose Up

alter table simulated_checkouts
    add column cancel_at_period_end boolean not null default false,
    add column card                 text not null default '4242' check (card ~ '^[0-9]{4}$'),
    add column plan_since           timestamptz;
comment on column simulated_checkouts.card is 'The last digits of the card that pays, which is none.';
comment on column simulated_checkouts.plan_since is 'Since when it is paid for what it holds; null: since it was completed.';

create table simulated_portals (
    id              text primary key,
    subscription_id text not null references simulated_checkouts (subscription_id) on delete cascade,
    change_to       text not null,
    return_url      text not null,
    created_at      timestamptz not null default now()
);
create index simulated_portals_subscription on simulated_portals (subscription_id);
comment on table simulated_portals is 'Visits to the simulated payment provider''s billing portal. Empty where churches really pay.';
comment on column simulated_portals.change_to is 'The lookup key of the price that the visit is to change to; empty: it may do everything but that.';

-- +goose Down

drop table simulated_portals;
alter table simulated_checkouts drop column plan_since, drop column card, drop column cancel_at_period_end;
