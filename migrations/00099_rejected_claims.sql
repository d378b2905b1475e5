-- +goose Up

alter table premium_churches add column listing_before jsonb;
comment on column premium_churches.listing_before is 'Of a church that stood in the directory before: its row of churches as it was then. A claim that is rejected leaves the listing like that. Null: the church was not listed.';

create table rejected_claims (
    premium_id      uuid primary key,
    church_id       uuid not null references churches (id) on delete cascade,
    admin_name      text,
    admin_email     text,
    subscription_id text,
    rejected_at     timestamptz not null default now()
);
create index on rejected_claims (church_id);
select protect_by_church('rejected_claims', 'church_id');
comment on table rejected_claims is 'Who claimed a listed church that is not theirs. Of the claim itself nothing is left: the church stands in the directory as before, and can be claimed by whose it is.';
comment on column rejected_claims.premium_id is 'The id that its row of premium_churches had.';

-- A claim that is rejected ends and gives back its subscription by a job of its own.
-- +goose StatementBegin
create or replace function note_deleted_subscription() returns trigger language plpgsql as $$
begin
    if old.payment_subscription_id is null then
        return null;
    end if;
    insert into deleted_subscriptions (subscription_id, church_id) values (old.payment_subscription_id, old.church_id) on conflict do nothing;
    if found and old.ownership_decision is distinct from 'rejected' then
        insert into river_job (kind, args, queue, max_attempts)
        values ('end_deleted_subscription', jsonb_build_object('subscription_id', old.payment_subscription_id), 'billing', 32000);
    end if;
    return null;
end
$$;
-- +goose StatementEnd

-- What visitors wrote while a claim stood is kept no longer than a church's conversations are by default.
-- +goose StatementBegin
create or replace function churches_with_old_conversations() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p
        where exists (
            select from conversations c
            where c.church_id = p.church_id and c.last_message_at < now() - make_interval(months => p.conversation_months))
        union
        select r.church_id from rejected_claims r
        where not exists (select from premium_churches p where p.church_id = r.church_id)
          and exists (select from conversations c where c.church_id = r.church_id and c.last_message_at < now() - interval '12 months');
    end;
-- +goose StatementEnd

insert into rejected_claims (premium_id, church_id, admin_name, admin_email, subscription_id, rejected_at)
select id, church_id, admin_name, admin_email, payment_subscription_id, ownership_decided_at from premium_churches where ownership_decision = 'rejected';
update churches set is_premium = false where id in (select church_id from rejected_claims);
delete from church_admin_identities where church_id in (select church_id from rejected_claims);
delete from church_team_members where church_id in (select church_id from rejected_claims);
delete from church_voice_agents where church_id in (select church_id from rejected_claims);
delete from organization_settings where organization_id in (select church_id from rejected_claims);
delete from premium_churches where ownership_decision = 'rejected';

-- +goose Down

-- +goose StatementBegin
create or replace function note_deleted_subscription() returns trigger language plpgsql as $$
begin
    if old.payment_subscription_id is null then
        return null;
    end if;
    insert into deleted_subscriptions (subscription_id, church_id) values (old.payment_subscription_id, old.church_id) on conflict do nothing;
    if found then
        insert into river_job (kind, args, queue, max_attempts)
        values ('end_deleted_subscription', jsonb_build_object('subscription_id', old.payment_subscription_id), 'billing', 32000);
    end if;
    return null;
end
$$;
-- +goose StatementEnd
-- +goose StatementBegin
create or replace function churches_with_old_conversations() returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p
        where exists (
            select from conversations c
            where c.church_id = p.church_id and c.last_message_at < now() - make_interval(months => p.conversation_months));
    end;
-- +goose StatementEnd
drop table rejected_claims;
alter table premium_churches drop column listing_before;
