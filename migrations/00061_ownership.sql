-- +goose Up

alter table premium_churches
    add column ownership_decision   text check (ownership_decision in ('approved', 'confirmed', 'rejected')),
    add column ownership_decided_at timestamptz,
    add constraint premium_churches_ownership check ((ownership_decision is null) = (ownership_decided_at is null));
comment on column premium_churches.ownership_decision is 'Of a listed church that was claimed without proof. approved: the founder knows it is theirs; confirmed: whoever reads the listed address says so; rejected: it is offline, and what was paid is given back. Null: not decided.';

-- +goose Down

alter table premium_churches drop constraint premium_churches_ownership, drop column ownership_decided_at, drop column ownership_decision;
