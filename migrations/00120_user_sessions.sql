-- +goose Up

-- The sermon app's users belong to no church. What is kept of them is reached through the functions below alone, each by something
-- that only its user has: the hash of the session's secret, or an id that the identity provider vouched for.
revoke select, insert, update, delete on profiles, outreach_contacts from narthex_app;

create table user_sessions (
    secret_sha256     bytea primary key,
    user_id           uuid not null,
    sealed            bytea not null,
    access_expires_at timestamptz not null,
    refreshing_until  timestamptz,
    created_at        timestamptz not null default now(),
    last_seen_at      timestamptz not null default now(),
    expires_at        timestamptz not null default now() + interval '30 days',
    check (length(secret_sha256) = 32),
    check (length(sealed) < 16384)
);
create index on user_sessions (expires_at);
alter table user_sessions enable row level security; -- no policy: nobody but the functions reads it
revoke select, insert, update, delete on user_sessions from narthex_app;
comment on table user_sessions is 'People signed in to the sermon app. 30 days, sliding; only the hash of the cookie''s secret is kept.';
comment on column user_sessions.sealed is 'The identity provider''s tokens, encrypted with a key that only the cookie holds.';
comment on column user_sessions.refreshing_until is 'While it lies ahead, one node is getting new tokens; the others wait or go on with the old ones.';

-- +goose StatementBegin
create function open_user_session(secret bytea, owner uuid, tokens bytea, access_ends timestamptz) returns void
    language sql security definer set search_path = public, pg_temp
begin atomic
    insert into user_sessions (secret_sha256, user_id, sealed, access_expires_at) values (secret, owner, tokens, access_ends);
end;
-- +goose StatementEnd
comment on function open_user_session(bytea, uuid, bytea, timestamptz) is 'Keeps a new session under the hash of its secret.';

-- +goose StatementBegin
create function user_session(secret bytea, out user_id uuid, out sealed bytea, out access_expires_at timestamptz, out refreshing boolean) returns setof record
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    update user_sessions s set last_seen_at = now(), expires_at = now() + interval '30 days'
    where s.secret_sha256 = secret and s.expires_at > now() and s.last_seen_at < now() - interval '1 hour';
    return query
    select s.user_id, s.sealed, s.access_expires_at, coalesce(s.refreshing_until > now(), false) from user_sessions s
    where s.secret_sha256 = secret and s.expires_at > now();
end
$$;
-- +goose StatementEnd
comment on function user_session(bytea) is 'The session with the hash of a secret, while it holds.';

-- +goose StatementBegin
create function claim_user_session_refresh(secret bytea, seen bytea, lease interval) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    update user_sessions s set refreshing_until = clock_timestamp() + lease
    where s.secret_sha256 = secret and s.sealed = seen and (s.refreshing_until is null or s.refreshing_until <= clock_timestamp());
    return found;
end
$$;
-- +goose StatementEnd
comment on function claim_user_session_refresh(bytea, bytea, interval) is
    'Whether the caller is the one to get new tokens: false while another does, and once the tokens are others than those the caller has seen.';

-- +goose StatementBegin
create function renew_user_session(secret bytea, tokens bytea, access_ends timestamptz) returns void
    language sql security definer set search_path = public, pg_temp
begin atomic
    update user_sessions set sealed = coalesce(tokens, sealed), access_expires_at = coalesce(access_ends, access_expires_at), refreshing_until = null
    where secret_sha256 = secret;
end;
-- +goose StatementEnd
comment on function renew_user_session(bytea, bytea, timestamptz) is 'Keeps new tokens, or with nulls gives the claim back.';

-- +goose StatementBegin
create function close_user_session(secret bytea) returns void
    language sql security definer set search_path = public, pg_temp
begin atomic
    delete from user_sessions where secret_sha256 = secret;
end;
-- +goose StatementEnd

-- +goose StatementBegin
create function forget_user_sessions() returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    gone bigint;
begin
    delete from user_sessions where expires_at <= now();
    get diagnostics gone = row_count;
    return gone;
end
$$;
-- +goose StatementEnd
comment on function forget_user_sessions() is 'Drops sessions that are over.';

-- +goose StatementBegin
create function log_first_visit(visitor uuid) returns timestamptz
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    stamped timestamptz;
begin
    insert into profiles as p (user_id, first_app_visit_at) values (visitor, now())
    on conflict (user_id) do update set first_app_visit_at = now() where p.first_app_visit_at is null
    returning p.first_app_visit_at into stamped;
    return stamped;
end
$$;
-- +goose StatementEnd
comment on function log_first_visit(uuid) is 'Stamps a user''s first visit to the app. Null to every call but the first.';

-- +goose StatementBegin
create function attribute_signup(outreach_token text, signed_up uuid) returns void
    language sql security definer set search_path = public, pg_temp
begin atomic
    update outreach_contacts set signed_up_at = now(), signup_user_id = signed_up
    where token = outreach_token and signed_up_at is null;
end;
-- +goose StatementEnd
comment on function attribute_signup(text, uuid) is 'Stamps the contact with a token as signed up, once. Unknown tokens and stamped contacts stay as they are.';

revoke execute on function open_user_session(bytea, uuid, bytea, timestamptz), user_session(bytea), claim_user_session_refresh(bytea, bytea, interval),
    renew_user_session(bytea, bytea, timestamptz), close_user_session(bytea), forget_user_sessions(), log_first_visit(uuid), attribute_signup(text, uuid) from public;
grant execute on function open_user_session(bytea, uuid, bytea, timestamptz), user_session(bytea), claim_user_session_refresh(bytea, bytea, interval),
    renew_user_session(bytea, bytea, timestamptz), close_user_session(bytea), forget_user_sessions(), log_first_visit(uuid), attribute_signup(text, uuid) to narthex_app;

-- +goose Down

drop function attribute_signup(text, uuid);
drop function log_first_visit(uuid);
drop function forget_user_sessions();
drop function close_user_session(bytea);
drop function renew_user_session(bytea, bytea, timestamptz);
drop function claim_user_session_refresh(bytea, bytea, interval);
drop function user_session(bytea);
drop function open_user_session(bytea, uuid, bytea, timestamptz);
drop table user_sessions;
grant select, insert, update, delete on profiles, outreach_contacts to narthex_app;
