-- +goose Up

-- Not in premium_churches: what is written there makes every node read the church again.
create table church_digests (
    church_id uuid primary key references churches (id) on delete cascade,
    enabled   boolean not null default true,
    told_week date check (extract(isodow from told_week) = 1)
);
select protect_by_church('church_digests', 'church_id');
comment on table church_digests is 'The weekly mail about a church''s assistant. No row: none was due yet, and it is wanted.';
comment on column church_digests.told_week is 'Monday of the last week, by the church''s calendar, in which the mail was made, or there was nothing to tell.';

-- Whether it is Monday morning is a matter of each church's clock: the job looks. It is told ids, and nothing that is anybody's.
-- +goose StatementBegin
create function churches_without_digest(out church_id uuid, out timezone text, out since timestamptz) returns setof record
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id, c.timezone, p.created_at
        from premium_churches p join churches c on c.id = p.church_id left join church_digests d on d.church_id = p.church_id
        where p.status in ('active', 'past_due') and p.chatbot_enabled and coalesce(p.admin_email, '') <> ''
            and coalesce(d.enabled, true) and coalesce(d.told_week <= current_date - 6, true);
    end;
-- +goose StatementEnd
comment on function churches_without_digest() is 'Subscribed churches that want the weekly mail and were not told this week, with since when they are subscribed.';
revoke execute on function churches_without_digest() from public;
grant execute on function churches_without_digest() to narthex_app;

-- +goose Down

drop function churches_without_digest();
drop table church_digests;
