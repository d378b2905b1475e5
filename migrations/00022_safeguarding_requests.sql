-- +goose Up

alter table visitor_requests add column safeguarding boolean not null default false;
comment on column visitor_requests.safeguarding is 'In its conversation somebody was accused who serves at the church. Only the church''s safeguarding contact, and who runs the platform, may read it, or anything of its conversation from here on: whoever is accused may have a login.';
alter table notifications add column safeguarding boolean not null default false;
comment on column notifications.safeguarding is 'As of the request that it is about, kept in case that is deleted first: it never goes to the church''s own addresses.';

-- Which reports of danger were told of by a message of their own, and which by their number alone.
create index notifications_request on notifications (church_id, request_id) where request_id is not null;

-- +goose Down

drop index notifications_request;
alter table notifications drop column safeguarding;
alter table visitor_requests drop column safeguarding;
