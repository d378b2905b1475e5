-- +goose Up

-- The app's role may add to the list of changes and take nothing out of it. What was changed under a claim that was rejected is not for
-- whoever claims the church next: it goes, and only of a church that nobody holds.
-- +goose StatementBegin
create function forget_changes(church uuid) returns void
    language sql security definer set search_path = public, pg_temp as $$
    delete from audit_log a
    where a.church_id = church and church = narthex_church_id() and not exists (select from premium_churches p where p.church_id = church)
$$;
-- +goose StatementEnd
comment on function forget_changes(uuid) is 'Deletes the list of changes of the church that the transaction is confined to, while nobody holds it.';
revoke execute on function forget_changes(uuid) from public;
grant execute on function forget_changes(uuid) to narthex_app;

-- +goose Down

drop function forget_changes(uuid);
