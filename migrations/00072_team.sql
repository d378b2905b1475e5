-- +goose Up

alter table church_admin_identities add column version integer not null default 1;
comment on column church_admin_identities.version is 'Counts changes of the person''s roles: a change says which one it was made of.';

create table admin_address_changes (
    id         uuid primary key default gen_random_uuid(),
    church_id  uuid not null references churches (id) on delete cascade,
    asked_by   uuid references church_admin_identities (id) on delete cascade,
    old_email  text not null,
    new_email  text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    settled_at timestamptz,
    outcome    text check (outcome in ('confirmed', 'withdrawn')),
    check ((settled_at is null) = (outcome is null))
);
create unique index admin_address_changes_open on admin_address_changes (church_id) where settled_at is null;
create index on admin_address_changes (church_id, created_at);
create index on admin_address_changes (asked_by);
select protect_by_church('admin_address_changes', 'church_id');
comment on table admin_address_changes is 'New values of premium_churches.admin_email: one counts once it is confirmed by the link that is mailed to it. The link is signed, and stored nowhere.';
comment on column admin_address_changes.asked_by is 'With the person goes what they asked for.';

-- +goose Down

drop table admin_address_changes;
alter table church_admin_identities drop column version;
