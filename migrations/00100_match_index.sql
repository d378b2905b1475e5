-- +goose Up

-- A large town has thousands of churches, scattered over the whole table: what a sign-up is compared with stands in the index itself.
create index churches_of_town on churches (country, place_key(city)) include (city, id, name, state) where not is_demo;
drop index churches_place;

-- +goose Down

create index churches_place on churches (country, place_key(city));
drop index churches_of_town;
