-- +goose Up

create table job_leases (
    job_id  bigint primary key,
    holder  uuid not null,
    until   timestamptz not null
);
comment on table job_leases is 'Jobs that a node works on and until when it is surely alive: what it holds longer is taken up by another.';
comment on column job_leases.holder is 'The node, since its start.';

-- +goose Down

drop table job_leases;
