-- +goose Up

alter table church_families add column lens_id smallint references theological_lenses (id);
comment on column church_families.lens_id is 'In whose voice a church of the family answers that is of none of its denominations.';
create index on church_families (lens_id);

alter table churches add column church_family text;
comment on column churches.church_family is 'Key of a row of church_families, as the church said when it signed up.';

-- +goose Down

alter table churches drop column church_family;
alter table church_families drop column lens_id;
