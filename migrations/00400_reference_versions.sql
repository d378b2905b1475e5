-- +goose Up

-- What a lens says changes with the platform, and concerns the churches of that lens. Raising every church's own epoch for it would
-- write a row for each of them and outdate what was answered by all.
create table reference_versions (
    lens_id smallint primary key,
    epoch   bigint not null default 1
);
comment on table reference_versions is 'Counters of reference data that caches compare with, beside those of church_versions. A lens that is removed keeps its own.';
comment on column reference_versions.lens_id is 'The lens that changed, with its doctrine or texts; 0 for what concerns every church: denominations, their families, product knowledge.';
revoke insert, update, delete on reference_versions from narthex_app;

drop trigger theological_lenses_changed on theological_lenses;
drop trigger theological_contradictions_changed on theological_contradictions;
drop trigger lens_texts_changed on lens_texts;
drop trigger denominations_changed on denominations;
drop trigger church_families_changed on church_families;
drop trigger product_knowledge_changed on product_knowledge;

-- The argument is the column with the lens that the row is of; none: the row concerns every church.
-- +goose StatementBegin
create or replace function reference_changed() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    if tg_op = 'UPDATE' and new is not distinct from old then
        return null;
    end if;
    insert into reference_versions as v (lens_id)
    select distinct coalesce((changed ->> tg_argv[0])::smallint, 0)
    from unnest(array[to_jsonb(old), to_jsonb(new)]) as changed
    where changed is not null
    order by 1
    on conflict (lens_id) do update set epoch = v.epoch + 1;
    perform pg_notify('narthex_church', '*');
    return null;
end
$$;
-- +goose StatementEnd

create trigger theological_lenses_changed after insert or update or delete on theological_lenses for each row execute function reference_changed('id');
create trigger theological_contradictions_changed after insert or update or delete on theological_contradictions for each row execute function reference_changed('lens_id');
-- An embedding changes nothing that a text says.
create trigger lens_texts_changed after insert or delete or update of lens_id, title, source, content on lens_texts for each row execute function reference_changed('lens_id');
create trigger denominations_changed after insert or update or delete on denominations for each row execute function reference_changed();
create trigger church_families_changed after insert or update or delete on church_families for each row execute function reference_changed();
create trigger product_knowledge_changed after insert or update or delete on product_knowledge for each row execute function reference_changed();

-- +goose Down

drop trigger product_knowledge_changed on product_knowledge;
drop trigger church_families_changed on church_families;
drop trigger denominations_changed on denominations;
drop trigger lens_texts_changed on lens_texts;
drop trigger theological_contradictions_changed on theological_contradictions;
drop trigger theological_lenses_changed on theological_lenses;

-- +goose StatementBegin
create or replace function reference_changed() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
begin
    update church_versions set epoch = epoch + 1;
    perform pg_notify('narthex_church', '*');
    return null;
end
$$;
-- +goose StatementEnd

create trigger theological_lenses_changed after insert or update or delete on theological_lenses for each statement execute function reference_changed();
create trigger theological_contradictions_changed after insert or update or delete on theological_contradictions for each statement execute function reference_changed();
create trigger lens_texts_changed after insert or delete on lens_texts for each statement execute function reference_changed();
create trigger denominations_changed after insert or update or delete on denominations for each statement execute function reference_changed();
create trigger church_families_changed after insert or update or delete on church_families for each statement execute function reference_changed();
create trigger product_knowledge_changed after insert or update or delete on product_knowledge for each statement execute function reference_changed();
-- An epoch never falls: what was answered in a later one would count again.
update church_versions set epoch = epoch + (select coalesce(sum(epoch), 0) from reference_versions);
drop table reference_versions;
