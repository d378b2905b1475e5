-- +goose Up

create table site_imports (
    id         uuid primary key,
    church_id  uuid not null references churches (id) on delete cascade,
    url        text not null,
    status     text not null default 'working' check (status in ('working', 'done', 'failed', 'cancelled')),
    reason     text,
    moved_to   text,
    reading    text,
    listed     boolean not null default false,
    spent_ms   int not null default 0,
    begun_at   timestamptz not null default now(),
    ended_at   timestamptz,
    unique (church_id, id),
    check ((status = 'failed') = (reason is not null))
);
create unique index site_imports_one_at_a_time on site_imports (church_id) where status = 'working';
create index site_imports_old on site_imports (begun_at);
select protect_by_church('site_imports', 'church_id');
comment on table site_imports is 'Readings of churches'' own websites, kept for 30 days.';
comment on column site_imports.reason is 'Why nothing could be read, the end of a text''s key.';
comment on column site_imports.moved_to is 'Where the website''s first page leads, if that is another website.';
comment on column site_imports.reading is 'The page that is being read.';
comment on column site_imports.listed is 'The site''s own list of its pages was asked for.';
comment on column site_imports.spent_ms is 'How long pages were read for, over all attempts.';

create table site_import_pages (
    church_id uuid not null,
    import_id uuid not null,
    key       text not null,
    place     bigint generated always as identity,
    url       text not null,
    rank      int not null,
    reason    text,
    found     jsonb,
    primary key (import_id, key),
    foreign key (church_id, import_id) references site_imports (church_id, id) on delete cascade
);
select protect_by_church('site_import_pages', 'church_id');
comment on table site_import_pages is 'Pages of those websites: read, refused, or waiting, when neither reason nor found is set.';
comment on column site_import_pages.key is 'The same for addresses at which the same page is expected.';
comment on column site_import_pages.rank is 'The higher, the sooner it is read.';
comment on column site_import_pages.found is 'What it says; see package draft. Of an import that has ended only what the list of pages shows.';

create table site_import_drafts (
    church_id  uuid not null,
    import_id  uuid not null,
    number     int not null,
    kind       text not null,
    fields     jsonb not null,
    quote      text not null,
    url        text not null,
    by_model   boolean not null,
    status     text not null default 'open' check (status in ('open', 'accepted', 'discarded')),
    primary key (import_id, number),
    foreign key (church_id, import_id) references site_imports (church_id, id) on delete cascade
);
select protect_by_church('site_import_drafts', 'church_id');
comment on table site_import_drafts is 'Facts and questions that those pages seem to say, which an admin accepts or discards. Nothing else reads them.';

-- Tells ids alone.
-- +goose StatementBegin
create function churches_with_old_site_imports() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select distinct i.church_id from site_imports i where i.begun_at < now() - interval '30 days';
    end;
-- +goose StatementEnd
comment on function churches_with_old_site_imports() is 'Churches that have readings of their website older than they are kept.';
revoke execute on function churches_with_old_site_imports() from public;
grant execute on function churches_with_old_site_imports() to narthex_app;

-- +goose Down

drop function churches_with_old_site_imports();
drop table site_import_drafts;
drop table site_import_pages;
drop table site_imports;
