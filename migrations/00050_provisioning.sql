-- +goose Up

alter table premium_churches
    add column checkout_session_id     text unique,
    add column checkout_browser_sha256 bytea,
    add column terms_version           text,
    add column terms_accepted_at       timestamptz,
    add column listing_proven          boolean not null default true;
comment on column premium_churches.checkout_session_id is 'The payment provider''s checkout that the church came from.';
comment on column premium_churches.checkout_browser_sha256 is 'Of the secret in a cookie of the browser that paid: it alone is given the admin token.';
comment on column premium_churches.listing_proven is 'False while a listed church was claimed by nobody who is known to be of it: the listing keeps its own contacts, address and photo.';

-- What has become of a checkout. Whoever calls it names the checkout, which only its browser and the provider know.
-- +goose StatementBegin
create function setup_of_checkout(session text, out church_id uuid, out email text, out token uuid, out browser_sha256 bytea, out created_at timestamptz)
    returns setof record
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id, p.admin_email, p.admin_token, p.checkout_browser_sha256, p.created_at
        from premium_churches p where p.checkout_session_id = session;
    end;
-- +goose StatementEnd
revoke execute on function setup_of_checkout(text) from public;
grant execute on function setup_of_checkout(text) to narthex_app;

-- +goose Down

drop function setup_of_checkout(text);
alter table premium_churches
    drop column listing_proven, drop column terms_accepted_at, drop column terms_version, drop column checkout_browser_sha256,
    drop column checkout_session_id;
