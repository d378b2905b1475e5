-- +goose Up

create table widget_origins (
    church_id  uuid not null references churches (id) on delete cascade,
    origin     text not null check (origin ~ '^https?://(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$' and length(origin) <= 255),
    created_at timestamptz not null default now(),
    primary key (church_id, origin)
);
select protect_by_church('widget_origins', 'church_id');
comment on table widget_origins is 'Sites whose pages may show the church''s chat, beside our own and the church''s website.';
comment on column widget_origins.origin is 'As browsers write it: https://www.example.org, with a port where it is not the usual one. https://*.example.org stands for every site below example.org.';

-- What a site may show changes no answer: nodes are told to read the church again, and its cached answers stay good.
-- +goose StatementBegin
create function widget_origins_changed() returns trigger
    language plpgsql as $$
begin
    perform pg_notify('narthex_church', coalesce(new.church_id, old.church_id)::text);
    return null;
end
$$;
-- +goose StatementEnd
create trigger widget_origins_changed after insert or update or delete on widget_origins
    for each row execute function widget_origins_changed();

create table widget_attempts (
    church_id uuid not null references churches (id) on delete cascade,
    origin    text not null check (origin <> '' and length(origin) <= 255),
    attempts  bigint not null check (attempts > 0),
    first_at  timestamptz not null default now(),
    last_at   timestamptz not null default now(),
    primary key (church_id, origin)
);
select protect_by_church('widget_attempts', 'church_id');
comment on table widget_attempts is 'Sites that tried to show the church''s chat and may not. At most 50 of them for a church; those that came later are counted together.';
comment on column widget_attempts.origin is 'The site, or * for all that found no place of their own. What a browser said, which other programs can make up.';
comment on column widget_attempts.last_at is 'To a few seconds. A site not seen for 90 days is forgotten.';

create table deployment_keys (
    name       text primary key check (name ~ '^[a-z_]{1,40}$'),
    key        bytea not null check (octet_length(key) = 32),
    created_at timestamptz not null default now()
);
revoke update, delete on deployment_keys from narthex_app;
comment on table deployment_keys is 'Random keys that all nodes of this deployment share and nobody has to configure, made at first use. None protects anything outside this database.';

-- +goose Down

drop table deployment_keys;
drop table widget_attempts;
drop table widget_origins;
drop function widget_origins_changed();
