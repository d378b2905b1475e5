-- +goose Up

alter table premium_churches
    add column listing_own_email text,
    add column listing_offered   jsonb,
    drop constraint premium_churches_ownership_decision_check,
    add constraint premium_churches_ownership_decision_check check (ownership_decision in ('approved', 'confirmed', 'proven', 'rejected'));
comment on column premium_churches.listing_own_email is 'Of a listed church that was claimed with an address of its own: that address. It proves nothing by itself, for anybody can write it; the link that is mailed there does. Null: the address that was given is not known to be the church''s.';
comment on column premium_churches.listing_offered is 'Of a listed church: what its sign-up says of it, by the columns of churches. It goes into the listing once it is certain that whoever signed up is of the church.';
comment on column premium_churches.ownership_decision is 'Of a listed church that was claimed. approved: the founder knows it is theirs; confirmed: whoever reads the listed address says so; proven: whoever signed up reads the address of the church''s own that they gave; rejected: it is offline, and what was paid is given back. Null: not decided.';

-- +goose Down

update premium_churches set ownership_decision = 'confirmed' where ownership_decision = 'proven';
alter table premium_churches
    drop constraint premium_churches_ownership_decision_check,
    add constraint premium_churches_ownership_decision_check check (ownership_decision in ('approved', 'confirmed', 'rejected')),
    drop column listing_offered, drop column listing_own_email;
comment on column premium_churches.ownership_decision is 'Of a listed church that was claimed without proof. approved: the founder knows it is theirs; confirmed: whoever reads the listed address says so; rejected: it is offline, and what was paid is given back. Null: not decided.';
