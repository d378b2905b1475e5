-- +goose Up

create table church_api_keys (
    id           uuid primary key default gen_random_uuid(),
    church_id    uuid not null references churches (id) on delete cascade,
    name         text not null check (btrim(name) <> '' and length(name) <= 100),
    prefix       text not null,
    sha256       bytea not null unique check (octet_length(sha256) = 32),
    created_at   timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at   timestamptz
);
create index church_api_keys_church on church_api_keys (church_id, created_at);
select protect_by_church('church_api_keys', 'church_id');
comment on table church_api_keys is 'What programs of a church show to speak with its chat under the OpenAI-compatible API. Revoked keys stay, so that it is known what was.';
comment on column church_api_keys.prefix is 'The first characters, by which people recognise a key; the key itself is shown once and kept nowhere.';
comment on column church_api_keys.sha256 is 'Of the whole key. Keys are random and long, so a fast hash is enough.';
comment on column church_api_keys.last_used_at is 'To the minute or so.';

-- A request shows a key before anybody knows its church, so this one question is asked across all of them. Who knows the
-- hash knows the key: nothing can be listed or guessed with it.
-- +goose StatementBegin
create function use_api_key(key_sha256 bytea, out id uuid, out church_id uuid, out name text, out prefix text, out created_at timestamptz, out sha256 bytea) returns setof record
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    update church_api_keys k set last_used_at = now()
    where k.sha256 = key_sha256 and k.revoked_at is null
      and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute');
    return query
    select k.id, k.church_id, k.name, k.prefix, k.created_at, k.sha256 from church_api_keys k
    where k.sha256 = key_sha256 and k.revoked_at is null;
end
$$;
-- +goose StatementEnd
revoke execute on function use_api_key(bytea) from public;
grant execute on function use_api_key(bytea) to narthex_app;

-- Nodes remember keys for a while; a new or revoked one is announced like any other change of the church.
-- +goose StatementBegin
create function api_key_changed() returns trigger
    language plpgsql as $$
begin
    perform pg_notify('narthex_church', coalesce(new.church_id, old.church_id)::text);
    return null;
end
$$;
-- +goose StatementEnd
create trigger church_api_keys_changed after insert or delete or update of church_id, sha256, revoked_at on church_api_keys
    for each row execute function api_key_changed();

-- +goose Down

drop table church_api_keys;
drop function api_key_changed();
drop function use_api_key(bytea);
