-- +goose Up

-- Whoever calls it names the token of a magic link, which only who has the link knows.
-- +goose StatementBegin
create function church_of_admin_token(token uuid) returns uuid
    language sql stable security definer set search_path = public, pg_temp
    begin atomic
        select p.church_id from premium_churches p where p.admin_token = token;
    end;
-- +goose StatementEnd
revoke execute on function church_of_admin_token(uuid) from public;
grant execute on function church_of_admin_token(uuid) to narthex_app;

-- +goose Down

drop function church_of_admin_token(uuid);
