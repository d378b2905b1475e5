-- +goose Up

create extension if not exists vector;
-- Lets one GIN index cover (church, words), so that full-text search in one church costs the same however many others are stored.
create extension if not exists btree_gin;

-- The server connects as narthex_app (or a login that is a member of it). It owns nothing and does not bypass
-- row-level security; migrations run as the owner, which does.
-- +goose StatementBegin
do $$
begin
    if not exists (select from pg_roles where rolname = 'narthex_app') then
        create role narthex_app nologin;
    end if;
exception
    when duplicate_object or unique_violation then null; -- another database of this cluster was migrated at the same moment
end
$$;
-- +goose StatementEnd

grant usage on schema public to narthex_app;
grant select on goose_db_version to narthex_app; -- a server refuses to start on an older schema
alter default privileges in schema public grant select, insert, update, delete on tables to narthex_app;
alter default privileges in schema public grant usage, select on sequences to narthex_app;

-- +goose StatementBegin
create function narthex_church_id() returns uuid
    language sql stable parallel safe
    return nullif(current_setting('narthex.church_id', true), '')::uuid;
-- +goose StatementEnd
comment on function narthex_church_id() is
    'The church this transaction works for, set with set_config(''narthex.church_id'', id, true). Null, and so no rows at all, when it was never set.';

-- +goose StatementBegin
create function protect_by_church(tbl regclass, church_column name) returns void
    language plpgsql as $$
begin
    execute format('alter table %s enable row level security', tbl);
    execute format(
        'create policy church_isolation on %s to narthex_app using (%I = (select narthex_church_id())) with check (%I = (select narthex_church_id()))',
        tbl, church_column, church_column);
end
$$;
-- +goose StatementEnd
comment on function protect_by_church(regclass, name) is
    'Row-level security for a table that belongs to a church: the app''s role sees and writes only rows of narthex_church_id().';

-- +goose StatementBegin
create function touch_updated_at() returns trigger
    language plpgsql as $$
begin
    new.updated_at := now();
    return new;
end
$$;
-- +goose StatementEnd

-- +goose Down

drop function touch_updated_at();
drop function protect_by_church(regclass, name);
drop function narthex_church_id();
alter default privileges in schema public revoke usage, select on sequences from narthex_app;
alter default privileges in schema public revoke select, insert, update, delete on tables from narthex_app;
revoke select on goose_db_version from narthex_app;
revoke usage on schema public from narthex_app;
drop extension btree_gin;
drop extension vector;
-- The role stays: it belongs to the cluster, and other databases may use it.
