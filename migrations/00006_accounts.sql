-- +goose Up

create table church_admin_identities (
    id         uuid primary key default gen_random_uuid(),
    church_id  uuid not null references churches (id) on delete cascade,
    email      text not null,
    name       text,
    phone      text,
    is_backup  boolean not null default false,
    created_at timestamptz not null default now()
);
create unique index church_admin_identities_email on church_admin_identities (church_id, lower(email));
select protect_by_church('church_admin_identities', 'church_id');
comment on table church_admin_identities is 'People who may administer a church.';

create table church_identity_roles (
    church_id   uuid not null references churches (id) on delete cascade,
    identity_id uuid not null references church_admin_identities (id) on delete cascade,
    role        text not null check (role in ('admin')),
    created_at  timestamptz not null default now(),
    primary key (identity_id, role)
);
create index on church_identity_roles (church_id);
select protect_by_church('church_identity_roles', 'church_id');
comment on table church_identity_roles is 'What an identity may do.';

create table auth_sessions (
    id           uuid primary key default gen_random_uuid(),
    church_id    uuid not null references churches (id) on delete cascade,
    identity_id  uuid not null references church_admin_identities (id) on delete cascade,
    token_sha256 bytea not null unique,
    created_at   timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at   timestamptz not null default now() + interval '30 days',
    revoked_at   timestamptz
);
create index on auth_sessions (church_id);
create index on auth_sessions (identity_id);
select protect_by_church('auth_sessions', 'church_id');
comment on table auth_sessions is 'Signed-in admins. 30 days, sliding, revocable; only the token''s hash is kept.';

create table church_team_members (
    id          uuid primary key default gen_random_uuid(),
    church_id   uuid not null references churches (id) on delete cascade,
    identity_id uuid references church_admin_identities (id) on delete set null,
    email       text not null,
    name        text,
    role        text not null check (role in ('admin', 'member')),
    created_at  timestamptz not null default now()
);
create unique index church_team_members_email on church_team_members (church_id, lower(email));
create index on church_team_members (identity_id);
select protect_by_church('church_team_members', 'church_id');
comment on table church_team_members is 'Who sees the dashboard, and as what.';

create table webhook_events (
    event_id     text primary key,
    provider     text not null,
    type         text not null,
    received_at  timestamptz not null default now(),
    processed_at timestamptz
);
comment on table webhook_events is 'Payment events already seen, so that none acts twice.';

create table lifecycle_emails_sent (
    id        uuid primary key default gen_random_uuid(),
    church_id uuid not null references churches (id) on delete cascade,
    kind      text not null,
    recipient text not null,
    sent_at   timestamptz not null default now(),
    unique (church_id, kind, recipient)
);
select protect_by_church('lifecycle_emails_sent', 'church_id');
comment on table lifecycle_emails_sent is 'Lifecycle mail that was sent (kind welcome …). No welcome row: the admin lacks the link.';

create table profiles (
    user_id            uuid primary key,
    first_app_visit_at timestamptz,
    created_at         timestamptz not null default now()
);
comment on table profiles is 'Sermon-app users; user_id is the identity provider''s.';
comment on column profiles.first_app_visit_at is 'Null until the first visit to /sermons/app; set once.';

create table outreach_contacts (
    id             uuid primary key default gen_random_uuid(),
    token          text not null unique,
    email          text,
    signed_up_at   timestamptz,
    signup_user_id uuid,
    created_at     timestamptz not null default now()
);
create index on outreach_contacts (signup_user_id);
comment on table outreach_contacts is 'People invited to the sermon app; ref=outreach-<token> in the link they follow.';

-- +goose Down

drop table outreach_contacts;
drop table profiles;
drop table lifecycle_emails_sent;
drop table webhook_events;
drop table church_team_members;
drop table auth_sessions;
drop table church_identity_roles;
drop table church_admin_identities;
