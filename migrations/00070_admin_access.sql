-- +goose Up

-- The roles of a team. What each sees and may change stands in package admin/access.
alter table church_identity_roles drop constraint church_identity_roles_role_check;
alter table church_identity_roles add constraint church_identity_roles_role_check check (role in
    ('admin', 'pastor', 'office_admin', 'prayer_team', 'care_team', 'treasurer', 'volunteer_coordinator', 'worship_leader'));
alter table church_team_members drop constraint church_team_members_role_check;
alter table church_team_members add constraint church_team_members_role_check check (role in
    ('admin', 'member', 'pastor', 'office_admin', 'prayer_team', 'care_team', 'treasurer', 'volunteer_coordinator', 'worship_leader'));

create table admin_links (
    id           uuid primary key default gen_random_uuid(),
    church_id    uuid not null references churches (id) on delete cascade,
    identity_id  uuid not null references church_admin_identities (id) on delete cascade,
    token_sha256 bytea not null unique,
    created_at   timestamptz not null default now(),
    revoked_at   timestamptz
);
create index on admin_links (church_id);
create index on admin_links (identity_id);
select protect_by_church('admin_links', 'church_id');
comment on table admin_links is 'Magic links of single members of a team, /admin/<token>; only the token''s hash is kept. The first admin''s is premium_churches.admin_token.';

alter table auth_sessions add column opened_at timestamptz;
alter table auth_sessions add column used_at timestamptz;
comment on column auth_sessions.opened_at is 'When a browser was given it; null: nobody has its secret.';
comment on column auth_sessions.used_at is 'When it first did anything after the link was followed: a mail scanner''s never does, and ends after an hour.';

create table audit_log (
    id          uuid primary key,
    church_id   uuid not null references churches (id) on delete cascade,
    identity_id uuid references church_admin_identities (id) on delete set null,
    who         text not null,
    what        text not null,
    detail      jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
    happened_at timestamptz not null default now()
);
create index on audit_log (church_id, id desc);
create index on audit_log (identity_id);
select protect_by_church('audit_log', 'church_id');
revoke update, delete on audit_log from narthex_app;
comment on table audit_log is 'Every change that a church''s admins made, in the transaction of the change. Names, never secrets or visitors'' words.';
comment on column audit_log.id is 'UUID version 7: in the order of time.';
comment on column audit_log.who is 'The address that the change was made under; it stays when the person is removed.';

-- Whoever calls these names a secret: the token of a link, or the hash of a session's.
-- +goose StatementBegin
create function admin_of_link(token uuid) returns table (church uuid, identity uuid)
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id, (
            select i.id from church_admin_identities i
            join church_identity_roles r on r.identity_id = i.id and r.role = 'admin'
            where i.church_id = p.church_id
            order by lower(i.email) = lower(coalesce(p.admin_email, '')) desc, i.is_backup, i.created_at limit 1)
        from premium_churches p where p.admin_token = token
        union all
        select l.church_id, l.identity_id from admin_links l where l.token_sha256 = sha256(uuid_send(token)) and l.revoked_at is null;
    end;
-- +goose StatementEnd
revoke execute on function admin_of_link(uuid) from public;
grant execute on function admin_of_link(uuid) to narthex_app;

-- +goose StatementBegin
create function admin_of_session(token_sha256 bytea) returns table (church uuid, identity uuid, session uuid)
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select s.church_id, s.identity_id, s.id from auth_sessions s
        where s.token_sha256 = admin_of_session.token_sha256 and s.revoked_at is null and s.expires_at > now();
    end;
-- +goose StatementEnd
revoke execute on function admin_of_session(bytea) from public;
grant execute on function admin_of_session(bytea) to narthex_app;

-- The churches that an address serves in any role. Whoever calls it names the address, and learns nothing but ids.
-- +goose StatementBegin
create function admins_at_address(email text) returns table (church uuid, identity uuid)
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select i.church_id, i.id from church_admin_identities i
        where lower(i.email) = lower(admins_at_address.email) and exists (select from church_identity_roles r where r.identity_id = i.id)
        order by i.created_at limit 20;
    end;
-- +goose StatementEnd
revoke execute on function admins_at_address(text) from public;
grant execute on function admins_at_address(text) to narthex_app;
create index church_admin_identities_address on church_admin_identities (lower(email));

-- +goose Down

drop index church_admin_identities_address;
drop function admins_at_address(text);
drop function admin_of_session(bytea);
drop function admin_of_link(uuid);
drop table audit_log;
alter table auth_sessions drop column used_at;
alter table auth_sessions drop column opened_at;
drop table admin_links;
delete from church_team_members where role not in ('admin', 'member');
alter table church_team_members drop constraint church_team_members_role_check;
alter table church_team_members add constraint church_team_members_role_check check (role in ('admin', 'member'));
delete from church_identity_roles where role <> 'admin';
alter table church_identity_roles drop constraint church_identity_roles_role_check;
alter table church_identity_roles add constraint church_identity_roles_role_check check (role in ('admin'));
