-- The secrets of a hosted database as it shows them, without their encryption.
create schema if not exists vault;

create table if not exists vault.secrets (
    id          uuid primary key default gen_random_uuid(),
    name        text unique,
    description text not null default '',
    secret      text not null,
    created_at  timestamptz not null default now(),
    updated_at  timestamptz not null default now()
);

create or replace view vault.decrypted_secrets as
select id, name, description, secret, secret as decrypted_secret, created_at, updated_at from vault.secrets;
