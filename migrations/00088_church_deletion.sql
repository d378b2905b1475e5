-- +goose Up

create table church_deletions (
    church_id  uuid primary key references churches (id) on delete cascade,
    asked_by   text not null,
    asked_at   timestamptz not null default now(),
    due_at     timestamptz not null default now() + interval '7 days'
);
select protect_by_church('church_deletions', 'church_id');
comment on table church_deletions is 'Churches that an admin has asked to delete with all that is theirs. No row: nobody has, or somebody thought better of it.';
comment on column church_deletions.asked_by is 'The admin''s address.';

-- Tells ids alone.
-- +goose StatementBegin
create function due_church_deletions() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select d.church_id from church_deletions d where d.due_at <= now() order by d.due_at limit 100;
    end;
-- +goose StatementEnd
revoke execute on function due_church_deletions() from public;
grant execute on function due_church_deletions() to narthex_app;

-- +goose Down

drop function due_church_deletions();
drop table church_deletions;
