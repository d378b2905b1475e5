-- +goose Up

-- The churches that an address administers. Whoever calls it names the address, and learns nothing but ids.
-- +goose StatementBegin
create function churches_administered_by(email text) returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p where lower(p.admin_email) = lower(email) order by p.created_at limit 20;
    end;
-- +goose StatementEnd
revoke execute on function churches_administered_by(text) from public;
grant execute on function churches_administered_by(text) to narthex_app;

-- +goose Down

drop function churches_administered_by(text);
