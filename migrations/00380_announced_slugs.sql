-- +goose Up

-- Nodes hold what they know of a church for as long as nothing is announced of it, and that a slug is nobody's until it is announced to
-- be a church's: every change that they would show has to be announced.

-- +goose StatementBegin
create function church_named() returns trigger
    language plpgsql as $$
begin
    perform pg_notify('narthex_slug', new.slug);
    return null;
end
$$;
-- +goose StatementEnd
create trigger churches_named after insert or update of slug on churches for each row execute function church_named();

-- +goose StatementBegin
create function church_removed() returns trigger
    language plpgsql as $$
begin
    perform pg_notify('narthex_church', old.id::text);
    return null;
end
$$;
-- +goose StatementEnd
create trigger churches_removed after delete on churches for each row execute function church_removed();

-- A family has the lens of churches that are of none of its denominations.
create trigger church_families_changed after insert or update or delete on church_families for each statement execute function reference_changed();

-- +goose Down

drop trigger church_families_changed on church_families;
drop trigger churches_removed on churches;
drop function church_removed();
drop trigger churches_named on churches;
drop function church_named();
