-- +goose Up

-- The name of a town as it is compared: without accents, case, marks, "City of" and "Township", with saints and mounts
-- written out. Schema-qualified, because an index is built on it.
-- +goose StatementBegin
create function place_key(place text) returns text
    language sql immutable parallel safe strict
    return btrim(regexp_replace(
        regexp_replace(
            regexp_replace(
                regexp_replace(
                    ' ' || btrim(public.fold_words(place)) || ' ',
                    '^ (the )?(city|town|village|township|borough|ciudad|villa) (of|de) ', ' '),
                ' (city|town|township|twp|village|borough|boro) $', ' '),
            ' (st|ste) ', ' saint ', 'g'),
        ' mt ', ' mount ', 'g'));
-- +goose StatementEnd
comment on function place_key(text) is 'A town''s name as it is compared: "St. Louis", "City of Saint Louis" and "ST LOUIS" are one.';

create index churches_place on churches (country, place_key(city));
drop index churches_match;

-- +goose Down

create index churches_match on churches (country, lower(city), lower(name));
drop index churches_place;
drop function place_key(text);
