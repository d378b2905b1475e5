-- The tables of GoTrue that an application may rely on, as its own migrations leave them, without what is for telephones, second
-- factors and single sign-on.
create schema if not exists auth;

create table if not exists auth.users (
    instance_id          uuid,
    id                   uuid primary key,
    aud                  varchar(255),
    role                 varchar(255),
    email                varchar(255),
    encrypted_password   varchar(255),
    email_confirmed_at   timestamptz,
    invited_at           timestamptz,
    confirmation_token   varchar(255),
    confirmation_sent_at timestamptz,
    recovery_token       varchar(255),
    recovery_sent_at     timestamptz,
    last_sign_in_at      timestamptz,
    raw_app_meta_data    jsonb,
    raw_user_meta_data   jsonb,
    created_at           timestamptz,
    updated_at           timestamptz,
    phone                text unique,
    phone_confirmed_at   timestamptz,
    confirmed_at         timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    banned_until         timestamptz,
    is_sso_user          boolean not null default false,
    deleted_at           timestamptz,
    is_anonymous         boolean not null default false
);
create unique index if not exists users_email_partial_key on auth.users (email) where is_sso_user = false;

create table if not exists auth.identities (
    id              uuid primary key default gen_random_uuid(),
    provider_id     text not null,
    user_id         uuid not null references auth.users (id) on delete cascade,
    identity_data   jsonb not null,
    provider        text not null,
    last_sign_in_at timestamptz,
    created_at      timestamptz,
    updated_at      timestamptz,
    email           text generated always as (lower(identity_data ->> 'email')) stored,
    constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index if not exists identities_user_id_idx on auth.identities (user_id);

create table if not exists auth.sessions (
    id           uuid primary key,
    user_id      uuid not null references auth.users (id) on delete cascade,
    created_at   timestamptz,
    updated_at   timestamptz,
    refreshed_at timestamp,
    not_after    timestamptz,
    user_agent   text,
    ip           inet
);
create index if not exists user_id_created_at_idx on auth.sessions (user_id, created_at);

create table if not exists auth.refresh_tokens (
    instance_id uuid,
    id          bigserial primary key,
    token       varchar(255) unique,
    user_id     varchar(255),
    revoked     boolean,
    created_at  timestamptz,
    updated_at  timestamptz,
    parent      varchar(255),
    session_id  uuid references auth.sessions (id) on delete cascade
);
create index if not exists refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);

create table if not exists auth.mfa_amr_claims (
    session_id            uuid not null references auth.sessions (id) on delete cascade,
    created_at            timestamptz not null,
    updated_at            timestamptz not null,
    authentication_method text not null,
    id                    uuid primary key,
    unique (session_id, authentication_method)
);

create table if not exists auth.flow_state (
    id                    uuid primary key,
    user_id               uuid,
    auth_code             text,
    code_challenge_method text,
    code_challenge        text,
    provider_type         text not null,
    created_at            timestamptz,
    updated_at            timestamptz,
    authentication_method text not null,
    auth_code_issued_at   timestamptz,
    referrer              text
);
create index if not exists idx_auth_code on auth.flow_state (auth_code);
create index if not exists idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);

create table if not exists auth.one_time_tokens (
    id         uuid primary key,
    user_id    uuid not null references auth.users (id) on delete cascade,
    token_type text not null check (token_type in ('confirmation_token', 'recovery_token')),
    token_hash text not null check (char_length(token_hash) > 0),
    relates_to text not null,
    created_at timestamp not null default now(),
    updated_at timestamp not null default now()
);
create index if not exists one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create unique index if not exists one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);

comment on schema auth is 'The identity service''s. Narthex''s own role has no rights to it.';
