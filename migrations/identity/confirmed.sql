-- Tells the analytics store of a sign-up whose address has just been confirmed, from the identity provider's own table: no matter in
-- which browser it happens, and whether anybody comes to the app afterwards. The app tells the same on the first visit, with the same
-- uuid, $insert_id and timestamp (admin/accounts/analytics/event.go), by which the store knows that it is one event.
--
-- A confirmation never fails by it and waits for less than a second: whatever is missing, slow or refusing is a warning in the
-- database's log. The request is made before the confirmation commits; there is no other moment without a queue in the provider's
-- database.
create or replace function public.report_confirmed_signup() returns trigger
    language plpgsql security definer set search_path = '' as $$
declare
    patience constant text := '700'; -- milliseconds, for everything
    public_key       text;
    host             text;
    insert_id        constant text := new.id || ':signup_email_confirmed';
    digest           text;
    confirmed_at     text;
    event            jsonb;
    status           integer;
    options          text[];
    settings         text[];
begin
    begin
        select s.decrypted_secret into public_key from vault.decrypted_secrets s where s.name = 'POSTHOG_PUBLIC_KEY';
        select s.decrypted_secret into host from vault.decrypted_secrets s where s.name = 'POSTHOG_HOST';
    exception when others then
        raise warning 'signup_email_confirmed of % is not told: the secrets cannot be read: %', new.id, sqlerrm;
        return null;
    end;
    if coalesce(public_key, '') = '' then
        raise warning 'signup_email_confirmed of % is not told: there is no secret POSTHOG_PUBLIC_KEY', new.id;
        return null;
    end if;

    begin
        -- A version 3 UUID of the insert id in the namespace of URLs (RFC 9562).
        digest := md5(decode('6ba7b8119dad11d180b400c04fd430c8', 'hex') || convert_to(insert_id, 'UTF8'));
        digest := overlay(digest placing '3' from 13 for 1);
        digest := overlay(digest placing substr('89ab', 1 + (strpos('0123456789abcdef', substr(digest, 17, 1)) - 1) % 4, 1) from 17 for 1);
        confirmed_at := to_char(new.email_confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
        event := jsonb_build_object(
            'api_key', public_key, 'event', 'signup_email_confirmed', 'distinct_id', new.id, 'uuid', digest::uuid, 'timestamp', confirmed_at,
            'properties', jsonb_build_object(
                '$insert_id', insert_id, 'confirmed_via', 'auth_trigger', 'app_source', new.raw_user_meta_data ->> 'app_source',
                'email_confirmed_at', confirmed_at));

        -- The options are the connection's: what others have set there is put back.
        select coalesce(array_agg(l.curlopt), '{}'), coalesce(array_agg(l.value), '{}') into options, settings from public.http_list_curlopt() l;
        perform public.http_set_curlopt('CURLOPT_CONNECTTIMEOUT_MS', patience), public.http_set_curlopt('CURLOPT_TIMEOUT_MS', patience);
        begin
            select r.status into status from public.http(
                ('POST', rtrim(coalesce(nullif(host, ''), 'https://us.i.posthog.com'), '/') || '/capture/',
                 array[]::public.http_header[], 'application/json', event::text)::public.http_request) r;
            if status not between 200 and 299 then
                raise warning 'signup_email_confirmed of % is not told: the analytics store answered %', new.id, status;
            end if;
        exception when others then
            raise warning 'signup_email_confirmed of % is not told: %', new.id, sqlerrm;
        end;
        perform public.http_reset_curlopt();
        for i in 1 .. cardinality(options) loop
            perform public.http_set_curlopt(options[i], settings[i]);
        end loop;
    exception when others then
        raise warning 'signup_email_confirmed of % is not told: %', new.id, sqlerrm;
    end;
    return null;
end
$$;
revoke execute on function public.report_confirmed_signup() from public;

-- A row gets its session and last_sign_in_at in a later statement of the same transaction: that column says nothing here. Those who
-- came through another provider have no app_source.
create or replace trigger narthex_report_confirmed_signup
    after update of email_confirmed_at on auth.users for each row
    when (old.email_confirmed_at is null and new.email_confirmed_at is not null and new.raw_user_meta_data ->> 'app_source' like 'sermon%')
    execute function public.report_confirmed_signup();
