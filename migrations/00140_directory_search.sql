-- +goose Up

-- What the directory is searched in. A column of its own, so that a search for a word of many churches reads words and makes none.
alter table churches add column search_words tsvector generated always as (to_tsvector('simple'::regconfig,
    public.fold_words(name || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(postal_code, '') || ' ' ||
        coalesce(country, '') || ' ' || replace(coalesce(denomination, ''), '_', ' ')))) stored;
comment on column churches.search_words is 'Name, place and denomination without accents and case.';
alter table churches add column name_key text collate "C" generated always as (left(public.fold_words(name), 120)) stored;
comment on column churches.name_key is 'By what the directory is ordered: the name without accents and case.';
create index churches_search on churches using gin (search_words);
create index churches_by_name on churches (name_key, id);

create function answering_churches(of uuid[]) returns setof uuid
    language sql stable security definer set search_path = public, pg_temp
    as $$ select church_id from premium_churches where church_id = any(of) and status = 'active' and chatbot_enabled $$;
comment on function answering_churches(uuid[]) is 'Those of the churches whose assistant answers, which their pages show everybody.';
revoke execute on function answering_churches(uuid[]) from public;
grant execute on function answering_churches(uuid[]) to narthex_app;

-- +goose Down

drop function answering_churches(uuid[]);
drop index churches_by_name;
drop index churches_search;
alter table churches drop column name_key, drop column search_words;
